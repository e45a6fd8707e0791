import { resolveCommit } from "../git/committedFiles.ts";
import type { Repository } from "../git/repositories.ts";

/** A commit that a query names, in one repository. */
export interface NamedCommit {
  /** As the query has it. */
  readonly revision: string;
  readonly commit: string;
}

/** What the revisions of a query are in some repositories. */
export interface Revisions {
  /** In the order of the query. Repositories that have none of them are left out. */
  readonly byRepository: ReadonlyMap<Repository, readonly NamedCommit[]>;
  readonly missing: readonly { readonly repository: Repository; readonly revision: string }[];
}

/** Looks up revisions in each of some repositories. Folders that are no git repository have none, and miss none. */
export async function resolveRevisions(
  repositories: readonly Repository[],
  revisions: readonly string[],
  signal: AbortSignal,
): Promise<Revisions> {
  const byRepository = new Map<Repository, NamedCommit[]>();
  const missing: { repository: Repository; revision: string }[] = [];
  for (const repository of repositories.filter(({ git }) => git)) {
    for (const revision of revisions) {
      const commit = await resolveCommit(repository.root, revision, signal);
      const known = byRepository.get(repository) ?? [];
      if (commit === undefined) missing.push({ repository, revision });
      else byRepository.set(repository, [...known, { revision, commit }]);
    }
  }
  return { byRepository, missing };
}
