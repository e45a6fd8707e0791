import * as vscode from "vscode";
import { Log } from "./log.ts";
import { Offers } from "./offers.ts";
import { OrderedMemento } from "./orderedMemento.ts";
import { logWrongSettings } from "./settings.ts";

/** What differs when extension tests run. */
export interface TestSwitches {
  /** `watchTurnMs`: how long the turns of its watchdog are, if not a second, from its next start on. */
  readonly local: { watchTurnMs?: number | undefined };
  /** `clickMs`: how long a click waits for the check of its source, if not a second and a half. */
  readonly sources: { clickMs?: number | undefined };
  /** Where the local service keeps its conversations, if not beside the other files. */
  readonly store: vscode.Uri | undefined;
  /** `handBackMs`: how long to wait for an agent's question, if not 45 seconds. */
  readonly agents: { handBackMs?: number | undefined };
  /** Receives the pages that would be opened in the browser. */
  readonly openPage: (address: string) => Thenable<boolean>;
}

/** What every feature is built on. */
export interface Platform {
  readonly extensionUri: vscode.Uri;
  /** The address by which the editor opens pages of the local service; `undefined` if it has no links of its own. */
  readonly openUri: vscode.Uri | undefined;
  /** Where files are kept. */
  readonly storage: vscode.Uri;
  readonly secrets: vscode.SecretStorage;
  readonly globalState: vscode.Memento;
  readonly workspaceState: vscode.Memento;
  readonly log: Log;
  /** The client's name as services see it: `plumbline 1.2.3`. */
  readonly client: string;
  readonly testing: TestSwitches | undefined;
  /** How long a model may be silent, in milliseconds, if not as long as usual; only during development and tests. */
  readonly silentMs: number | undefined;
  readonly subscriptions: vscode.Disposable[];
  /** Has a part disposed of when the window closes, and returns it. */
  readonly keep: <T extends vscode.Disposable>(part: T) => T;
  /** Registers what an editor may lack. */
  readonly offers: Offers;
  /** Registers work to do when the window closes. The editor waits for it, for a few seconds at most. */
  readonly beforeLeaving: (work: () => Promise<unknown>) => void;
  /** Does the work registered with `beforeLeaving`. Never rejects. */
  readonly leave: () => Promise<unknown>;
}

/** Starts nothing and opens no connection. */
export function createPlatform(context: vscode.ExtensionContext, testing: TestSwitches | undefined): Platform {
  const { extension, extensionUri, globalStorageUri, secrets, subscriptions, workspaceState } = context;
  const lastWorks: (() => Promise<unknown>)[] = [];
  const keep: Platform["keep"] = (part) => {
    subscriptions.push(part);
    return part;
  };
  const log = keep(new Log());
  const { uriScheme: scheme } = vscode.env;
  keep(logWrongSettings(log));
  return {
    extensionUri,
    openUri: scheme ? vscode.Uri.from({ scheme, authority: extension.id, path: "/open" }) : undefined,
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
    offers: new Offers(log, keep),
    beforeLeaving: (work) => lastWorks.push(work),
    leave: () => Promise.allSettled(lastWorks.map((work) => work())),
  };
}

/** Set by whoever launches the editor to test it, where nobody wants to wait for minutes. */
function silentMsOf(mode: vscode.ExtensionMode): number | undefined {
  const { PLUMBLINE_SILENT_MS: told } = process.env;
  return mode === vscode.ExtensionMode.Production || told === undefined ? undefined : Number(told);
}
