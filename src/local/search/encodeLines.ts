import type { JsonWriter } from "./jsonWriter.ts";
import { codePointLength, countLines, createLocator, textOf, type Location, type Range } from "../ripgrep/positions.ts";
import type { FoundLines } from "../ripgrep/ripgrepFiles.ts";

/** How a client wants to have matches. */
export interface MatchForm {
  /** The `cm` parameter: chunks of lines rather than single lines. */
  readonly asChunks: boolean;
  /** The `max-line-len` parameter, in code points; negative for no limit. */
  readonly maxLineLength: number;
}

/** An element of a `matches` event. */
export interface EncodedMatch {
  readonly json: Buffer;
  /** How many ranges of the result are in it. */
  readonly count: number;
}

/** What lines are written with; what it holds between two calls means nothing. */
export interface LineWriters {
  readonly out: JsonWriter;
  readonly ranges: JsonWriter;
}

/**
 * Encodes the found lines of one file as matches: one, or several where one would have more than about `maxBytes`. A line
 * that alone has more makes one of its own. `head` is what the match begins with, as JSON, up to its last member.
 */
export function encodeLines(
  head: string,
  lines: readonly FoundLines[],
  form: MatchForm,
  maxBytes: number,
  writers: LineWriters,
): readonly EncodedMatch[] {
  return form.asChunks
    ? encodeChunks(head, lines, form.maxLineLength, maxBytes, writers)
    : encodeLineMatches(head, lines, maxBytes);
}

/** Lines that follow each other in the file make one chunk. */
function encodeChunks(
  head: string,
  lines: readonly FoundLines[],
  maxLineLength: number,
  maxBytes: number,
  { out, ranges }: LineWriters,
): readonly EncodedMatch[] {
  const matches: EncodedMatch[] = [];
  let count = 0;
  const start = () => {
    out.json(`${head},"chunkMatches":[`);
  };
  let first: FoundLines | undefined;
  let isTruncated = false;
  const endChunk = () => {
    if (!first) return;
    out.literal('","contentStart":{"offset":');
    writePlace(out, first.offset, first.line, 0);
    out.literal('},"ranges":[');
    out.move(ranges);
    out.literal(isTruncated ? '],"contentTruncated":true}' : "]}");
    isTruncated = false;
    first = undefined;
  };
  const endMatch = () => {
    endChunk();
    out.literal("]}");
    matches.push({ json: out.take(), count });
    count = 0;
  };
  start();
  let isEmpty = true;
  let next = -1;
  for (const found of lines) {
    const length = maxLineLength < 0 ? found.bytes.length : Math.min(found.bytes.length, 4 * maxLineLength);
    const size = length + found.ranges.length * RANGE_BYTES + CHUNK_BYTES;
    if (!isEmpty && out.length + ranges.length + size > maxBytes) {
      endMatch();
      start();
      isEmpty = true;
    }
    if (!first || found.line !== next) {
      endChunk();
      out.literal(isEmpty ? '{"content":"' : ',{"content":"');
      first = found;
    } else {
      out.literal("\\n");
    }
    isEmpty = false;
    if (writeText(out, found, maxLineLength)) isTruncated = true;
    writeRanges(ranges, found);
    count += found.ranges.length;
    next = found.line + (found.isAscii === true ? 1 : countLines(found));
  }
  endMatch();
  return matches;
}

/** About how much JSON a range is, */
const RANGE_BYTES = 100;
/** and a chunk besides its ranges and its text. */
const CHUNK_BYTES = 100;

/** Tells whether something was cut off. */
function writeText(out: JsonWriter, found: FoundLines, maxLength: number): boolean {
  if (found.isAscii === true) {
    const { bytes } = found;
    const length = bytes[bytes.length - 1] === LINE_BREAK ? bytes.length - 1 : bytes.length;
    const isTooLong = maxLength >= 0 && length > maxLength;
    out.ascii(bytes, isTooLong ? maxLength : length);
    return isTooLong;
  }
  const whole = withoutBreak(textOf(found));
  const cut = truncateLines(whole, maxLength);
  out.text(cut);
  return cut !== whole;
}

