import { git } from "../command/gitCommand.ts";
import { withOwnGitFolder } from "../command/ownGitFolder.ts";

/** What has happened to a commit's files in the working tree. Paths are relative to the root, with `/`. */
export interface Changes {
  /** The new path of each file that was renamed, and perhaps edited, by its old path. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Files that are new or were edited, including renamed ones and those that git does not track yet. */
  readonly changed: readonly string[];
  /** Whether only a part of the commit's files is on disk: a sparse checkout. */
  readonly isSparse: boolean;
}

/**
 * Compares a commit with the files on disk. Programs that the repository names for reading or comparing files (filters,
 * drivers) are not run. `undefined` if there is no such commit, or if git can't say.
 */
export async function readChanges(root: string, commit: string, signal?: AbortSignal): Promise<Changes | undefined> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  try {
    const [compared, untracked, isSparse] = await Promise.all([
      withOwnGitFolder(root, commit, signal, (askGit) => askGit(["diff", ...COMPARING, commit, "--"])),
      git(root, ["ls-files", "--others", "--exclude-standard", "-z"], signal ? { signal } : {}),
      readIsSparse(root, signal),
    ]);
    return { ...parseChanges(compared.toString(), untracked.toString()), isSparse };
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

async function readIsSparse(root: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const args = ["config", "--bool", "--get", "core.sparseCheckout"];
    return (await git(root, args, signal ? { signal } : {})).toString().trim() === "true";
  } catch {
    signal?.throwIfAborted();
    return false; // it is not set
  }
}

const COMPARING = [
  "--name-status",
  "-z",
  "--find-renames=40%",
  "--no-color",
  "--no-relative",
  "--ignore-submodules=all",
];

/** Entries are `M\0PATH\0`, and `R087\0OLD\0NEW\0` for renames. */
function parseChanges(compared: string, untracked: string): Omit<Changes, "isSparse"> {
  const renamed = new Map<string, string>();
  const changed: string[] = [];
  const fields = compared.split("\0");
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const status = fields[at] ?? "";
    const path = fields[at + 1] ?? "";
    if (/^[RC]/.test(status)) {
      const target = fields[++at + 1] ?? "";
      if (status.startsWith("R")) renamed.set(path, target);
      changed.push(target);
    } else if (/^[AMT]/.test(status)) changed.push(path);
  }
  return { renamed, changed: [...changed, ...untracked.split("\0").filter((path) => path !== "")] };
}
