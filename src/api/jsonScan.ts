/** What the scanning functions return where there is no valid JSON: then nothing about the text is known. */
export const INVALID = -1;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
const COLON = 0x3a;
export const OPENING_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSING_BRACKET = 0x5d;
export const OPENING_BRACE = 0x7b;
export const CLOSING_BRACE = 0x7d;
const UNDERSCORE = 0x5f;
const ZERO = 0x30;
const NINE = 0x39;
const SMALL_U = 0x75;
const MAX_DEPTH = 64;

const ESCAPED = new Set(Buffer.from('"\\/bfnrt'));
const NAMES = ["true", "false", "null"].map((name) => Buffer.from(name));

/** The place of the first byte from `at` on that is no blank of JSON. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  let place = at;
  while (isBlank(bytes[place])) place++;
  return place;
}

/**
 * The place behind the JSON value that begins at `at`. As strict as `JSON.parse`: what is accepted here can be parsed.
 * Very deep nesting is `INVALID` too.
 */
export function skipValue(bytes: Uint8Array, at: number, depth = 0): number {
  switch (bytes[at]) {
    case QUOTE:
      return skipString(bytes, at);
    case OPENING_BRACE:
      return skipObject(bytes, at, depth);
    case OPENING_BRACKET:
      return skipList(bytes, at, depth);
    default:
      return skipNumberOrName(bytes, at);
  }
}

/** The place behind the string that begins with the quote at `at`. */
function skipString(bytes: Uint8Array, at: number): number {
  for (let place = at + 1; ;) {
    place = skipPlain(bytes, place);
    if (bytes[place] === QUOTE) return place + 1;
    if (bytes[place] !== BACKSLASH) return INVALID;
    place = skipEscape(bytes, place);
    if (place === INVALID) return INVALID;
  }
}

/** The place of the first byte from `at` on that means something else than itself in a string. */
export function skipPlain(bytes: Uint8Array, at: number): number {
  let place = at;
  let byte = bytes[place] ?? 0;
  while (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) {
    place++;
    byte = bytes[place] ?? 0;
  }
  return place;
}

/** The place behind the escape whose backslash is at `at`. */
export function skipEscape(bytes: Uint8Array, at: number): number {
  const kind = bytes[at + 1] ?? 0;
  if (kind === SMALL_U) return readHexUnit(bytes, at) === INVALID ? INVALID : at + 6;
  return ESCAPED.has(kind) ? at + 2 : INVALID;
}

/** The UTF-16 unit of the escape (backslash, u, four digits) whose backslash is at `at`. */
export function readHexUnit(bytes: Uint8Array, at: number): number {
  let unit = 0;
  for (let place = at + 2; place < at + 6; place++) {
    const byte = bytes[place] ?? 0;
    const digit = byte <= NINE ? byte - ZERO : (byte | 0x20) - 0x57;
    if (digit < 0 || digit > 15 || (byte > NINE && digit < 10)) return INVALID;
    unit = unit * 16 + digit;
  }
  return unit;
}

/** Goes through the fields of the object that begins at `at`. Whoever looks at a value leaves `place` behind it. */
export class Fields {
  readonly bytes: Uint8Array;
  /** Where the value of the field begins; at the end behind the object, or `INVALID`. */
  place: number;
  #nameFrom = 0;
  #nameTo = 0;
  #isFirst = true;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.place = at + 1;
  }

  /** Moves on to the value of the next field. Ends behind the object, and where it is not valid. */
  next(): boolean {
    const { bytes } = this;
    if (this.place === INVALID) return false;
    let place = skipBlanks(bytes, this.place);
    if (bytes[place] === CLOSING_BRACE) {
      this.place = place + 1;
      return false;
    }
    if (!this.#isFirst) place = bytes[place] === COMMA ? skipBlanks(bytes, place + 1) : INVALID;
    this.#isFirst = false;
    this.#nameFrom = place + 1;
    place = bytes[place] === QUOTE ? skipString(bytes, place) : INVALID;
    this.#nameTo = place - 1;
    if (place !== INVALID) place = skipBlanks(bytes, place);
    this.place = bytes[place] === COLON ? skipBlanks(bytes, place + 1) : INVALID;
    return this.place !== INVALID;
  }

  isCalled(name: Uint8Array): boolean {
    return this.#nameTo - this.#nameFrom === name.length && startsWith(this.bytes, this.#nameFrom, name);
  }

  /** Whether the name is not simply what it says: it has an escape, or the underscore of the other way to write names. */
  get isOddlyCalled(): boolean {
    for (let place = this.#nameFrom; place < this.#nameTo; place++) {
      if (this.bytes[place] === BACKSLASH || this.bytes[place] === UNDERSCORE) return true;
    }
    return false;
  }
}

function skipObject(bytes: Uint8Array, at: number, depth: number): number {
  if (depth > MAX_DEPTH) return INVALID;
  const fields = new Fields(bytes, at);
  while (fields.next()) fields.place = skipValue(bytes, fields.place, depth + 1);
  return fields.place;
}

function skipList(bytes: Uint8Array, at: number, depth: number): number {
  let place = skipBlanks(bytes, at + 1);
  if (bytes[place] === CLOSING_BRACKET) return place + 1;
  if (depth > MAX_DEPTH) return INVALID;
  for (;;) {
    place = skipValue(bytes, place, depth + 1);
    if (place === INVALID) return INVALID;
    place = skipBlanks(bytes, place);
    if (bytes[place] === CLOSING_BRACKET) return place + 1;
    if (bytes[place] !== COMMA) return INVALID;
    place = skipBlanks(bytes, place + 1);
  }
}

function skipNumberOrName(bytes: Uint8Array, at: number): number {
  for (const name of NAMES) if (startsWith(bytes, at, name)) return at + name.length;
  let place = bytes[at] === 0x2d ? at + 1 : at;
  const whole = skipDigits(bytes, place);
  if (whole === place || (bytes[place] === ZERO && whole > place + 1)) return INVALID;
  place = whole;
  if (bytes[place] === 0x2e) {
    const fraction = skipDigits(bytes, place + 1);
    if (fraction === place + 1) return INVALID;
    place = fraction;
  }
  if (((bytes[place] ?? 0) | 0x20) === 0x65) {
    const sign = bytes[place + 1];
    const digits = place + (sign === 0x2b || sign === 0x2d ? 2 : 1);
    place = skipDigits(bytes, digits);
    if (place === digits) return INVALID;
  }
  return place;
}

/** The place behind the digits from `at` on. */
export function skipDigits(bytes: Uint8Array, at: number): number {
  let place = at;
  while (isDigit(bytes[place] ?? 0)) place++;
  return place;
}

/** The whole number in these digits; `INVALID` where that is none that JSON knows, or a very large one. */
export function readDigits(bytes: Uint8Array, from: number, to: number): number {
  if (from === to || to - from > 9 || (bytes[from] === ZERO && to > from + 1)) return INVALID;
  let value = 0;
  for (let place = from; place < to; place++) value = value * 10 + (bytes[place] ?? 0) - ZERO;
  return value;
}

export function startsWith(bytes: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index++) if (bytes[at + index] !== word[index]) return false;
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
