/** Returned by the scanning functions if there is no valid JSON: then nothing is known about the text. */
export const INVALID = -1;
/**
 * Scanned text must be followed by this many zero bytes: several bytes are examined at once, and a zero ends it all.
 */
export const ZEROS_BEHIND = 8;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
const COLON = 0x3a;
export const OPENING_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSING_BRACKET = 0x5d;
export const OPENING_BRACE = 0x7b;
export const CLOSING_BRACE = 0x7d;
const SPACE = 0x20;
const ZERO = 0x30;
const SMALL_U = 0x75;
export const MAX_DEPTH = 64;

const ESCAPED = byteTable('"\\/bfnrt', () => 1, 0);
const HEX_DIGITS = byteTable("0123456789abcdefABCDEF", (digit) => parseInt(digit, 16), INVALID);
const NAMES = ["true", "false", "null"].map((name) => Buffer.from(name));

/** The place of the first byte from `at` on that is not a blank in JSON. */
export function skipBlanks(text: DataView, at: number): number {
  let place = at;
  while (text.getUint8(place) <= SPACE && isBlank(text.getUint8(place))) place++;
  return place;
}

/**
 * The place after the JSON value that begins at `at`. As strict as `JSON.parse`: what is accepted here can be parsed.
 * Very deep nesting is `INVALID` too.
 */
export function skipValue(text: DataView, at: number, depth = 0): number {
  switch (text.getUint8(at)) {
    case QUOTE:
      return skipString(text, at);
    case OPENING_BRACE:
      return skipObject(text, at, depth);
    case OPENING_BRACKET:
      return skipList(text, at, depth);
    default:
      return skipNumberOrName(text, at);
  }
}

/**
 * The place after the list or object at `at`, for what is nested too deeply for {@link skipValue}. Examines only
 * brackets and strings. What is not that deep is `INVALID`.
 */
export function skipDeepValue(text: DataView, at: number): number {
  let depth = 0;
  let deepest = 0;
  for (let place = at; place !== INVALID;) {
    switch (text.getUint8(place)) {
      case OPENING_BRACE:
      case OPENING_BRACKET:
        deepest = Math.max(deepest, ++depth);
        place += 1;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        place += 1;
        if (--depth <= 0) return deepest > MAX_DEPTH ? place : INVALID;
        break;
      case QUOTE:
        place = skipString(text, place);
        break;
      case 0:
        return INVALID;
      default:
        place += 1;
    }
  }
  return INVALID;
}

/** The place after the string that begins with the quote at `at`. */
function skipString(text: DataView, at: number): number {
  for (let place = at + 1; ;) {
    place = skipPlain(text, place);
    const byte = text.getUint8(place);
    if (byte === QUOTE) return place + 1;
    if (byte !== BACKSLASH) return INVALID;
    place = skipEscape(text, place);
    if (place === INVALID) return INVALID;
  }
}

