import { git } from "./gitCommand.ts";

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
 * files (filters) are not run; files that need one count as changed.
 */
export async function readWorkingTree(root: string, signal?: AbortSignal): Promise<WorkingTree | undefined> {
  const options = signal ? { signal } : {};
  try {
    const [listed, settings] = await Promise.all([
      git(root, ["ls-files", "-v", "-z"], options),
      withoutOwnFilters(root, options),
    ]);
    const status = await git(
      root,
      ["status", "--porcelain=v2", "--branch", "-z", "--untracked-files=no", "--ignore-submodules=all", "--no-renames"],
      {
        ...options,
        settings,
      },
    );
    return compare(listed.toString(), status.toString());
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

function compare(listed: string, status: string): WorkingTree | undefined {
  // Tag "H" is a file like any other; others are unmerged, or not looked at by git (skip-worktree, assume-unchanged).
  const tracked = new Set<string>();
  for (const entry of listed.split("\0")) if (entry.startsWith("H ")) tracked.add(entry.slice(2));
  let commit: string | undefined;
  for (const entry of status.split("\0")) {
    if (entry.startsWith("# branch.oid ")) commit = entry.slice(13);
    const changed = /^(?:1 (?:\S+ ){7}|u (?:\S+ ){9})([^]+)$/.exec(entry)?.[1];
    if (changed !== undefined) tracked.delete(changed);
  }
  return commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)
    ? undefined
    : { commit, isAsCommitted: (path) => tracked.has(path) };
}

/**
 * Settings with which git runs none of the programs that the repository itself names for reading files; those of the
 * person's own configuration stay.
 */
export async function withoutOwnFilters(
  root: string,
  options: { readonly signal?: AbortSignal },
): Promise<readonly string[]> {
  const text = await git(
    root,
    ["config", "-z", "--show-scope", "--name-only", "--get-regexp", "^filter\\..*\\.(clean|smudge|process|required)$"],
    options,
  )
    .then(String)
    .catch(() => ""); // it fails where there are none
  const parts = text.split("\0");
  const own = parts.flatMap((part, index) =>
    index % 2 === 0 && part !== "" && !/^(?:system|global|command)$/.test(part) ? [parts[index + 1] ?? ""] : [],
  );
  return own.map((key) => (key.endsWith(".required") ? `${key}=false` : `${key}=`));
}
