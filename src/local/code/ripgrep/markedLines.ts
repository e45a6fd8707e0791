import { randomInt } from "node:crypto";
import { findPrinted } from "./printedFiles.ts";
import type { FoundFile, FoundLines } from "../lines/foundLines.ts";
import type { Ripgrep } from "./ripgrep.ts";

/**
 * Where in `bytes` the matches start that make up a coloured text from `start` to `end`: ripgrep colours adjacent
 * matches as one. `undefined` for a single match.
 */
export type Parts = (bytes: Buffer, start: number, end: number, isAscii: boolean) => readonly number[] | undefined;

/**
 * Runs ripgrep so that it prints lines with their matches in colour, which is several times faster than its JSON, and
 * yields each file as soon as it is searched. For patterns that match neither an empty text nor a line break. In a file
 * whose text has colours of its own, the marks can't be told apart: `reread` reads it.
 */
export function findMarkedLines(
  ripgrep: Ripgrep,
  args: readonly string[],
  parts: Parts,
  reread: (file: string) => AsyncIterable<FoundFile>,
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  // A colour that no file contains by chance.
  const [red, green, blue] = [randomInt(256), randomInt(256), randomInt(256)];
  const colours = ["path:none", "line:none", "column:none", "match:none", `match:fg:${red},${green},${blue}`];
  const options = ["--color=ansi", ...colours.flatMap((colour) => ["--colors", colour])];
  const mark = Buffer.from(`${RESET.toString()}\x1b[38;2;${red};${green};${blue}m`);
  const read = (file: string, printed: Buffer) => readMarkedFile(file, printed, mark, parts);
  return findPrinted(ripgrep, args, { read, reread, colours: { options, around: RESET.length } }, signal);
}

/** Ends a mark; also stands before and after each of the two numbers of a line. */
const RESET = Buffer.from("\x1b[0m");
const ESCAPE = 0x1b;
const ZERO = 0x30;
const LINE_BREAK = 0x0a;

/**
 * Reads what ripgrep printed of one file, and removes the marks in place. `undefined` for a file with colours of its
 * own.
 */
function readMarkedFile(file: string, printed: Buffer, mark: Buffer, parts: Parts): FoundFile | undefined {
  const lines: FoundLines[] = [];
  for (let at = 0; at < printed.length; at++) {
    const numberAt = at + RESET.length;
    if (!isDigit(printed[numberAt])) return { file, lines, isBinary: true }; // it says so after the path, not a line
    const numberEnd = endOfNumber(printed, numberAt);
    const offsetAt = numberEnd + 2 * RESET.length + 1;
    const offsetEnd = endOfNumber(printed, offsetAt);
    const start = offsetEnd + RESET.length + 1;
    let end = start;
    let seen = 0; // all bits of all bytes
    const ranges: (readonly [number, number])[] = [];
    at = start;
    for (let byte = printed[at]; byte !== LINE_BREAK && byte !== undefined; byte = printed[at]) {
      if (byte !== ESCAPE) {
        printed[end++] = byte;
        seen |= byte;
        at++;
        continue;
      }
      if (!holds(printed, at, mark)) return undefined;
      at += mark.length;
      const marked = end;
      let seenInside = 0;
      for (let inside = printed[at]; inside !== ESCAPE; inside = printed[++at]) {
        if (inside === LINE_BREAK || inside === undefined) return undefined;
        printed[end++] = inside;
        seenInside |= inside;
      }
      if (!holds(printed, at, RESET)) return undefined;
      at += RESET.length;
      seen |= seenInside;
      const starts = parts(printed, marked, end, seenInside < 0x80);
      if (starts === undefined) ranges.push([marked - start, end - start]);
      else
        for (let part = 0; part < starts.length; part++)
          ranges.push([(starts[part] ?? marked) - start, (starts[part + 1] ?? end) - start]);
    }
    printed[end++] = LINE_BREAK;
    const bytes = printed.subarray(start, end);
    const line = toNumber(printed, numberAt, numberEnd) - 1;
    const offset = toNumber(printed, offsetAt, offsetEnd);
    const isAscii = seen < 0x80;
    lines.push(isAscii ? { bytes, isAscii, line, offset, ranges } : { bytes, line, offset, ranges });
  }
  return { file, lines, isBinary: false };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}

function endOfNumber(printed: Buffer, from: number): number {
  let at = from;
  while (isDigit(printed[at])) at++;
  return at;
}

function toNumber(printed: Buffer, from: number, end: number): number {
  let number = 0;
  for (let at = from; at < end; at++) number = number * 10 + (printed[at] ?? 0) - ZERO;
  return number;
}

/** Whether `text` stands at a place. */
function holds(printed: Buffer, at: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index++) if (printed[at + index] !== text[index]) return false;
  return true;
}