/** The place of the first byte from `at` on that does not stand for itself in a string: a zero at the latest. */
export function skipPlain(text: DataView, at: number): number {
  // Four bytes at a time. A byte that is looked for becomes zero, and subtracting one from zero sets its highest bit;
  // likewise with what is below a blank. Bytes above a hit may be marked wrongly, the lowest never is.
  for (let place = at; ; place += 4) {
    const bytes = text.getInt32(place, true);
    const quotes = bytes ^ 0x22222222;
    const backslashes = bytes ^ 0x5c5c5c5c;
    const marks =
      (((quotes - 0x01010101) & ~quotes) |
        ((backslashes - 0x01010101) & ~backslashes) |
        ((bytes - 0x20202020) & ~bytes)) &
      0x80808080;
    if (marks !== 0) return place + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** The place after the escape whose backslash is at `at`. */
export function skipEscape(text: DataView, at: number): number {
  const kind = text.getUint8(at + 1);
  if (kind === SMALL_U) return readHexUnit(text, at) < 0 ? INVALID : at + 6;
  return ESCAPED[kind] === 1 ? at + 2 : INVALID;
}

/** The UTF-16 unit of the escape (backslash, u, four digits) whose backslash is at `at`; negative if there is none. */
export function readHexUnit(text: DataView, at: number): number {
  return (
    (hexDigit(text, at + 2) << 12) |
    (hexDigit(text, at + 3) << 8) |
    (hexDigit(text, at + 4) << 4) |
    hexDigit(text, at + 5)
  );
}

function hexDigit(text: DataView, at: number): number {
  return HEX_DIGITS[text.getUint8(at)] ?? INVALID;
}

/** Goes through the fields of the object that begins at `at`. The caller moves `place` past each value. */
export class Fields {
  readonly #text: DataView;
  /** Where the value of the field begins; at the end the place after the object, or `INVALID`. */
  place: number;
  /** Whether the name of the field contains an escape. */
  hasEscape = false;
  #nameFrom = 0;
  #nameTo = 0;
  #isFirst = true;

  constructor(text: DataView, at: number) {
    this.#text = text;
    this.place = at + 1;
  }

  /** Moves on to the value of the next field. Ends after the object, and where it is not valid. */
  next(): boolean {
    const text = this.#text;
    if (this.place === INVALID) return false;
    let place = skipBlanks(text, this.place);
    if (text.getUint8(place) === CLOSING_BRACE) {
      this.place = place + 1;
      return false;
    }
    this.place = INVALID;
    if (!this.#isFirst) {
      if (text.getUint8(place) !== COMMA) return false;
      place = skipBlanks(text, place + 1);
    }
    this.#isFirst = false;
    if (text.getUint8(place) !== QUOTE) return false;
    this.#nameFrom = place + 1;
    this.#nameTo = skipPlain(text, place + 1);
    this.hasEscape = text.getUint8(this.#nameTo) !== QUOTE;
    place = this.hasEscape ? skipString(text, place) : this.#nameTo + 1;
    if (place === INVALID) return false;
    place = skipBlanks(text, place);
    if (text.getUint8(place) !== COLON) return false;
    this.place = skipBlanks(text, place + 1);
    return true;
  }

  isCalled(name: Uint8Array): boolean {
    return this.#nameTo - this.#nameFrom === name.length && startsWith(this.#text, this.#nameFrom, name);
  }
}

/** Goes through the entries of the list that begins at `at`. The caller moves `place` past each one. */
export class ListEntries {
  readonly #text: DataView;
  /** Where the entry begins; at the end the place after the list, or `INVALID`. */
  place: number;
  #isFirst = true;
  #isOver = false;

  constructor(text: DataView, at: number) {
    this.#text = text;
    this.place = at + 1;
  }

  /** Moves on to the next entry. Ends after the list, and where it is not valid. */
  next(): boolean {
    const text = this.#text;
    if (this.#isOver || this.place === INVALID) return false;
    const place = skipBlanks(text, this.place);
    const byte = text.getUint8(place);
    if (byte === CLOSING_BRACKET) {
      this.place = place + 1;
      this.#isOver = true;
      return false;
    }
    const isNext = this.#isFirst || byte === COMMA;
    this.place = isNext ? skipBlanks(text, this.#isFirst ? place : place + 1) : INVALID;
    this.#isFirst = false;
    return isNext;
  }
}

function skipObject(text: DataView, at: number, depth: number): number {
  if (depth > MAX_DEPTH) return INVALID;
  const fields = new Fields(text, at);
  while (fields.next()) fields.place = skipValue(text, fields.place, depth + 1);
  return fields.place;
}

function skipList(text: DataView, at: number, depth: number): number {
  let place = skipBlanks(text, at + 1);
  if (text.getUint8(place) === CLOSING_BRACKET) return place + 1;
  if (depth > MAX_DEPTH) return INVALID;
  for (;;) {
    place = skipValue(text, place, depth + 1);
    if (place === INVALID) return INVALID;
    place = skipBlanks(text, place);
    const byte = text.getUint8(place);
    if (byte === CLOSING_BRACKET) return place + 1;
    if (byte !== COMMA) return INVALID;
    place = skipBlanks(text, place + 1);
  }
}

function skipNumberOrName(text: DataView, at: number): number {
  let place = text.getUint8(at) === 0x2d ? at + 1 : at;
  const whole = skipDigits(text, place);
  if (whole === place) return skipName(text, at);
  if (text.getUint8(place) === ZERO && whole > place + 1) return INVALID;
  place = whole;
  if (text.getUint8(place) === 0x2e) {
    const fraction = skipDigits(text, place + 1);
    if (fraction === place + 1) return INVALID;
    place = fraction;
  }
  if ((text.getUint8(place) | 0x20) === 0x65) {
    const sign = text.getUint8(place + 1);
    const digits = place + (sign === 0x2b || sign === 0x2d ? 2 : 1);
    place = skipDigits(text, digits);
    if (place === digits) return INVALID;
  }
  return place;
}

function skipName(text: DataView, at: number): number {
  for (const name of NAMES) if (startsWith(text, at, name)) return at + name.length;
  return INVALID;
}

/** The place after the digits from `at` on. */
function skipDigits(text: DataView, at: number): number {
  let place = at;
  while (isDigit(text.getUint8(place))) place++;
  return place;
}

/** Whether these bytes, none of them zero, are at `at`. */
export function startsWith(text: DataView, at: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index++) if (text.getUint8(at + index) !== word[index]) return false;
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function byteTable(characters: string, value: (character: string) => number, otherwise: number): Int8Array {
  const table = new Int8Array(256).fill(otherwise);
  for (const character of characters) table[character.charCodeAt(0)] = value(character);
  return table;
}
