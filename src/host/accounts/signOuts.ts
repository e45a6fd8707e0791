import type * as vscode from "vscode";

const KEY = "signedOut";

/**
 * Removes what is kept of accounts that were signed out of. Their ids are stored first: what isn't removed now is
 * removed at the next start.
 */
export class SignOuts {
  readonly #state: vscode.Memento;
  readonly #remove: (accountId: string) => Promise<void>;
  readonly #onError: (what: string, error: unknown) => void;
  readonly #removing = new Map<string, Promise<Error | undefined>>();

  /** `remove` rejects if anything is left. */
  constructor(
    state: vscode.Memento,
    remove: (accountId: string) => Promise<void>,
    onError: (what: string, error: unknown) => void,
  ) {
    this.#state = state;
    this.#remove = remove;
    this.#onError = onError;
  }

  /** The ids of accounts that may not be completely removed yet. */
  get unfinished(): readonly string[] {
    const ids = this.#state.get<unknown>(KEY);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  }

  /** Records that everything of an account is to be removed. */
  async begin(accountId: string): Promise<void> {
    await this.#state.update(KEY, [...this.unfinished.filter((id) => id !== accountId), accountId]);
  }

  /**
   * Removes everything of an account. Resolves to the reason if something is left, else to `undefined`. Never rejects.
   */
  finish(accountId: string): Promise<Error | undefined> {
    const removing = this.#removing.get(accountId) ?? this.#finish(accountId);
    this.#removing.set(accountId, removing);
    return removing;
  }

  /** Continues with what was left. */
  async finishAll(): Promise<void> {
    await Promise.all(this.unfinished.map((accountId) => this.finish(accountId)));
  }

  /** Resolves when nothing is being removed any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#removing.values());
  }

  async #finish(accountId: string): Promise<Error | undefined> {
    try {
      await this.#remove(accountId);
      const others = this.unfinished.filter((id) => id !== accountId);
      await this.#state.update(KEY, others.length > 0 ? others : undefined);
      return undefined;
    } catch (error) {
      this.#onError("Not everything of an account could be removed; it is tried again at the next start", error);
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#removing.delete(accountId);
    }
  }
}
