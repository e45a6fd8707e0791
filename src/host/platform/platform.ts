import * as vscode from "vscode";
import type { LocalInterfaces } from "../../core/model/localProcess.ts";
import { Log } from "./log.ts";
import { OrderedMemento } from "./orderedMemento.ts";
import { logWrongSettings } from "./settings.ts";

/** What is different where extension tests run. */
export interface TestSwitches {
  /** Which interfaces the local service offers, where not both. */
  readonly interfaces: LocalInterfaces | undefined;
  /** Where the local service keeps its conversations, where not beside the other files. */
  readonly store: vscode.Uri | undefined;
  /** `handBackMs`: so long an agent's question is waited for, where not 45 seconds. */
  readonly agents: { handBackMs?: number | undefined };
  /** Takes the pages that would be opened in the browser. */
  readonly openPage: (address: string) => Thenable<boolean>;
}

/** What every feature is built on. */
export interface Platform {
  readonly extensionUri: vscode.Uri;
  /** Where the editor takes addresses for Plumbline. */
  readonly openUri: vscode.Uri;
  /** Where files are kept. */
  readonly storage: vscode.Uri;
  readonly secrets: vscode.SecretStorage;
  readonly globalState: vscode.Memento;
  readonly workspaceState: vscode.Memento;
  readonly log: Log;
  /** As services are told: `plumbline 1.2.3`. */
  readonly client: string;
  readonly testing: TestSwitches | undefined;
  /** So long a model may be silent, in milliseconds, where not as long as usual: only under development. */
  readonly silentMs: number | undefined;
  readonly subscriptions: vscode.Disposable[];
  /** Disposes of something with the window, and hands it back. */
  readonly keep: <T extends vscode.Disposable>(part: T) => T;
  /** Has something done when the window closes, which the editor waits for, a few seconds at most. */
  readonly beforeLeaving: (work: () => Promise<unknown>) => void;
  /** Does what was wanted before leaving. Never rejects. */
  readonly leave: () => Promise<unknown>;
}

/** Starts nothing and connects nothing. */
export function createPlatform(context: vscode.ExtensionContext, testing: TestSwitches | undefined): Platform {
  const { extension, extensionUri, globalStorageUri, secrets, subscriptions, workspaceState } = context;
  const lastWorks: (() => Promise<unknown>)[] = [];
  const keep: Platform["keep"] = (part) => {
    subscriptions.push(part);
    return part;
  };
  const log = keep(new Log());
  keep(logWrongSettings(log));
  return {
    extensionUri,
    openUri: vscode.Uri.from({ scheme: vscode.env.uriScheme, authority: extension.id, path: "/open" }),
    storage: globalStorageUri,
    secrets,
    globalState: new OrderedMemento(context.globalState),
    workspaceState,
    log,
    client: `plumbline ${(extension.packageJSON as { version: string }).version}`,
    testing,
    silentMs: silentMsOf(context.extensionMode),
    subscriptions,
    keep,
    beforeLeaving: (work) => lastWorks.push(work),
    leave: () => Promise.allSettled(lastWorks.map((work) => work())),
  };
}

/** Told by whoever launches the editor to test it: nobody waits for minutes there. */
function silentMsOf(mode: vscode.ExtensionMode): number | undefined {
  const { PLUMBLINE_SILENT_MS: told } = process.env;
  return mode === vscode.ExtensionMode.Production || told === undefined ? undefined : Number(told);
}
