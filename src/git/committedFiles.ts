import { git, streamGit } from "./gitCommand.ts";

/** A file of a commit. */
export interface CommittedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Of its content: the same for the same content. */
  readonly hash: string;
  readonly size: number;
}

/**
 * The full hash of the commit that a revision (a hash, branch, tag, or an expression such as `HEAD~2`) names. `undefined`
 * where there is none, or where git can't say.
 */
export async function resolveCommit(root: string, revision: string, signal: AbortSignal): Promise<string | undefined> {
  if (revision === "" || /[\s:]|^-/.test(revision)) return undefined;
  try {
    const output = await git(root, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`], {
      signal,
    });
    return /^[0-9a-f]{40,64}$/.exec(output.toString().trim())?.[0];
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** All files of a commit, in the order of their paths; no links and submodules, which have no content of their own. Rejects where git fails. */
export async function listCommittedFiles(
  root: string,
  commit: string,
  signal: AbortSignal,
): Promise<readonly CommittedFile[]> {
  const output = await git(root, ["ls-tree", "-r", "-z", "--long", "--full-tree", commit], { signal });
  return output
    .toString()
    .split("\0")
    .flatMap((entry) => {
      const [, hash, size, path] = /^100\d+ blob ([0-9a-f]+) +(\d+)\t([^]+)$/.exec(entry) ?? [];
      return hash === undefined || path === undefined ? [] : [{ path, hash, size: Number(size) }];
    });
}

/**
 * The contents with some hashes, in their order, byte for byte as they were committed: no filter is run. `undefined` for
 * one that this copy of the repository does not have; nothing is fetched. Rejects where git fails.
 */
export async function* readContents(
  root: string,
  hashes: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Buffer | undefined, void> {
  let pending: Buffer[] = [];
  let length = 0;
  /** How many bytes make the next step possible. */
  let needed = 0;
  let content: { readonly size: number } | undefined;
  const stdin = hashes.map((hash) => `${hash}\n`).join("");
  for await (const chunk of streamGit(root, ["cat-file", "--batch", "--buffer"], signal, stdin)) {
    pending.push(chunk);
    length += chunk.length;
    if (length < needed) continue;
    let rest = Buffer.concat(pending);
    for (;;) {
      if (content) {
        needed = content.size + 1; // and a line break
        if (rest.length < needed) break;
        yield rest.subarray(0, content.size);
        rest = rest.subarray(needed);
        content = undefined;
      } else {
        const end = rest.indexOf("\n");
        needed = 0;
        if (end < 0) break;
        const [, size] = /^[0-9a-f]+ \w+ (\d+)$/.exec(rest.toString("latin1", 0, end)) ?? [];
        rest = rest.subarray(end + 1);
        if (size === undefined) yield undefined;
        else content = { size: Number(size) };
      }
    }
    pending = [rest];
    ({ length } = rest);
  }
}
