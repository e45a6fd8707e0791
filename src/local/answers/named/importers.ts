import type { Engine } from "../../code/engine/engine.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import { importedName, importsFile } from "../questions/imports.ts";
import { kindOf, type FileKind } from "../ranking/fileKinds.ts";
import type { CodeFile } from "../ranking/passages.ts";
import { readFiles, type ReadFile, type ReadingOptions } from "./readFiles.ts";

/** A line that imports a file. */
export interface Importer {
  readonly file: CodeFile;
  /** Zero-based. */
  readonly line: number;
}

/** Who imports a file, source code before tests, and what was read for that. */
export interface Importers {
  readonly importers: readonly Importer[];
  /** Whether not all files that contain its name were read. */
  readonly isCut: boolean;
  readonly read: readonly ReadFile[];
}

/** More contain a name that many files have. */
const FILES_AT_MOST = 300;
const TIME_AT_MOST_MS = 2_000;

/** Finds them among `files`. */
export async function importersOf(
  imported: FileInRepository,
  files: readonly CodeFile[],
  engine: Engine,
  { signal, onRefused }: ReadingOptions,
): Promise<Importers> {
  const known = new Map(files.map((file) => [file.file, file]));
  const isGo = imported.path.endsWith(".go");
  const name = isGo ? packageName(imported) : importedName(imported.path);
  const isAtRoot = isGo && !imported.path.includes("/");
  const late = AbortSignal.timeout(TIME_AT_MOST_MS);
  const naming: CodeFile[] = [];
  let isCut = false;
  const accept = ({ repository, path }: FileInRepository) =>
    repository === imported.repository && path !== imported.path && MAY_IMPORT.test(path);
  try {
    if (name !== "")
      for await (const each of engine.naming(name, { accept, signal: AbortSignal.any([signal, late]) })) {
        const code = "leftOut" in each ? undefined : known.get(each.file);
        if (code && naming.push(code) > FILES_AT_MOST) break;
      }
  } catch (error) {
    signal.throwIfAborted();
    if (!late.aborted) throw error;
    isCut = true;
  }
  isCut ||= naming.length > FILES_AT_MOST;
  const texts = await readFiles(naming.slice(0, FILES_AT_MOST), engine.codeBase, { signal, onRefused });
  const isNamedFor = NO_PATHS.test(imported.path) && /^\p{Lu}/u.test(name);
  const found = texts.flatMap((text) => {
    const isMeant = (each: string) =>
      each.includes(name) &&
      ((isAtRoot && importsModule(each, name)) ||
        importsFile(each, text.file.path, imported.path) ||
        (isNamedFor && OF_CODE.has(kindOf(text.file.path)) && isNameIn(each, name)));
    const line = text.lines.findIndex(isMeant);
    return line < 0 ? [] : [{ text, line }];
  });
  const isTest = ({ file }: ReadFile) => Number(kindOf(file.path) === "test");
  const inOrder = found.toSorted(
    (a, b) => isTest(a.text) - isTest(b.text) || (a.text.file.path < b.text.file.path ? -1 : 1),
  );
  return {
    importers: inOrder.map(({ text, line }) => ({ file: text.file, line })),
    isCut,
    read: inOrder.slice(0, READ_AT_MOST).map(({ text }) => text),
  };
}

/** In these languages, a file needs no import from beside it, and is called as what it defines. */
const NO_PATHS = /\.(?:java|kt|cs|swift|scala|groovy|vb|fs)$/;

/** What is read in a document or in the file of a project is a mere word. */
const OF_CODE: ReadonlySet<FileKind> = new Set(["source", "test", "example"]);

/** Whether a line of code has a name as a word. */
function isNameIn(line: string, name: string): boolean {
  if (/^\s*(?:\/\/|\/?\*|#)/.test(line)) return false;
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1))
    if (!/[\p{L}\p{N}_$]/u.test(line.charAt(at - 1)) && !/[\p{L}\p{N}_$]/u.test(line.charAt(at + name.length)))
      return true;
  return false;
}

/** No answer links to more. */
const READ_AT_MOST = 40;
/** Documents and data only mention files. */
const MAY_IMPORT = /\.(?!(?:md|markdown|rst|txt|adoc|json|ya?ml|toml|lock|csv|svg|map)$)\w+$/i;

/** Whether a line imports the module that is called so, of whatever version: `"example.com/harbour/v2"`. */
function importsModule(line: string, name: string): boolean {
  const written = /"([^"\s]{1,300})"/.exec(line)?.[1]?.replace(/\/v\d+$/, "");
  return written?.endsWith(`/${name}`) === true;
}

/** What others import a file of Go by: the folder that it is in. */
function packageName({ path, repository }: FileInRepository): string {
  return path.split("/").at(-2) ?? repository.name.split("/").at(-1) ?? "";
}
