import { fork, type ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import { ServiceError } from "../../core/model/errors.ts";
import type { FromLocalProcess, LocalInterfaces, ToLocalProcess } from "../../core/model/localProcess.ts";
import type { Log } from "../platform/log.ts";

/** Where the running local service listens. The token came over the process's channel and goes nowhere but to it. */
export interface LocalAddress {
  readonly baseUrl: string;
  readonly token: string;
}

export interface LocalProcessOptions {
  /** The service's program. */
  readonly program: vscode.Uri;
  /** Where conversations are kept; shared by all windows. */
  readonly store: vscode.Uri;
  readonly interfaces?: LocalInterfaces;
  /** The address by which the editor opens pages of the service. */
  readonly openUri: vscode.Uri;
}

const START_MS = 20_000;

/** The local service of this window: started when it is first needed, over the folders that are open, and ended with us. */
export class LocalProcess implements vscode.Disposable {
  readonly #options: LocalProcessOptions;
  readonly #log: Log;
  readonly #folders: vscode.Disposable;
  #child: ChildProcess | undefined;
  #address: Promise<LocalAddress> | undefined;

  constructor(options: LocalProcessOptions, log: Log) {
    this.#options = options;
    this.#log = log;
    const send = () => {
      this.#send({ type: "folders", ...served() });
    };
    this.#folders = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(send),
      vscode.workspace.onDidGrantWorkspaceTrust(send),
    );
  }

  /** Of the process, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it where it isn't running. Throws a `ServiceError` where it can't be started. */
  async start(): Promise<LocalAddress> {
    const address = (this.#address ??= this.#launch());
    try {
      return await address;
    } catch (error) {
      if (this.#address === address) this.#address = undefined;
      throw error;
    }
  }

  dispose(): void {
    this.#folders.dispose();
    this.#child?.kill();
  }

  async #launch(): Promise<LocalAddress> {
    const openUri = await inThisWindow(this.#options.openUri);
    const child = fork(this.#options.program.fsPath, [], { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [] });
    this.#child = child;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#log.info(`local service: ${text.trimEnd()}`);
    });
    try {
      return await this.#ready(child, openUri);
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  #ready(child: ChildProcess, openUri: string): Promise<LocalAddress> {
    return new Promise((resolve, reject) => {
      const fail = (message: string): void => {
        reject(new ServiceError("unreachable", message));
      };
      const timer = setTimeout(() => {
        fail(vscode.l10n.t("it did not start in time"));
      }, START_MS);
      child.on("message", (message) => {
        const news = message as FromLocalProcess; // our own program, over a channel of its own
        switch (news.type) {
          case "ready":
            clearTimeout(timer);
            this.#log.hide(news.token);
            this.#log.info(`local service: listening at ${news.baseUrl}`);
            resolve({ baseUrl: news.baseUrl, token: news.token });
            break;
          case "failed":
            fail(news.message);
            break;
          case "log":
            if (news.level === "debug") this.#log.debug(`local service: ${news.message}`);
            else this.#log.info(`local service: ${news.message}`);
            break;
        }
      });
      child.once("error", (error) => {
        fail(error.message);
      });
      child.once("exit", (code, signal) => {
        clearTimeout(timer);
        this.#log.info(`local service: ended (${signal ?? code})`);
        if (this.#child === child) this.#child = this.#address = undefined;
        fail(vscode.l10n.t("it ended at once"));
      });
      const { store, interfaces } = this.#options;
      this.#send({ type: "start", ...served(), storeDir: store.fsPath, openUri, ...(interfaces && { interfaces }) });
    });
  }

  #send(message: ToLocalProcess): void {
    if (this.#child?.connected) this.#child.send(message);
  }
}

/**
 * An address of the editor which leads to this window, where the editor can say so: else it would go to the one that had the
 * focus last, which has other folders. In a browser there is no such address but one for a single use.
 */
async function inThisWindow(uri: vscode.Uri): Promise<string> {
  if (vscode.env.uiKind === vscode.UIKind.Web) return uri.toString(true);
  try {
    const external = await vscode.env.asExternalUri(uri);
    return (external.scheme === uri.scheme ? external : uri).toString(true);
  } catch {
    return uri.toString(true);
  }
}

/** git, which a folder's own settings can steer, is run in trusted folders only. */
function served(): { folders: string[]; mayRunGit: boolean } {
  return { folders: openFolders(), mayRunGit: vscode.workspace.isTrusted };
}

/** Folders on this machine; a virtual workspace has none that ripgrep could read. */
export function openFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath);
}
