import type { FoundItem, FoundLine, FoundMatches } from "../../../core/agents/toolService.ts";
import { parseCommitText } from "../../../core/model/commitText.ts";
import { utf16Columns } from "../../../core/text/positions.ts";
import type { Alert } from "../../../core/model/search.ts";
import type { News } from "../../threads/messages.ts";

/** Gathers the output of a search in a thread, which is made for the wire, and keeps what the tools print. */
export class GatheredMatches {
  readonly #items: FoundItem[] = [];
  #rangeCount = 0;
  readonly #errors: string[] = [];
  #progress: WireProgress | undefined;
  #alert: Alert | undefined;

  take(news: News): void {
    if (news.type === "bytes") {
      // As `framesOf` makes them: events whose data is one line each.
      for (const line of Buffer.from(news.bytes).toString().split("\n"))
        if (line.startsWith(DATA)) this.#takeMatches(JSON.parse(line.slice(DATA.length)) as readonly WireMatch[]);
    } else if (news.type === "event") {
      if (news.event === "progress") this.#progress = JSON.parse(news.json) as WireProgress;
      else if (news.event === "error") this.#errors.push((JSON.parse(news.json) as { message: string }).message);
      else if (news.event === "alert") {
        const { title, description, proposedQueries } = JSON.parse(news.json) as WireAlert;
        this.#alert = { title, description, proposedQueries: proposedQueries ?? [] };
      }
    }
  }

  #takeMatches(matches: readonly WireMatch[]): void {
    for (const match of matches) {
      this.#items.push(toItem(match));
      this.#rangeCount += countRanges(match);
    }
  }

  /** Records that the search exceeded its time limit and was stopped. */
  endOverdue(limitMs: number): void {
    this.#errors.push(`The search took more than ${limitMs} ms and was stopped.`);
  }

  get found(): FoundMatches {
    const { matchCount = 0, skipped = [] } = this.#progress ?? {};
    return {
      items: this.#items,
      counts: {
        items: this.#items.length,
        lines: this.#items.reduce((sum, { lines }) => sum + lines.length, 0),
      },
      isCut: matchCount > this.#rangeCount,
      matchCount,
      skipped,
      alert: this.#alert,
      errors: this.#errors,
    };
  }
}

const DATA = "data: ";

type WireAlert = Omit<Alert, "proposedQueries"> & { readonly proposedQueries: Alert["proposedQueries"] | null };

interface WireProgress {
  readonly matchCount: number;
  readonly skipped?: FoundMatches["skipped"];
}

/** An element of a `matches` event, as far as it is read. */
interface WireMatch {
  readonly type: string;
  readonly repository: string;
  readonly path?: string;
  readonly commit?: string;
  readonly chunkMatches?: readonly WireChunk[];
  readonly symbols?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly containerName: string;
    /** One-based. */
    readonly line: number;
  }[];
  readonly oid?: string;
  readonly message?: string;
  readonly authorName?: string;
  readonly authorDate?: string;
  readonly content?: string;
  /** Of a commit: in its content, whose first line is a fence. */
  readonly ranges?: readonly (readonly [line: number, column: number, length: number])[];
}

interface WireChunk {
  readonly content: string;
  readonly contentStart: { readonly line: number; readonly column: number };
  /** Where it begins in a long line, in UTF-16 units. */
  readonly contentStartUtf16?: number;
  readonly ranges: readonly WireRange[];
}

interface WireRange {
  readonly start: WirePlace;
  readonly end: WirePlace;
}

/** The column counts code points. */
interface WirePlace {
  readonly line: number;
  readonly column: number;
}

function toItem(match: WireMatch): FoundItem {
  const { type, repository, path = "", commit } = match;
  const item = { type, repository, path, label: path, ...(commit !== undefined && { revision: commit }) };
  if (match.oid !== undefined) return { ...item, ...commitOf(match) };
  if (match.symbols)
    return {
      ...item,
      lines: match.symbols.map(({ name, kind, containerName, line }) => ({
        line: line - 1,
        text: name,
        ranges: [],
        symbol: { kind: kind.toLowerCase(), container: containerName },
      })),
    };
  return { ...item, lines: (match.chunkMatches ?? []).flatMap(linesOf) };
}

/** Further ones on a line matter to nobody. */
const RANGES_AT_MOST = 20;

function linesOf({ content, contentStart, contentStartUtf16 = 0, ranges }: WireChunk): readonly FoundLine[] {
  const rangesOn = new Map<number, WireRange[]>();
  for (const range of ranges) {
    const { start, end } = range;
    const last = end.column > 0 || end.line === start.line ? end.line : end.line - 1;
    for (let line = start.line; line <= last; line++) {
      const others = rangesOn.get(line);
      if (!others) rangesOn.set(line, [range]);
      else if (others.length < RANGES_AT_MOST) others.push(range);
    }
  }
  return content.split("\n").flatMap((text, index): FoundLine[] => {
    const line = contentStart.line + index;
    const onLine = rangesOn.get(line);
    if (!onLine) return [];
    const isPart = index === 0 && contentStartUtf16 > 0;
    const columnOf = utf16Columns(text);
    const columnAt = (place: WirePlace, otherwise: number) =>
      place.line === line ? columnOf(place.column - (isPart ? contentStart.column : 0)) : otherwise;
    const found = {
      line,
      text: text.replace(/\r$/, ""),
      ranges: onLine.map(({ start, end }) => ({ start: columnAt(start, 0), end: columnAt(end, text.length) })),
    };
    return [isPart ? { ...found, textStart: contentStartUtf16 } : found];
  });
}

/** As the service counts them. */
function countRanges({ chunkMatches, symbols, ranges = [] }: WireMatch): number {
  return (
    chunkMatches?.reduce((sum, chunk) => sum + chunk.ranges.length, 0) ?? symbols?.length ?? Math.max(1, ranges.length)
  );
}

function commitOf({ oid = "", message = "", authorName = "", authorDate = "", content = "", ranges = [] }: WireMatch) {
  const authoredAt = Date.parse(authorDate);
  const { lines } = parseCommitText(content);
  const found = Map.groupBy(ranges, ([line]) => line - 1);
  return {
    label: message.split("\n", 1)[0] ?? "",
    commit: { hash: oid, author: authorName, message, files: [], ...(!Number.isNaN(authoredAt) && { authoredAt }) },
    lines: lines.map((text, line): FoundLine => ({
      line,
      text,
      ranges: (found.get(line) ?? []).map(([, start, length]) => ({ start, end: start + length })),
    })),
  };
}
