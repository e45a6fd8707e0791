import type * as vscode from "vscode";

const KEPT = 100;
const KEY = "searchHistory";

/** The queries that were run, over all windows and restarts. */
export class SearchHistory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Newest first, each once. */
  get queries(): readonly string[] {
    return this.#state.get<readonly string[]>(KEY, []);
  }

  async add(query: string): Promise<void> {
    const others = this.queries.filter((earlier) => earlier !== query);
    await this.#state.update(KEY, [query, ...others].slice(0, KEPT));
  }
}
