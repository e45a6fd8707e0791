import { resolveCommits } from "./committedFiles.ts";
import { git } from "./gitCommand.ts";

/** A branch, tag or other reference, and the commit it names. */
export interface Reference {
  /** In full: `refs/heads/main`. */
  readonly name: string;
  readonly commit: string;
}

/**
 * The references of a repository that a glob chooses, as `git log --glob` understands it, without those that any of
 * `excluded` chooses and those that name no commit, or one that is not there. Rejects where git fails.
 */
export async function listReferences(
  root: string,
  glob: string,
  excluded: readonly string[],
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const excludes = excluded.map((pattern) => `--exclude=${pattern}`);
  const named = await git(root, ["rev-parse", "--symbolic-full-name", ...excludes, `--glob=${glob}`], { signal });
  const chosen = new Set(named.toString().split("\n"));
  // Looks at no object: it would end at one that is missing.
  const listed = await git(root, ["for-each-ref", "--format=%(objectname) %(refname)"], { signal });
  const all = [...listed.toString().matchAll(/^(\S+) (.+)/gm)].flatMap(([, object = "", name = ""]) =>
    chosen.has(name) ? [{ name, object }] : [],
  );
  const objects = [...new Set(all.map(({ object }) => object))]; // many names may be of one
  const commits = await resolveCommits(root, objects, signal);
  if (!commits) throw new Error("git can't read the references");
  const commitOf = new Map(objects.map((object, index) => [object, commits[index]]));
  return all.flatMap(({ name, object }) => {
    const commit = commitOf.get(object);
    return commit === undefined ? [] : [{ name, commit }];
  });
}

/**
 * Whether a commit was never pushed, as far as the repository knows: it has branches of remotes, and none of them holds the
 * commit. Those whose own commit is not there are passed over. Rejects where git fails.
 */
export async function isUnpushed(root: string, commit: string): Promise<boolean> {
  const remote = await git(root, ["for-each-ref", "--count=1", "--format=%(refname)", "refs/remotes"]);
  if (remote.length === 0) return false;
  await git(root, ["cat-file", "-e", commit]); // it is not to be passed over
  return (await git(root, ["rev-list", "--ignore-missing", "--max-count=1", commit, "--not", "--remotes"])).length > 0;
}
