import { caughtIn } from "../../../core/text/letters.ts";
import { outlineOf } from "../../../core/text/outline.ts";
import { languageOf } from "../../../core/text/languages.ts";
import type { ServedPassage } from "../writing/evidence.ts";
import type { LookedUp, LookUp } from "../writing/lookUp.ts";
import type { FolderReader } from "./folderReader.ts";

const FILES_AT_MOST = 200;
const DEFINITIONS_SHOWN = 4;
const USES_SHOWN = 8;
const LINES_OF_DEFINITION = 60;
const AROUND_USE = 2;
const LAST_NAME = /([A-Za-z_$][\w$]*)\W*$/;

/** Where a name is defined, and where it is used. */
export async function symbol(reader: FolderReader, { name }: Extract<LookUp, { tool: "symbol" }>): Promise<LookedUp> {
  const last = caughtIn(name, LAST_NAME) ?? name.trim();
  const definitions: ServedPassage[] = [];
  const uses: { readonly passage: () => Promise<ServedPassage>; readonly worth: number }[] = [];
  let files = 0;
  let definitionCount = 0;
  let mentions = 0;
  let locals = 0;
  const tooLarge: string[] = [];
  for await (const found of reader.engine.use(last, { signal: reader.signal })) {
    if ("leftOut" in found || (found.occurrences.length === 0 && !found.isTooLarge)) continue;
    if (++files > FILES_AT_MOST) break;
    if (found.isTooLarge) {
      tooLarge.push(found.path);
      continue;
    }
    const read = await reader.read(found);
    if (!read) continue;
    const outline = outlineOf(
      read.lines,
      languageOf(
        found.path,
        read.lines.find((line) => line.trim() !== ""),
      ),
    );
    const lastLine = read.lines.length - 1;
    const placeIn = (line: number) => read.lines[line]?.indexOf(last) ?? 0;
    const isTest = /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\./.test(found.path);
    for (const { role, line, symbol: defined } of found.occurrences) {
      if (role === "definition") {
        definitionCount++;
        if (definitions.length >= DEFINITIONS_SHOWN) continue;
        const around = outline.find((definition) => definition.line === line);
        const startLine = around?.startLine ?? line;
        const endLine = Math.min(around?.endLine ?? line + 20, startLine + LINES_OF_DEFINITION - 1, lastLine);
        const container = defined?.containerName ?? "";
        definitions.push(
          await reader.passage(read, [startLine, endLine], container === "" ? last : `${container}.${last}`, placeIn),
        );
      } else if (role === "comment" || role === "text") mentions++;
      else if (role === "local") locals++;
      else
        uses.push({
          worth: (role === "call" ? 2 : role === "import" ? 0 : 1) - (isTest ? 3 : 0),
          passage: () =>
            reader.passage(
              read,
              [Math.max(0, line - AROUND_USE), Math.min(lastLine, line + AROUND_USE)],
              defined?.name,
              placeIn,
            ),
        });
    }
  }
  if (files === 0) {
    const all = (await reader.files()).length;
    return { passages: [], text: `0 matches of ${last} in ${all} files.${await reader.heldBack()}` };
  }
  const isCut = files > FILES_AT_MOST || tooLarge.length > 0;
  uses.sort((a, b) => b.worth - a.worth);
  const shown = await Promise.all(uses.slice(0, USES_SHOWN).map(({ passage }) => passage()));
  const text = [
    `${definitionCount} definitions of ${last}, ${isCut ? "at least " : ""}${uses.length} uses, ${mentions} in comments and text${locals > 0 ? `, ${locals} as parameters and local variables` : ""}, in ${Math.min(files, FILES_AT_MOST)} files${files > FILES_AT_MOST ? ", and more files that were not looked at" : ""}.`,
    ...(tooLarge.length > 0
      ? [
          `Not looked at, as too large, are ${tooLarge.length} files with this name, which grep finds in them: ${tooLarge.slice(0, 5).join(", ")}.`,
        ]
      : []),
    ...(definitionCount > definitions.length
      ? [`${definitionCount - definitions.length} definitions are not shown.`]
      : []),
    ...(uses.length > shown.length
      ? [`${uses.length - shown.length} uses are not shown: grep with a path shows more.`]
      : []),
  ].join(" ");
  return { passages: [...definitions, ...shown], text };
}
