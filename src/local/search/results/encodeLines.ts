import { ChunkWriter, locateRanges, RANGE_BYTES, withoutBreak } from "./chunkWriter.ts";
import type { JsonWriter, WrittenJson } from "./jsonWriter.ts";
import { codePointLength, textOf } from "../../code/lines/positions.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import { hasLongLine, partsOf } from "./lineParts.ts";

/** The form in which a client wants matches. */
export interface MatchForm {
  /** The `cm` parameter: chunks of lines rather than single lines. */
  readonly asChunks: boolean;
  /** The `max-line-len` parameter, in code points; negative for no limit. */
  readonly maxLineLength: number;
  /**
   * Whether lines that are longer are wanted as the parts around what was found, in chunks that begin there; otherwise,
   * as described, only their beginning is sent.
   */
  readonly asParts: boolean;
}

/** An element of a `matches` event. */
export interface EncodedMatch extends WrittenJson {
  /** How many of the result's ranges it contains. */
  readonly count: number;
}

/**
 * Encodes the found lines of one file as matches: one, or several if one would have more than about `maxBytes`. A line
 * that alone has more gets a match of its own. `head` is how each match begins, as JSON, without its last member. They
 * are written with `out`, which is empty before and after.
 */
export function encodeLines(
  head: string,
  lines: readonly FoundLines[],
  form: MatchForm,
  maxBytes: number,
  out: JsonWriter,
): readonly EncodedMatch[] {
  return form.asChunks ? encodeChunks(head, lines, form, maxBytes, out) : encodeLineMatches(head, lines, maxBytes);
}

function encodeChunks(
  head: string,
  lines: readonly FoundLines[],
  { maxLineLength, asParts }: MatchForm,
  maxBytes: number,
  out: JsonWriter,
): readonly EncodedMatch[] {
  const matches: EncodedMatch[] = [];
  const chunks = new ChunkWriter(out);
  const start = () => {
    out.json(`${head},"chunkMatches":[`);
  };
  const end = () => {
    const count = chunks.end();
    out.json("]}");
    matches.push({ ...out.take(), count });
  };
  start();
  const startFor = (length: number) => {
    if (chunks.isEmpty || chunks.length + length <= maxBytes) return;
    end();
    start();
  };
  for (const found of lines) {
    if (asParts && maxLineLength >= 0 && hasLongLine(found, maxLineLength)) {
      for (const part of partsOf(found, maxLineLength)) {
        startFor(4 * maxLineLength + part.ranges.length * RANGE_BYTES);
        chunks.part(part);
      }
      continue;
    }
    const length = maxLineLength < 0 ? found.bytes.length : Math.min(found.bytes.length, 4 * maxLineLength);
    startFor(length + found.ranges.length * RANGE_BYTES);
    chunks.lines(found, maxLineLength);
  }
  end();
  return matches;
}

function encodeLineMatches(head: string, lines: readonly FoundLines[], maxBytes: number): readonly EncodedMatch[] {
  const matches: { members: string[]; count: number }[] = [];
  let bytes = Infinity;
  for (const found of lines) {
    for (const [index, line] of toLineMatches(found).entries()) {
      const member = JSON.stringify(line);
      const length = Buffer.byteLength(member) + 1;
      if (bytes + length > maxBytes) {
        matches.push({ members: [], count: 0 });
        bytes = Buffer.byteLength(head) + FRAME_BYTES;
      }
      const match = matches.at(-1);
      match?.members.push(member);
      if (match && index === 0) match.count += found.ranges.length;
      bytes += length;
    }
  }
  return matches.map(({ members, count }) => ({
    json: Buffer.from(`${head},"lineMatches":[${members.join(",")}]}`),
    free: () => undefined,
    count,
  }));
}

/** The most bytes around the line matches of a file. */
const FRAME_BYTES = 100;

/** A match over several lines becomes one line match for each of them. */
function toLineMatches(found: FoundLines): readonly object[] {
  if (found.ranges.length === 0) return [];
  const ranges = locateRanges(found);
  let first = 0; // the first range that ends on this line or below: ranges ascend
  return withoutBreak(textOf(found))
    .split("\n")
    .map((line, index) => {
      const lineNumber = found.line + index;
      const offsetAndLengths: (readonly [number, number])[] = [];
      for (let range = ranges[first]; range && range.end.line < lineNumber; range = ranges[first]) first++;
      for (let at = first, range = ranges[at]; range && range.start.line <= lineNumber; range = ranges[++at]) {
        const { start, end } = range;
        if (end.line > start.line && end.line === lineNumber && end.column === 0) continue;
        const from = start.line < lineNumber ? 0 : start.column;
        const to = end.line > lineNumber ? codePointLength(line) : end.column;
        offsetAndLengths.push([from, to - from]);
      }
      return { line, lineNumber, offsetAndLengths };
    });
}
