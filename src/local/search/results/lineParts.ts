import { codePointLength, createLocator, textOf, type Range } from "../../code/lines/positions.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";

/** A line, or a part of a long one, with the ranges that start in it. */
export interface LinePart {
  /** Without the line break. */
  readonly text: string;
  /** Where the text begins: zero-based, in bytes of the file, and in code points and UTF-16 units of the line. */
  readonly line: number;
  readonly offset: number;
  readonly column: number;
  readonly utf16Column: number;
  /** Whether the line goes on after the text. */
  readonly isCut: boolean;
  /** They may extend beyond the text. */
  readonly ranges: readonly Range[];
}

/** How much is kept before and after a match, in bytes: more than a row or a tooltip shows. */
const BEFORE = 200;
const AFTER = 800;

/** Whether one of these lines has more than `most` bytes. */
export function hasLongLine({ bytes }: FoundLines, most: number): boolean {
  if (bytes.length <= most) return false;
  for (let from = 0; from < bytes.length;) {
    const end = endOfLine(bytes, from);
    if (end - from > most) return true;
    from = end + 1;
  }
  return false;
}

/**
 * The lines, of each that has more than `most` bytes only the parts around the ranges that start in it, of no more than
 * `most` characters; its beginning where there are none. Parts don't overlap, and each range is in one of them.
 */
export function* partsOf(found: FoundLines, most: number): Generator<LinePart, void> {
  const { bytes, ranges } = found;
  const locate = createLocator(found);
  let next = 0;
  let isWithin = false; // a range that began above
  let line = found.line;
  for (let from = 0; from < bytes.length; line++) {
    const end = endOfLine(bytes, from);
    const starting: Bytes[] = [];
    for (let range = ranges[next]; range && range[0] <= end; range = ranges[++next]) starting.push(range);
    const columnOf = columnsFrom(found, from);
    for (const part of spansOf(bytes, [from, end], starting, isWithin, most)) {
      const [column, utf16Column] = columnOf(part.from);
      yield {
        text: textOf({ ...found, bytes: bytes.subarray(part.from, part.to) }),
        line,
        offset: found.offset + part.from,
        column,
        utf16Column,
        isCut: part.to < end,
        ranges: part.ranges.map(([start, stop]) => ({ start: locate(start), end: locate(stop) })),
      };
    }
    const last: Bytes | undefined = starting.at(-1) ?? (isWithin ? ranges[next - 1] : undefined);
    isWithin = last !== undefined && last[1] > end + 1;
    from = end + 1;
  }
}

type Bytes = readonly [start: number, end: number];

interface Span {
  readonly from: number;
  to: number;
  readonly ranges: Bytes[];
}

function spansOf(
  bytes: Buffer,
  [lineStart, lineEnd]: Bytes,
  ranges: readonly Bytes[],
  isWithin: boolean,
  most: number,
): readonly Span[] {
  if (lineEnd - lineStart <= most) return [{ from: lineStart, to: lineEnd, ranges: [...ranges] }];
  const [before, after] = [Math.min(BEFORE, most >> 2), Math.min(AFTER, most >> 1)];
  const spans: Span[] = [];
  if (isWithin || ranges.length === 0) spans.push({ from: lineStart, to: lineStart + most, ranges: [] });
  let free = lineStart; // where no range has been
  for (const range of ranges) {
    const [start, stop] = [range[0], Math.min(range[1], lineEnd)];
    const last = spans.at(-1);
    if (last && start - before <= last.to && stop <= last.from + most) {
      last.to = Math.min(Math.max(last.to, stop + after), last.from + most, lineEnd);
      last.ranges.push(range);
    } else {
      const from = Math.max(free, start - before);
      if (last) last.to = Math.min(last.to, from);
      spans.push({ from, to: Math.min(stop + after, from + most, lineEnd), ranges: [range] });
    }
    free = stop;
  }
  return spans.map(({ from, to, ...span }) => ({
    ...span,
    from: atCharacter(bytes, from),
    to: atCharacter(bytes, to),
  }));
}

/** The start of the UTF-8 character that a byte is in. */
function atCharacter(bytes: Buffer, at: number): number {
  for (let start = at; start > at - 4 && start >= 0; start--) if (((bytes[start] ?? 0) & 0xc0) !== 0x80) return start;
  return at; // no UTF-8
}

/** Turns ascending places into columns of the line that begins at `lineStart`; each byte is read once. */
function columnsFrom(
  found: FoundLines,
  lineStart: number,
): (byte: number) => readonly [codePoints: number, utf16: number] {
  let last = lineStart;
  let [codePoints, utf16] = [0, 0];
  return (byte) => {
    const between = textOf({ ...found, bytes: found.bytes.subarray(last, byte) });
    last = byte;
    codePoints += codePointLength(between);
    utf16 += between.length;
    return [codePoints, utf16];
  };
}

function endOfLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0x0a, from);
  return end < 0 ? bytes.length : end;
}
