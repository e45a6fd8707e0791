import { withOwnGitFolder } from "./ownGitFolder.ts";

/** How a working tree stands to the commit that is checked out, at one moment. */
export interface WorkingTree {
  /** The full hash of `HEAD`. */
  readonly commit: string;
  /** Whether the file (a path relative to the root, with `/`) is in `HEAD` and unchanged since. */
  isAsCommitted(path: string): boolean;
}

/**
 * Compares a working tree with its `HEAD`. Every file is compared, also those that are ignored or marked as
 * unchanged, so that `isAsCommitted` is never wrongly true. `undefined` where nothing was committed yet, where there
 * is no git, or where git refuses the repository. Programs that the repository's own configuration names for reading
 * files (filters) are not run; files that need one count as changed, for a commit has them otherwise than the disk.
 */
export async function readWorkingTree(root: string, signal?: AbortSignal): Promise<WorkingTree | undefined> {
  try {
    return await withOwnGitFolder(root, undefined, signal, async (askGit, commit) => {
      const [listed, changed] = await Promise.all([
        askGit(["ls-files", "-v", "-z", "--", WITHOUT_FILTERS]),
        askGit(["diff", "--name-only", "--no-renames", "--no-relative", "--ignore-submodules=all", "-z", commit, "--"]),
      ]);
      const unchanged = new Set<string>();
      // Tag "H" is a file like any other; others are unmerged, or not looked at by git (skip-worktree, assume-unchanged).
      for (const entry of listed.toString().split("\0")) if (entry.startsWith("H ")) unchanged.add(entry.slice(2));
      for (const path of changed.toString().split("\0")) unchanged.delete(path);
      return { commit, isAsCommitted: (path) => unchanged.has(path) };
    });
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/** Also without `$Id$` in them, which git replaces. */
const WITHOUT_FILTERS = ":(top,attr:!filter !ident)";
