import type { Repository } from "../../git/repositories/repositories.ts";
import type { CodeBase } from "../code/files/codeBase.ts";
import { searchCommits, searchDiffs } from "./revisions/commitSearch.ts";
import { searchFiles } from "./files/fileSearch.ts";
import type { Matching } from "./files/matching.ts";
import { soughtName, type Query } from "./query/query.ts";
import { searchRevisions } from "./revisions/revisionSearch.ts";
import type { Revisions } from "../code/files/revisions.ts";
import { searchSymbols } from "./symbols/symbolSearch.ts";
import { searchUses } from "./symbols/useSearch.ts";
import type { Found, Revised, SearchOptions } from "./results/found.ts";

/**
 * Runs a query, at `revisions` or on what is on disk: repositories by name first, then files. Throws an `EngineError`
 * for a regular expression that the engine refuses.
 */
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
  if (query.types.has("diff")) yield* searchDiffs(codeBase, chosen, query, matching, revisions, options);
  const folders = codeBase.foldersOf(chosen);
  if (revisions) {
    yield* searchRevisions(codeBase, revisions, query, matching, options);
  } else if (folders.length > 0) {
    if (query.types.has("symbol")) yield* searchSymbols(query, matching, folders, options);
    const name = query.types.has("use") ? soughtName(query) : undefined;
    if (name !== undefined) yield* searchUses(name, matching, folders, options);
    if (query.types.has("file") || query.types.has("path")) yield* searchFiles(query, matching, folders, options);
  }
}

function revisedOf(revisions: Revisions | undefined, repository: Repository): { readonly at?: Revised } {
  const commits = revisions?.byRepository.get(repository);
  const [first] = commits ?? [];
  return commits && first ? { at: { revisions: commits.map(({ revision }) => revision), commit: first.commit } } : {};
}
