import { mkdirSync, watch } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { Accounts } from "./accounts.ts";
import type { Log } from "../platform/log.ts";

/** Holds an account's id and a number. */
const FILE = "accounts.version";
/** What the editor remembers reaches other windows within a moment; a window that lacks it by then never gets it. */
const PATIENCE_MS = 5000;

/**
 * Has every window adopt the changes that one of them makes to the accounts. The editor notifies windows of changed
 * secrets, but on some hosts only the one that changed them: so a file in the extension's storage, with nothing secret
 * in it, says which version of the accounts is the latest.
 */
export class AccountChanges implements vscode.Disposable {
  readonly #accounts: Accounts;
  readonly #file: string;
  readonly #log: Log;
  readonly #subscription: vscode.Disposable;
  #isDisposed = false;

  constructor(accounts: Accounts, secrets: vscode.SecretStorage, folder: string, log: Log) {
    this.#accounts = accounts;
    this.#file = path.join(folder, FILE);
    this.#log = log;
    this.#subscription = vscode.Disposable.from(
      this.#watch(folder),
      secrets.onDidChange(() => this.#follow()),
      accounts.onDidWrite((version) => writeFile(this.#file, version).catch(this.#failed)),
    );
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#subscription.dispose();
  }

  readonly #failed = (error: unknown): void => {
    this.#log.error("Other windows may hear of changed accounts only when they are reloaded", error);
  };

  #watch(folder: string): vscode.Disposable {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === FILE) readFile(this.#file, "utf8").then((version) => this.#follow(version), this.#failed);
      });
      watcher.on("error", this.#failed);
      return { dispose: () => watcher.close() };
    } catch (error) {
      this.#failed(error);
      return vscode.Disposable.from();
    }
  }

  /** Syncs until this version has arrived; without one, until any change has. */
  async #follow(version?: string): Promise<void> {
    for (let delayMs = 20; delayMs < PATIENCE_MS && !this.#isDisposed; delayMs *= 2) {
      if (this.#accounts.sync() && version === undefined) return;
      if (this.#accounts.version === version) return;
      await sleep(delayMs);
    }
  }
}
