import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isStopWord, stemOf, wordsOf } from "../questions/words.ts";
import { hashOf } from "./hashes.ts";
import { FIELDS, type IndexedFile } from "./indexedFile.ts";

/** How akin the words of a piece of code are to those of a text: from -1 to 1, 0 if none of them is known. */
export type PieceKinship = (index: Pick<IndexedFile, "starts" | "hashes" | "counts">, piece: number) => number;

/**
 * How well words of code go with words that describe it, as learnt from functions and the comments above them: `unlink`
 * is akin to "delete a file". For each stem that may be asked for, and for each that code has, the table contains a row
 * of small numbers; the rows of words that belong together point the same way. `src/README.md` says how it was made.
 *
 * The file, in little endian: four numbers of 32 bits (a mark, the length of a row, the number of rows for words that
 * are asked for, and for words of code); the hashes of the stems; the factor for each row, as floats; the rows, one
 * byte per number. Rows for words that are asked for always come first.
 */
export class WordKinship {
  readonly #length: number;
  readonly #asked = new Map<number, number>();
  readonly #hashes: Uint32Array;
  /** Rows of words of code, from 1 on, by the low bits of their hashes, open addressing: large keys make a map slow. */
  readonly #code: Uint16Array;
  readonly #scales: Float32Array;
  readonly #rows: Int8Array;

  /** Throws if the bytes are no such table. */
  constructor(bytes: Uint8Array) {
    const { buffer } = new Uint8Array(bytes); // numbers must begin at multiples of four
    if (buffer.byteLength < HEAD_BYTES) throw new Error("not a table of words");
    const [mark, length = 0, asked = 0, code = 0] = new Uint32Array(buffer, 0, 4);
    const count = asked + code;
    if (mark !== MARK || buffer.byteLength !== HEAD_BYTES + count * (8 + length) || count > 65_000)
      throw new Error("not a table of words");
    this.#length = length;
    this.#hashes = new Uint32Array(buffer, HEAD_BYTES, count);
    this.#code = new Uint16Array(2 ** Math.ceil(Math.log2(2 * code + 1)));
    for (let row = 0; row < count; row++) {
      const hash = this.#hashes[row] ?? 0;
      if (row < asked) this.#asked.set(hash, row);
      else this.#code[this.#slotOf(hash)] = row + 1;
    }
    this.#scales = new Float32Array(buffer, HEAD_BYTES + 4 * count, count);
    if (!this.#scales.every(Number.isFinite)) throw new Error("not a table of words"); // nothing could be sorted by it
    this.#rows = new Int8Array(buffer, HEAD_BYTES + 8 * count);
  }

  with(text: string): PieceKinship {
    const stems = new Set(
      wordsOf(text)
        .filter((word) => !isStopWord(word))
        .map(stemOf),
    );
    const wanted = new Float32Array(this.#length);
    for (const stem of stems) {
      const row = this.#asked.get(hashOf(stem));
      if (row !== undefined) this.#add(wanted, row, 1);
    }
    const size = Math.sqrt(product(wanted, wanted));
    if (size === 0) return () => 0;
    const sum = new Float32Array(this.#length);
    return ({ starts, hashes, counts }, piece) => {
      sum.fill(0);
      const end = starts[piece + 1] ?? 0;
      for (let entry = starts[piece] ?? 0; entry < end; entry++) {
        const count = counts[entry] ?? 0;
        const field = count & 3;
        if (field !== FIELDS.body && field !== FIELDS.name) continue;
        const row = (this.#code[this.#slotOf(hashes[entry] ?? 0)] ?? 0) - 1;
        if (row >= 0) this.#add(sum, row, field === FIELDS.body ? (LOGARITHMS[count >> 2] ?? 0) : 1);
      }
      const length = Math.sqrt(product(sum, sum));
      return length === 0 ? 0 : product(wanted, sum) / (size * length);
    };
  }

  /** Where the row of a word of code is, or would be. */
  #slotOf(hash: number): number {
    const mask = this.#code.length - 1;
    let slot = hash & mask;
    for (let row = this.#code[slot] ?? 0; row > 0; row = this.#code[slot] ?? 0) {
      if (this.#hashes[row - 1] === hash) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #add(sum: Float32Array, row: number, weight: number): void {
    const rows = this.#rows;
    const factor = weight * (this.#scales[row] ?? 0);
    let at = row * sum.length;
    for (let to = 0; to < sum.length; to++) sum[to] = (sum[to] ?? 0) + factor * (rows[at++] ?? 0);
  }
}

/**
 * Returns a function that reads the table next to this file, or next to the program that it is built into, on its first
 * call. Answers also work without it, by the words alone: if it can't be read, `tell` is called once, and there is
 * none.
 */
export function createWordKinship(
  tell: (message: string) => void,
  file = fileURLToPath(new URL("./wordKinship.bin", import.meta.url)),
): () => WordKinship | undefined {
  let isRead = false;
  let kinship: WordKinship | undefined;
  return () => {
    if (isRead) return kinship;
    isRead = true;
    try {
      kinship = new WordKinship(readFileSync(file));
    } catch (error) {
      tell(`${file}: answers are ranked without it: ${error instanceof Error ? error.message : String(error)}`);
    }
    return kinship;
  };
}

/** "akin" */
const MARK = 0x6e696b61;
const HEAD_BYTES = 16;
/** Logarithms of one plus how often a word occurs, 63 times at most. */
const LOGARITHMS = Float32Array.from({ length: 64 }, (_, count) => Math.log(1 + count));

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
