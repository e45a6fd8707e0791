import { resolveCommits } from "../../../git/history/committedFiles.ts";
import { listReferences } from "../../../git/history/references.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";

/** A commit that a query names, in one repository. */
export interface NamedCommit {
  /** As written in the query. */
  readonly revision: string;
  readonly commit: string;
}

/** The commits that the revisions of a query name in some repositories. */
export interface Revisions {
  /** In the order of the query. Repositories that have none of them are left out. */
  readonly byRepository: ReadonlyMap<Repository, readonly NamedCommit[]>;
  readonly missing: readonly { readonly repository: Repository; readonly revision: string }[];
  /** Those that git can't read. */
  readonly unread: readonly Repository[];
}

/**
 * Looks up revisions in each of some repositories: `*GLOB` is every branch, tag and other reference that matches the
 * glob, except those that match a `*!GLOB`. Folders that are not git repositories have none, and miss none.
 */
export async function resolveRevisions(
  repositories: readonly Repository[],
  revisions: readonly string[],
  signal: AbortSignal,
): Promise<Revisions> {
  const excluded = revisions.filter(isExclusion).map((revision) => revision.slice(2));
  const byRepository = new Map<Repository, readonly NamedCommit[]>();
  const unread: Repository[] = [];
  const missing: { repository: Repository; revision: string }[] = [];
  for (const repository of repositories.filter(({ git }) => git)) {
    const known = new Map<string, string>();
    const wanted = revisions.filter((each) => !isExclusion(each));
    const commits = await resolveCommits(repository.root, wanted, signal);
    if (!commits) {
      unread.push(repository);
      continue;
    }
    for (const [index, revision] of wanted.entries()) {
      const named = await resolve(repository.root, revision, commits[index], excluded, signal);
      if (named.length === 0) missing.push({ repository, revision });
      for (const { revision: name, commit } of named) known.set(name, commit);
    }
    const found = [...known].map(([revision, commit]) => ({ revision, commit }));
    if (found.length > 0) byRepository.set(repository, found);
  }
  return { byRepository, missing, unread };
}

/** Whether a revision excludes some of the references that globs match. */
export function isExclusion(revision: string): boolean {
  return revision.startsWith("*!");
}

async function resolve(
  root: string,
  revision: string,
  commit: string | undefined,
  excluded: readonly string[],
  signal: AbortSignal,
): Promise<readonly NamedCommit[]> {
  if (revision.startsWith("*")) {
    const references = await listReferences(root, revision.slice(1), excluded, signal);
    return references.map(({ name, commit }) => ({ revision: name.replace(/^refs\/heads\//, ""), commit }));
  }
  return commit === undefined ? [] : [{ revision, commit }];
}