const LINE_BREAK = 0x0a;

function writeRanges(out: JsonWriter, found: FoundLines): void {
  if (found.isAscii === true) {
    const { line, offset, ranges } = found;
    for (const [start, end] of ranges) {
      out.literal(out.length === 0 ? '{"start":{"offset":' : ',{"start":{"offset":');
      writePlace(out, offset + start, line, start);
      out.literal('},"end":{"offset":');
      writePlace(out, offset + end, line, end);
      out.literal("}}");
    }
    return;
  }
  for (const { start, end } of locateRanges(found)) {
    out.literal(out.length === 0 ? '{"start":{"offset":' : ',{"start":{"offset":');
    writePlace(out, start.offset, start.line, start.column);
    out.literal('},"end":{"offset":');
    writePlace(out, end.offset, end.line, end.column);
    out.literal("}}");
  }
}

/** What is between the brackets of a location, behind the name of its first member. */
function writePlace(out: JsonWriter, offset: number, line: number, column: number): void {
  out.integer(offset);
  out.literal(',"line":');
  out.integer(line);
  out.literal(',"column":');
  out.integer(column);
}

function encodeLineMatches(head: string, lines: readonly FoundLines[], maxBytes: number): readonly EncodedMatch[] {
  const matches: { members: string[]; count: number }[] = [];
  let bytes = Infinity;
  for (const found of lines) {
    for (const [index, line] of toLineMatches(found).entries()) {
      const member = JSON.stringify(line);
      const length = Buffer.byteLength(member) + 1;
      if (bytes + length > maxBytes) {
        matches.push({ members: [], count: 0 });
        bytes = Buffer.byteLength(head) + FRAME_BYTES;
      }
      const match = matches.at(-1);
      match?.members.push(member);
      if (match && index === 0) match.count += found.ranges.length;
      bytes += length;
    }
  }
  return matches.map(({ members, count }) => ({
    json: Buffer.from(`${head},"lineMatches":[${members.join(",")}]}`),
    count,
  }));
}

/** What is around the line matches of a file, at most. */
const FRAME_BYTES = 100;

/** A match over several lines becomes one line match for each of them. */
function toLineMatches(found: FoundLines): readonly object[] {
  if (found.ranges.length === 0) return [];
  const ranges = locateRanges(found);
  let first = 0; // that ends on this line or below: ranges ascend
  return withoutBreak(textOf(found))
    .split("\n")
    .map((line, index) => {
      const lineNumber = found.line + index;
      const offsetAndLengths: (readonly [number, number])[] = [];
      for (let range = ranges[first]; range && range.end.line < lineNumber; range = ranges[first]) first++;
      for (let at = first, range = ranges[at]; range && range.start.line <= lineNumber; range = ranges[++at]) {
        const { start, end } = range;
        if (end.line > start.line && end.line === lineNumber && end.column === 0) continue;
        const from = start.line < lineNumber ? 0 : start.column;
        const to = end.line > lineNumber ? codePointLength(line) : end.column;
        offsetAndLengths.push([from, to - from]);
      }
      return { line, lineNumber, offsetAndLengths };
    });
}

function locateRanges(lines: FoundLines): readonly Range[] {
  const locate: (byte: number) => Location = createLocator(lines);
  return lines.ranges.map(([start, end]) => ({ start: locate(start), end: locate(end) }));
}

/** A carriage return before the line break stays, as the service leaves it. */
function withoutBreak(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

function truncateLines(text: string, length: number): string {
  if (length < 0 || text.length <= length) return text;
  return text
    .split("\n")
    .map((line) =>
      line.length <= length
        ? line
        : Array.from(line.slice(0, length * 2))
            .slice(0, length)
            .join(""),
    )
    .join("\n");
}
