import { isUtf8 } from "node:buffer";
import { toUtf8 } from "../../code/encodings/utf8.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import { escapeForRipgrep } from "../../code/ripgrep/ripgrepPatterns.ts";
import { typeArguments } from "../../code/ripgrep/fileTypes.ts";
import { SERVED_FILES, type Ripgrep } from "../../code/ripgrep/ripgrep.ts";
import { listPaths } from "../../code/ripgrep/ripgrepFiles.ts";
import { listLegacyFiles, type LegacyFile } from "../files/legacyFiles.ts";
import { CASE_INSENSITIVE } from "../../../core/text/languageTables.ts";
import { globsOfLanguages, languageOf, mayBeIn } from "../../../core/text/languages.ts";
import { readRegular } from "../../../git/disk/disk.ts";
import { occurrencesIn, type Occurrence } from "../../code/symbols/occurrences.ts";
import { isTooLargeToParse } from "../../code/symbols/symbols.ts";

export interface NameSearchOptions {
  readonly ripgrep: Ripgrep;
  readonly signal: AbortSignal;
  /** Absolute, none within another; all served ones by default. */
  readonly folders?: readonly string[];
  /** Which files to look at; all by default. */
  readonly accept?: (place: FileInRepository) => boolean;
  /** Called with each file that has been looked at, also if it only contains the name within others. */
  readonly onRead?: (place: FileInRepository) => void;
}

/** A file with a name in it. */
export interface NamedFile extends FileInRepository {
  /** Absolute. */
  readonly file: string;
  /** Its text in UTF-8 as far as its encoding is known; may start with a byte order mark. */
  readonly content: Buffer;
  /** In their order; never empty, except for a file that `isTooLarge`. Columns in what is not UTF-8 are in bytes. */
  readonly occurrences: readonly Occurrence[];
  /** The lines of the file, without their ends. */
  readonly lines: readonly string[];
  /** Whether it contains the name somewhere, but is too large to parse. */
  readonly isTooLarge: boolean;
}

/**
 * Finds where a name is defined and used: all places in files on disk where it stands as a whole word, with what each
 * is. Case matters if it does in the file's language. Ignored and binary files are left out, as in searches. Each file
 * is yielded as soon as it has been looked at, in the order in which ripgrep finishes them. Leaving the loop ends the
 * search.
 */
export async function* findName(
  codeBase: CodeBase,
  name: string,
  { onRead, ...options }: NameSearchOptions,
): AsyncGenerator<NamedFile, void> {
  const { ripgrep, signal, folders, accept } = withDefaults(codeBase, options);
  if (folders.length === 0 || !/^\S+$/u.test(name)) return;
  for await (const { file, place, content } of filesWith(codeBase, name, { ripgrep, signal, folders, accept })) {
    const text = content.toString(isUtf8(content) ? "utf8" : "latin1").replace(/^\ufeff/, "");
    const language = languageOf(place.path, /\S.*/.exec(text)?.[0]);
    const isTooLarge = isTooLargeToParse(content.length, language);
    const occurrences = isTooLarge ? [] : await occurrencesIn(text, language, name);
    signal.throwIfAborted();
    onRead?.(place);
    if (occurrences.length > 0 || isTooLarge)
      yield { ...place, file, content, occurrences, lines: text.split(/\r?\n/), isTooLarge };
  }
}

type Options = Required<Omit<NameSearchOptions, "onRead">>;

function withDefaults(codeBase: CodeBase, options: Omit<NameSearchOptions, "onRead">): Options {
  return { folders: codeBase.foldersOf(codeBase.repositories), accept: () => true, ...options };
}

const CHOICE = [...SERVED_FILES, "--max-filesize", "16M"];

/** The files that contain a name, perhaps within others, without looking at what it is there. */
export async function* listNaming(
  codeBase: CodeBase,
  name: string,
  options: Omit<NameSearchOptions, "onRead">,
): AsyncGenerator<{ readonly file: string; readonly place: FileInRepository }, void> {
  const { ripgrep, signal, folders, accept } = withDefaults(codeBase, options);
  const sought = ["--files-with-matches", `--regexp=${escapeForRipgrep(name)}`, ...CHOICE];
  for (const isInsensitive of [false, true]) {
    const ofCase = isInsensitive ? ["--ignore-case", ...CASE_INSENSITIVE_FILES] : ["--case-sensitive"];
    for await (const file of listPaths(ripgrep, [...sought, ...ofCase, "--", ...folders], { signal })) {
      const place = codeBase.locate(file);
      if (place && mayBeIn(place.path, CASE_INSENSITIVE) === isInsensitive && accept(place)) yield { file, place };
    }
  }
}

/** The same files with their text as UTF-8, and those in other encodings. */
async function* filesWith(codeBase: CodeBase, name: string, options: Options): AsyncGenerator<LegacyFile, void> {
  const { ripgrep, signal, folders, accept } = options;
  const isForeign = !/^[\0-\x7f]*$/.test(name);
  const seen = new Set<string>();
  for await (const { file, place } of listNaming(codeBase, name, options)) {
    if (isForeign) seen.add(file);
    const read = await readRegular(file).catch(() => undefined); // it went away, or can't be read
    const content = read && (await toUtf8(read, codeBase.encodings.of(file)));
    if (content) yield { file, place, content: withLineFeeds(content) };
  }
  if (!isForeign) return; // only other names would escape ripgrep, in other encodings
  for await (const legacy of listLegacyFiles(CHOICE, folders, { codeBase, ripgrep, signal, accept }))
    if (!seen.has(legacy.file) && legacy.content.includes(name))
      yield { ...legacy, content: withLineFeeds(legacy.content) };
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

const CASE_INSENSITIVE_FILES = typeArguments({ wanted: globsOfLanguages(CASE_INSENSITIVE) });
