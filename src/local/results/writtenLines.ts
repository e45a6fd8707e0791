import { holds, readMarkedFile, RESET, type Parts } from "../ripgrep/markedLines.ts";
import type { FoundLines } from "../ripgrep/ripgrepFiles.ts";
import { ChunkWriter } from "./chunkWriter.ts";
import type { JsonWriter } from "./jsonWriter.ts";

/** The found lines of a file, written as chunks before anything else is made of them. */
export interface WrittenLines {
  /** Elements of `chunkMatches`, with commas between them. */
  readonly json: Buffer;
  /** How many ranges are in them. At least one. */
  readonly count: number;
  /** The same lines, where they are wanted in another form after all. */
  readonly read: () => readonly FoundLines[];
}

/** How lines are written. */
export interface WrittenForm {
  readonly parts: Parts;
  /** In code points; negative for no limit. */
  readonly maxLineLength: number;
  readonly maxBytes: number;
  /** How many bytes of the file are before what ripgrep counts as its first. */
  readonly fileStart: number;
}

/**
 * Writes what ripgrep printed of one file, with a mark before each match, in one pass: most lines are ASCII and are copied.
 * `undefined` for more than `maxBytes`, a binary file, or one with colours of its own. `out` is empty before and after.
 */
export function writeMarkedLines(
  printed: Buffer,
  mark: Buffer,
  { parts, maxLineLength, maxBytes, fileStart }: WrittenForm,
  out: JsonWriter,
): WrittenLines | undefined {
  const moved = (found: FoundLines): FoundLines =>
    fileStart === 0 ? found : { ...found, offset: found.offset + fileStart };
  // Marks are taken out in place: what is read so is a copy.
  const read = (from: number, end: number) =>
    readMarkedFile("", Buffer.from(printed.subarray(from, end)), mark, parts)?.lines.map(moved);
  const chunks = new ChunkWriter(out);
  const write = (): boolean => {
    for (let at = 0; at < printed.length;) {
      const lineAt = at;
      at += RESET.length;
      let line = -1;
      for (let digit = digitAt(printed, at); digit >= 0; digit = digitAt(printed, ++at))
        line = (line < 0 ? 0 : line * 10) + digit;
      if (line < 0) return false; // it says that the file is binary
      at += 2 * RESET.length + 1;
      let offset = fileStart;
      let number = 0;
      for (let digit = digitAt(printed, at); digit >= 0; digit = digitAt(printed, ++at)) number = number * 10 + digit;
      offset += number;
      at += RESET.length + 1;
      chunks.begin(line - 1, offset);
      const end = writeText(line - 1, offset, at);
      if (end === undefined) {
        at = printed.indexOf("\n", at) + 1;
        const [found] = at > 0 ? (read(lineAt, at) ?? []) : [];
        if (!found) return false;
        chunks.fill(found, maxLineLength);
      } else {
        at = end + 1;
      }
      if (chunks.length > maxBytes) return false;
    }
    return true;
  };
  /** The text of a line, and its ranges: where it ends. `undefined` where it is not that easy. */
  const writeText = (line: number, offset: number, from: number): number | undefined => {
    let start = from; // where the line would have to begin if it had no marks up to here
    for (let at = out.line(printed, from); ; at = out.line(printed, at)) {
      if (printed[at] === LINE_BREAK) return maxLineLength >= 0 && at - start > maxLineLength ? undefined : at;
      if (!holds(printed, at, mark)) return undefined;
      at += mark.length;
      start += mark.length;
      const marked = at;
      at = out.line(printed, at);
      if (!holds(printed, at, RESET)) return undefined;
      const starts = parts(printed, marked, at, true);
      for (let part = 0; part < (starts?.length ?? 1); part++) {
        const first = (starts?.[part] ?? marked) - start;
        const end = (starts?.[part + 1] ?? at) - start;
        chunks.range(line, offset + first, first, offset + end, end);
      }
      at += RESET.length;
      start += RESET.length;
    }
  };
  const isWritten = write();
  const count = chunks.end();
  if (!isWritten || count === 0) {
    out.cut(0);
    return undefined;
  }
  return { json: out.take(), count, read: () => read(0, printed.length) ?? [] };
}

const LINE_BREAK = 0x0a;

/** Negative for what is none. */
function digitAt(bytes: Buffer, at: number): number {
  const digit = (bytes[at] ?? 0) - 0x30;
  return digit <= 9 ? digit : -1;
}
