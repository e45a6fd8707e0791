import { git, streamGit } from "../command/gitCommand.ts";
import { ObjectFrames } from "./objectFrames.ts";

/** How long a line about an object is, besides its name. */
const LINE_AT_MOST = 200;

/** A file of a commit. */
export interface CommittedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** The hash of its content: the same for the same content. */
  readonly hash: string;
  /** `undefined` if this copy of the repository does not have the content. */
  readonly size: number | undefined;
}

/**
 * The full hashes of the commits that some revisions (hashes, branches, tags, or expressions such as `HEAD~2`) name, in
 * their order, found by one process; `undefined` for a revision that names none. `undefined` for all if git can't say:
 * there is no git, or it refuses the repository.
 */
export async function resolveCommits(
  root: string,
  revisions: readonly string[],
  signal: AbortSignal,
): Promise<readonly (string | undefined)[] | undefined> {
  const isName = (revision: string) => revision !== "" && !/[\s:]|^-/.test(revision);
  const asked = revisions.filter(isName);
  if (asked.length === 0) return revisions.map(() => undefined);
  const pieces: Buffer[] = [];
  try {
    const stdin = asked.map((revision) => `${revision}^{commit}\n`).join("");
    const input = { stdin, maxBytes: stdin.length * 4 + asked.length * LINE_AT_MOST }; // what is missing is repeated
    for await (const piece of streamGit(root, ["cat-file", "--batch-check"], signal, input)) pieces.push(piece);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
  const lines = Buffer.concat(pieces).toString().split("\n").values();
  return revisions.map((revision) =>
    isName(revision) ? /^([0-9a-f]{40,64}) commit \d+$/.exec(lines.next().value ?? "")?.[1] : undefined,
  );
}

/** The same for a single revision; `undefined` if it names no commit, or if git can't say. */
export async function resolveCommit(root: string, revision: string, signal: AbortSignal): Promise<string | undefined> {
  return (await resolveCommits(root, [revision], signal))?.[0];
}

/**
 * All files of a commit, ordered by path, without links and submodules, which have no content of their own. Nothing is
 * fetched. Rejects if git fails.
 */
export async function listCommittedFiles(
  root: string,
  commit: string,
  signal: AbortSignal,
): Promise<readonly CommittedFile[]> {
  const list = async (...format: readonly string[]) =>
    (await git(root, ["ls-tree", "-r", "-z", ...format, "--full-tree", commit], { signal })).toString().split("\0");
  try {
    return (await list("--long")).flatMap((entry) => {
      const [, hash, size, path] = /^100\d+ blob ([0-9a-f]+) +(\d+|BAD)\t([^]+)$/.exec(entry) ?? [];
      if (hash === undefined || path === undefined) return [];
      return [{ path, hash, size: size === "BAD" ? undefined : Number(size) }];
    });
  } catch {
    signal.throwIfAborted();
  }
  // A partial clone: some contents would have to be fetched to know their size.
  const files = (await list()).flatMap((entry) => {
    const [, hash, path] = /^100\d+ blob ([0-9a-f]+)\t([^]+)$/.exec(entry) ?? [];
    return hash === undefined || path === undefined ? [] : [{ path, hash }];
  });
  const sizes = await sizesOf(root, commit, new Set(files.map(({ hash }) => hash)), signal);
  return files.map((file) => ({ ...file, size: sizes.get(file.hash) }));
}

/** The sizes of the contents of a commit that are available locally. */
async function sizesOf(
  root: string,
  commit: string,
  hashes: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const args = ["rev-list", "--objects", "--no-walk", "--missing=print", "--no-object-names", commit];
  const there = (await git(root, args, { signal }))
    .toString()
    .split("\n")
    .filter((hash) => hashes.has(hash));
  const stdin = there.map((hash) => `${hash}\n`).join("");
  const sizes = (await git(root, ["cat-file", "--batch-check"], { signal, stdin })).toString();
  return new Map([...sizes.matchAll(/^([0-9a-f]+) blob (\d+)$/gm)].map(([, hash = "", size]) => [hash, Number(size)]));
}

/**
 * The contents with the given hashes, in their order, byte for byte as committed: no filter is run. `undefined` for a
 * content that this copy of the repository does not have; nothing is fetched. Rejects if git fails.
 */
export async function* readContents(
  root: string,
  hashes: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Buffer | undefined, void> {
  const frames = new ObjectFrames();
  let left = hashes.length;
  const stdin = hashes.map((hash) => `${hash}\n`).join("");
  for await (const chunk of streamGit(root, ["cat-file", "--batch", "--buffer"], signal, { stdin })) {
    for (const found of frames.take(chunk)) {
      yield found?.content;
      if (--left === 0) return;
    }
  }
}
