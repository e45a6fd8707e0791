import { TextLines } from "../text/textLines.ts";
import type { TimeSlices } from "../text/timeSlices.ts";

/**
 * The hashes of those lines of a text that have content: they take a small part of the time and memory that the lines
 * would take.
 */
export async function hashLines(text: string, slices: TimeSlices): Promise<HashSet> {
  const lines = await TextLines.read(text, slices);
  const hashes = new HashSet(lines.length);
  for (let line = 0; line < lines.length; line++) {
    if (line % 256 === 0 && slices.isOver) await slices.next();
    const hash = hashLine(text, lines.startOf(line), lines.endOf(line));
    if (hash !== undefined) hashes.add(hash);
  }
  return hashes;
}

/** Up to a given number of hashes, in memory that no garbage collector scans. */
export class HashSet {
  /** Each is in the first free place starting at its own; 0 marks a free place. Half of them stay free. */
  readonly #table: Int32Array;

  constructor(countAtMost: number) {
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(2 * countAtMost + 2)));
  }

  add(hash: number): void {
    this.#table[this.#placeOf(hash)] = hash;
  }

  has(hash: number): boolean {
    return this.#table[this.#placeOf(hash)] === hash;
  }

  #placeOf(hash: number): number {
    const mask = this.#table.length - 1;
    let place = (hash ^ (hash >>> 15)) & mask;
    while (this.#table[place] !== 0 && this.#table[place] !== hash) place = (place + 1) & mask;
    return place;
  }
}

/**
 * The same for lines that differ only in blanks at both ends; `undefined` for fewer than three characters, or without a
 * letter or digit. Never 0.
 */
export function hashLine(text: string, start = 0, end = text.length): number | undefined {
  while (start < end && text.charCodeAt(start) <= BLANK) start++;
  while (start < end && text.charCodeAt(end - 1) <= BLANK) end--;
  if (end - start < SHORTEST) return undefined;
  let hash = 0x811c9dc5; // FNV-1a
  let hasLetters = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    hasLetters ||= isLetter(code);
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return hasLetters ? hash || 1 : undefined;
}

const BLANK = 0x20;
const SHORTEST = 3;

/** Or a digit; beyond ASCII, everything that is not blank. */
function isLetter(code: number): boolean {
  return code >= 0x80 || (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
}
