import { randomUUID } from "node:crypto";
import { link, lstat, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { NotAFile, readRegular } from "../../../git/disk/disk.ts";

/**
 * `7.3.json` is version 3 of conversation 7 and never changes, `7.deleted` says that it is gone for good, and
 * `7.UUID.tmp` is about to become a version. Earlier programs kept `7.json`, which changed under `7.lock`.
 */
const NAME = /^(\d{1,15})\.(?:(\d{1,15})\.json|(json)|(deleted)|[^.]+\.tmp|lock(?:\.[^.]+)?)$/;

/** Where the file system has no links, a version is a folder, with its text in a file of this name. */
const TEXT_IN_FOLDER = "text";

/** Windows can't remove a file while it is read; a moment later it can. Node retries recursive removals only. */
const REMOVAL = { force: true, recursive: true, maxRetries: 5, retryDelay: 50 };

/** Writing takes milliseconds. A writer whose temporary file is removed meanwhile writes another one. */
const LEFT_BEHIND_MS = 60_000;

/** What the folder holds of one conversation. */
export interface Held {
  /** Ascending. Only the last one counts. */
  readonly versions: readonly number[];
  /** Whether it was deleted for good; if so, nothing else in here counts. */
  readonly isDeleted: boolean;
  /** Whether an earlier program has a file of this number, for this conversation or for another one. */
  readonly isEarlier: boolean;
  /** Names of files that are about to become a version, or were left behind. */
  readonly temporaries: readonly string[];
}

/**
 * The files of a folder in which several processes keep conversations, without any lock: a version is written under a
 * name that must not exist yet. A process that is suspended or killed blocks no other.
 */
export class ConversationFiles {
  readonly #folder: string;
  readonly #link: typeof link;
  readonly #platform: string;

  /** Tests replace `linkFile` and `platform`. */
  constructor(folder: string, linkFile = link, platform: string = process.platform) {
    this.#folder = folder;
    this.#link = linkFile;
    this.#platform = platform;
  }

  /** Everything in the folder, by number; empty if the folder does not exist yet. */
  async look(): Promise<ReadonlyMap<number, Held>> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) return [];
      throw error;
    });
    const all = new Map<number, HeldSoFar>();
    for (const name of names) {
      const [, id, version, earlier, deleted] = NAME.exec(name) ?? [];
      if (id === undefined) continue;
      const held = all.get(Number(id)) ?? { versions: [], isDeleted: false, isEarlier: false, temporaries: [] };
      all.set(Number(id), held);
      if (version !== undefined) held.versions.push(Number(version));
      else if (earlier !== undefined) held.isEarlier = true;
      else if (deleted !== undefined) held.isDeleted = true;
      else held.temporaries.push(name);
    }
    for (const { versions } of all.values()) versions.sort((a, b) => a - b);
    return all;
  }

  /**
   * The text of a version; `undefined` if it no longer exists, or if what has its name is none: an empty folder, a link
   * that leads nowhere.
   */
  async read(id: number, version: number): Promise<string | undefined> {
    return readVersion(this.#file(id, version));
  }

  /**
   * Adds a version. It is on disk, complete, when this resolves with true. Resolves with false if there is one of this
   * number already, or the folder was cleared meanwhile. Leaves nothing behind if it can't be written.
   */
  async add(id: number, version: number, text: string): Promise<boolean> {
    const temporary = path.join(this.#folder, `${id}.${randomUUID()}.tmp`);
    const file = this.#file(id, version);
    let isWritten = false;
    await this.#make();
    try {
      await writeSynced(temporary, text);
      isWritten = true; // so the folder is writable, and what is refused from here on is the name
      await this.#link(temporary, file).catch(async (error: unknown) => {
        if (!(await this.#isWithoutLinks(error, file))) throw error;
        await this.#addFolder(id, version, text);
      });
      await syncFolder(this.#folder);
      return true;
    } catch (error) {
      if (hasCode(error, "EEXIST", "ENOTEMPTY", "ENOTDIR", "ENOENT")) return false;
      if (isWritten && this.#isBeingRemoved(error)) return false;
      throw error;
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined); // a file that is held open is removed another time
    }
  }

  /** Marks a conversation as deleted for good, then removes it. Resolves with false if it was already marked. */
  async delete(id: number): Promise<boolean> {
    let isFirst = true;
    try {
      await writeFile(path.join(this.#folder, `${id}.deleted`), "", { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
      isFirst = false;
    }
    await syncFolder(this.#folder);
    // Only looked at now: a version that is added from here on is removed by the process that adds it.
    const held = (await this.look()).get(id);
    if (held) await this.clean(id, held).catch(() => undefined); // a file that is held open is removed another time
    return isFirst;
  }

  /**
   * Removes what is no longer needed. Rejects if something can't be removed. The version before the last one stays, so
   * that a folder that changes while it is listed never seems to lack the conversation.
   */
  async clean(id: number, { versions, isDeleted, isEarlier, temporaries }: Held): Promise<void> {
    // The oldest first, so that the newest versions always remain.
    for (const version of isDeleted ? versions : versions.slice(0, -2)) await rm(this.#file(id, version), REMOVAL);
    if (isDeleted && isEarlier) await rm(path.join(this.#folder, `${id}.json`), REMOVAL);
    for (const name of temporaries) {
      const file = path.join(this.#folder, name);
      if (isDeleted || (await isOld(file))) await rm(file, REMOVAL);
    }
  }

  /** What an earlier program keeps under a number; `undefined` if it no longer exists. */
  async readEarlier(id: number): Promise<string | undefined> {
    return readIfThere(path.join(this.#folder, `${id}.json`));
  }

  /** Makes an earlier program's file the first version of number `to`. Resolves with false if that number is taken. */
  async carryOver(from: number, to: number): Promise<boolean> {
    const earlier = path.join(this.#folder, `${from}.json`);
    const first = this.#file(to, 1);
    try {
      await this.#link(earlier, first);
    } catch (error) {
      if (hasCode(error, "ENOENT")) return true; // another process did it
      const isWithoutLinks = await this.#isWithoutLinks(error, first);
      if (!hasCode(error, "EEXIST") && !isWithoutLinks) throw error;
      const text = isWithoutLinks ? await readIfThere(earlier) : undefined;
      if (text === undefined ? !(await isSameFile(earlier, first)) : !(await this.#carryText(to, text))) return false;
    }
    await syncFolder(this.#folder);
    await rm(earlier, REMOVAL);
    return true;
  }

  /** Relies on this: a folder that is not empty can replace neither another one nor a file. */
  async #addFolder(id: number, version: number, text: string): Promise<void> {
    const temporary = path.join(this.#folder, `${id}.${randomUUID()}.tmp`);
    try {
      await mkdir(temporary, { mode: 0o700 });
      await writeSynced(path.join(temporary, TEXT_IN_FOLDER), text);
      await syncFolder(temporary);
      await rename(temporary, this.#file(id, version));
    } finally {
      await rm(temporary, REMOVAL);
    }
  }

  /** Whether the text is now the first version of a number. Another process may have added it. */
  async #carryText(to: number, text: string): Promise<boolean> {
    return (await this.add(to, 1, text)) || (await this.read(to, 1)) === text;
  }

  /** Makes the folder, which only its owner can read. */
  async #make(): Promise<void> {
    const made = await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (made === undefined) return;
    for (const folder of foldersWithNew(this.#folder, made)) await syncFolder(folder);
  }

  /** On Windows, the name of a removed file can't be used while the file is still being read. */
  #isBeingRemoved(error: unknown): boolean {
    return this.#platform === "win32" && hasCode(error, "EPERM", "EACCES", "EBUSY");
  }

  /**
   * Whether `file` could not be made as a link because the file system has none: FAT and its like, and many file
   * systems of networks and phones. On Windows, the error may become EISDIR, or be the same as for a name that is still
   * in use.
   */
  async #isWithoutLinks(error: unknown, file: string): Promise<boolean> {
    if (hasCode(error, "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EISDIR")) return true;
    if (this.#platform !== "win32") return hasCode(error, "EPERM");
    return hasCode(error, "EPERM", "EACCES") && (await isMissing(file));
  }

  #file(id: number, version: number): string {
    return path.join(this.#folder, `${id}.${version}.json`);
  }
}

interface HeldSoFar {
  readonly versions: number[];
  isDeleted: boolean;
  isEarlier: boolean;
  readonly temporaries: string[];
}

/**
 * The folders that contain a new one since `made` and everything between it and `folder` were made. On Windows, Node
 * reports `made` with a namespace prefix (`\\?\C:\…`).
 */
export function foldersWithNew(folder: string, made: string, system: path.PlatformPath = path): string[] {
  const parent = system.dirname(folder);
  if (parent === folder) return [];
  const isLast = system.toNamespacedPath(folder) === system.toNamespacedPath(made);
  return isLast ? [parent] : [parent, ...foldersWithNew(parent, made, system)];
}

async function readVersion(file: string): Promise<string | undefined> {
  try {
    return await readIfThere(file);
  } catch (error) {
    if (!(error instanceof NotAFile) && !hasCode(error, "EISDIR")) throw error; // Windows opens no folder
    return readIfThere(path.join(file, TEXT_IN_FOLDER));
  }
}

async function writeSynced(name: string, text: string): Promise<void> {
  const file = await open(name, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readRegular(file)).toString();
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

async function isOld(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS;
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => stat(file, { bigint: true }).catch(() => undefined)));
  return a === undefined || (a.ino === b?.ino && a.dev === b.dev);
}

/** Makes sure that the names in a folder are on disk. Windows can't open folders, and does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (!hasCode(error, "EINVAL", "ENOTSUP")) throw error; // some network file systems have no such thing
  } finally {
    await handle.close();
  }
}

/** Whether there is no such name. On Windows, looking at one that is still in use fails with another error. */
async function isMissing(file: string): Promise<boolean> {
  return lstat(file).then(
    () => false,
    (error: unknown) => hasCode(error, "ENOENT"),
  );
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
