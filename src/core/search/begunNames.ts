import { setTimeout as sleep } from "node:timers/promises";
import type { Matches } from "../model/matches.ts";
import type { SearchEvent, SearchQuery } from "../model/search.ts";
import { begunSymbol } from "../query/begunSymbol.ts";
import { begunValue, type BegunValue } from "../query/begunValue.ts";
import type { CompletionWords } from "../query/queryCompletion.ts";
import type { ServiceNames } from "./serviceNames.ts";

export interface BegunNamesParts {
  readonly findSymbols: (query: SearchQuery, signal: AbortSignal) => AsyncIterable<SearchEvent>;
  /** What the service in use has. */
  readonly names: () => Promise<Pick<ServiceNames, "repositories" | "files" | "contexts">>;
  /** Called when the names have changed. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /** For tests; otherwise 150 ms. How long typing must have paused before the search. */
  readonly delayMs?: number;
}

const DELAY_MS = 150;
const DISPLAY = 500;

/** Names that may complete what is being written. */
type Names = Pick<CompletionWords, "symbols" | "values">;

/**
 * The names that begin like the word being written in a query, or complete the value of its filter: symbols,
 * repositories, files, search contexts. They are searched for while a person types, at each pause.
 */
export class BegunNames {
  readonly #parts: BegunNamesParts;
  #asked = "";
  #asking = new AbortController();
  #names: Names = {};

  constructor(parts: BegunNamesParts) {
    this.#parts = parts;
  }

  /** Symbols are in alphabetical order. Until the latest search has finished, those for what was typed before. */
  get names(): Names {
    return this.#names;
  }

  /** Takes the text up to the place of writing; `undefined` if nothing is being written. */
  follow(text: string | undefined): void {
    const symbol = text === undefined ? undefined : begunSymbol(text);
    const value = text === undefined ? undefined : begunValue(text);
    const asked = symbol ?? (isAskedFor(value) ? JSON.stringify(value) : "");
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#asking.abort();
    if (asked === "") {
      this.#names = {};
      return;
    }
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    if (symbol !== undefined) void this.#ask(async () => ({ symbols: await this.#symbols(symbol, signal) }), signal);
    else if (value) void this.#ask(async () => ({ values: await this.#values(value, signal) }), signal);
  }

  async #ask(find: () => Promise<Names>, signal: AbortSignal): Promise<void> {
    const { onChange, onError, delayMs = DELAY_MS } = this.#parts;
    try {
      await sleep(delayMs, undefined, { signal });
      const names = await find();
      signal.throwIfAborted();
      this.#names = names;
      onChange();
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
  }

  async #symbols(text: string, signal: AbortSignal): Promise<readonly string[]> {
    const query = { text, patternType: "keyword", display: DISPLAY, contextLines: 0 } as const;
    let matches: Matches | undefined;
    try {
      for await (const event of this.#parts.findSymbols(query, signal))
        if (event.type === "matches") ({ matches } = event);
      return matches ? symbolsIn(matches) : [];
    } finally {
      matches?.dispose();
    }
  }

  async #values(
    { filter, words, where }: BegunValue,
    signal: AbortSignal,
  ): Promise<NonNullable<CompletionWords["values"]>> {
    const names = await this.#parts.names();
    switch (filter) {
      case "repo":
        return { repo: await names.repositories(words, signal) };
      case "file": {
        const files = await names.files(words, { filters: where }, signal);
        return { file: [...new Set(files.flatMap(({ path }) => path ?? []))] };
      }
      case "context":
        return { context: await names.contexts(signal) };
    }
  }
}

/** Whole lists are asked for only where they are short: of search contexts. */
function isAskedFor(value: BegunValue | undefined): boolean {
  return value !== undefined && (value.words !== "" || value.filter === "context");
}

function symbolsIn(matches: Matches): readonly string[] {
  const items = matches.itemsAsFound(0, matches.kept.items);
  const names = items.flatMap(({ index, lineCount }) => matches.lines(index, 0, lineCount).map(({ text }) => text));
  return [...new Set(names)].sort((a, b) => (a < b ? -1 : 1));
}
