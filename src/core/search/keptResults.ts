import type { MatchedItem, MatchedLine, Matches, MatchCounts, RepositoryMatches } from "../model/matches.ts";
import { parseSearchFields } from "../../protocol/writtenQuery.ts";
import { PATTERN_TYPES, type Filter, type SearchQuery } from "../model/search.ts";

/** What is kept of a search across a reload: its query, its counts and the first of its rows. */
export interface KeptResults {
  readonly query: SearchQuery;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Absent in what older versions kept. */
  readonly filters?: readonly Filter[];
  /** Everything that was found, however much of it is kept. */
  readonly counts: MatchCounts;
  readonly items: readonly KeptItem[];
}

interface KeptItem {
  readonly item: Omit<MatchedItem, "index">;
  /** The first of its lines, or all. */
  readonly lines: readonly MatchedLine[];
}

/** Changes when an older reader could not handle what is written. */
const FORMAT = 1;
/** At most this many rows are kept: lines, and items without lines. */
const MOST_ROWS = 1000;
/** And no more once their lines have this many characters: a service may send lines of a megabyte. */
const MOST_CHARACTERS = 10_000_000;

/** The first rows of a search as text for a file, with the counts of the whole search. */
export function printResults(
  kept: Omit<KeptResults, "items" | "counts">,
  matches: Matches,
  mostRows = MOST_ROWS,
): string {
  const items: KeptItem[] = [];
  let rows = 0;
  let characters = 0;
  for (let at = 0; rows < mostRows && characters < MOST_CHARACTERS && at < matches.kept.items; at++) {
    const [found] = matches.itemsAsFound(at, at + 1);
    if (!found) break;
    const { index, ...item } = found;
    const lines: MatchedLine[] = [];
    for (const line of matches.lines(index, 0, Math.min(item.lineCount, mostRows - rows))) {
      if (characters >= MOST_CHARACTERS) break;
      characters += charactersOf(line);
      lines.push(line);
    }
    rows += Math.max(1, lines.length);
    items.push({ item, lines });
  }
  return JSON.stringify({ format: FORMAT, ...kept, counts: matches.counts, items });
}

/** Reads what {@link printResults} wrote; `undefined` if it, or any part of it, is something else. */
export function parseResults(text: string): KeptResults | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const kept = fieldsOf(value);
  const query = fieldsOf(kept["query"]);
  const isWhole =
    kept["format"] === FORMAT &&
    isText(query["text"]) &&
    PATTERN_TYPES.some((type) => type === query["patternType"]) &&
    isMaybe(query["written"], isWritten) &&
    isCount(query["display"]) &&
    isCount(query["contextLines"]) &&
    isCount(kept["startedAt"]) &&
    typeof kept["durationMs"] === "number" &&
    isMaybe(kept["filters"], (filters) => isListOf(filters, isFilter)) &&
    ["repositories", "items", "lines", "ranges"].every((name) => isCount(fieldsOf(kept["counts"])[name])) &&
    isListOf(kept["items"], isKeptItem);
  return isWhole ? (value as KeptResults) : undefined;
}

/** The rows that were kept, as if they had just been found. The counts are those of the whole search. */
export class EarlierMatches implements Matches {
  readonly counts: MatchCounts;
  readonly kept: MatchCounts;
  readonly size = { memoryBytes: 0, fileBytes: 0 };
  readonly failure = undefined;
  readonly #items: readonly MatchedItem[];
  readonly #lines: readonly (readonly MatchedLine[])[];
  readonly #repositories: readonly RepositoryMatches[];
  readonly #itemsOf: readonly (readonly MatchedItem[])[];

