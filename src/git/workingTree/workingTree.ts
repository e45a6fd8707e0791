import { withOwnGitFolder } from "../command/ownGitFolder.ts";
import { GitWaits } from "../repositories/specialFiles.ts";

/** How a working tree differs from the commit that is checked out, at one moment. */
export interface WorkingTree {
  /** The full hash of `HEAD`. */
  readonly commit: string;
  /** Whether the file (a path relative to the root, with `/`) is in `HEAD` and unchanged since. */
  isAsCommitted(path: string): boolean;
}

/**
 * Compares a working tree with its `HEAD`. Ignored files are compared too, and those marked as unchanged never count as
 * committed, so that `isAsCommitted` is never wrongly true. `undefined` if nothing was committed yet, if there is no
 * git, or if git refuses the repository. Programs that the repository's own configuration names for reading files
 * (filters) are not run; files that need one count as changed: the commit has them in another form than the disk.
 * Rejects with {@link GitWaits} if git would wait without end.
 */
export async function readWorkingTree(root: string, signal?: AbortSignal): Promise<WorkingTree | undefined> {
  try {
    return await withOwnGitFolder(root, undefined, signal, async (askGit, commit) => {
      const [listed, changed] = await Promise.all([
        askGit(["ls-files", "-v", "-z", "--", WITHOUT_FILTERS]),
        askGit(["diff", "--name-only", "--no-renames", "--no-relative", "--ignore-submodules=all", "-z", commit, "--"]),
      ]);
      const unchanged = new Set<string>();
      // Tag "H" is an ordinary file; others are unmerged, or not looked at by git (skip-worktree, assume-unchanged).
      for (const entry of listed.toString().split("\0")) if (entry.startsWith("H ")) unchanged.add(entry.slice(2));
      for (const path of changed.toString().split("\0")) unchanged.delete(path);
      return { commit, isAsCommitted: (path) => unchanged.has(path) };
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof GitWaits) throw error;
    return undefined;
  }
}

/** Files without a filter, and without the `ident` attribute: git replaces `$Id$` in those. */
const WITHOUT_FILTERS = ":(top,attr:!filter !ident)";
