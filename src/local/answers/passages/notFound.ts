import { l10n } from "../../base/l10n.ts";
import { codeSpan } from "../named/answerParts.ts";
import { filesOf } from "../../search/files/skippedFiles.ts";
import { TEXT_AT_MOST } from "./textSearch.ts";

/** That nothing in so many files matches the terms of a question, and which of the files were not read. */
export function nothingFound(terms: string, fileCount: number, tooLarge: readonly string[]): string {
  return tooLarge.length === 0
    ? l10n.t("**Nothing found.** No passage in {0} matches {1}.", filesOf(fileCount), terms)
    : l10n.t(
        "**Nothing found.** No passage in {0} matches {1}; not read: {2}.",
        filesOf(fileCount - tooLarge.length),
        terms,
        largeFilesOf(tooLarge),
      );
}

/** That some names of a question are nowhere in what was read, and which files were not. */
export function notFound(names: string, tooLarge: readonly string[]): string {
  return tooLarge.length === 0
    ? l10n.t("Not found anywhere: {0}.", names)
    : l10n.t("Not found: {0}; not read: {1}.", names, largeFilesOf(tooLarge));
}

const NAMED_AT_MOST = 3;

/** The first ones by their names. */
function largeFilesOf(paths: readonly string[]): string {
  const size = TEXT_AT_MOST / 1024 ** 2;
  const named = paths.slice(0, NAMED_AT_MOST).map(codeSpan);
  const names = [...named, ...(paths.length > NAMED_AT_MOST ? ["…"] : [])].join(", ");
  return paths.length === 1
    ? l10n.t("1 file of more than {0} MB ({1})", size, names)
    : l10n.t("{0} files of more than {1} MB ({2})", l10n.number(paths.length), size, names);
}
