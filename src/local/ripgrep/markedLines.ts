import { randomInt } from "node:crypto";
import type { FoundFile, FoundLines } from "./ripgrepFiles.ts";
import type { Ripgrep } from "./ripgrep.ts";

/**
 * Where in `bytes` the matches start that a coloured text between `start` and `end` is made of: ripgrep colours neighbours
 * as one. `undefined` for a single one.
 */
export type Parts = (bytes: Buffer, start: number, end: number, isAscii: boolean) => readonly number[] | undefined;

/**
 * Runs ripgrep so that it prints lines with their matches in colour, which is several times faster than its JSON, and
 * yields each file as soon as it is searched. For patterns that match neither nothing nor a line break. A file whose own
 * text has colours in it can't be told apart from the marks: `reread` is asked for it.
 */
export function findMarkedLines(
  ripgrep: Ripgrep,
  args: readonly string[],
  parts: Parts,
  reread: (file: string) => AsyncIterable<FoundFile>,
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  const read = (file: string, printed: Buffer, mark: Buffer) => readMarkedFile(file, printed, mark, parts);
  return findMarked(ripgrep, args, read, reread, signal);
}

/** The same, for whatever `read` makes of what is printed of a file, with the mark that is before each match. */
export async function* findMarked<T>(
  ripgrep: Ripgrep,
  args: readonly string[],
  read: (file: string, printed: Buffer, mark: Buffer) => T | undefined,
  reread: (file: string) => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  // A colour that no file has by chance.
  const [red, green, blue] = [randomInt(256), randomInt(256), randomInt(256)];
  const colours = ["path:none", "line:none", "column:none", "match:none", `match:fg:${red},${green},${blue}`];
  const options = [
    ...["--color=ansi", "--heading", "--with-filename", "--null", "--line-number", "--byte-offset"],
    "--no-context-separator",
    ...colours.flatMap((colour) => ["--colors", colour]),
  ];
  const mark = Buffer.from(`${RESET.toString()}\x1b[38;2;${red};${green};${blue}m`);
  const readFile = async function* (file: string, printed: Buffer): AsyncGenerator<T, void> {
    // Behind a blank line it may say of other files, which have no lines, that they are binary.
    const blank = printed.indexOf("\n\n");
    const end = printed[0] === LINE_BREAK ? 0 : blank < 0 ? printed.length : blank + 1;
    if (end === 0) return;
    const found = read(file, printed.subarray(0, end), mark);
    if (found === undefined) yield* reread(file);
    else yield found;
  };
  let file: string | undefined;
  let pending: Buffer[] = [];
  for await (const chunk of withPauses(ripgrep([...options, ...args], "", { signal }))) {
    if (chunk === undefined) {
      const printed = Buffer.concat(pending);
      pending = [];
      // ripgrep prints a file at once: when it falls silent, the file is complete. The blank line may be there already.
      const end = printed.lastIndexOf("\n", printed.at(-2) === LINE_BREAK ? -2 : -1) + 1;
      if (file !== undefined && printed.at(-1) === LINE_BREAK) yield* readFile(file, printed.subarray(0, end));
      else if (printed.length > 0) pending.push(printed);
      continue;
    }
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      pending.push(chunk.subarray(from, at));
      from = at + 1;
      const printed = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
      pending = [];
      // A blank line is between files; every other line begins with its number.
      const blank = printed.lastIndexOf("\n\n");
      const head = blank >= 0 ? blank + 2 : printed[0] === LINE_BREAK ? 1 : 0;
      if (file !== undefined && blank > 0) yield* readFile(file, printed.subarray(0, blank + 1));
      file = printed.toString("utf8", head + RESET.length, printed.length - RESET.length);
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
  if (file !== undefined && pending.length > 0) yield* readFile(file, Buffer.concat(pending));
}

/** Ends a mark, and stands before the number of a line and around the two numbers. */
export const RESET = Buffer.from("\x1b[0m");
const ESCAPE = 0x1b;
const ZERO = 0x30;
const LINE_BREAK = 0x0a;
const PAUSE_MS = 30;
/** Half of what a pipe holds. When so much came at once, ripgrep may have waited for room, in the middle of a file. */
const PIPE_BYTES = 32 * 1024;

/** The same with `undefined` where ripgrep has no more to say for a while; once, until something comes again. */
async function* withPauses(chunks: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer | undefined, void> {
  try {
    for (let isWhole = false; ;) {
      const next = chunks.next();
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<"pause">((resolve) => {
        // Whatever has come in the meantime is read first.
        timer = setTimeout(() => setImmediate(resolve, "pause"), PAUSE_MS);
      });
      const first = await Promise.race([next, pause]);
      clearTimeout(timer);
      if (first === "pause" && isWhole) yield undefined;
      const { done, value } = await next;
      if (done === true) return;
      isWhole = value.length < PIPE_BYTES;
      yield value;
    }
  } finally {
    await chunks.return();
  }
}

/**
 * Reads what ripgrep printed of one file, and takes the marks out of it: the lines stay where they were printed.
 * `undefined` for a file with colours of its own.
 */
export function readMarkedFile(file: string, printed: Buffer, mark: Buffer, parts: Parts): FoundFile | undefined {
  const lines: FoundLines[] = [];
  for (let at = 0; at < printed.length; at++) {
    const numberAt = at + RESET.length;
    if (!isDigit(printed[numberAt])) return { file, lines, isBinary: true }; // it says so, behind the path, instead of a line
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
export function holds(printed: Buffer, at: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index++) if (printed[at + index] !== text[index]) return false;
  return true;
}
