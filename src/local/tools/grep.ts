import type { FileInRepository } from "../files/codeBase.ts";
import { isExported } from "../../core/conversations/exportMark.ts";
import { forRipgrep } from "../query/re2.ts";
import { RipgrepError } from "../ripgrep/ripgrep.ts";
import { findInFiles } from "../ripgrep/ripgrepFiles.ts";
import type { ServedPassage } from "../writing/evidence.ts";
import type { LookedUp, LookUp } from "../writing/lookUp.ts";
import { WHERE, type FolderReader } from "./folderReader.ts";

const FILES_SHOWN = 12;
const PASSAGES_OF_FILE = 3;
const AROUND = 2;
const MATCHES_AT_MOST = 2_000;

/** Lines that match a regular expression, with the lines around them; of exported conversations only where a path is named. */
export async function grep(
  reader: FolderReader,
  { pattern, path }: Extract<LookUp, { tool: "grep" }>,
): Promise<LookedUp> {
  const { folders, codeBase, ripgrep, signal } = reader;
  const searched = (await reader.files()).filter((file) => path === undefined || file.path.includes(path));
  const found: { readonly path: string; readonly passages: () => Promise<readonly ServedPassage[]> }[] = [];
  let matches = 0;
  const args = [...WHERE, "--max-count=200", "--regexp", forRipgrep(pattern), "--", ...folders];
  try {
    if (folders.length > 0)
      for await (const { file, lines, isBinary } of findInFiles(ripgrep, args, signal)) {
        const place = codeBase.locate(file);
        if (!place || isBinary || (path !== undefined && !place.path.includes(path))) continue;
        if (path === undefined && (await isExport(reader, place))) continue;
        matches += lines.length;
        const numbers = lines.map(({ line }) => line);
        found.push({
          path: place.path,
          passages: async () => {
            const read = await reader.read(place);
            if (!read) return [];
            const spans = spansOf(numbers).slice(0, PASSAGES_OF_FILE);
            const last = read.lines.length - 1;
            return Promise.all(spans.map(([from, to]) => reader.passage(read, Math.max(0, from), Math.min(last, to))));
          },
        });
        if (matches >= MATCHES_AT_MOST) break;
      }
  } catch (error) {
    if (error instanceof RipgrepError && error.reason === "pattern")
      return { passages: [], text: `The pattern is not understood (${error.message.slice(0, 200)}). Use RE2 syntax.` };
    throw error;
  }
  const count = `${matches}${matches >= MATCHES_AT_MOST ? "+" : ""}`;
  if (matches === 0) return { passages: [], text: `0 matches in ${searched.length} files.` };
  found.sort((a, b) => (a.path < b.path ? -1 : 1));
  const shown = found.slice(0, FILES_SHOWN);
  const passages = (await Promise.all(shown.map((each) => each.passages()))).flat();
  const others = found.slice(FILES_SHOWN).map((each) => each.path);
  return {
    passages,
    text: [
      `${count} matches in ${found.length} of ${searched.length} files.`,
      ...(others.length > 0
        ? [`Not shown, of ${others.length} files: ${others.slice(0, 20).join(", ")}. Give a path to see them.`]
        : []),
    ].join("\n"),
  };
}

/** As _Export Conversation…_ saves them, or as prose of another name: the name tells most files without reading them. */
async function isExport(reader: FolderReader, place: FileInRepository): Promise<boolean> {
  if (!/\.(?:md|markdown|mdx|txt|json)$/i.test(place.path)) return false;
  const read = await reader.read(place);
  return read !== undefined && isExported(read.content.toString());
}

/** Lines that are near to each other together, with those around them. */
function spansOf(lines: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const spans: [number, number][] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    if (last && line - AROUND <= last[1] + 1) last[1] = line + AROUND;
    else spans.push([line - AROUND, line + AROUND]);
  }
  return spans;
}
