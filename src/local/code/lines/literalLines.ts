import { isAscii, isUtf8 } from "node:buffer";
import type { Pattern } from "../patterns/pattern.ts";
import { measure, utf8Length } from "./positions.ts";
import type { FoundFile, FoundLines } from "./foundLines.ts";

type ByteRange = FoundLines["ranges"][number];

/**
 * A text to be found literally, in lines that are known to have it: a search takes twice as long to print lines if it
 * shows where the matches in them are.
 */
export class Literal {
  /** In bytes. */
  readonly length: number;
  readonly #text: Uint8Array;
  /** What a byte counts as: if case does not matter, a capital counts as its small letter. */
  readonly #fold = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  /** How much further on the text may end at the earliest, by the byte at which it was assumed to end. */
  readonly #skips: Uint32Array;
  readonly #pattern: Pattern;

  /** `pattern` finds the same in strings. */
  constructor(text: string, caseSensitive: boolean, pattern: Pattern) {
    if (!caseSensitive) for (let byte = 0x41; byte <= 0x5a; byte++) this.#fold[byte] = byte + 0x20;
    const bytes = Uint8Array.from(Buffer.from(text), (byte) => this.#fold[byte] ?? byte);
    const before = bytes.subarray(0, -1);
    this.length = bytes.length;
    this.#text = bytes;
    this.#skips = Uint32Array.from(this.#fold, (byte) => before.length - before.lastIndexOf(byte));
    this.#pattern = pattern;
  }

  /** Its next place between two positions in a line that is all ASCII; negative if there is none. */
  indexIn(line: Buffer, from: number, end: number): number {
    const text = this.#text;
    const fold = this.#fold;
    const last = text.length - 1;
    for (let at = from + last; at < end; at += this.#skips[line[at] ?? 0] ?? 1) {
      let index = last;
      while (index >= 0 && fold[line[at - last + index] ?? 0] === text[index]) index--;
      if (index < 0) return at - last;
    }
    return -1;
  }

  /** Its places in any line, in bytes. */
  rangesIn(line: Buffer): readonly ByteRange[] {
    const areBytes = isAscii(line) || !isUtf8(line);
    const text = line.toString(areBytes ? "latin1" : "utf8");
    const places = [...this.#pattern.placesIn(text)];
    return areBytes ? places : measure(text, places, utf8Length);
  }
}

/**
 * What stands before the text of a numbered line: its number, `:` for a match or `-` for context, its offset, and the
 * same mark again.
 */
export class LineHead {
  /** Zero-based. */
  line = 0;
  offset = 0;
  /** Otherwise it is a line of context. */
  isMatch = false;
  /** Where the text begins. */
  end = 0;

  /** Reads the head at a position; `false` if there is none. */
  read(printed: Buffer, from: number): boolean {
    this.line = this.#number(printed, from) - 1;
    if (this.end === from) return false;
    this.isMatch = printed[this.end] === COLON;
    this.offset = this.#number(printed, this.end + 1);
    this.end++;
    return true;
  }

  #number(printed: Buffer, from: number): number {
    let number = 0;
    let at = from;
    for (; ; at++) {
      const digit = (printed[at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      number = number * 10 + digit;
    }
    this.end = at;
    return number;
  }
}

/**
 * Reads the numbered lines of one file that have a literal text. `undefined` if that is in one where it is not found.
 */
export function readLiteralLines(file: string, printed: Buffer, literal: Literal): FoundFile | undefined {
  const lines: FoundLines[] = [];
  const head = new LineHead();
  for (let at = 0; at < printed.length;) {
    if (!head.read(printed, at)) return { file, lines, isBinary: true }; // said instead of a line
    at = printed.indexOf(LINE_BREAK, head.end) + 1;
    if (at === 0) return undefined;
    const bytes = printed.subarray(head.end, at);
    const { line, offset, isMatch } = head;
    const ranges = isMatch ? literal.rangesIn(bytes.subarray(0, -1)) : [];
    if (isMatch && ranges.length === 0) return undefined;
    lines.push(isAscii(bytes) ? { bytes, isAscii: true, line, offset, ranges } : { bytes, line, offset, ranges });
  }
  return { file, lines, isBinary: false };
}

const ZERO = 0x30;
const COLON = 0x3a;
const LINE_BREAK = 0x0a;
