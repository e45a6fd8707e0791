import { git } from "../command/gitCommand.ts";
import type { ObjectReaders } from "./objectReader.ts";

export type RevisionObject =
  | { readonly type: "file"; readonly content: Buffer }
  /** Names; those of folders end with `/`. */
  | { readonly type: "folder"; readonly names: readonly string[] };

/**
 * A file or folder as it was at a revision (a hash, branch, tag, or an expression such as `HEAD~2`). `path` is relative
 * to the root, with `/`; empty for the root itself. `undefined` if it did not exist, if the revision does not exist, or
 * if git can't say.
 */
export async function readAtRevision(
  objects: ObjectReaders,
  root: string,
  revision: string,
  path: string,
  { signal, maxBytes = 64 * 1024 * 1024 }: { readonly signal?: AbortSignal; readonly maxBytes?: number } = {},
): Promise<RevisionObject | undefined> {
  if (revision === "" || /[:\n\0]|^-/.test(revision) || /[\n\0]/.test(path)) return undefined;
  try {
    const object = await objects.read(root, `${revision}:${path}`, maxBytes);
    signal?.throwIfAborted();
    if (object?.type === "blob") return { type: "file", content: object.content };
    if (object?.type === "tree") return { type: "folder", names: treeNames(object.content, object.hash.length / 2) };
    return undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/**
 * The full hash of the commit that a hash, whole or shortened, stands for. `undefined` if it is not in the repository,
 * if it is not a hash (a branch of this copy may differ from the service's), or if git can't say.
 */
export async function findCommit(root: string, hash: string, signal?: AbortSignal): Promise<string | undefined> {
  if (!/^[0-9a-f]{7,64}$/i.test(hash)) return undefined;
  try {
    const args = ["rev-parse", "--verify", "--quiet", `${hash}^{commit}`];
    const found = (await git(root, args, signal ? { signal } : {})).toString().trim();
    return found.startsWith(hash.toLowerCase()) ? found : undefined; // otherwise a branch has this name
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/**
 * Whether a branch or tag, here or on a remote, has this name. It must consist of hex digits, as if it were a hash;
 * false if git can't say.
 */
export async function isReference(root: string, name: string, signal?: AbortSignal): Promise<boolean> {
  if (!/^[0-9a-f]+$/i.test(name)) return false;
  try {
    const patterns = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/remotes/*/${name}`];
    const args = ["for-each-ref", "--count=1", "--format=%(refname)", ...patterns];
    return (await git(root, args, signal ? { signal } : {})).toString().trim() !== "";
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}

/**
 * Whether a commit has nothing at a path for sure: a folder above is here, and has no such entry. Not if what would
 * tell is missing, as in a partial clone.
 */
export async function lacksPath(
  objects: ObjectReaders,
  root: string,
  commit: string,
  path: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const slash = path.lastIndexOf("/");
  const [parent, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  const above = await readAtRevision(objects, root, commit, parent, signal ? { signal } : {});
  if (above?.type === "folder") return !above.names.includes(name) && !above.names.includes(`${name}/`);
  if (above?.type === "file") return true;
  return parent !== "" && lacksPath(objects, root, commit, parent, signal);
}

/**
 * A tree object is a series of `MODE NAME\0HASH`, the hash in bytes. Throws for anything else: git prints any bytes
 * that are labelled a tree.
 */
function treeNames(content: Buffer, hashLength: number): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at < content.length;) {
    const blank = content.indexOf(0x20, at);
    const zero = blank < 0 ? -1 : content.indexOf(0, blank);
    if (zero < 0) throw new Error("no tree");
    const isFolder = content.subarray(at, blank).toString() === "40000";
    names.push(content.subarray(blank + 1, zero).toString() + (isFolder ? "/" : ""));
    at = zero + 1 + hashLength;
  }
  return names;
}
