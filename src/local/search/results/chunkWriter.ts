import { JsonFragment, type JsonWriter } from "./jsonWriter.ts";
import { countLines, createLocator, textOf, type Location, type Range } from "../../code/lines/positions.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import type { LinePart } from "./lineParts.ts";

/** Where a chunk begins. */
type Start = Pick<LinePart, "line" | "offset" | "column" | "utf16Column">;

/** Writes the elements of `chunkMatches` for the lines of a file: consecutive lines make one chunk. */
export class ChunkWriter {
  readonly #out: JsonWriter;
  /** The ranges of the open chunk, six numbers each; kept here because they are written after its text. */
  readonly #ranges: number[] = [];
  /** How many of these numbers are in use: the memory is reused for the next chunk. */
  #rangesEnd = 0;
  #isEmpty = true;
  #isOpen = false;
  #isTruncated = false;
  #next = -1;
  #offset = 0;
  #line = 0;
  /** Where the chunk begins in its line, in code points and in UTF-16 units: at its start, unless that is cut off. */
  #column = 0;
  #utf16Column = 0;
  #count = 0;
  /** Where the text and the ranges of the lines that were begun last start. */
  #textStart = 0;
  #rangesStart = 0;

  constructor(out: JsonWriter) {
    this.#out = out;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** About how many bytes will have been written if it ends now. */
  get length(): number {
    return this.#out.length + (this.#rangesEnd / NUMBERS) * RANGE_BYTES + CHUNK_BYTES;
  }

  /** Begins some lines at `line` (zero-based), `offset` bytes into the file. Their text must be written next. */
  begin(line: number, offset: number, lineCount = 1): void {
    this.#begin({ line, offset, column: 0, utf16Column: 0 }, lineCount);
  }

  #begin({ line, offset, column, utf16Column }: Start, lineCount = 1): void {
    if (this.#isOpen && line === this.#next && column === 0) {
      this.#out.piece(LINE_END);
    } else {
      this.#endChunk();
      this.#out.piece(this.#isEmpty ? CHUNK : NEXT_CHUNK);
      this.#isOpen = true;
      this.#isEmpty = false;
      this.#line = line;
      this.#offset = offset;
      this.#column = column;
      this.#utf16Column = utf16Column;
    }
    this.#next = line + lineCount;
    this.#textStart = this.#out.length;
    this.#rangesStart = this.#rangesEnd;
  }

  /** Adds a range within one line. */
  range(line: number, startOffset: number, startColumn: number, endOffset: number, endColumn: number): void {
    this.#range(startOffset, line, startColumn, endOffset, line, endColumn);
  }

  /** Writes some lines with their text and ranges. */
  lines(found: FoundLines, maxLength: number): void {
    this.begin(found.line, found.offset, found.isAscii === true ? 1 : countLines(found));
    this.fill(found, maxLength);
  }

  /** Writes a part of a line, with the ranges that start in it; one that begins within its line begins a chunk. */
  part({ text, isCut, ranges, ...start }: LinePart): void {
    this.#begin(start);
    this.#out.text(text);
    if (isCut || start.column > 0) this.#isTruncated = true;
    for (const range of ranges) this.#located(range);
  }

  /** Replaces the text and ranges of the lines that were begun last. */
  fill(found: FoundLines, maxLength: number): void {
    this.#out.cut(this.#textStart);
    this.#rangesEnd = this.#rangesStart;
    this.#text(found, maxLength);
    if (found.isAscii === true) {
      for (const [start, end] of found.ranges)
        this.range(found.line, found.offset + start, start, found.offset + end, end);
      return;
    }
    for (const range of locateRanges(found)) this.#located(range);
  }

  /** Ends the last chunk and returns how many ranges there were. Starts afresh. */
  end(): number {
    this.#endChunk();
    const count = this.#count;
    this.#count = 0;
    this.#isEmpty = true;
    return count;
  }

