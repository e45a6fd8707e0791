/** A place in a file, as the wire has it: bytes from the start of the file, a zero-based line, code points from its start. */
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
  /** As ripgrep reads them, which may be no UTF-8. The last line break is there, or is not. */
  readonly bytes: Buffer;
  /** Whether this is known to be one line, in which a byte is a letter. */
  readonly isAscii?: true;
  readonly line: number;
  readonly offset: number;
}

/** What lines say; what is no UTF-8 becomes replacement characters. */
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

/** Turns byte positions within some lines into locations in the file. */
export function createLocator({ bytes, line, offset }: Lines): (byte: number) => Location {
  return (byte) => {
    const before = bytes.toString("utf8", 0, byte);
    const start = before.lastIndexOf("\n") + 1;
    return {
      offset: offset + byte,
      line: line + countLineBreaks(before, start),
      column: codePointLength(before.slice(start)),
    };
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

/** Where `pattern` (global) matches in a text of one line, as the wire has ranges in paths and names. */
export function rangesIn(text: string, pattern: RegExp): readonly Range[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: locate(text, match.index),
    end: locate(text, match.index + match[0].length),
  }));
}

function locate(text: string, index: number): Location {
  const before = text.slice(0, index);
  return { offset: Buffer.byteLength(before), line: 0, column: codePointLength(before) };
}

function countLineBreaks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
