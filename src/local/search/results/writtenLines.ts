import { LineHead, readLiteralLines, type Literal } from "../../code/lines/literalLines.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import type { MatchForm } from "./encodeLines.ts";
import { ChunkWriter } from "./chunkWriter.ts";
import type { JsonWriter, WrittenJson } from "./jsonWriter.ts";

/** The found lines of a file, written as chunks straight away. */
export interface WrittenLines extends WrittenJson {
  /** Elements of `chunkMatches`, with commas between them. */
  readonly json: Buffer;
  /** How many ranges are in them. At least one. */
  readonly count: number;
  /** Reads the same lines, if they are wanted in another form after all. */
  readonly read: () => readonly FoundLines[];
}

/** How lines are written. */
export interface WrittenForm extends Pick<MatchForm, "maxLineLength" | "asParts"> {
  readonly maxBytes: number;
  /** How many bytes of the file precede what the engine counts as its first. */
  readonly fileStart: number;
}

/**
 * Writes the numbered lines of one file that have a literal text, in one pass: most lines are ASCII and are copied.
 * `undefined` for more than `maxBytes`, a line that is wanted in parts, a binary file, or one that can't be read this
 * way. `out` is empty before and after.
 */
export function writeLiteralLines(
  printed: Buffer,
  literal: Literal,
  { maxLineLength, asParts, maxBytes, fileStart }: WrittenForm,
  out: JsonWriter,
): WrittenLines | undefined {
  const read = (from: number, end: number): readonly FoundLines[] =>
    (readLiteralLines("", printed.subarray(from, end), literal)?.lines ?? []).map((found) =>
      fileStart === 0 ? found : { ...found, offset: found.offset + fileStart },
    );
  const chunks = new ChunkWriter(out);
  const head = new LineHead();
  /**
   * Writes the text and the ranges of a line that is all ASCII, and returns where it ends. `undefined` for any other.
   */
  const writeText = ({ line, offset, isMatch, end: from }: LineHead): number | undefined => {
    const end = out.line(printed, from);
    if (printed[end] !== LINE_BREAK || (maxLineLength >= 0 && end - from > maxLineLength)) return undefined;
    if (!isMatch) return end;
    let at = literal.indexIn(printed, from, end);
    if (at < 0) return undefined;
    for (; at >= 0; at = literal.indexIn(printed, at + literal.length, end)) {
      const column = at - from;
      const start = fileStart + offset + column;
      chunks.range(line, start, column, start + literal.length, column + literal.length);
    }
    return end;
  };
  const write = (): boolean => {
    for (let at = 0; at < printed.length;) {
      if (!head.read(printed, at)) return false; // it is said that the file is binary
      chunks.begin(head.line, fileStart + head.offset);
      const end = writeText(head);
      const next = (end ?? printed.indexOf(LINE_BREAK, head.end)) + 1;
      if (end === undefined) {
        if (asParts && maxLineLength >= 0 && next - 1 - head.end > maxLineLength) return false;
        const [found] = read(at, next);
        if (!found) return false;
        chunks.fill(found, maxLineLength);
      }
      if (chunks.length > maxBytes) return false;
      at = next;
    }
    return true;
  };
  const isWritten = write();
  const count = chunks.end();
  if (!isWritten || count === 0) {
    out.cut(0);
    return undefined;
  }
  return { ...out.take(), count, read: () => read(0, printed.length) };
}

const LINE_BREAK = 0x0a;