  #text(found: FoundLines, maxLength: number): void {
    if (found.isAscii === true) {
      const { bytes } = found;
      const length = bytes[bytes.length - 1] === LINE_BREAK ? bytes.length - 1 : bytes.length;
      const isTooLong = maxLength >= 0 && length > maxLength;
      this.#out.line(bytes, 0, isTooLong ? maxLength : length);
      if (isTooLong) this.#isTruncated = true;
      return;
    }
    const whole = withoutBreak(textOf(found));
    const cut = truncateLines(whole, maxLength);
    this.#out.text(cut);
    if (cut !== whole) this.#isTruncated = true;
  }

  #endChunk(): void {
    if (!this.#isOpen) return;
    const out = this.#out;
    const ranges = this.#ranges;
    out.piece(CONTENT_START);
    this.#location(this.#offset, this.#line, this.#column);
    for (let at = 0; at < this.#rangesEnd; at += NUMBERS) {
      out.piece(at === 0 ? RANGES : NEXT_RANGE);
      this.#location(ranges[at] ?? 0, ranges[at + 1] ?? 0, ranges[at + 2] ?? 0);
      out.piece(RANGE_STOP);
      this.#location(ranges[at + 3] ?? 0, ranges[at + 4] ?? 0, ranges[at + 5] ?? 0);
    }
    out.piece(this.#rangesEnd === 0 ? NO_RANGES : RANGES_END);
    if (this.#isTruncated) out.piece(TRUNCATED);
    if (this.#column > 0) {
      out.piece(UTF16_COLUMN);
      out.integer(this.#utf16Column);
    }
    out.piece(CHUNK_END);
    this.#count += this.#rangesEnd / NUMBERS;
    this.#rangesEnd = 0;
    this.#isTruncated = false;
    this.#isOpen = false;
  }

  #located({ start, end }: Range): void {
    this.#range(start.offset, start.line, start.column, end.offset, end.line, end.column);
  }

  #range(...numbers: readonly [number, number, number, number, number, number]): void {
    for (const number of numbers) this.#ranges[this.#rangesEnd++] = number;
  }

  /** The inside of a location, after the name of its first member. */
  #location(offset: number, line: number, column: number): void {
    this.#out.integer(offset);
    this.#out.piece(LINE);
    this.#out.integer(line);
    this.#out.piece(COLUMN);
    this.#out.integer(column);
  }
}

/** The most bytes of JSON that a range takes, */
export const RANGE_BYTES = 128;
/** and about how many a chunk takes besides its ranges and its text. */
const CHUNK_BYTES = 100;
/** For each range. */
const NUMBERS = 6;
const LINE_BREAK = 0x0a;

const CHUNK = new JsonFragment('{"content":"');
const NEXT_CHUNK = new JsonFragment(',{"content":"');
const LINE_END = new JsonFragment("\\n");
const CONTENT_START = new JsonFragment('","contentStart":{"offset":');
const LINE = new JsonFragment(',"line":');
const COLUMN = new JsonFragment(',"column":');
const RANGES = new JsonFragment('},"ranges":[{"start":{"offset":');
const NEXT_RANGE = new JsonFragment('}},{"start":{"offset":');
const RANGE_STOP = new JsonFragment('},"end":{"offset":');
const RANGES_END = new JsonFragment("}}]");
const NO_RANGES = new JsonFragment('},"ranges":[]');
const TRUNCATED = new JsonFragment(',"contentTruncated":true');
/** Beyond the description: only for our own client, which asks for parts of lines. */
const UTF16_COLUMN = new JsonFragment(',"contentStartUtf16":');
const CHUNK_END = new JsonFragment("}");

/** Where the ranges of some lines are in the file. */
export function locateRanges(lines: FoundLines): readonly Range[] {
  const locate: (byte: number) => Location = createLocator(lines);
  return lines.ranges.map(([start, end]) => ({ start: locate(start), end: locate(end) }));
}

/** Removes the line break at the end. A carriage return before it stays, as the service leaves it. */
export function withoutBreak(text: string): string {
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
