import { stat } from "node:fs/promises";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { conjunctsOf } from "../query/expression.ts";
import { globsOfLanguages } from "../../../core/text/languages.ts";
import type { Matching } from "./matching.ts";
import { globsOfEnding } from "../query/pathGlobs.ts";
import { typeArguments, type NameGlobs } from "../../code/ripgrep/fileTypes.ts";
import { SERVED_FILES } from "../../code/ripgrep/ripgrep.ts";
import { listPaths } from "../../code/ripgrep/ripgrepFiles.ts";
import type { Query } from "../query/query.ts";
import { fileBytesAtMost, largeFiles } from "./skippedFiles.ts";
import type { SearchOptions } from "../results/found.ts";

/** Where to look on disk, for what, and how. */
export interface FileScope {
  readonly codeBase: CodeBase;
  readonly query: Query;
  readonly matching: Matching;
  /** Absolute. */
  readonly folders: readonly string[];
}

/** The languages that a file must be in to be found; `undefined` for any. */
export function neededLanguages({ condition }: Pick<Query, "condition">): readonly string[] | undefined {
  let languages: readonly string[] | undefined;
  for (const part of conjunctsOf(condition)) {
    if (part.type !== "leaf" || part.leaf.on !== "language") continue;
    const { languages: named } = part.leaf;
    languages = languages?.filter((language) => named.includes(language)) ?? named;
  }
  return languages;
}

/**
 * ripgrep arguments that choose the files to look at, without ignored and very large ones. Some that can't be results
 * are left out already: by `lang:`, and by a `file:` for the end of a name.
 */
export function fileArguments(query: Query, { limit }: Pick<SearchOptions, "limit">): readonly string[] {
  return [...SERVED_FILES, "--max-filesize", String(fileBytesAtMost(limit)), ...typeArguments(namesOf(query))];
}

/**
 * What to search, in parts that each fit into a command: the folders; or, if a query is about few files, these files.
 * Looks through the folders to find out, but stops as soon as there are many.
 */
export async function narrow(
  { codeBase, query, matching, folders }: FileScope,
  options: SearchOptions,
): Promise<readonly (readonly string[])[]> {
  if (!matching.needsPath) return [folders];
  const parts: string[][] = [];
  let count = 0;
  let length = Infinity;
  for await (const file of listFiles(fileArguments(query, options), folders, options)) {
    const place = codeBase.locate(file);
    if (!place || !matching.mayHoldFor(place)) continue;
    if (++count > FEW_FILES) return [folders];
    if (length + file.length > COMMAND_AT_MOST) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(file);
    length += file.length + 3;
  }
  return parts;
}

const FEW_FILES = 1_000;
/** Windows takes 32,767 characters. */
const COMMAND_AT_MOST = 20_000;

/** All files that could be results, regardless of their size and content. */
export async function* listAllFiles(
  { query, folders }: Pick<FileScope, "query" | "folders">,
  options: Pick<SearchOptions, "ripgrep" | "signal">,
): AsyncGenerator<string, void> {
  yield* listFiles([...SERVED_FILES, ...typeArguments(namesOf(query))], folders, options);
}

/** All files that are served, whatever is asked for. */
export async function* listServedFiles(
  folders: readonly string[],
  options: Pick<SearchOptions, "ripgrep" | "signal">,
): AsyncGenerator<string, void> {
  if (folders.length > 0) yield* listFiles(SERVED_FILES, folders, options);
}

/** The files that could be results, but are too large to be searched; reports them. */
export async function skipLargeFiles(scope: FileScope, options: SearchOptions): Promise<ReadonlySet<string>> {
  const { codeBase, query, matching, folders } = scope;
  const searched = new Set<string>();
  for await (const file of listFiles(fileArguments(query, options), folders, options)) searched.add(file);
  const large = new Set<string>();
  const paths: string[] = [];
  for await (const file of listAllFiles(scope, options)) {
    const place = searched.has(file) ? undefined : codeBase.locate(file);
    if (!place || !matching.mayHoldFor(place)) continue;
    const size = (await stat(file).catch(() => undefined))?.size ?? 0; // it may have been made just now
    if (size <= fileBytesAtMost(options.limit)) continue;
    large.add(file);
    paths.push(place.path);
  }
  if (paths.length > 0) options.skip(largeFiles(paths, options.limit));
  return large;
}

async function* listFiles(
  args: readonly string[],
  folders: readonly string[],
  { ripgrep, signal }: Pick<SearchOptions, "ripgrep" | "signal">,
): AsyncGenerator<string, void> {
  yield* listPaths(ripgrep, ["--files", ...args, "--", ...folders], { signal });
}

/** Of the globs that a file must fit, those that are fewest. */
function namesOf(query: Query): NameGlobs {
  const languages = neededLanguages(query);
  const wanted: (readonly string[])[] = languages ? [globsOfLanguages(languages)] : [];
  const unwanted: string[] = [];
  for (const part of conjunctsOf(query.condition)) {
    const leaf = part.type === "not" ? part.operand : part;
    if (leaf.type !== "leaf") continue;
    const condition = leaf.leaf;
    const globs =
      condition.on === "language"
        ? globsOfLanguages(condition.languages, { onlySure: part.type === "not" })
        : condition.on === "path" && !condition.isAbsolute
          ? globsOfEnding(condition.text, query.caseSensitive)
          : undefined;
    if (globs && part.type === "not") unwanted.push(...globs);
    else if (globs && condition.on === "path") wanted.push(globs);
  }
  const [fewest] = wanted.toSorted((a, b) => a.length - b.length);
  return { wanted: fewest, unwanted: unwanted.length > 0 ? unwanted : undefined };
}
