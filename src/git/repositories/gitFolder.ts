import { existsSync } from "node:fs";
import path from "node:path";
import { parseConfig, type ConfigEntry } from "../settings/configFile.ts";
import type { ConfigFiles, Configuration } from "../settings/configuration.ts";
import { DISK, type Disk } from "../disk/disk.ts";
import { isReachedWithin } from "../disk/networkPath.ts";

export interface Remote {
  readonly name: string;
  /** Where git fetches from. May contain a user name and a password: never logged, never shown. */
  readonly url: string;
  /** As written in the configuration, if `url.….insteadOf` leads elsewhere. Just as secret. */
  readonly writtenUrl?: string;
  /** The host that SSH connects to, if the one in the address is only the user's name for it. */
  readonly sshHost?: string;
}

/**
 * The folder with the administrative files of the working tree at `root`: its `.git` folder, or the one that its `.git`
 * file points to (worktrees, submodules). `undefined` if `root` is not the root of a working tree, or if that folder,
 * or git once it runs there, would lead to another machine.
 */
export async function findGitFolder(root: string, disk: Disk = DISK): Promise<string | undefined> {
  const { path } = disk;
  const dotGit = path.join(root, ".git");
  if (!(await isReachedWithin(root, dotGit, disk))) return undefined;
  const pointer = await disk.read(dotGit);
  const target = pointer === undefined ? dotGit : /^gitdir: (.+)$/m.exec(pointer)?.[1]?.trimEnd();
  if (target === undefined) return undefined;
  const folder = path.resolve(root, target);
  const head = path.join(folder, "HEAD");
  if (!(await isReachedWithin(root, head, disk)) || !(await disk.isFile(head))) return undefined;
  return (await isWholeWithin(root, folder, disk)) ? folder : undefined;
}

/** Where linked working trees have what they share, such as `info/exclude`; for others the git folder itself. */
export async function findCommonFolder(gitFolder: string, disk: Disk = DISK): Promise<string> {
  const { path } = disk;
  return path.resolve(gitFolder, (await disk.read(path.join(gitFolder, "commondir")))?.trim() ?? "");
}

/** Whether a folder is git's own, whatever its name: it contains no code, and its settings may hold passwords. */
export function isAdministrative(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => existsSync(path.join(folder, name)));
}

/** Where version control keeps its own data: copies of the files, and settings that may hold passwords. */
export const VERSION_CONTROL: readonly string[] = [".git", ".hg", ".jj", ".svn", ".bzr"];

/** As deep as git itself goes. */
const ALTERNATES_DEEP = 5;

/** Whether git, which follows the paths in a repository's files, gets settings and objects from no other machine. */
async function isWholeWithin(root: string, gitFolder: string, disk: Disk): Promise<boolean> {
  const { path } = disk;
  if (path.sep !== "\\") return true;
  const readWithin = async (file: string): Promise<string | undefined> =>
    (await isReachedWithin(root, file, disk)) ? ((await disk.read(file)) ?? "") : undefined;
  const common = await readWithin(path.join(gitFolder, "commondir"));
  if (common === undefined) return false;
  let level = [path.join(path.resolve(gitFolder, common.trim()), "objects")];
  for (let depth = 0; depth <= ALTERNATES_DEEP && level.length > 0; depth++) {
    const next: string[] = [];
    for (const objects of level) {
      if (!(await isReachedWithin(root, objects, disk))) return false;
      const alternates = await readWithin(path.join(objects, "info", "alternates"));
      if (alternates === undefined) return false;
      const named = alternates.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
      if (named.some((line) => line.startsWith('"'))) return false; // quoted as in C: a plain path needs no quotes
      next.push(...named.map((line) => path.resolve(objects, line)));
    }
    level = next;
  }
  return true;
}

/**
 * The remotes of a repository, in the order of its own configuration; `undefined` if that says that the repository is
 * bare and so has only the working trees beside it. Reads files only; no git binary is needed.
 */
export async function readRemotes(gitFolder: string, configFiles: ConfigFiles): Promise<readonly Remote[] | undefined> {
  const configuration = await configFiles.of(gitFolder);
  const isMain = !(await DISK.isFile(path.join(gitFolder, "commondir")));
  return isMain && isBare(configuration) ? undefined : remotesOf(configuration);
}

function isBare({ own }: Configuration): boolean {
  const written = own.findLast(({ section, key }) => section === "core" && key === "bare")?.value;
  return written !== undefined && /^(?:|true|yes|on|[1-9]\d*)$/i.test(written);
}

/** The paths of the submodules, as `.gitmodules` lists them, relative to `root`. */
export async function readSubmodulePaths(root: string, disk: Disk = DISK): Promise<readonly string[]> {
  const file = disk.path.join(root, ".gitmodules");
  const entries = parseConfig(((await isReachedWithin(root, file, disk)) && (await disk.read(file))) || "");
  return entries.flatMap(({ section, key, value }) => (section === "submodule" && key === "path" ? [value] : []));
}

/** Also those that the environment gives. If a remote has several addresses, git fetches from the first. */
function remotesOf({ own, given, all }: Configuration): readonly Remote[] {
  const remotes = new Map<string, Remote>();
  for (const { section, subsection: name, key, value } of [...own, ...given]) {
    if (section !== "remote" || key !== "url" || name === undefined || value === "" || remotes.has(name)) continue;
    const url = instead(value, all);
    remotes.set(name, { name, url, ...(url !== value && { writtenUrl: value }) });
  }
  return [...remotes.values()];
}

/** As in git, the longest `insteadOf` prefix of the address wins. */
function instead(url: string, config: readonly ConfigEntry[]): string {
  let longest: ConfigEntry | undefined;
  for (const entry of config) {
    const { section, subsection, key, value } = entry;
    if (section !== "url" || subsection === undefined || key !== "insteadof" || !url.startsWith(value)) continue;
    if (longest === undefined || value.length > longest.value.length) longest = entry;
  }
  return longest === undefined ? url : (longest.subsection ?? "") + url.slice(longest.value.length);
}
