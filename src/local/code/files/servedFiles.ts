import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { isAbort } from "../../../core/model/errors.ts";
import { keptContentHash } from "../../../core/sources/pinnedRevision.ts";
import { DISK, findRealPath, NotAFile, readRegular } from "../../../git/disk/disk.ts";
import { isAdministrative, VERSION_CONTROL } from "../../../git/repositories/gitFolder.ts";
import { isReachedWithin } from "../../../git/disk/networkPath.ts";
import { contains, type Repository } from "../../../git/repositories/repositories.ts";
import type { ObjectReaders } from "../../../git/history/objectReader.ts";
import { readAtRevision, type RevisionObject } from "../../../git/history/revision.ts";
import type { CodeBase } from "./codeBase.ts";
import type { GitPermission } from "./gitPermission.ts";
import { plainPath } from "./heldBack.ts";
import { ignoredPaths, ignoredRule } from "./ignoredByGit.ts";
import type { KeptFiles } from "./keptFiles.ts";

/**
 * What is at a path: a file, the names in a folder (those of folders end in `/`), or that it is too large to read, or
 * that the system refuses to read it.
 */
export type ServedObject =
  | RevisionObject
  | { readonly type: "tooLarge" | "refused" }
  /** By a rule of what agents and models get, whether or not anything is there. */
  | { readonly type: "heldBack"; readonly rule: string };

export interface ReadOptions {
  readonly git: GitPermission;
  readonly objects: ObjectReaders;
  readonly kept: Pick<KeptFiles, "read">;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Reads a file or folder as it is on disk, or as it was at a `revision`: in a commit, or when an answer cited it, which
 * needs no git. `undefined` if there is none, and for what is never served: files outside the folders, even if a link
 * in them leads there, and version control's own.
 */
export async function readServed(
  codeBase: CodeBase,
  repository: Repository,
  revision: string | undefined,
  relative: string,
  options: ReadOptions,
): Promise<ServedObject | undefined> {
  if (revision === undefined) return readFromDisk(codeBase, repository, relative, options);
  const rule = codeBase.heldBackBy(repository, relative);
  if (rule !== undefined) return { type: "heldBack", rule };
  if (codeBase.fileOf(repository, relative) === undefined || isOfVersionControl(relative.split(/[\\/]/)))
    return undefined;
  const { git, objects, kept, maxBytes, signal } = options;
  const hash = keptContentHash(revision);
  if (hash !== undefined) {
    const ignored = await ignoredRule(codeBase, repository, relative, options);
    if (ignored !== undefined) return { type: "heldBack", rule: ignored };
    const content = await kept.read(hash, { repository: repository.name, path: relative }, signal);
    if (content && content.length > maxBytes) return { type: "tooLarge" };
    return content && { type: "file", content };
  }
  if (!repository.git || !git.mayRunIn(repository)) return undefined;
  // A revision may also name a folder, and what is in it then has another path.
  const commit = codeBase.access.asker === "person" ? revision : `${revision}^{commit}`;
  const read = await readAtRevision(objects, repository.root, commit, relative, { signal, maxBytes });
  if (read?.type !== "folder") return read;
  return { type: "folder", names: withoutHeldBack(read.names, codeBase, repository, relative) };
}

/**
 * The same for what is on disk, which needs no git. Without it, only for files that are listed: nothing is looked up
 * about those that git ignores.
 */
export async function readFromDisk(
  codeBase: CodeBase,
  repository: Repository,
  relative: string,
  { maxBytes, signal, git }: Pick<ReadOptions, "maxBytes" | "signal"> & Partial<Pick<ReadOptions, "git">>,
): Promise<ServedObject | undefined> {
  const rule = codeBase.heldBackBy(repository, relative);
  if (rule !== undefined) return { type: "heldBack", rule };
  const file = codeBase.fileOf(repository, relative);
  if (file === undefined || isOfVersionControl(relative.split(/[\\/]/))) return undefined;
  const plain = plainPath(relative);
  const ignored = git && (await ignoredRule(codeBase, repository, plain, { git, signal }));
  if (ignored) return { type: "heldBack", rule: ignored };
  if (!(await isReachedWithin(repository.root, file, DISK))) return undefined;
  const real = await findRealPath(file).catch(() => undefined);
  const realPath = real === undefined ? undefined : await servedPath(codeBase, repository, real);
  if (real === undefined || realPath === undefined) return undefined;
  const realRule = codeBase.heldBackBy(repository, realPath);
  if (realRule !== undefined) return { type: "heldBack", rule: realRule };
  const realIgnored = git && realPath !== plain && (await ignoredRule(codeBase, repository, realPath, { git, signal }));
  if (realIgnored) return { type: "heldBack", rule: realIgnored };
  try {
    const stats = await stat(real);
    if (stats.isDirectory()) {
      const entries = await readdir(real, { withFileTypes: true });
      let names: readonly string[] = entries
        .filter(({ name }) => !isOfVersionControl([name]))
        .map((entry) => entry.name + (entry.isDirectory() ? "/" : ""));
      // Rules may be about the path through a link, or the one where it leads.
      for (const folder of new Set([plain, realPath])) {
        names = withoutHeldBack(names, codeBase, repository, folder);
        if (!git) continue;
        const pathOf = (name: string) => (folder === "" ? name : `${folder}/${name}`).replace(/\/$/, "");
        const unseen = await ignoredPaths(codeBase, repository, names.map(pathOf), { git, signal });
        names = names.filter((name) => !unseen.has(pathOf(name)));
      }
      return { type: "folder", names };
    }
    if (!stats.isFile()) return undefined;
    if (stats.size > maxBytes) return { type: "tooLarge" };
    return { type: "file", content: await readRegular(real, { signal }) };
  } catch (error) {
    if (isAbort(error)) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    return GONE.has(code) || error instanceof NotAFile ? undefined : { type: "refused" };
  }
}

function withoutHeldBack(
  names: readonly string[],
  codeBase: CodeBase,
  repository: Repository,
  relative: string,
): readonly string[] {
  const isGiven = (name: string) => {
    const path = relative === "" ? name : `${relative}/${name}`;
    return codeBase.heldBackBy(repository, path.replace(/\/$/, "")) === undefined;
  };
  return names.filter(isGiven);
}

const GONE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** The path in a repository of what links lead to, which must be served too. */
async function servedPath({ folders }: CodeBase, { root }: Repository, real: string): Promise<string | undefined> {
  const realOf = (folder: string) => findRealPath(folder).catch(() => folder);
  const realRoot = await realOf(root);
  const segments = path.relative(realRoot, real).split(path.sep);
  if (!contains(realRoot, real) || isOfVersionControl(segments)) return undefined;
  for (let inside = real; contains(realRoot, inside) && inside !== realRoot; inside = path.dirname(inside))
    if (isAdministrative(inside)) return undefined;
  const realFolders = await Promise.all(folders.map(realOf));
  return realFolders.some((folder) => contains(folder, real)) ? segments.join("/") : undefined;
}

function isOfVersionControl(segments: readonly string[]): boolean {
  return segments.some((segment) => VERSION_CONTROL.includes(segment.toLowerCase()));
}
