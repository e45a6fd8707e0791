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

/** JSON as bytes, written piece by piece: what is ASCII never becomes a string of its own. Strings are joined several times as slowly. */
export class JsonWriter {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #view = viewOf(this.#bytes);
  #length = 0;

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
    if (value > 0x7fff_ffff) {
      this.json(String(value));
      return;
    }
    this.#reserve(10);
    const bytes = this.#bytes;
    let to = this.#length + 1;
    for (let rest = value; rest >= 10; rest = (rest / 10) | 0) to++;
    this.#length = to;
    let rest = value;
    do {
      const tens = (rest / 10) | 0;
      bytes[--to] = 0x30 + rest - tens * 10;
      rest = tens;
    } while (rest > 0);
  }

  /** The inside of a string: text of nothing but ASCII. */
  ascii(text: Buffer, end: number): void {
    for (let from = 0; from < end; from += BLOCK_BYTES) this.#ascii(text, from, Math.min(end, from + BLOCK_BYTES));
  }

  #ascii(text: Buffer, from: number, end: number): void {
    this.#reserve((end - from) * LONGEST_ESCAPE);
    const bytes = this.#bytes;
    let to = this.#length;
    for (let at = from; at < end; at++) {
      const byte = text[at] ?? 0;
      if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) {
        bytes[to++] = byte;
        continue;
      }
      const escape = ESCAPES[byte] ?? "";
      for (let index = 0; index < escape.length; index++) bytes[to++] = escape.charCodeAt(index);
    }
    this.#length = to;
  }

  /** The inside of a string: any text. */
  text(text: string): void {
    this.json(JSON.stringify(text).slice(1, -1));
  }

  /**
   * The inside of a string: the ASCII of a line from `from` on, up to its end, to an escape character or to what is not
   * ASCII. Returns where that is.
   */
  line(text: Buffer, from: number): number {
    this.#reserve(text.length - from + LONGEST_ESCAPE);
    let bytes = this.#bytes;
    let to = this.#length;
    let at = from;
    for (; at < text.length; at++) {
      const byte = text[at] ?? 0;
      if (byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH) bytes[to++] = byte;
      else if (byte === LINE_BREAK || byte === ESCAPE || byte >= 0x80) break;
      else {
        const escape = ESCAPES[byte] ?? "";
        for (let index = 0; index < escape.length; index++) bytes[to++] = escape.charCodeAt(index);
        this.#length = to;
        this.#reserve(text.length - at + LONGEST_ESCAPE);
        bytes = this.#bytes;
      }
    }
    this.#length = to;
    return at;
  }

  /** What was written, and begins anew. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

/** Of a very long line, only so much is at once taken to be nothing but escapes. */
const BLOCK_BYTES = 64 * 1024;
const LINE_BREAK = 0x0a;
const ESCAPE = 0x1b;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LONGEST_ESCAPE = "\\u0000".length;
const ESCAPES = Array.from({ length: 0x80 }, (_, code) => JSON.stringify(String.fromCharCode(code)).slice(1, -1));

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
