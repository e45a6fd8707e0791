import { readdir } from "node:fs/promises";
import path from "node:path";
import { git, streamGit } from "../command/gitCommand.ts";

/** How many files are listed at most, and of how many folders. */
const FILES_AT_MOST = 5_000;
const FOLDERS_AT_MOST = 500;
/** Of how much git says about paths, in bytes: what is more is no answer. */
const SAID_AT_MOST = 64 * 1024 * 1024;
/** What tools put here by the thousand is nobody's own. */
const FOREIGN = new Set(["node_modules", ".git"]);

/**
 * The files of a working tree that git ignores, those of the upper folders first, up to a limit; relative to the root,
 * with `/`. Without those in `node_modules`. Follows no links. None if git can't say.
 */
export async function readIgnoredFiles(root: string, signal?: AbortSignal): Promise<readonly string[]> {
  const args = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"];
  try {
    const listed = (await git(root, args, signal ? { signal } : {})).toString().split("\0");
    const files = listed.filter((entry) => entry !== "" && !entry.endsWith("/")).slice(0, FILES_AT_MOST);
    const folders = listed.filter((entry) => entry.endsWith("/")).map((entry) => entry.slice(0, -1));
    for (let read = 0; read < FOLDERS_AT_MOST && files.length < FILES_AT_MOST; read++) {
      signal?.throwIfAborted();
      const folder = folders[read]; // those inside of it are added at the end
      if (folder === undefined) break;
      if (FOREIGN.has(path.posix.basename(folder))) continue;
      const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (entry.isFile()) files.push(`${folder}/${entry.name}`);
        else if (entry.isDirectory()) folders.push(`${folder}/${entry.name}`);
      }
    }
    return files;
  } catch {
    signal?.throwIfAborted();
    return [];
  }
}

/**
 * Those of some paths, which need not exist, that git ignores; not those that are tracked. `undefined` if git can't
 * say, as for a path behind a link.
 */
export async function ignoredAmong(
  root: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const args = ["check-ignore", "-z", "--verbose", "--non-matching", "--stdin"];
  const pieces: Buffer[] = [];
  try {
    const input = { stdin: paths.map((each) => `${each}\0`).join(""), maxBytes: SAID_AT_MOST };
    for await (const piece of streamGit(root, args, signal, input)) pieces.push(piece);
  } catch {
    signal.throwIfAborted(); // its status is 1 if nothing is ignored
  }
  const fields = Buffer.concat(pieces).toString().split("\0");
  if (fields.length !== paths.length * FIELDS + 1) return undefined;
  return new Set(
    paths.filter((_, at) => {
      const [source, , pattern = ""] = fields.slice(at * FIELDS);
      return source !== "" && !pattern.startsWith("!");
    }),
  );
}

/** Of each path: the ignore file, the line in it, the pattern and the path. */
const FIELDS = 4;
