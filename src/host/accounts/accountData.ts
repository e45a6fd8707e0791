import type * as vscode from "vscode";
import type { Platform } from "../platform/platform.ts";
import type { Accounts } from "./accounts.ts";
import { SignOuts } from "./signOuts.ts";

/** What a feature runs and keeps for an account. */
export interface AccountPart {
  /** Ends what runs for the account, at once. */
  readonly close?: (accountId: string) => void;
  /** Removes what is kept for it; rejects if anything is left. */
  readonly remove?: (accountId: string) => Promise<unknown>;
}

/** Everything that is removed when a person signs out of an account, in any window: each feature adds its part. */
export class AccountData implements vscode.Disposable {
  readonly signOuts: SignOuts;
  readonly #parts: AccountPart[] = [];
  readonly #subscription: vscode.Disposable;

  constructor({ globalState, log, beforeLeaving }: Platform, accounts: Accounts) {
    this.signOuts = new SignOuts(
      globalState,
      async (id) => {
        const left = accounts.find(id);
        if (left) await accounts.remove(left); // the window was closed before that was done
        const removed = await Promise.allSettled(this.#parts.map(async ({ remove }) => remove?.(id)));
        const failed = removed.find((one) => one.status === "rejected");
        if (failed) throw failed.reason;
      },
      (what, error) => {
        log.error(what, error);
      },
    );
    this.#subscription = accounts.onDidRemove(({ id }) => {
      for (const { close } of this.#parts) close?.(id);
      void this.signOuts.finish(id);
    });
    beforeLeaving(() => this.signOuts.settled());
  }

  add(part: AccountPart): void {
    this.#parts.push(part);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
