import { findCommitAtService } from "./commitAtService.ts";
import { isPinned } from "./pinnedRevision.ts";
import type { ReadAnswers } from "./answerSources.ts";
import type { BranchTip } from "../model/conversation.ts";
import type { CallOptions, CodeSearchService } from "../model/service.ts";

/** A branch by its name; without a name, the default one. */
export type Branch = Pick<BranchTip, "repository" | "revision">;

/** The branches that an answer cites, each once: from places without a commit. */
export function branchesIn({ answers, sources }: ReadAnswers, questionId: string): readonly Branch[] {
  const cited = (answers.get(questionId)?.sources ?? []).flatMap((number) => sources[number] ?? []);
  const branches = cited
    .filter(({ revision }) => !isPinned(revision))
    .map(({ repository, revision }): Branch => ({ repository, ...(revision !== undefined && { revision }) }));
  return [...new Map(branches.map((branch) => [keyOf(branch), branch])).values()];
}

/**
 * The commits that branches stand for at the service now. Those that it doesn't report are left out; aborting leaves
 * out all that have not arrived yet.
 */
export async function readTips(
  service: Pick<CodeSearchService, "search">,
  branches: readonly Branch[],
  options: CallOptions,
): Promise<readonly BranchTip[]> {
  const tips = await Promise.all(
    branches.map(async (branch) => {
      const commit = await findCommitAtService(service, branch, options).catch(() => undefined);
      return commit === undefined ? [] : [{ ...branch, commit }];
    }),
  );
  return tips.flat();
}

/**
 * Those of some tips at which the branches still are: whatever was read of them in the meantime is of the same commit.
 */
export function unmoved(before: readonly BranchTip[], now: readonly BranchTip[]): readonly BranchTip[] {
  const commits = new Map(now.map((tip) => [keyOf(tip), tip.commit]));
  return before.filter((tip) => commits.get(keyOf(tip)) === tip.commit);
}

/** A key that is equal for equal branches. */
export function keyOf({ repository, revision }: Branch): string {
  return JSON.stringify([repository, revision]);
}
