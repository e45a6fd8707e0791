import path from "node:path";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import { outlineOf } from "../../../core/text/outline.ts";
import { isInNamedFolder } from "../named/namedCode.ts";
import { plainPassage } from "../named/namedPassages.ts";
import type { IndexedFile } from "../ranking/indexedFile.ts";
import type { CodeFile, Passage } from "../ranking/passages.ts";
import type { NamedPlace } from "../questions/questionContext.ts";

const FILES_AT_MOST = 6;
const LINES_AT_MOST = 24;

/** Whether a file is in one of the folders, or in one of the repositories, that a question is about. */
export function isWithin(file: FileInRepository | undefined, places: readonly NamedPlace[]): boolean {
  return (
    file !== undefined &&
    (isInNamedFolder(file, places) ||
      places.some(({ repository, path: folder }) => folder === undefined && repository === file.repository.name))
  );
}

/**
 * The files of a folder that say most about it: those nearest to its top and, at the same depth, its readme, then other
 * documents and entry points, then other code.
 */
export function filesOfOverview(files: readonly CodeFile[]): readonly CodeFile[] {
  const rankOf = ({ path: file, index }: CodeFile) => {
    const name = path.posix.basename(file);
    const kind = /^readme\b/i.test(name)
      ? 0
      : DOCUMENT.test(name)
        ? 1
        : /^(?:index|main|mod|lib|__init__|app|extension)\.\w+$/.test(name)
          ? 1
          : isCode(index)
            ? 2
            : 9;
    return kind + file.split("/").length * 3 + (/\.d\.\w+$/.test(name) ? 2 : 0);
  };
  return files
    .filter(({ path: file, index }) => isCode(index) || DOCUMENT.test(path.posix.basename(file)))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.path < b.path ? -1 : 1))
    .slice(0, FILES_AT_MOST);
}

/** The same, with files of any kind where there are few of those. */
export function filesOfFolder(files: readonly CodeFile[]): readonly CodeFile[] {
  const telling = filesOfOverview(files);
  const depthOf = ({ path: file }: CodeFile) => file.split("/").length;
  const others = files.filter((file) => !telling.includes(file)).toSorted((a, b) => depthOf(a) - depthOf(b));
  return [...telling, ...others].slice(0, FILES_AT_MOST);
}

/** The names of documents about the whole. */
const DOCUMENT = /^(?:readme|design|architecture|overview|about|introduction)\b/i;

/** What a file is about: the beginning of a text, or of the longest thing that the file defines. */
export function overviewOf(file: CodeFile, lines: readonly string[]): Passage {
  const longest = isCode(file.index)
    ? outlineOf(lines, file.index.language).toSorted((a, b) => b.endLine - b.line - (a.endLine - a.line))[0]
    : undefined;
  const startLine = longest?.startLine ?? 0;
  const end = Math.min(longest?.endLine ?? lines.length - 1, startLine + LINES_AT_MOST - 1);
  const shown = lines.slice(startLine, end + 1);
  const endLine =
    startLine +
    Math.max(
      0,
      shown.findLastIndex((line) => line.trim() !== ""),
    );
  return { ...plainPassage(file, lines, startLine, endLine, longest?.name), score: file.prior };
}

function isCode({ language }: IndexedFile): boolean {
  return language !== undefined && !/^(?:Markdown|reStructuredText|Text|JSON|YAML|TOML|XML|INI)$/.test(language);
}
