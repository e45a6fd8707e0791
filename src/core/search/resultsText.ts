import type { MatchedItem, MatchedLine, Matches } from "../model/matches.ts";
import type { Dismissals } from "./dismissals.ts";
import type { FilteredMatches, ShownMatches } from "./filteredMatches.ts";
import type { MatchOrder } from "./matchOrder.ts";
import type { SourceLocation } from "../sources/sourceLink.ts";
import { TimeSlices } from "../text/timeSlices.ts";

/** One thing that was found, with its lines. */
export interface Result {
  readonly item: MatchedItem;
  readonly lines: readonly MatchedLine[];
}

const WINDOW = 500;

/** Which matches of a search are shown: those that pass a filter and were not dismissed; and in which order. */
export interface ShownPart {
  /** Absent if no filter is set. */
  readonly shown?: FilteredMatches | undefined;
  readonly dismissals?: Pick<Dismissals, "hasItem" | "hasLine"> | undefined;
  /** Absent if everything is in the order found, repository by repository. */
  readonly order?: MatchOrder | undefined;
}

/**
 * All results that are shown, repository by repository, read in windows and not kept. Throws if the matches are
 * disposed of meanwhile, because a part of them is not everything.
 */
export function* resultsOf(matches: Matches, { shown, dismissals, order }: ShownPart = {}): Generator<Result> {
  for (const item of order ? sortedItems(matches, order, shown) : foundItems(shown ?? matches)) {
    if (dismissals?.hasItem(item)) continue;
    const lines = matches.lines(item.index, 0, item.lineCount);
    if (lines.length === 0 && item.lineCount > 0) throw new Error(GONE);
    yield { item, lines: dismissals ? lines.filter((_, place) => !dismissals.hasLine(item, place)) : lines };
  }
}

function* foundItems(shown: ShownMatches): Generator<MatchedItem> {
  for (const { index, itemCount } of shown.repositories(0, Infinity)) yield* itemsOf(shown, index, 0, itemCount);
}

/** What was found after sorting comes last, as in the view. */
function* sortedItems(matches: Matches, order: MatchOrder, filtered?: FilteredMatches): Generator<MatchedItem> {
  const shown = filtered ?? matches;
  const counts = new Map(shown.repositories(0, Infinity).map(({ index, itemCount }) => [index, itemCount]));
  for (const repository of new Set([...order.repositories, ...counts.keys()])) {
    const sorted = (order.itemsOf.get(repository) ?? []).filter((index) => filtered?.holds(index) ?? true);
    for (const index of sorted) {
      const [item] = matches.itemsAsFound(index, index + 1);
      if (!item) throw new Error(GONE);
      yield item;
    }
    yield* itemsOf(shown, repository, sorted.length, counts.get(repository) ?? 0);
  }
}

function* itemsOf(shown: ShownMatches, repository: number, from: number, count: number): Generator<MatchedItem> {
  for (let start = from; start < count; start += WINDOW) {
    const end = Math.min(start + WINDOW, count);
    const items = shown.items(repository, start, end);
    if (items.length < end - start) throw new Error(GONE);
    yield* items;
  }
}

const GONE = "the results were dropped while they were read";

/**
 * Results as readable text: files, and below each its lines with their context. A colon follows the number of each line
 * that matched, and a blank line separates places with context that don't touch, as in the editor's own search editor.
 * `places` says where each of those lines, and each file, is.
 */
export async function printResults(
  title: string,
  results: Iterable<Result>,
): Promise<{ readonly text: string; readonly places: ReadonlyMap<number, SourceLocation> }> {
  const slices = new TimeSlices();
  const text = [title];
  const places = new Map<number, SourceLocation>();
  for (const { item, lines } of results) {
    text.push("");
    if (item.path !== "") places.set(text.length, placeOf(item));
    text.push(nameOf(item));
    let last: NumberedLine | undefined;
    for (const line of withContext(lines)) {
      if (slices.isOver) await slices.next();
      const { number, content, match } = line;
      const isContext = !match || (last && !last.match);
      if (last && isContext && number > last.number + 1) text.push("");
      last = line;
      if (match && item.path !== "") places.set(text.length, placeOf(item, match));
      text.push(`  ${String(number + 1).padStart(6)}${match ? ":" : " "} ${content}`);
    }
  }
  return { text: `${text.join("\n")}\n`, places };
}

