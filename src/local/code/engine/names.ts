import { isUtf8 } from "node:buffer";
import { languageOf } from "../../../core/text/languages.ts";
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
  /** In their order; empty if it `isTooLarge`. Columns in what is not UTF-8 are in bytes. */
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
    const content = withLineFeeds(each.content);
    const text = content.toString(isUtf8(content) ? "utf8" : "latin1").replace(/^\ufeff/, "");
    const language = languageOf(each.path, /\S.*/.exec(text)?.[0]);
    const isTooLarge = isTooLargeToParse(content.length, language);
    const occurrences = isTooLarge ? [] : await occurrencesIn(text, language, name);
    signal.throwIfAborted();
    yield { ...each, content, occurrences, lines: text.split(/\r?\n/), isTooLarge };
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

/** The same text, with a line feed where a carriage return alone ends a line. */
function withLineFeeds(content: Buffer): Buffer {
  let text: Buffer | undefined;
  for (let at = content.indexOf(CR); at >= 0; at = content.indexOf(CR, at + 1))
    if (content[at + 1] !== LF) (text ??= Buffer.from(content))[at] = LF;
  return text ?? content;
}

const CR = 13;
const LF = 10;
