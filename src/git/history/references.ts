import { resolveCommits } from "./committedFiles.ts";
import { git } from "../command/gitCommand.ts";

/** A branch, tag or other reference, and the commit it names. */
export interface Reference {
  /** In full: `refs/heads/main`. */
  readonly name: string;
  readonly commit: string;
}

/**
 * The references of a repository that match a glob, as `git log --glob` understands it, without those that match any of
 * `excluded` and those that name no commit, or one that is missing. Rejects if git fails.
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
  // Reads no objects: it would fail at one that is missing.
  const listed = await git(root, ["for-each-ref", "--format=%(objectname) %(refname)"], { signal });
  const all = [...listed.toString().matchAll(/^(\S+) (.+)/gm)].flatMap(([, object = "", name = ""]) =>
    chosen.has(name) ? [{ name, object }] : [],
  );
  const objects = [...new Set(all.map(({ object }) => object))]; // many names may stand for one object
  const commits = await resolveCommits(root, objects, signal);
  if (!commits) throw new Error("git can't read the references");
  const commitOf = new Map(objects.map((object, index) => [object, commits[index]]));
  return all.flatMap(({ name, object }) => {
    const commit = commitOf.get(object);
    return commit === undefined ? [] : [{ name, commit }];
  });
}

/**
 * Whether a commit was never pushed, as far as the repository knows: it has branches of remotes, and none of them
 * contains the commit. Branches whose own commit is missing are skipped. Rejects if git fails.
 */
export async function isUnpushed(root: string, commit: string): Promise<boolean> {
  const remote = await git(root, ["for-each-ref", "--count=1", "--format=%(refname)", "refs/remotes"]);
  if (remote.length === 0) return false;
  await git(root, ["cat-file", "-e", commit]); // rejects if it is missing, for the next command would skip it
  return (await git(root, ["rev-list", "--ignore-missing", "--max-count=1", commit, "--not", "--remotes"])).length > 0;
}
