import type * as vscode from "vscode";

const KEPT = 100;
/** Until there was a history for each service, all had this one. */
const COMMON_KEY = "searchHistory";

/** The queries that were run, by account, over all windows and restarts. */
export class SearchHistory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Newest first, each once. What ran before histories were kept apart is the first account's that asks for more. */
  of(accountId: string): readonly string[] {
    return [...new Set([...this.#read(key(accountId)), ...this.#read(COMMON_KEY)])].slice(0, KEPT);
  }

  async add(accountId: string, query: string): Promise<void> {
    const queries = [...new Set([query, ...this.of(accountId)])].slice(0, KEPT);
    await this.#state.update(key(accountId), queries);
    await this.#forgetCommon();
  }

  /** Forgets what ran with an account, and what nobody knows with which it ran. */
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
