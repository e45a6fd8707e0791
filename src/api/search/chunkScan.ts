import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  INVALID,
  QUOTE,
  readHexUnit,
  skipEscape,
  skipPlain,
  skipValue,
} from "./jsonScan.ts";

/**
 * ASCII text of eight bytes or more, compared eight at a time: read as a number, equal texts are equal and, since no
 * ASCII text reads as NaN or zero, different ones differ.
 */
class AsciiPattern {
  readonly length: number;
  readonly #words: Float64Array;

  constructor(text: string) {
    const bytes = new DataView(Uint8Array.from(Buffer.from(text)).buffer);
    this.length = text.length;
    this.#words = Float64Array.from({ length: Math.ceil(text.length / 8) }, (_, index) =>
      bytes.getFloat64(Math.min(index * 8, text.length - 8), true),
    );
  }

  /** The place after this piece if it is at `at`, else `INVALID`; also if `at` is `INVALID`. */
  skip(text: DataView, at: number): number {
    if (at === INVALID) return INVALID;
    const words = this.#words;
    const last = at + this.length - 8;
    for (let index = 0, place = at; index < words.length; index++, place += 8) {
      if (text.getFloat64(place < last ? place : last, true) !== words[index]) return INVALID;
    }
    return at + this.length;
  }
}

/**
 * Chunks as the service writes them, `{"content":"…","contentStart":{…},"ranges":[{"start":{…},"end":{…}}]}`, in
 * pieces.
 */
const [TEXT, START, LINE, COLUMN, RANGES, RANGE, RANGE_END, TRUNCATED] = [
  '{"content":"',
  ',"contentStart":{"offset":',
  ',"line":',
  ',"column":',
  '},"ranges":[',
  '{"start":{"offset":',
  '},"end":{"offset":',
  ',"contentTruncated":true',
].map((piece) => new AsciiPattern(piece)) as [
  AsciiPattern,
  AsciiPattern,
  AsciiPattern,
  AsciiPattern,
  AsciiPattern,
  AsciiPattern,
  AsciiPattern,
  AsciiPattern,
];
const LINE_FEED = 0x0a;
const SMALL_N = 0x6e;
const SMALL_U = 0x75;
const ZERO = 0x30;
const MAX_DIGITS = 9;

/**
 * Counts the lines and ranges of the chunks of a match in their bytes. Counts only what every reading of them would
 * count alike: chunks as the service writes them, each below the previous one, and each range on one line of its text,
 * in the order of lines. For everything else `isPlain` is false, and only parsing can tell.
 *
 * Its methods take a place and return the one after what they read, or `INVALID`.
 */
export class ChunkScan {
  isPlain = true;
  lines = 0;
  ranges = 0;
  readonly #text: DataView;
  /** What was read last. */
  #number = 0;
  #line = 0;
  #column = 0;
  /** How many lines the text of the chunk has. */
  #lineCount = 0;
  #firstLine = 0;
  #lastTextLine = -1;
  #lastLine = -1;

  constructor(text: DataView) {
    this.#text = text;
  }

  /** Starts afresh, with the list of chunks that begins at `at`. Returns the place after it. */
  scan(at: number): number {
    this.isPlain = true;
    this.lines = this.ranges = 0;
    this.#lastTextLine = this.#lastLine = -1;
    const text = this.#text;
    let place = at + 1;
    if (text.getUint8(place) === CLOSING_BRACKET) return place + 1;
    do place = this.#chunk(place);
    while (place !== INVALID && text.getUint8(place++) === COMMA);
    if (place !== INVALID && text.getUint8(place - 1) === CLOSING_BRACKET) return place;
    this.isPlain = false;
    return skipValue(text, at);
  }

  #chunk(at: number): number {
    const text = this.#text;
    let place = RANGES.skip(text, this.#location(START.skip(text, this.#content(TEXT.skip(text, at)))));
    this.#firstLine = this.#line;
    if (place === INVALID || this.#firstLine <= this.#lastTextLine) return INVALID;
    if (text.getUint8(place) === CLOSING_BRACKET) place++;
    else {
      do place = this.#range(place);
      while (place !== INVALID && text.getUint8(place++) === COMMA);
      if (place === INVALID || text.getUint8(place - 1) !== CLOSING_BRACKET) return INVALID;
    }
    this.#lastTextLine = this.#firstLine + this.#lineCount - 1;
    if (text.getUint8(place) === COMMA) place = TRUNCATED.skip(text, place);
    return place !== INVALID && text.getUint8(place) === CLOSING_BRACE ? place + 1 : INVALID;
  }

  /** Reads a string from after its first quote, and counts its lines. */
  #content(at: number): number {
    if (at === INVALID) return INVALID;
    const text = this.#text;
    let count = 1;
    for (let place = at; ;) {
      place = skipPlain(text, place);
      const byte = text.getUint8(place);
      if (byte !== BACKSLASH) {
        this.#lineCount = count;
        return byte === QUOTE ? place + 1 : INVALID;
      }
      const kind = text.getUint8(place + 1);
      const isBreak = kind === SMALL_N || (kind === SMALL_U && readHexUnit(text, place) === LINE_FEED);
      place = skipEscape(text, place);
      if (place === INVALID) return INVALID;
      if (isBreak) count += 1;
    }
  }

  #range(at: number): number {
    const text = this.#text;
    let place = this.#location(RANGE.skip(text, at));
    const line = this.#line;
    const start = this.#column;
    place = this.#location(RANGE_END.skip(text, place));
    if (place === INVALID || text.getUint8(place) !== CLOSING_BRACE || text.getUint8(place + 1) !== CLOSING_BRACE)
      return INVALID;
    const textLine = line - this.#firstLine;
    if (this.#line !== line || this.#column < start || textLine < 0 || textLine >= this.#lineCount) return INVALID;
    if (line < this.#lastLine) return INVALID;
    if (line > this.#lastLine) this.lines += 1;
    this.ranges += 1;
    this.#lastLine = line;
    return place + 2;
  }

  /** Reads the rest of a location, from its offset on. */
  #location(at: number): number {
    const text = this.#text;
    let place = this.#readNumber(LINE.skip(text, this.#readNumber(at)));
    this.#line = this.#number;
    place = this.#readNumber(COLUMN.skip(text, place));
    this.#column = this.#number;
    return place;
  }

  /** Reads a whole number that is not very large. */
  #readNumber(at: number): number {
    if (at === INVALID) return INVALID;
    const text = this.#text;
    let end = at;
    let value = 0;
    for (let digit = text.getUint8(at) - ZERO; digit >= 0 && digit <= 9; digit = text.getUint8(end) - ZERO) {
      value = value * 10 + digit;
      end++;
    }
    if (end === at || end - at > MAX_DIGITS || (text.getUint8(at) === ZERO && end - at > 1)) return INVALID;
    this.#number = value;
    return end;
  }
}
