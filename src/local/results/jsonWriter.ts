/** JSON of nothing but ASCII, made once and written many times. */
export class Piece {
  readonly length: number;
  /** Four bytes each, the first one lowest. */
  readonly words: Int32Array;

  constructor(json: string) {
    this.length = json.length;
    const bytes = Buffer.from(json.padEnd(Math.ceil(json.length / WORD_BYTES) * WORD_BYTES));
    this.words = Int32Array.from({ length: bytes.length / WORD_BYTES }, (_, at) => bytes.readInt32LE(at * WORD_BYTES));
  }
}

const WORD_BYTES = 4;

/** JSON that is complete. */
export interface WrittenJson {
  readonly json: Buffer;
  /** Says, once at most, that nobody reads it any more: its memory is written again. Without it, it is collected some time. */
  readonly free: () => void;
}

/** JSON as bytes, written piece by piece: what is ASCII never becomes a string of its own. Strings are joined several times as slowly. */
export class JsonWriter {
  #bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  /** Memory outside of the heap makes the collector look through all of the heap, ever again: it is used anew. */
  readonly #free: Buffer<ArrayBuffer>[] = [];
  #view = viewOf(this.#bytes);
  #length = 0;
  /** What lines were written from last. */
  #text: Buffer = this.#bytes;
  #textView = this.#view;

  /** How many bytes were written since the last {@link take}. */
  get length(): number {
    return this.#length;
  }

  /** Takes back what is behind the first `length` bytes. */
  cut(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  /** Some JSON, as it is. */
  piece({ words, length }: Piece): void {
    this.#reserve(length + WORD_BYTES);
    const to = this.#length;
    for (let at = 0; at < words.length; at++) this.#view.setInt32(to + at * WORD_BYTES, words[at] ?? 0, true);
    this.#length = to + length;
  }

  /** Any JSON, as it is. */
  json(json: string): void {
    this.#reserve(json.length * 3);
    this.#length += this.#bytes.write(json, this.#length);
  }

  /** An integer that is not negative. */
  integer(value: number): void {
    if (value >= 100_000_000) {
      this.json(String(value));
      return;
    }
    this.#reserve(2 * WORD_BYTES);
    if (value < 10_000) {
      this.#fewDigits(value);
      return;
    }
    const high = (value / 10_000) | 0;
    this.#fewDigits(high);
    this.#view.setInt32(this.#length, FOUR_DIGITS[value - high * 10_000] ?? 0, true);
    this.#length += WORD_BYTES;
  }

  #fewDigits(value: number): void {
    const count = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : WORD_BYTES;
    this.#view.setInt32(this.#length, (FOUR_DIGITS[value] ?? 0) >>> (8 * (WORD_BYTES - count)), true);
    this.#length += count;
  }

  /** The inside of a string: any text. */
  text(text: string): void {
    this.json(JSON.stringify(text).slice(1, -1));
  }

  /**
   * The inside of a string: what is ASCII from `from` on, up to the end of the line, to `end`, or to what is no ASCII. Returns
   * where that is.
   */
  line(text: Buffer, from: number, end = text.length): number {
    if (text !== this.#text) {
      this.#text = text;
      this.#textView = viewOf(text);
    }
    const words = this.#textView;
    const lastWord = end - WORD_BYTES;
    this.#reserve(end - from + LONGEST_ESCAPE);
    let bytes = this.#bytes;
    let view = this.#view;
    let to = this.#length;
    let at = from;
    for (; at < end; at++) {
      for (; at <= lastWord; at += WORD_BYTES, to += WORD_BYTES) {
        const word = words.getInt32(at, true);
        if (!isPlain(word)) break;
        view.setInt32(to, word, true);
      }
      const byte = text[at] ?? 0;
      if (at === end || byte === LINE_BREAK || byte >= 0x80) break;
      if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) bytes[to++] = byte;
      else {
        const escape = ESCAPES[byte] ?? "";
        for (let index = 0; index < escape.length; index++) bytes[to++] = escape.charCodeAt(index);
        this.#length = to;
        this.#reserve(end - at + LONGEST_ESCAPE);
        bytes = this.#bytes;
        view = this.#view;
      }
    }
    this.#length = to;
    return at;
  }

  /** What was written, and begins anew. */
  take(): WrittenJson {
    const block = this.#bytes;
    const json = block.subarray(0, this.#length);
    this.#length = 0;
    if (json.length < LENT_BYTES) return { json: Buffer.from(json), free: () => undefined };
    this.#bytes = this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#view = viewOf(this.#bytes);
    const free = () => {
      this.#free.push(block);
    };
    return { json, free };
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

const BLOCK_BYTES = 64 * 1024;
/** Less than this is copied, and not handed out with its block. */
const LENT_BYTES = 8 * 1024;
const LINE_BREAK = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LONGEST_ESCAPE = "\\u0000".length;
const ESCAPES = Array.from({ length: 0x80 }, (_, code) => JSON.stringify(String.fromCharCode(code)).slice(1, -1));

/** The last four digits of a number, with zeros in front, the first one lowest. */
const FOUR_DIGITS = Int32Array.from({ length: 10_000 }, (_, number) =>
  Buffer.from(String(number).padStart(WORD_BYTES, "0")).readInt32LE(),
);

/**
 * Whether none of four bytes is escaped, or no ASCII. To take one from each that is zero, below a blank, or what a quote or a
 * backslash is when these are zero, borrows from the highest bit, which is none of ASCII.
 */
function isPlain(word: number): boolean {
  const borrowed = (word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101);
  return ((word | borrowed) & 0x80808080) === 0;
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
