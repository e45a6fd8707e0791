import type { PatternType, SearchQuery } from "../../core/model/search.ts";
import { compileQuery, writtenOf } from "../../core/query/queryFields.ts";
import type { WrittenQuery } from "../../protocol/writtenQuery.ts";
import { LOCAL_ACCOUNT, type Account } from "../accounts/accounts.ts";
import type { Services } from "../accounts/services.ts";
import { readSetting } from "../platform/settings.ts";
import type { KeptSearches } from "./keptSearches.ts";
import type { SearchHistory } from "./searchHistory.ts";
import type { Searches } from "./searches.ts";

/** With `count:all` everything is wanted: as much as can be kept. */
const DISPLAY_OF_ALL = 1_000_000;

export interface SearchRunsParts {
  readonly searches: Searches;
  readonly services: Pick<Services, "reach">;
  readonly history: SearchHistory;
  readonly kept: () => Promise<KeptSearches>;
}

/** Begins searches with the current settings, and remembers what was searched for. */
export class SearchRuns {
  readonly #parts: SearchRunsParts;

  constructor(parts: SearchRunsParts) {
    this.#parts = parts;
  }

  /** Resolves when the search is over; at once if nothing is left to search for. */
  async run(written: WrittenQuery, patternType: PatternType | undefined, account: Account): Promise<void> {
    const query = queryOf(written, account, patternType);
    if (query) await this.#remember(account, written, this.#begin(query, account));
  }

  /** The same for what was typed and is wanted now: if it is already searched for, that search is kept. */
  async enter(written: WrittenQuery, account: Account): Promise<void> {
    const query = queryOf(written, account);
    if (!query) return;
    const running = account.id === LOCAL_ACCOUNT.id ? this.#parts.searches.commit(query) : undefined;
    await this.#remember(account, written, running ?? this.#begin(query, account));
  }

  /** Searches for what is being typed, and remembers nothing of it. */
  async type(written: WrittenQuery, account: Account): Promise<void> {
    const { searches, services } = this.#parts;
    const query = queryOf(written, account);
    if (query) await searches.type(query, () => services.reach(account));
  }

  /** Keeps what was found while typing, because it is used. */
  async keep(): Promise<void> {
    const { searches } = this.#parts;
    const { query, reached } = searches.current ?? {};
    const running = searches.commit();
    if (running && query && reached) await this.#remember(reached.account, writtenOf(query), running);
  }

  #begin(query: SearchQuery, account: Account): Promise<void> {
    return this.#parts.searches.run(query, () => this.#parts.services.reach(account));
  }

  async #remember({ id }: Account, written: WrittenQuery, running: Promise<void>): Promise<void> {
    const { searches, history, kept } = this.#parts;
    await Promise.all([running, history.add(id, written)]);
    const last = searches.all.at(-1);
    if (last && last.status !== "running") await (await kept()).save(last);
  }
}

/** A query with the current settings; `undefined` if it is empty. They also determine the pattern type if none is given. */
function queryOf(written: WrittenQuery, account: Account, given?: PatternType): SearchQuery | undefined {
  const patternType = given ?? readSetting("plumbline.search.patternType");
  const text = compileQuery(written, patternType, account.id === LOCAL_ACCOUNT.id);
  if (text === "") return undefined;
  const isForAll = /\bcount:all\b/i.test(text);
  return {
    text,
    written,
    patternType,
    display: isForAll ? DISPLAY_OF_ALL : readSetting("plumbline.search.display"),
    contextLines: isForAll ? 0 : readSetting("plumbline.search.contextLines"), // a million matches need no context
  };
}
