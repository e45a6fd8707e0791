import type { Scope } from "../../code/engine/scope.ts";
import { conjunctsOf } from "../query/expression.ts";
import { globsOfLanguages } from "../../../core/text/languages.ts";
import type { Matching } from "./matching.ts";
import { globsOfEnding } from "../query/pathGlobs.ts";
import type { Query } from "../query/query.ts";
import { fileBytesAtMost, largeFiles } from "./skippedFiles.ts";
import type { SearchOptions } from "../results/found.ts";

/** Where to look on disk, for what, and how. */
export interface FileScope {
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
 * The files to look at, without very large ones. Some that can't be results are left out already: by `lang:`, and by a
 * `file:` for the end of a name.
 */
export function scopeOf(
  { query, matching, folders }: FileScope,
  { limit, signal }: Pick<SearchOptions, "limit" | "signal">,
): Scope {
  const accept = matching.mayHoldFor.bind(matching);
  return { folders, maxBytes: fileBytesAtMost(limit), names: namesOf(query), accept, signal };
}

/**
 * The same, as these very files if a query is about few. Looks through the folders to find out, but stops as soon as
 * there are many.
 */
export async function narrow(fileScope: FileScope, options: SearchOptions): Promise<Scope> {
  const scope = scopeOf(fileScope, options);
  if (!fileScope.matching.needsPath) return scope;
  const files: string[] = [];
  for await (const each of options.engine.list(scope)) {
    if ("leftOut" in each) options.leaveOut(each);
    else if (files.push(each.file) > FEW_FILES) return scope;
  }
  return { ...scope, files };
}

const FEW_FILES = 1_000;

/** Reports files that could be results, but are too large to be searched. */
export function tellLarge(files: Iterable<string>, { engine, limit, skip }: SearchOptions): void {
  const paths = [...files].flatMap((file) => engine.codeBase.locate(file)?.path ?? []);
  if (paths.length > 0) skip(largeFiles(paths, limit));
}

/** Of the globs that a file must fit, those that are fewest. */
function namesOf(query: Query): NonNullable<Scope["names"]> {
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
        : condition.on === "path" && !condition.from
          ? globsOfEnding(condition.text, query.caseSensitive)
          : undefined;
    if (globs && part.type === "not") unwanted.push(...globs);
    else if (globs && condition.on === "path") wanted.push(globs);
  }
  const [fewest] = wanted.toSorted((a, b) => a.length - b.length);
  return { wanted: fewest, unwanted: unwanted.length > 0 ? unwanted : undefined };
}
