import type { Place } from "../patterns/pattern.ts";

/**
 * A place in a file, as on the wire: bytes from the start of the file, a zero-based line, code points from the line's
 * start.
 */
export interface Location {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Half open; may span lines. */
export interface Range {
  readonly start: Location;
  readonly end: Location;
}

/** Some whole lines of a file, and where they start in it. */
export interface Lines {
  /** As they are on disk, which may not be UTF-8. The last line break may be missing. */
  readonly bytes: Buffer;
  /** Whether this is known to be one line in which each byte is a character. */
  readonly isAscii?: true;
  readonly line: number;
  readonly offset: number;
}

/** The text of lines; what is not UTF-8 becomes replacement characters. */
export function textOf({ bytes, isAscii }: Lines): string {
  return bytes.toString(isAscii === true ? "latin1" : "utf8");
}

/** How many lines these are. */
export function countLines({ bytes }: Lines): number {
  let count = 1;
  for (let at = bytes.indexOf(LINE_BREAK); at >= 0 && at < bytes.length - 1; at = bytes.indexOf(LINE_BREAK, at + 1))
    count++;
  return count;
}

const LINE_BREAK = 0x0a;

/** Turns byte positions within some lines into locations in the file; from left to right, each byte is read once. */
export function createLocator({ bytes, isAscii, line, offset }: Lines): (byte: number) => Location {
  if (isAscii === true) return (byte) => ({ offset: offset + byte, line, column: byte });
  const start = { byte: 0, line, column: 0 };
  let last = start;
  return (byte) => {
    if (byte < last.byte) last = start;
    const between = bytes.toString("utf8", last.byte, byte);
    const lineStart = between.lastIndexOf("\n") + 1;
    last = {
      byte,
      line: last.line + countLineBreaks(between, lineStart),
      column: (lineStart > 0 ? 0 : last.column) + codePointLength(between.slice(lineStart)),
    };
    return { offset: offset + byte, line: last.line, column: last.column };
  };
}

/** How many code points a text has; a pair of surrogates is one. */
export function codePointLength(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length - 1; at++) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) pairs++;
  }
  return text.length - pairs;
}

/** How many bytes a text has in UTF-8. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

/** Places from left to right in a one-line text, in the form that ranges in paths and names have on the wire. */
export function rangesOf(text: string, places: readonly Place[]): readonly Range[] {
  const offsets = measure(text, places, utf8Length);
  return measure(text, places, codePointLength).map(([start, end], index): Range => {
    const [startOffset, endOffset] = offsets[index] ?? [0, 0];
    return {
      start: { offset: startOffset, line: 0, column: start },
      end: { offset: endOffset, line: 0, column: end },
    };
  });
}

/**
 * Converts places, from left to right, from UTF-16 to other units: `lengthOf` is called once for each piece of the
 * text.
 */
export function measure(text: string, places: readonly Place[], lengthOf: (piece: string) => number): readonly Place[] {
  let last = 0;
  let length = 0;
  const advance = (at: number): number => {
    length += lengthOf(text.slice(last, at));
    last = at;
    return length;
  };
  return places.map(([start, end]) => [advance(start), advance(end)]);
}

function countLineBreaks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
