import type { Repository } from "../git/repositories.ts";
import type { CodeBase } from "./codeBase.ts";
import { searchCommits, searchDiffs, type FoundCommit } from "./commitSearch.ts";
import { searchFiles } from "./fileSearch.ts";
import { languageOf } from "./languages.ts";
import type { Matching } from "./matching.ts";
import type { Range } from "./positions.ts";
import type { Query } from "./query.ts";
import type { Ripgrep } from "./ripgrep.ts";
import type { FoundLines } from "./ripgrepFiles.ts";
import type { Skipped } from "./searchOutput.ts";

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
    }
  | FoundCommit;

export interface SearchOptions {
  readonly signal: AbortSignal;
  readonly ripgrep: Ripgrep;
  /** Lines around each match. */
  readonly contextLines: number;
  /** How many ranges are of use to anybody. */
  readonly limit: number;
  /** Told what was left out. */
  readonly skip: (skipped: Skipped) => void;
}

/** Runs a query: repositories by name first, then files. Throws a `RipgrepError` for a regular expression that ripgrep refuses. */
export async function* search(
  codeBase: CodeBase,
  query: Query,
  matching: Matching,
  options: SearchOptions,
): AsyncGenerator<Found, void> {
  const chosen = codeBase.repositories.filter((repository) => matching.mayHoldIn(repository));
  if (query.types.has("repo")) {
    for (const repository of chosen) {
      const nameRanges = matching.rangesInName(repository.name);
      const isByName = nameRanges.length > 0 || !matching.texts.some(({ isReported }) => isReported);
      const holds = matching.holdsForText(repository.name, (condition) =>
        condition.on === "repository" ? repository.name.search(condition.pattern) >= 0 : undefined,
      );
      if (holds && isByName && (query.types.size === 1 || nameRanges.length > 0))
        yield { type: "repo", repository, nameRanges };
    }
  }
  if (query.types.has("commit")) yield* searchCommits(chosen, query, matching, options);
  if (query.types.has("diff")) yield* searchDiffs(chosen, query, matching, options);
  const folders = codeBase.foldersOf(chosen);
  if (folders.length > 0 && (query.types.has("file") || query.types.has("path")))
    yield* searchFiles(codeBase, query, matching, folders, options);
}

/** The language of a result's file. */
export function languageOfFound(found: Found): string | undefined {
  return "path" in found ? languageOf(found.path) : undefined;
}