interface NumberedLine {
  readonly number: number;
  readonly content: string;
  readonly match?: MatchedLine;
}

/** Each line once, matched lines and those around them, in order. */
function* withContext(lines: readonly MatchedLine[]): Generator<NumberedLine> {
  let next = 0;
  for (const [place, match] of lines.entries()) {
    const { before = [], after = [] } = match.context ?? {};
    for (const [index, content] of before.entries()) {
      const number = match.line - before.length + index;
      if (number >= next) yield { number, content };
    }
    yield { number: match.line, content: match.text, match };
    next = match.line + 1;
    const following = lines[place + 1]?.line ?? Infinity;
    for (const content of after) {
      if (next >= following) break;
      yield { number: next, content };
      next += 1;
    }
  }
}

/** The bytes of a text that is produced part by part, in slices: a million results take seconds. */
export async function encodeInSlices(parts: Iterable<string>): Promise<Uint8Array> {
  const slices = new TimeSlices();
  const encoded: Uint8Array[] = [];
  let text = "";
  for (const part of parts) {
    text += part;
    if (!slices.isOver) continue;
    encoded.push(Buffer.from(text));
    text = "";
    await slices.next();
  }
  return Buffer.concat([...encoded, Buffer.from(text)]);
}

/** Results as plain text, one row per line: `repository/path:line: text`. */
export function* toPlainText(results: Iterable<Result>): Generator<string> {
  for (const { item, lines } of results) {
    if (lines.length === 0) yield `${nameOf(item)}\n`;
    for (const { line, text } of lines) yield `${nameOf(item)}:${line + 1}: ${text.trim()}\n`;
  }
}

/** Results as Markdown: a heading for each file, a fence for its lines. */
export function* toMarkdown(title: string, results: Iterable<Result>): Generator<string> {
  yield `# ${title.replace(/\s+/g, " ")}\n`;
  for (const { item, lines } of results) {
    yield `\n## ${nameOf(item)}\n`;
    if (lines.length === 0) continue;
    let longest = 2;
    for (const { text } of lines) for (const [marks] of text.matchAll(/`+/g)) longest = Math.max(longest, marks.length);
    const fence = "`".repeat(longest + 1);
    yield `\n${fence}\n`;
    for (const { line, text } of lines) yield `${line + 1}: ${text}\n`;
    yield `${fence}\n`;
  }
}

/** Results as comma-separated values with a header: one row per matched line, or one for an item without lines. */
export function* toCsv(results: Iterable<Result>): Generator<string> {
  yield "type,repository,revision,path,line,text\r\n";
  for (const { item, lines } of results) {
    const head = [item.type, item.repository, item.revision ?? "", item.path];
    if (lines.length === 0) yield csvRow([...head, "", item.label]);
    for (const { line, text } of lines) yield csvRow([...head, String(line + 1), text]);
  }
}

/**
 * Results as JSON Lines: one object per matched line, with its one-based line and its ranges in UTF-16 columns of its
 * text, which begins at column `textStart` if that line is long.
 */
export function* toJsonLines(results: Iterable<Result>): Generator<string> {
  for (const { item, lines } of results) {
    const { type, repository, revision, path, label } = item;
    if (lines.length === 0) yield `${JSON.stringify({ type, repository, revision, path, label })}\n`;
    for (const { line, text, textStart, ranges } of lines) {
      yield `${JSON.stringify({ type, repository, revision, path, line: line + 1, text, textStart, ranges })}\n`;
    }
  }
}

function placeOf({ repository, path, revision }: MatchedItem, line?: MatchedLine): SourceLocation {
  const [range] = line?.ranges ?? [];
  const textStart = line?.textStart ?? 0;
  return {
    repository,
    path,
    ...(revision === undefined ? {} : { revision }),
    ...(line && {
      range: {
        startLine: line.line,
        endLine: line.line,
        ...(range && { startColumn: textStart + range.start, endColumn: textStart + range.end }),
      },
    }),
  };
}

function nameOf({ repository, path, label }: MatchedItem): string {
  return path === "" ? label : `${repository}/${path}`;
}

/** Prevents spreadsheet programs from taking a value for a formula. */
function csvRow(values: readonly string[]): string {
  const cells = values.map((value) => {
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${cells.join(",")}\r\n`;
}
