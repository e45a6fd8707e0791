import { open } from "node:fs/promises";
import type { Repository } from "../git/repositories.ts";
import type { CodeBase } from "./codeBase.ts";
import { fileTypeArguments, languageOf } from "./languages.ts";
import { escapeForRipgrep, toRegExp, toRipgrepPattern } from "./pattern.ts";
import { rangesIn, type Range } from "./positions.ts";
import { passes, type Query } from "./query.ts";
import type { Ripgrep } from "./ripgrep.ts";
import { findInFiles, type FoundFile, type FoundLines } from "./ripgrepFiles.ts";

/** One result of a search. */
export type Found =
  | { readonly type: "repo"; readonly repository: Repository; readonly nameRanges: readonly Range[] }
  | {
      readonly type: "path";
      readonly repository: Repository;
      readonly path: string;
      readonly pathRanges: readonly Range[];
    }
  | {
      readonly type: "content";
      readonly repository: Repository;
      readonly path: string;
      readonly pathRanges: readonly Range[];
      readonly lines: readonly FoundLines[];
    };

export interface SearchOptions {
  readonly signal: AbortSignal;
  readonly ripgrep: Ripgrep;
  /** Lines around each match. */
  readonly contextLines: number;
}

/** The repositories that a query is about. */
export function chooseRepositories(
  { repositories }: CodeBase,
  { repository }: Pick<Query, "repository">,
): readonly Repository[] {
  return repositories.filter(({ name }) => passes(repository, name));
}

/**
 * Runs a query over the files on disk, ignored ones left out: repositories by name first, then files in the order in
 * which ripgrep ends them, last the files of which only the path matches. Throws a `RipgrepError` for a regular
 * expression that ripgrep refuses.
 */
export async function* search(codeBase: CodeBase, query: Query, options: SearchOptions): AsyncGenerator<Found, void> {
  const chosen = chooseRepositories(codeBase, query);
  const { terms, types } = query;
  const onlyFilters = terms.length === 0;
  const matchers = terms.map((term) => toRegExp(term, query.caseSensitive));

  if (types.has("repo")) {
    for (const repository of chosen) {
      const ranges = matchers.map((matcher) => (matcher ? rangesIn(repository.name, matcher) : []));
      if (ranges.every((found) => found.length > 0)) yield { type: "repo", repository, nameRanges: ranges.flat() };
    }
  }
  const folders = codeBase.foldersOf(chosen);
  if (folders.length === 0 || (!types.has("file") && !types.has("path"))) return;

  const accept = (file: string) => {
    const place = codeBase.locate(file);
    return place && chosen.includes(place.repository) && passes(query.file, place.path) ? place : undefined;
  };
  const rangesInPath = (path: string) => matchers.map((matcher) => (matcher ? rangesIn(path, matcher) : []));
  const complete = new Set<string>();

  if (types.has("file") && !onlyFilters) {
    const args = [...contentArguments(query, options.contextLines), ...fileArguments(query), "--", ...folders];
    for await (const { file, lines } of findInFiles(options.ripgrep, args, options.signal)) {
      const place = accept(file);
      if (!place) continue;
      const inPath = rangesInPath(place.path);
      const missing = matchers.filter((_, index) => inPath[index]?.length === 0);
      if (
        matchers.length > 1 &&
        !missing.every(
          (matcher) => matcher && lines.some((line) => line.ranges.length > 0 && line.text.search(matcher) >= 0),
        )
      )
        continue;
      if (inPath.some((ranges) => ranges.length > 0)) complete.add(file);
      yield { type: "content", ...place, pathRanges: inPath.flat(), lines: await withByteOrderMark(file, lines) };
    }
  }
  if (types.has("path") || (onlyFilters && types.has("file"))) {
    for await (const piece of options.ripgrep(
      ["--files", "--null", "--no-messages", ...fileArguments(query), "--", ...folders],
      "\0",
      { signal: options.signal },
    )) {
      const file = piece.toString();
      const place = complete.has(file) ? undefined : accept(file);
      if (!place) continue;
      const inPath = rangesInPath(place.path);
      if (inPath.every((ranges) => ranges.length > 0)) yield { type: "path", ...place, pathRanges: inPath.flat() };
    }
  }
}

/** Terms whose occurrence in names and paths can't be decided here, because only ripgrep understands them. */
export function termsForRipgrepOnly({ terms, caseSensitive }: Query): readonly string[] {
  return terms.filter((term) => toRegExp(term, caseSensitive) === undefined).map((term) => term.text);
}

function contentArguments({ terms, caseSensitive }: Query, contextLines: number): readonly string[] {
  // The longest literal first: of alternatives that start at the same place, the first one wins.
  const patterns = terms.map(toRipgrepPattern).sort((a, b) => b.length - a.length);
  const [only = escapeForRipgrep("")] = patterns;
  const pattern = patterns.length > 1 ? patterns.map((alternative) => `(?:${alternative})`).join("|") : only;
  return [
    caseSensitive ? "--case-sensitive" : "--ignore-case",
    "--crlf",
    "--no-messages",
    ...(pattern.includes("\\n") ? ["--multiline"] : []),
    ...(contextLines > 0 ? ["--context", String(contextLines)] : []),
    "--regexp",
    pattern,
  ];
}

function fileArguments({ languages, excludedLanguages }: Query): readonly string[] {
  return [
    "--hidden",
    "--glob",
    "!.git",
    ...(languages ? [...typeArguments("wanted", languages), "--type", "wanted"] : []),
    ...(excludedLanguages.length > 0
      ? [...typeArguments("unwanted", excludedLanguages), "--type-not", "unwanted"]
      : []),
  ];
}

/** A type must hold some pattern to exist; the second one matches no file. */
function typeArguments(type: string, languages: readonly string[]): readonly string[] {
  return [...fileTypeArguments(type, languages), "--type-add", `${type}:*/`];
}

/** ripgrep drops a byte order mark before it counts; on the wire, offsets count every byte of the file. */
async function withByteOrderMark(file: string, lines: FoundFile["lines"]): Promise<readonly FoundLines[]> {
  const start = Buffer.alloc(3);
  const handle = await open(file).catch(() => undefined);
  await handle?.read(start, 0, 3, 0).catch(() => undefined);
  await handle?.close();
  return start.equals(BYTE_ORDER_MARK) ? lines.map((line) => ({ ...line, offset: line.offset + 3 })) : lines;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The language of a result's file. */
export function languageOfFound(found: Found): string | undefined {
  return found.type === "repo" ? undefined : languageOf(found.path);
}
