/** JSON that is all ASCII, made once and written many times. */
export class JsonFragment {
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

/** Complete JSON. */
export interface WrittenJson {
  readonly json: Buffer;
  /** Called at most once, when nobody reads it any more: its memory is reused. Otherwise, it is garbage-collected. */
  readonly free: () => void;
}

/**
 * JSON as bytes, written piece by piece: ASCII is never turned into strings. Joining strings is several times slower.
 */
export class JsonWriter {
  #bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  /** Memory outside the heap makes the collector scan the whole heap, time and again: it is reused. */
  readonly #free: Buffer<ArrayBuffer>[] = [];
  #view = viewOf(this.#bytes);
  #length = 0;
  /** What the last lines were written from. */
  #text: Buffer = this.#bytes;
  #textView = this.#view;

  /** How many bytes were written since the last {@link take}. */
  get length(): number {
    return this.#length;
  }

  /** Removes everything after the first `length` bytes. */
  cut(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  /** Writes a piece of JSON as it is. */
  piece({ words, length }: JsonFragment): void {
    this.#reserve(length + WORD_BYTES);
    const to = this.#length;
    for (let at = 0; at < words.length; at++) this.#view.setInt32(to + at * WORD_BYTES, words[at] ?? 0, true);
    this.#length = to + length;
  }

  /** Writes any JSON as it is. */
  json(json: string): void {
    this.#reserve(json.length * 3);
    this.#length += this.#bytes.write(json, this.#length);
  }

  /** Writes an integer that is not negative. */
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

  /** Writes any text, as the inside of a string. */
  text(text: string): void {
    this.json(JSON.stringify(text).slice(1, -1));
  }

  /**
   * Writes the inside of a string: ASCII text from `from` up to the end of the line, to `end`, or to a byte that is not
   * ASCII. Returns where it stopped.
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

  /** Returns what was written, and starts afresh. */
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
/** Less than this is copied instead of being handed out with its block. */
const LENT_BYTES = 8 * 1024;
const LINE_BREAK = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LONGEST_ESCAPE = "\\u0000".length;
const ESCAPES = Array.from({ length: 0x80 }, (_, code) => JSON.stringify(String.fromCharCode(code)).slice(1, -1));

/** The last four digits of a number, with leading zeros, the first one in the lowest byte. */
const FOUR_DIGITS = Int32Array.from({ length: 10_000 }, (_, number) =>
  Buffer.from(String(number).padStart(WORD_BYTES, "0")).readInt32LE(),
);

/**
 * Whether none of four bytes has to be escaped, and all are ASCII. Subtracting 32 from a control character, or 1 from
 * the zero that a quote or a backslash is after the exclusive or, borrows from the highest bit, which ASCII does not
 * use.
 */
function isPlain(word: number): boolean {
  const borrowed = (word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101);
  return ((word | borrowed) & 0x80808080) === 0;
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
