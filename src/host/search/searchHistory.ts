import type * as vscode from "vscode";

const KEPT = 100;
/** The key of the one history that all services shared before each got its own. */
const COMMON_KEY = "searchHistory";

/** The queries that were run, by account, for all windows and after restarts. */
export class SearchHistory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /**
   * Newest first, each once. The common history counts for all accounts, until the account of the next query takes it
   * over.
   */
  of(accountId: string): readonly string[] {
    return [...new Set([...this.#read(key(accountId)), ...this.#read(COMMON_KEY)])].slice(0, KEPT);
  }

  async add(accountId: string, query: string): Promise<void> {
    const queries = [...new Set([query, ...this.of(accountId)])].slice(0, KEPT);
    await this.#state.update(key(accountId), queries);
    await this.#forgetCommon();
  }

  /** Forgets the queries of an account, and the common ones: their account is unknown. */
  async forget(accountId: string): Promise<void> {
    await this.#state.update(key(accountId), undefined);
    await this.#forgetCommon();
  }

  async #forgetCommon(): Promise<void> {
    if (this.#state.get(COMMON_KEY) !== undefined) await this.#state.update(COMMON_KEY, undefined);
  }

  #read(key: string): readonly string[] {
    const queries = this.#state.get<unknown>(key);
    return Array.isArray(queries) ? queries.filter((query) => typeof query === "string") : [];
  }
}

function key(accountId: string): string {
  return `searchHistory.${accountId}`;
}
