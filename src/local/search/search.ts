import type { Repository } from "../../git/repositories.ts";
import type { CodeBase } from "../files/codeBase.ts";
import { searchCommits, searchDiffs, type FoundCommit } from "./commitSearch.ts";
import { searchFiles } from "./fileSearch.ts";
import { languageOf } from "../symbols/languages.ts";
import type { Matching } from "./matching.ts";
import type { Range } from "../ripgrep/positions.ts";
import type { Query } from "../query/query.ts";
import type { Ripgrep } from "../ripgrep/ripgrep.ts";
import { searchRevisions } from "./revisionSearch.ts";
import type { Revisions } from "../files/revisions.ts";
import type { FoundLines } from "../ripgrep/ripgrepFiles.ts";
import type { Skipped } from "./searchOutput.ts";
import type { CodeSymbol } from "../symbols/symbols.ts";
import { searchSymbols } from "./symbolSearch.ts";

/** One result of a search. */
export type Found = FoundRepository | FileResult | FoundCommit;

interface FoundRepository {
  readonly type: "repo";
  readonly repository: Repository;
  readonly nameRanges: readonly Range[];
  readonly at?: Revised;
}

export type FileResult = {
  readonly repository: Repository;
  readonly path: string;
  readonly pathRanges: readonly Range[];
  /** Left out for the file as it is on disk. */
  readonly at?: Revised;
} & (
  | { readonly type: "path" }
  | { readonly type: "content"; readonly lines: readonly FoundLines[] }
  | { readonly type: "symbol"; readonly symbols: readonly CodeSymbol[] }
);

/** Where something is the same. */
export interface Revised {
  /** As the query names them. Never empty. */
  readonly revisions: readonly string[];
  /** What the first one names. */
  readonly commit: string;
}

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

/** Runs a query, at `revisions` or on what is on disk: repositories by name first, then files. Throws a `RipgrepError` for a regular expression that ripgrep refuses. */
export async function* search(
  codeBase: CodeBase,
  query: Query,
  matching: Matching,
  revisions: Revisions | undefined,
  options: SearchOptions,
): AsyncGenerator<Found, void> {
  const chosen = revisions
    ? [...revisions.byRepository.keys()]
    : codeBase.repositories.filter((repository) => matching.mayHoldIn(repository));
  if (query.types.has("repo")) {
    for (const repository of chosen) {
      const nameRanges = matching.rangesInName(repository.name);
      const isByName = nameRanges.length > 0 || !matching.texts.some(({ isReported }) => isReported);
      const holds = matching.holdsForText(repository.name, (condition) =>
        condition.on === "repository" ? condition.pattern.isIn(repository.name) : undefined,
      );
      if (holds && isByName && (query.types.size === 1 || nameRanges.length > 0))
        yield { type: "repo", repository, nameRanges, ...revisedOf(revisions, repository) };
    }
  }
  if (query.types.has("commit")) yield* searchCommits(chosen, query, matching, revisions, options);
  if (query.types.has("diff")) yield* searchDiffs(chosen, query, matching, revisions, options);
  const folders = codeBase.foldersOf(chosen);
  if (revisions) {
    yield* searchRevisions(codeBase, revisions, query, matching, options);
  } else if (folders.length > 0) {
    if (query.types.has("symbol")) yield* searchSymbols(codeBase, query, matching, folders, options);
    if (query.types.has("file") || query.types.has("path"))
      yield* searchFiles(codeBase, query, matching, folders, options);
  }
}

function revisedOf(revisions: Revisions | undefined, repository: Repository): { readonly at?: Revised } {
  const commits = revisions?.byRepository.get(repository);
  const [first] = commits ?? [];
  return commits && first ? { at: { revisions: commits.map(({ revision }) => revision), commit: first.commit } } : {};
}

/** The language of a result's file. */
export function languageOfFound(found: Found): string | undefined {
  return "path" in found ? languageOf(found.path) : undefined;
}
