import type { FileInRepository } from "../../code/files/codeBase.ts";
import { isExported } from "../../../core/conversations/exportMark.ts";
import { EngineError } from "../../code/engine/engineError.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import { PatternError, toPattern, type Pattern, type Term } from "../../code/patterns/pattern.ts";
import type { ServedPassage } from "../writing/evidence.ts";
import type { LookedUp, LookUp } from "../writing/lookUp.ts";
import { TEXT_AT_MOST } from "../passages/textSearch.ts";
import type { FolderReader } from "./folderReader.ts";

const FILES_SHOWN = 12;
const PASSAGES_OF_FILE = 3;
const AROUND = 2;
const MATCHES_AT_MOST = 2_000;
const LINES_OF_FILE = 200;

/** Lines that match a regular expression, with those around them; in exported conversations only if a path is given. */
export async function grep(
  reader: FolderReader,
  { pattern, path }: Extract<LookUp, { tool: "grep" }>,
): Promise<LookedUp> {
  const searched = (await reader.files()).filter((file) => path === undefined || file.path.includes(path));
  const found: { readonly path: string; readonly passages: () => Promise<readonly ServedPassage[]> }[] = [];
  let matches = 0;
  const isMeant = (place: FileInRepository) => path === undefined || place.path.includes(path);
  try {
    for await (const { place, lines } of linesWith(pattern, reader, isMeant)) {
      if (path === undefined && (await isExport(reader, place))) continue;
      matches += lines.length;
      found.push({
        path: place.path,
        passages: async () => {
          const read = await reader.read(place);
          if (!read) return [];
          const spans = spansOf(lines.map(({ line }) => line)).slice(0, PASSAGES_OF_FILE);
          const last = read.lines.length - 1;
          const places = new Map(lines.map(({ line, column }) => [line, column]));
          const placeIn = (line: number) => places.get(line) ?? 0;
          return Promise.all(
            spans.map(([from, to]) =>
              reader.passage(read, [Math.max(0, from), Math.min(last, to)], undefined, placeIn),
            ),
          );
        },
      });
      if (matches >= MATCHES_AT_MOST) break;
    }
  } catch (error) {
    if (error instanceof PatternError || (error instanceof EngineError && error.reason === "pattern"))
      return { passages: [], text: `The pattern is not understood (${error.message.slice(0, 200)}). Use RE2 syntax.` };
    throw error;
  }
  const count = `${matches}${matches >= MATCHES_AT_MOST ? "+" : ""}`;
  if (matches === 0) return { passages: [], text: `0 matches in ${searched.length} files.${await reader.heldBack()}` };
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

/** Where a line first matches: a zero-based line, and a column in UTF-16 units. */
interface MatchPlace {
  readonly line: number;
  readonly column: number;
}

/** The lines that match, file by file. */
async function* linesWith(
  expression: string,
  { engine, signal }: FolderReader,
  accept: (place: FileInRepository) => boolean,
): AsyncGenerator<{ readonly place: FileInRepository; readonly lines: readonly MatchPlace[] }, void> {
  const term: Term = { kind: "regexp", text: expression };
  // Whatever else may match the end of a line, such as `\s`, is meant within lines.
  const maySpanLines = /[\r\n]|\\[rn]/.test(expression);
  const sought = { texts: [{ term, maySpanLines }], caseSensitive: true };
  const scope = { maxBytes: TEXT_AT_MOST, accept, signal };
  for await (const each of engine.find(sought, scope, { linesAtMost: LINES_OF_FILE })) {
    if ("leftOut" in each) continue;
    const lines = "content" in each ? linesIn(each.content, toPattern(term, true)) : each.lines.map(placeIn);
    if (lines.length > 0) yield { place: each, lines };
  }
}

function placeIn({ line, bytes, ranges }: FoundLines): MatchPlace {
  return { line, column: columnAt(bytes, ranges[0]?.[0]) };
}

function linesIn(content: Buffer, pattern: Pattern): readonly MatchPlace[] {
  const all = content.toString().split(/\r?\n/);
  return all
    .flatMap((text, line) => [...pattern.placesIn(text)].slice(0, 1).map(([column]) => ({ line, column })))
    .slice(0, LINES_OF_FILE);
}

function columnAt(bytes: Buffer, start = 0): number {
  return bytes.toString("utf8", 0, start).length;
}

/**
 * Whether a file was saved by _Export Conversation…_. Most other files are recognized by name, without reading them.
 */
async function isExport(reader: FolderReader, place: FileInRepository): Promise<boolean> {
  if (!/\.(?:md|markdown|mdx|txt|json)$/i.test(place.path)) return false;
  const read = await reader.read(place);
  return read !== undefined && isExported(read.content.toString());
}

/** Joins lines that are near each other, with those around them. */
function spansOf(lines: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const spans: [number, number][] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    if (last && line - AROUND <= last[1] + 1) last[1] = line + AROUND;
    else spans.push([line - AROUND, line + AROUND]);
  }
  return spans;
}