  constructor({ counts, items }: Pick<KeptResults, "counts" | "items">) {
    this.counts = counts;
    this.#lines = items.map(({ lines }) => lines);
    this.#items = items.map(({ item, lines }, index) => {
      // For an item that is cut off, only the matches that are kept count.
      const rangeCount =
        lines.length < item.lineCount ? sum(lines, ({ ranges }) => Math.max(1, ranges.length)) : item.rangeCount;
      return { ...item, index, lineCount: lines.length, rangeCount };
    });
    const byName = Map.groupBy(this.#items, ({ repository }) => repository);
    this.#itemsOf = [...byName.values()];
    this.#repositories = [...byName].map(([name, found], index) => {
      return { index, name, itemCount: found.length, rangeCount: sum(found, (item) => item.rangeCount) };
    });
    this.kept = {
      repositories: this.#repositories.length,
      items: items.length,
      lines: sum(this.#items, ({ lineCount }) => lineCount),
      ranges: sum(this.#items, ({ rangeCount }) => rangeCount),
    };
  }

  repositories(from: number, to: number): readonly RepositoryMatches[] {
    return this.#repositories.slice(from, to);
  }

  items(repository: number, from: number, to: number): readonly MatchedItem[] {
    return this.#itemsOf[repository]?.slice(from, to) ?? [];
  }

  itemsAsFound(from: number, to: number): readonly MatchedItem[] {
    return this.#items.slice(from, to);
  }

  lines(item: number, from: number, to: number): readonly MatchedLine[] {
    return this.#lines[item]?.slice(from, to) ?? [];
  }

  park(): void {
    // There are only a few.
  }

  dispose(): void {
    // They are stored nowhere else.
  }
}

function charactersOf({ text, context }: MatchedLine): number {
  return sum([text, ...(context?.before ?? []), ...(context?.after ?? [])], ({ length }) => length);
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function isWritten(value: unknown): boolean {
  const { text, fields } = fieldsOf(value);
  return isText(text) && parseSearchFields(fields) !== undefined;
}

function isFilter(value: unknown): boolean {
  const filter = fieldsOf(value);
  return (
    ["value", "label", "kind"].every((name) => isText(filter[name])) &&
    isCount(filter["count"]) &&
    typeof filter["exhaustive"] === "boolean"
  );
}

function isKeptItem(value: unknown): boolean {
  const { item, lines } = fieldsOf(value);
  const fields = fieldsOf(item);
  return (
    ["type", "repository", "path", "label"].every((name) => isText(fields[name])) &&
    ["description", "revision", "branch", "language", "webPath"].every((name) => isMaybe(fields[name], isText)) &&
    ["lineCount", "rangeCount"].every((name) => isCount(fields[name])) &&
    isMaybe(fields["labelRanges"], (ranges) => isListOf(ranges, isRange)) &&
    isMaybe(fields["fetchedAt"], (time) => typeof time === "number") &&
    isMaybe(fields["traits"], (traits) => isListOf(traits, isText)) &&
    isMaybe(fields["commit"], isCommit) &&
    isListOf(lines, isLine)
  );
}

function isCommit(value: unknown): boolean {
  const commit = fieldsOf(value);
  return (
    ["hash", "author", "message"].every((name) => isText(commit[name])) &&
    isMaybe(commit["authoredAt"], (time) => typeof time === "number") &&
    isListOf(commit["files"], isChange)
  );
}

function isChange(value: unknown): boolean {
  const { oldPath, newPath } = fieldsOf(value);
  return typeof value === "object" && isMaybe(oldPath, isText) && isMaybe(newPath, isText);
}

function isLine(value: unknown): boolean {
  const { line, text, textStart, ranges, context, symbol, diff } = fieldsOf(value);
  return (
    isCount(line) &&
    isText(text) &&
    isMaybe(textStart, isCount) &&
    isListOf(ranges, isRange) &&
    isMaybe(context, (around) => {
      const { before, after } = fieldsOf(around);
      return isListOf(before, isText) && isListOf(after, isText);
    }) &&
    isMaybe(symbol, (declared) => {
      const { kind, container, column } = fieldsOf(declared);
      return isText(kind) && isText(container) && isMaybe(column, isCount);
    }) &&
    isMaybe(diff, (place) => {
      const { line: number, side } = fieldsOf(place);
      return isChange(place) && isCount(number) && (side === "old" || side === "new");
    })
  );
}

function isRange(value: unknown): boolean {
  const { start, end } = fieldsOf(value);
  return isCount(start) && isCount(end);
}

function isMaybe(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

function isListOf(value: unknown, is: (value: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
