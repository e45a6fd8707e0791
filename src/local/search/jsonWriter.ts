/** JSON as bytes, written piece by piece: what is ASCII never becomes a string of its own. Strings are joined several times as slowly. */
export class JsonWriter {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = 0;

  /** How many bytes were written since the last {@link take}. */
  get length(): number {
    return this.#length;
  }

  /** A short piece of JSON, as it is. */
  literal(piece: string): void {
    this.#reserve(piece.length);
    const bytes = this.#bytes;
    const to = this.#length;
    for (let at = 0; at < piece.length; at++) bytes[to + at] = piece.charCodeAt(at);
    this.#length = to + piece.length;
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
      bytes[--to] = 0x30 + (rest % 10);
      rest = (rest / 10) | 0;
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

  /** Moves here what was written there. */
  move(other: JsonWriter): void {
    this.#reserve(other.#length);
    this.#length += other.#bytes.copy(this.#bytes, this.#length, 0, other.#length);
    other.#length = 0;
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
  }
}

/** Of a very long line, only so much is at once taken to be nothing but escapes. */
const BLOCK_BYTES = 64 * 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LONGEST_ESCAPE = "\\u0000".length;
const ESCAPES = Array.from({ length: 0x80 }, (_, code) => JSON.stringify(String.fromCharCode(code)).slice(1, -1));
