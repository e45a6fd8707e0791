import { isUtf8 } from "node:buffer";
import { BYTE_ORDER_MARK } from "../../code/encodings/utf8.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import type { Occurrence } from "../../code/symbols/occurrences.ts";
import type { Role } from "../../code/symbols/rolesByLooks.ts";
import type { FileResult, SearchOptions } from "../results/found.ts";
import type { Matching } from "../files/matching.ts";
import type { NamedFile } from "../../code/engine/names.ts";
import { locals, mentions, unparsedFiles } from "../files/skippedFiles.ts";

/**
 * Finds where a name is used in the code of files on disk, without ignored ones: called, imported, or mentioned
 * otherwise. Its definitions are not uses; mentions in comments and texts are counted, but left out, and so are
 * parameters and local variables.
 */
export async function* searchUses(
  name: string,
  matching: Matching,
  folders: readonly string[],
  { engine, signal, leaveOut, skip }: SearchOptions,
): AsyncGenerator<FileResult, void> {
  const unparsed: string[] = [];
  let mentionCount = 0;
  let localCount = 0;
  const accept = matching.mayHoldFor.bind(matching);
  for await (const found of engine.use(name, { folders, accept, signal })) {
    if ("leftOut" in found) {
      leaveOut(found);
      continue;
    }
    const { repository, path, occurrences } = found;
    if (found.isTooLarge) {
      unparsed.push(path);
      skip(unparsedFiles(unparsed));
    }
    mentionCount += occurrences.filter(({ role }) => MENTIONS.has(role)).length;
    if (mentionCount > 0) skip(mentions(mentionCount));
    localCount += occurrences.filter(({ role }) => role === "local").length;
    if (localCount > 0) skip(locals(localCount));
    const uses = occurrences.filter(({ role }) => USES.has(role));
    if (uses.length > 0)
      yield { type: "content", repository, path, pathRanges: [], lines: linesOf(found, uses, Buffer.byteLength(name)) };
  }
}

const USES: ReadonlySet<Role> = new Set(["call", "import", "extension", "reference"]);
const MENTIONS: ReadonlySet<Role> = new Set(["comment", "text"]);

/** The lines with these places, each once. */
function linesOf({ content }: NamedFile, places: readonly Occurrence[], length: number): readonly FoundLines[] {
  const isText = isUtf8(content);
  const bytesBefore = (bytes: Buffer, column: number) =>
    isText ? Buffer.byteLength(bytes.toString().slice(0, column)) : column;
  let offset = content.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  let at = 0;
  return [...Map.groupBy(places, ({ line }) => line)].map(([line, inLine]) => {
    for (; at < line; at++) offset = endOfLine(content, offset);
    const bytes = content.subarray(offset, endOfLine(content, offset));
    const ranges = inLine.map(({ column }) => {
      const start = bytesBefore(bytes, column);
      return [start, start + length] as const;
    });
    return { bytes, line, offset, ranges };
  });
}

function endOfLine(content: Buffer, from: number): number {
  const end = content.indexOf(0x0a, from);
  return end < 0 ? content.length : end + 1;
}
