import { setTimeout as sleep } from "node:timers/promises";
import type { Matches } from "../model/matches.ts";
import type { SearchEvent, SearchQuery } from "../model/search.ts";
import { begunSymbol } from "../query/begunSymbol.ts";

export interface SymbolNamesParts {
  readonly search: (query: SearchQuery, signal: AbortSignal) => AsyncIterable<SearchEvent>;
  /** Called when the names have changed. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /** For tests; otherwise 150 ms. How long typing must have paused before the search. */
  readonly delayMs?: number;
}

const DELAY_MS = 150;
const DISPLAY = 500;

/**
 * The names of symbols that begin like the word being written in a query: searched for while a person types, at each
 * pause.
 */
export class SymbolNames {
  readonly #parts: SymbolNamesParts;
  #query: string | undefined;
  #asking = new AbortController();
  #names: readonly string[] = [];

  constructor(parts: SymbolNamesParts) {
    this.#parts = parts;
  }

  /** In alphabetical order. Until the latest search has finished, those for what was typed before. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Takes the text up to the place of writing; `undefined` if nothing is being written. */
  follow(text: string | undefined): void {
    const query = text === undefined ? undefined : begunSymbol(text);
    if (query === this.#query) return;
    this.#query = query;
    this.#asking.abort();
    if (query === undefined) {
      this.#names = [];
      return;
    }
    this.#asking = new AbortController();
    void this.#ask(query, this.#asking.signal);
  }

  async #ask(text: string, signal: AbortSignal): Promise<void> {
    const { search, onChange, onError, delayMs = DELAY_MS } = this.#parts;
    const query = { text, patternType: "keyword", display: DISPLAY, contextLines: 0 } as const;
    let matches: Matches | undefined;
    try {
      await sleep(delayMs, undefined, { signal });
      for await (const event of search(query, signal)) if (event.type === "matches") ({ matches } = event);
      signal.throwIfAborted();
      this.#names = matches ? namesIn(matches) : [];
      onChange();
    } catch (error) {
      if (!signal.aborted) onError(error);
    } finally {
      matches?.dispose();
    }
  }
}

function namesIn(matches: Matches): readonly string[] {
  const items = matches.itemsAsFound(0, matches.kept.items);
  const names = items.flatMap(({ index, lineCount }) => matches.lines(index, 0, lineCount).map(({ text }) => text));
  return [...new Set(names)].sort((a, b) => (a < b ? -1 : 1));
}
