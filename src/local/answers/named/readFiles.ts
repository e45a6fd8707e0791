import { linesOf } from "../../../core/text/lines.ts";
import { readableText } from "../../../core/text/notebook.ts";
import { readRegular } from "../../../git/disk/disk.ts";
import { toUtf8 } from "../../code/encodings/utf8.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { isGone } from "../ranking/codeIndex.ts";
import type { CodeFile } from "../ranking/passages.ts";

/** A file as it was read. */
export interface ReadFile {
  readonly file: CodeFile;
  /** Its bytes, in whatever encoding. */
  readonly content: Buffer;
  /** As a person reads them. */
  readonly lines: readonly string[];
}

/** How files are read. */
export interface ReadingOptions {
  readonly signal: AbortSignal;
  /** Is told the files that the system does not let be read. */
  readonly onRefused: (file: string) => void;
}

/** Reads some files; those that are gone, or are no text, are left out. */
export async function readFiles(
  files: readonly CodeFile[],
  codeBase: CodeBase,
  { signal, onRefused }: ReadingOptions,
): Promise<readonly ReadFile[]> {
  const read = await Promise.all(
    files.map(async (file): Promise<readonly ReadFile[]> => {
      const content = await readRegular(file.file, { signal }).catch((error: unknown) => {
        if (!isGone(error)) onRefused(file.file);
      });
      const text = content && (await toUtf8(content, codeBase.encodings.of(file.file)));
      return content && text ? [{ file, content, lines: linesOf(readableText(file.path, text.toString()).text) }] : [];
    }),
  );
  signal.throwIfAborted();
  return read.flat();
}
