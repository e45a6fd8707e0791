import { git } from "./gitCommand.ts";

/** A branch, tag or other reference, and the commit it names. */
export interface Reference {
  /** In full: `refs/heads/main`. */
  readonly name: string;
  readonly commit: string;
}

/**
 * The references of a repository that a glob chooses, as `git log --glob` understands it, without those that any of
 * `excluded` chooses and those that name no commit. Rejects where git fails.
 */
export async function listReferences(
  root: string,
  glob: string,
  excluded: readonly string[],
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const excludes = excluded.map((pattern) => `--exclude=${pattern}`);
  const chosen = await git(root, ["rev-parse", "--symbolic-full-name", ...excludes, `--glob=${glob}`], { signal });
  // Of a tag with a message, the commit is behind it.
  const format = "--format=%(refname) %(objecttype) %(objectname) %(*objecttype) %(*objectname)";
  const all = await git(root, ["for-each-ref", format], { signal });
  const commits = new Map(
    [...all.toString().matchAll(/^(\S+) .*?\bcommit ([0-9a-f]+)/gm)].map(([, name, commit]) => [name, commit]),
  );
  return chosen
    .toString()
    .split("\n")
    .flatMap((name) => {
      const commit = commits.get(name);
      return commit === undefined ? [] : [{ name, commit }];
    });
}

/**
 * Whether a commit was never pushed, as far as the repository knows: it has branches of remotes, and none of them holds the
 * commit. Rejects where git fails.
 */
export async function isUnpushed(root: string, commit: string): Promise<boolean> {
  const remote = await git(root, ["for-each-ref", "--count=1", "refs/remotes"]);
  if (remote.length === 0) return false;
  return (await git(root, ["rev-list", "--max-count=1", commit, "--not", "--remotes"])).length > 0;
}
