import { stat } from "node:fs/promises";
import { readRegular } from "../../../git/disk/disk.ts";
import type { FolderEncodings } from "../encodings/folderEncodings.ts";
import { decodeLegacy, legacyNameOf } from "../encodings/utf8.ts";
import type { LeftOut } from "./leftOut.ts";
import type { ServedFile } from "./scope.ts";

/** A file in a non-Unicode encoding. */
export interface LegacyFile extends ServedFile {
  /** Its text as UTF-8. */
  readonly content: Buffer;
}

/** What all of them have: a byte, not a character. */
export const NOT_ASCII = "(?-u:[\\x80-\\xff])";

/** Those among some files. */
export async function* legacyAmong(
  files: AsyncIterable<ServedFile | LeftOut>,
  encodings: FolderEncodings,
): AsyncGenerator<LegacyFile | LeftOut, void> {
  for await (const each of files) {
    const content = "leftOut" in each ? undefined : await readLegacyFile(encodings, each.file);
    if ("leftOut" in each) yield each;
    else if (content) yield { ...each, content };
  }
}

/**
 * The text of such a file as UTF-8; `undefined` for any other, and for one that went away. A file that is known not to
 * be one is read again only if it has changed.
 */
export async function readLegacyFile(encodings: FolderEncodings, file: string): Promise<Buffer | undefined> {
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
