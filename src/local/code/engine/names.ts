import { isUtf8 } from "node:buffer";
import { languageOf } from "../../../core/text/languages.ts";
import { linesOf } from "../../../core/text/lines.ts";
import { readRegular } from "../../../git/disk/disk.ts";
import type { FolderEncodings } from "../encodings/folderEncodings.ts";
import { toUtf8 } from "../encodings/utf8.ts";
import { occurrencesIn, type Occurrence } from "../symbols/occurrences.ts";
import { isTooLargeToParse } from "../symbols/symbols.ts";
import type { LeftOut } from "./leftOut.ts";
import type { LegacyFile } from "./legacyFiles.ts";
import type { ServedFile } from "./scope.ts";

/** A file with a name in it, perhaps within others. */
export interface NamedFile extends ServedFile {
  /** Its text in UTF-8 as far as its encoding is known; may start with a byte order mark. */
  readonly content: Buffer;
  /** In their order, in the lines that end with LF; empty if it `isTooLarge`. Columns in what is not UTF-8 are in bytes. */
  readonly occurrences: readonly Occurrence[];
  /** The lines of the file, without their ends. */
  readonly lines: readonly string[];
  /** Whether it is too large to parse. */
  readonly isTooLarge: boolean;
}

/** What a name is at each of its places in some files. Each file is yielded as soon as it has been looked at. */
export async function* occurrencesOf(
  name: string,
  files: AsyncIterable<LegacyFile | LeftOut>,
  signal: AbortSignal,
): AsyncGenerator<NamedFile | LeftOut, void> {
  for await (const each of files) {
    if ("leftOut" in each) {
      yield each;
      continue;
    }
    const { content } = each;
    const text = content.toString(isUtf8(content) ? "utf8" : "latin1").replace(/^\ufeff/, "");
    const language = languageOf(each.path, /\S.*/.exec(text)?.[0]);
    const isTooLarge = isTooLargeToParse(content.length, language);
    // Parsers don't know that a CR alone ends a line, and a comment.
    const parsed = text.replace(/\r(?!\n)/g, "\n");
    const occurrences = isTooLarge ? [] : await occurrencesIn(parsed, language, name);
    signal.throwIfAborted();
    yield { ...each, occurrences: asCounted(occurrences, parsed, text), lines: linesOf(text), isTooLarge };
  }
}

/** The same files with their texts as UTF-8; without those that went away, can't be read, or are no text. */
export async function* withTexts(
  files: AsyncIterable<ServedFile | LeftOut>,
  encodings: FolderEncodings,
): AsyncGenerator<LegacyFile | LeftOut, void> {
  for await (const each of files) {
    if ("leftOut" in each) {
      yield each;
      continue;
    }
    const read = await readRegular(each.file).catch(() => undefined);
    const content = read && (await toUtf8(read, encodings.of(each.file)));
    if (content) yield { ...each, content };
  }
}

/** The same places in a text of which only some lines end with LF; all do in what was `parsed`, which is as long. */
function asCounted(occurrences: readonly Occurrence[], parsed: string, text: string): readonly Occurrence[] {
  if (parsed === text || occurrences.length === 0) return occurrences;
  const lines = [{ line: 0, column: 0 }];
  for (let at = parsed.indexOf("\n"), line = 0, start = 0; at >= 0; at = parsed.indexOf("\n", at + 1)) {
    if (text[at] === "\n") [line, start] = [line + 1, at + 1];
    lines.push({ line, column: at + 1 - start });
  }
  const counted = <P extends { readonly line: number; readonly column: number }>(place: P): P => {
    const { line, column } = lines[place.line] ?? place;
    return { ...place, line, column: column + place.column };
  };
  return occurrences.map(({ symbol, ...place }) => {
    const endLine = symbol && (lines[symbol.endLine]?.line ?? symbol.endLine);
    return { ...counted(place), symbol: symbol && endLine !== undefined ? { ...counted(symbol), endLine } : undefined };
  });
}
