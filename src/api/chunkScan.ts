import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  INVALID,
  QUOTE,
  readDigits,
  readHexUnit,
  skipDigits,
  skipEscape,
  skipPlain,
  skipValue,
} from "./jsonScan.ts";

/** ASCII text of four bytes or more, which is compared four at a time. */
class Piece {
  readonly length: number;
  readonly #words: Int32Array;

  constructor(text: string) {
    const bytes = new DataView(Uint8Array.from(Buffer.from(text)).buffer);
    this.length = text.length;
    this.#words = Int32Array.from({ length: Math.ceil(text.length / 4) }, (_, index) =>
      bytes.getInt32(Math.min(index * 4, text.length - 4), true),
    );
  }

  isAt(view: DataView, place: number): boolean {
    const words = this.#words;
    const last = place + this.length - 4;
    if (last + 4 > view.byteLength) return false;
    for (let index = 0, at = place; index < words.length; index++, at += 4) {
      if (view.getInt32(at < last ? at : last, true) !== words[index]) return false;
    }
    return true;
  }
}

/** Chunks as the service writes them, `{"content":"…","contentStart":{…},"ranges":[{"start":{…},"end":{…}}]}`, in pieces. */
const [TEXT, START, LINE, COLUMN, RANGES, RANGE, RANGE_END, TRUNCATED] = [
  '{"content":"',
  ',"contentStart":{"offset":',
  ',"line":',
  ',"column":',
  '},"ranges":[',
  '{"start":{"offset":',
  '},"end":{"offset":',
  ',"contentTruncated":true',
].map((piece) => new Piece(piece)) as [Piece, Piece, Piece, Piece, Piece, Piece, Piece, Piece];
const LINE_FEED = 0x0a;
const SMALL_N = 0x6e;
const SMALL_R = 0x72;
const SMALL_U = 0x75;

/**
 * Counts the lines and ranges of the chunks of a match in their bytes. It counts only what every reading of them would
 * count alike: chunks as the service writes them and one below the other, each range on one line of its text and apart
 * from the one before it. For all else `isPlain` is false, and only parsing can tell.
 */
export class ChunkScan {
  isPlain = true;
  lines = 0;
  ranges = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Where what is being read goes on. */
  #place = 0;
  #offset = 0;
  #line = 0;
  #column = 0;
  /** Where each line of the text of the chunk begins; of `#lineCount` lines. */
  readonly #lineStarts: number[] = [];
  #lineCount = 0;
  #textEnd = 0;
  #firstLine = 0;
  #lastTextLine = -1;
  #lastLine = -1;
  #lastColumn = -1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Begins anew, with the list of chunks that begins at `at`. Returns the place behind it. */
  scan(at: number): number {
    this.isPlain = true;
    this.lines = this.ranges = 0;
    this.#lastTextLine = this.#lastLine = -1;
    this.#place = at + 1;
    if (this.#bytes[this.#place] === CLOSING_BRACKET) return this.#place + 1;
    do {
      if (!this.#chunk()) this.isPlain = false;
    } while (this.isPlain && this.#skips(COMMA));
    if (this.isPlain && this.#skips(CLOSING_BRACKET)) return this.#place;
    this.isPlain = false;
    return skipValue(this.#bytes, at);
  }

  #chunk(): boolean {
    if (!this.#skipsPiece(TEXT) || !this.#text() || !this.#skipsPiece(START) || !this.#location()) return false;
    this.#firstLine = this.#line;
    if (this.#firstLine <= this.#lastTextLine || !this.#skipsPiece(RANGES)) return false;
    if (!this.#skips(CLOSING_BRACKET)) {
      do {
        if (!this.#range()) return false;
      } while (this.#skips(COMMA));
      if (!this.#skips(CLOSING_BRACKET)) return false;
    }
    this.#lastTextLine = this.#firstLine + this.#lineCount - 1;
    if (this.#bytes[this.#place] === COMMA && !this.#skipsPiece(TRUNCATED)) return false;
    return this.#skips(CLOSING_BRACE);
  }

  /** Reads a string from behind its first quote on, and notes where its lines begin. */
  #text(): boolean {
    const bytes = this.#bytes;
    let place = this.#place;
    this.#lineStarts[0] = place;
    this.#lineCount = 1;
    for (;;) {
      place = skipPlain(bytes, place);
      if (bytes[place] !== BACKSLASH) break;
      const kind = bytes[place + 1];
      const isBreak = kind === SMALL_N || (kind === SMALL_U && readHexUnit(bytes, place) === LINE_FEED);
      place = skipEscape(bytes, place);
      if (place === INVALID) return false;
      if (isBreak) this.#lineStarts[this.#lineCount++] = place;
    }
    this.#textEnd = place;
    this.#place = place + 1;
    return bytes[place] === QUOTE;
  }

  #range(): boolean {
    if (!this.#skipsPiece(RANGE) || !this.#location()) return false;
    const line = this.#line;
    const start = this.#column;
    if (!this.#skipsPiece(RANGE_END) || !this.#location() || !this.#skips(CLOSING_BRACE) || !this.#skips(CLOSING_BRACE))
      return false;
    const textLine = line - this.#firstLine;
    if (this.#line !== line || this.#column < start || textLine < 0 || textLine >= this.#lineCount) return false;
    if (line > this.#lastLine) this.lines += 1;
    else if (line < this.#lastLine || start <= this.#lastColumn || !this.#isLonger(textLine, this.#lastColumn))
      return false;
    this.ranges += 1;
    this.#lastLine = line;
    this.#lastColumn = this.#column;
    return true;
  }

  /** Reads the rest of a location, from its offset on. */
  #location(): boolean {
    this.#offset = this.#number();
    if (!this.#skipsPiece(LINE)) return false;
    this.#line = this.#number();
    if (!this.#skipsPiece(COLUMN)) return false;
    this.#column = this.#number();
    return this.#offset !== INVALID && this.#line !== INVALID && this.#column !== INVALID;
  }

  /** Whether a line of the text surely has more than so many code points: all ranges behind its end would be one. */
  #isLonger(textLine: number, codePoints: number): boolean {
    const bytes = this.#bytes;
    const end = textLine + 1 < this.#lineCount ? (this.#lineStarts[textLine + 1] ?? 0) : this.#textEnd;
    let place = this.#lineStarts[textLine] ?? end;
    for (let left = codePoints; place < end; left--) {
      if (bytes[place] === BACKSLASH) {
        const kind = bytes[place + 1];
        // breaks, and halves of characters: rare enough in front of a second range of a line to be parsed
        if (kind === SMALL_N || kind === SMALL_R) return false;
        if (kind === SMALL_U && !isWhole(readHexUnit(bytes, place))) return false;
        place += kind === SMALL_U ? 6 : 2;
      } else {
        place += 1;
        while (((bytes[place] ?? 0) & 0xc0) === 0x80) place += 1;
      }
      if (left === 0) return true;
    }
    return false;
  }

  #number(): number {
    const from = this.#place;
    this.#place = skipDigits(this.#bytes, from);
    return readDigits(this.#bytes, from, this.#place);
  }

  #skips(byte: number): boolean {
    if (this.#bytes[this.#place] !== byte) return false;
    this.#place += 1;
    return true;
  }

  #skipsPiece(piece: Piece): boolean {
    if (!piece.isAt(this.#view, this.#place)) return false;
    this.#place += piece.length;
    return true;
  }
}

function isWhole(unit: number): boolean {
  return unit >= 0x20 && (unit < 0xd800 || unit > 0xdfff);
}
