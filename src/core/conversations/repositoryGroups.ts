import { newestFirst, type Dated } from "./dayGroups.ts";

/**
 * Members by their repository, newest first in each; the repository with the newest member comes first, and members
 * without a repository come last.
 */
export function repositoryGroups<M extends Dated & { readonly repository?: string }>(
  members: readonly M[],
): readonly { readonly repository: string | undefined; readonly members: readonly M[] }[] {
  const groups = Map.groupBy(newestFirst(members), ({ repository }) => repository);
  const others = groups.get(undefined);
  groups.delete(undefined);
  return [...groups, ...(others ? [[undefined, others] as const] : [])].map(([repository, found]) => ({
    repository,
    members: found,
  }));
}
