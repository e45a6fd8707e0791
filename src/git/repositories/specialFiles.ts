import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { ConfigFiles } from "../settings/configuration.ts";
import { DISK, homeFolder } from "../disk/disk.ts";
import { findCommonFolder } from "./gitFolder.ts";

/** Git was not run, or was ended, since it would wait without end. */
export class GitWaits extends Error {
  override readonly name = "GitWaits";
}

/** For how long a look may be reused: git is asked several things at once. */
const FRESH_MS = 1000;
const REFERENCES_AT_MOST = 5000;
/** As deep as git goes. */
const ALTERNATES_DEEP = 5;
const LOOKS_AT_MOST = 100;

const looks = new Map<string, { readonly at: number; readonly found: Promise<string | undefined> }>();

/**
 * Rejects with {@link GitWaits} if a file that git reads in the repository at `root`, or that its settings name, is a
 * named pipe or a device: git would wait until somebody writes into it.
 */
export async function refuseSpecialFiles(root: string): Promise<void> {
  if (process.platform === "win32") return; // it has no such files
  const last = looks.get(root);
  const found = last && performance.now() - last.at < FRESH_MS ? last.found : findSpecialFile(root);
  if (found !== last?.found) {
    if (looks.size >= LOOKS_AT_MOST) looks.clear();
    looks.set(root, { at: performance.now(), found });
  }
  const file = await found;
  if (file !== undefined) throw new GitWaits(`${file} is no file`);
}

async function findSpecialFile(root: string): Promise<string | undefined> {
  const dotGit = path.join(root, ".git");
  const pointer = await DISK.read(dotGit);
  const own = path.resolve(root, /^gitdir: (.+)$/m.exec(pointer ?? "")?.[1]?.trimEnd() ?? ".git");
  const common = await findCommonFolder(own);
  const inRoot = [".git", ".gitattributes", ".gitignore", ".gitmodules", ".mailmap"];
  for (const file of inRoot.map((name) => path.join(root, name))) if (await isSpecial(file)) return file;
  const folders = [own, path.join(own, "info"), common, path.join(common, "info"), ...(await objectFolders(common))];
  for (const folder of new Set(folders)) {
    const special = await firstSpecialIn(folder, await entriesOf(folder));
    if (special !== undefined) return special;
  }
  return (await specialReference([path.join(common, "refs"), path.join(own, "refs")])) ?? specialSetting(common, own);
}

/** The folders in which git looks for lists of objects, also in other repositories that this one uses. */
async function objectFolders(common: string): Promise<readonly string[]> {
  const folders: string[] = [];
  let level = [path.join(common, "objects")];
  for (let depth = 0; depth <= ALTERNATES_DEEP && level.length > 0; depth++) {
    const next: string[] = [];
    for (const objects of level) {
      folders.push(objects, path.join(objects, "info"), path.join(objects, "pack"));
      const named = (await DISK.read(path.join(objects, "info", "alternates")))?.split(/\r?\n/) ?? [];
      next.push(...named.filter((line) => /^[^#]/.test(line)).map((line) => path.resolve(objects, line)));
    }
    level = next.slice(0, LOOKS_AT_MOST);
  }
  return folders;
}

async function specialReference(folders: readonly string[]): Promise<string | undefined> {
  const left = [...folders];
  let count = 0;
  for (let folder = left.pop(); folder !== undefined && count < REFERENCES_AT_MOST; folder = left.pop()) {
    const entries = await entriesOf(folder);
    count += entries.length;
    const special = await firstSpecialIn(folder, entries);
    if (special !== undefined) return special;
    for (const entry of entries) if (entry.isDirectory()) left.push(path.join(folder, entry.name));
  }
  return undefined;
}

/** The first special file that a setting names. */
async function specialSetting(common: string, own: string): Promise<string | undefined> {
  const { all } = await new ConfigFiles().of(own);
  for (const { section, key, value } of all) {
    const isFile = NAMES_FILE.has(`${section}.${key}`);
    const file = isFile && path.resolve(common, value.replace(/^~(?=\/)/, homeFolder() ?? "~"));
    if (file !== false && (await isSpecial(file))) return file;
  }
  return undefined;
}

const NAMES_FILE: ReadonlySet<string> = new Set([
  "core.excludesfile",
  "core.attributesfile",
  "diff.orderfile",
  "mailmap.file",
  "include.path",
  "includeif.path",
]);

async function firstSpecialIn(folder: string, entries: readonly Dirent[]): Promise<string | undefined> {
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (isOther(entry) || (entry.isSymbolicLink() && (await isSpecial(file)))) return file;
  }
  return undefined;
}

async function isSpecial(file: string): Promise<boolean> {
  return stat(file).then(isOther, () => false);
}

/** Sockets are not meant: they can't be opened as files, so that nobody waits. */
function isOther(entry: Pick<Dirent, "isFIFO" | "isCharacterDevice" | "isBlockDevice">): boolean {
  return entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice();
}

function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
