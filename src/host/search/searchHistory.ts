import type * as vscode from "vscode";
import {
  hasFields,
  isSameQuery,
  NO_FIELDS,
  parseSearchFields,
  type WrittenQuery,
} from "../../protocol/writtenQuery.ts";

const KEPT = 100;
/** The key of the one history that all services shared before each got its own. */
const COMMON_KEY = "searchHistory";

/** The queries that were run, by account, for all windows and after restarts. One without fields is kept as a text. */
export class SearchHistory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /**
   * Newest first, each once. The common history counts for all accounts, until the account of the next query takes it
   * over.
   */
  of(accountId: string): readonly WrittenQuery[] {
    return onceEach([...this.#read(key(accountId)), ...this.#read(COMMON_KEY)]);
  }

  async add(accountId: string, query: WrittenQuery): Promise<void> {
    const queries = onceEach([query, ...this.of(accountId)]).map((each) => (hasFields(each) ? each : each.text));
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

  #read(key: string): readonly WrittenQuery[] {
    const queries = this.#state.get<unknown>(key);
    return Array.isArray(queries) ? queries.flatMap((query) => parse(query) ?? []) : [];
  }
}

function onceEach(queries: readonly WrittenQuery[]): readonly WrittenQuery[] {
  const isFirst = (query: WrittenQuery, index: number): boolean =>
    queries.findIndex((other) => isSameQuery(other, query)) === index;
  return queries.filter(isFirst).slice(0, KEPT);
}

function parse(kept: unknown): WrittenQuery | undefined {
  if (typeof kept === "string") return { text: kept, fields: NO_FIELDS };
  const { text, fields } = (kept ?? {}) as Record<string, unknown>;
  const parsed = parseSearchFields(fields);
  return typeof text === "string" && parsed ? { text, fields: parsed } : undefined;
}

function key(accountId: string): string {
  return `searchHistory.${accountId}`;
}
