import type { Skipped } from "./found.ts";
import { languageOf } from "../symbols/languages.ts";
import { isParsed } from "../symbols/symbols.ts";

const MEBIBYTE = 1024 * 1024;
/** Larger files are hardly ever code, and no editor opens them with all its features. */
const ORDINARY_AT_MOST = 16 * MEBIBYTE;
/** What a search that is to find everything takes into memory. */
const READ_AT_MOST = 256 * MEBIBYTE;

/** Larger ones are generated; parsing takes seconds for them, and memory that never comes back. */
const PARSED_AT_MOST = MEBIBYTE;

/** The size up to which files are searched, by how many ranges are to be found. */
export function fileBytesAtMost(limit: number): number {
  return limit === Infinity ? READ_AT_MOST : ORDINARY_AT_MOST;
}

/** Files that were not searched for their size. */
export function largeFiles(paths: readonly string[], limit: number): Skipped {
  const size = `${fileBytesAtMost(limit) / MEBIBYTE} MB`;
  return {
    reason: "document-size-limit",
    title: paths.length === 1 ? "1 file is too large" : `${paths.length} files are too large`,
    message: `Files of more than ${size} were not searched:\n\n${listed(paths)}`,
    ...(limit < Infinity ? { suggested: { title: "search large files too", queryExpression: "count:all" } } : {}),
  };
}

/** Whether the declarations in a file are not looked for, since it would have to be parsed. */
export function isTooLargeToParse(bytes: number, path: string): boolean {
  return bytes > PARSED_AT_MOST && isParsed(languageOf(path));
}

/** Files whose declarations were not looked for, for their size. */
export function unparsedFiles(paths: readonly string[]): Skipped {
  return {
    reason: "document-size-limit",
    title: paths.length === 1 ? "1 file is too large for symbols" : `${paths.length} files are too large for symbols`,
    message: `Symbols are not looked for in files of more than ${PARSED_AT_MOST / MEBIBYTE} MB:\n\n${listed(paths)}`,
  };
}

/** Served folders that are not there. */
export function goneFolders(folders: readonly string[]): Skipped {
  return {
    reason: "repository-missing",
    title: folders.length === 1 ? "1 folder is gone" : `${folders.length} folders are gone`,
    message: `Moved, deleted, or on a disk that is not connected:\n\n${listed(folders)}`,
    severity: "warn",
  };
}

/** Files that hold zero bytes, and something that was looked for. */
export function binaryFiles(count: number): Skipped {
  return {
    reason: "binary",
    title: count === 1 ? "1 binary file" : `${count} binary files`,
    message: "Binary files with matches are not shown.",
    isCut: false,
  };
}

/** Files in programming languages whose declarations are not known, told once for each; `undefined` for other files, and again for the same language. */
export function unknownSymbols(language: string | undefined, told: Set<string>): Skipped | undefined {
  if (language === undefined || NO_DECLARATIONS.has(language) || told.has(language)) return undefined;
  told.add(language);
  const names = [...told].map((name) => `* ${name}`).join("\n");
  return {
    reason: "symbols-unknown",
    title: "Symbols of some languages are not known",
    message: `The local service does not know what is declared in files of these languages:\n\n${names}`,
  };
}

/** Text and data: nobody expects symbols in them. */
const NO_DECLARATIONS: ReadonlySet<string> = new Set([
  ...["HTML", "CSS", "SCSS", "Less", "JSON", "YAML", "TOML", "INI", "XML", "Markdown", "reStructuredText", "Text"],
  ...["Dockerfile", "Makefile", "Batchfile"],
]);

/** What was not searched when the time was over. */
export function timedOut(timeoutMs: number): Skipped & { readonly severity: "warn" } {
  const seconds = Math.max(1, Math.ceil((timeoutMs * 2) / 1000));
  return {
    reason: "shard-timeout",
    title: "The search took too long",
    message: "Not everything was searched in the time that `timeout:` gives.",
    severity: "warn",
    suggested: { title: "search longer", queryExpression: `timeout:${seconds}s` },
  };
}

/** Files that were committed, but are not in this copy of the repository. */
export function missingContents(count: number): Skipped {
  return {
    reason: "backend-missing",
    title: count === 1 ? "The content of 1 file is missing" : `The contents of ${count} files are missing`,
    message: "This is a partial clone that has not fetched them. `git checkout` of the revision does.",
    severity: "warn",
  };
}

function listed(paths: readonly string[]): string {
  return [...paths.slice(0, 10).map((path) => `* \`${path}\``), ...(paths.length > 10 ? ["* …"] : [])].join("\n");
}
