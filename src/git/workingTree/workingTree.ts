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
      const isChanged = new Set(changed.toString().split("\0"));
      const isOrdinary = ordinaryAmong(listed);
      return { commit, isAsCommitted: (path) => !isChanged.has(path) && isOrdinary(path) };
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof GitWaits) throw error;
    return undefined;
  }
}

/**
 * Tells which files have the tag "H" in a list by git: others are unmerged, or not looked at by git (skip-worktree,
 * assume-unchanged). The list of a large repository is taken apart only when many files are asked for.
 */
function ordinaryAmong(listed: Buffer): (path: string) => boolean {
  const entries = Buffer.concat([Buffer.from([0]), listed]);
  let paths: Set<string> | undefined;
  let asked = 0;
  return (path) => {
    if (++asked <= ASKED_SINGLY && !path.includes("\0")) return entries.includes(`\0H ${path}\0`);
    paths ??= new Set(
      listed
        .toString()
        .split("\0")
        .flatMap((entry) => (entry.startsWith("H ") ? [entry.slice(2)] : [])),
    );
    return paths.has(path);
  };
}

const ASKED_SINGLY = 20;

/** Files without a filter, and without the `ident` attribute: git replaces `$Id$` in those. */
const WITHOUT_FILTERS = ":(top,attr:!filter !ident)";
