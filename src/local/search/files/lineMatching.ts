import { isUtf8 } from "node:buffer";
import type { Pattern, Place } from "../../code/patterns/pattern.ts";
import { BYTE_ORDER_MARK } from "../../code/encodings/utf8.ts";
import { countLines, measure, utf8Length } from "../../code/lines/positions.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";

/** Something to look for in lines. */
export interface LineTerm {
  readonly pattern: Pattern;
  readonly maySpanLines: boolean;
  /** Whether its places are results. Otherwise only its presence matters. */
  readonly isReported: boolean;
}

/** Which of the terms a file has, and the places of those that are reported, with their context. */
export interface Examined<T extends LineTerm> {
  readonly found: ReadonlySet<T>;
  readonly lines: readonly FoundLines[];
}

/** Looks for several terms in the lines in which the engine found any of them. No term spans lines. */
export function examineLines<T extends LineTerm>(
  lines: readonly FoundLines[],
  terms: readonly T[],
  contextLines: number,
): Examined<T> {
  const found = new Set<T>();
  const examined = lines.map((line): FoundLines => {
    if (line.ranges.length === 0) return line;
    const areBytes = line.isAscii === true || !isUtf8(line.bytes);
    const text = line.bytes.toString(areBytes ? "latin1" : "utf8");
    return { ...line, ranges: toBytes(text, rangesInLine(text, 0, terms, found), areBytes) };
  });
  return { found, lines: withContext(examined, contextLines) };
}

/** Looks for terms in a whole file. */
export function examineFile<T extends LineTerm>(file: Buffer, terms: readonly T[], contextLines: number): Examined<T> {
  const isText = isUtf8(file);
  const start = file.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const text = file.subarray(start).toString(isText ? "utf8" : "latin1");
  const found = new Set<T>();
  // Whatever is in a line is also in the text; conversely, a match in the text may extend beyond its line.
  const there = terms.filter(({ pattern }) => pattern.isIn(text));
  if (there.length === 0) return { found, lines: [] };
  const spanning = there.filter(({ maySpanLines }) => maySpanLines);
  const others = there.filter(({ maySpanLines }) => !maySpanLines);
  const ranges = rangesIn(text, spanning, found);
  for (let at = 0; at < text.length; at = endOfLine(text, at))
    for (const range of rangesInLine(text, at, others, found)) ranges.push(range);
  return { found, lines: cutLines(text, merge(ranges), contextLines, start, isText) };
}

/** The spans in one line, which starts at `from`; its line break is excluded. */
function rangesInLine<T extends LineTerm>(text: string, from: number, terms: readonly T[], found: Set<T>): Place[] {
  const end = endOfLine(text, from);
  const line = text.slice(from, end).replace(/\r?\n$/, "");
  return rangesIn(line, terms, found).map(([start, stop]) => [from + start, from + stop]);
}

function rangesIn<T extends LineTerm>(text: string, terms: readonly T[], found: Set<T>): Place[] {
  const spans: Place[] = [];
  for (const term of terms) {
    if (!term.isReported) {
      if (!found.has(term) && term.pattern.isIn(text)) found.add(term);
      continue;
    }
    for (const span of term.pattern.placesIn(text)) {
      found.add(term);
      if (span[1] > span[0]) spans.push(span);
    }
  }
  return spans;
}

/** In ascending order; overlapping ones are merged. */
function merge(spans: readonly Place[]): readonly Place[] {
  const merged: [number, number][] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function toBytes(text: string, spans: readonly Place[], areBytes: boolean): readonly Place[] {
  const merged = merge(spans);
  return areBytes ? merged : measure(text, merged, utf8Length);
}

/** Keeps lines with ranges, and those near them. */
function withContext(lines: readonly FoundLines[], contextLines: number): readonly FoundLines[] {
  const found = lines.filter(({ ranges }) => ranges.length > 0);
  if (found.length === lines.length) return lines;
  let next = 0;
  return lines.filter((line) => {
    const lastLine = line.line + countLines(line) - 1;
    for (let at = found[next]; at && at.line + countLines(at) - 1 + contextLines < line.line; at = found[next]) next++;
    const near = found[next];
    return near !== undefined && near.line - contextLines <= lastLine;
  });
}

/** One element for all spans that share a line, and one for each line of context. */
function cutLines(
  text: string,
  spans: readonly Place[],
  contextLines: number,
  start: number,
  isText: boolean,
): readonly FoundLines[] {
  if (spans.length === 0) return [];
  const pieces: { readonly from: number; readonly to: number; readonly line: number; readonly spans: Place[] }[] = [];
  let span = 0;
  let line = 0;
  for (let from = 0; from < text.length;) {
    let to = endOfLine(text, from);
    const inside: Place[] = [];
    for (let next = spans[span]; next && next[0] < to; next = spans[++span]) {
      inside.push(next);
      while (to < next[1]) to = endOfLine(text, to);
    }
    pieces.push({ from, to, line, spans: inside });
    for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) line++;
    from = to;
  }
  const near = new Set<number>();
  pieces.forEach((piece, index) => {
    if (piece.spans.length === 0) return;
    for (let at = index - contextLines; at <= index + contextLines; at++) near.add(at);
  });
  const encoding = isText ? "utf8" : "latin1";
  let offset = start;
  return pieces.flatMap(({ from, to, line: at, spans: inside }, index): readonly FoundLines[] => {
    const piece = text.slice(from, to);
    const bytes = Buffer.from(piece, encoding);
    const here = offset;
    offset += bytes.length;
    if (!near.has(index)) return [];
    const ranges = toBytes(
      piece,
      inside.map(([a, b]) => [a - from, b - from]),
      !isText,
    );
    return [{ bytes, line: at, offset: here, ranges }];
  });
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}
