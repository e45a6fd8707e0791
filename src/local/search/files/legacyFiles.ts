import { stat } from "node:fs/promises";
import { decodeLegacy, legacyNameOf } from "../../code/encodings/utf8.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import type { Ripgrep } from "../../code/ripgrep/ripgrep.ts";
import { listPaths } from "../../code/ripgrep/ripgrepFiles.ts";
import { readRegular } from "../../../git/disk/disk.ts";

/** A file in a non-Unicode encoding. */
export interface LegacyFile {
  /** Absolute. */
  readonly file: string;
  readonly place: FileInRepository;
  /** Its text as UTF-8. */
  readonly content: Buffer;
}

/** Where to look for them. */
export interface LegacyScope {
  readonly codeBase: CodeBase;
  readonly ripgrep: Ripgrep;
  readonly signal: AbortSignal;
  /** Which files to look at; all by default. */
  readonly accept?: (place: FileInRepository) => boolean;
}

/**
 * The files at some places that `choice`, arguments for ripgrep, selects, and that ripgrep does not see completely,
 * since it takes them for UTF-8. None, and at no cost, if no other encoding is known.
 */
export async function* listLegacyFiles(
  choice: readonly string[],
  places: readonly string[],
  { codeBase, ripgrep, signal, accept = () => true }: LegacyScope,
): AsyncGenerator<LegacyFile, void> {
  if (codeBase.encodings.all.length === 0 || places.length === 0) return;
  const args = ["--files-with-matches", "--regexp", NOT_ASCII, ...choice, "--", ...places];
  for await (const file of listPaths(ripgrep, args, { signal })) {
    const place = codeBase.locate(file);
    const content = place && accept(place) ? await readLegacyFile(codeBase, file) : undefined;
    if (place && content) yield { file, place, content };
  }
}

/** A byte, not a character. */
const NOT_ASCII = "(?-u:[\\x80-\\xff])";

/**
 * The text of such a file as UTF-8; `undefined` for any other, and for one that went away. A file that is known not to
 * be one is read again only if it has changed.
 */
export async function readLegacyFile({ encodings }: CodeBase, file: string): Promise<Buffer | undefined> {
  const encoding = encodings.of(file);
  const status = encoding && (await stat(file).catch(() => undefined));
  if (!status) return undefined;
  const version = `${status.mtimeMs} ${status.size}`;
  const told = encodings.told(file, version);
  if (told && told.name === undefined) return undefined;
  const content = await readRegular(file).catch(() => undefined);
  if (!content) return undefined;
  const name = told ? told.name : await legacyNameOf(content, encoding);
  if (!told) encodings.tell(file, { version, name });
  return name === undefined ? undefined : decodeLegacy(content, name);
}
