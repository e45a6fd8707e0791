import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { retryWhileHeldOpen } from "../../core/model/heldOpen.ts";

export interface AccountFilesOptions {
  /** For all accounts together. What was written or used longest ago is removed first. */
  readonly limitBytes: number;
  /** What the names of files end with. */
  readonly ending: string;
  /** Whether an account is still signed in. For one that isn't, nothing is kept. */
  readonly isKnown: (accountId: string) => boolean;
  readonly onError: (what: string, error: unknown) => void;
}

const STALE_MS = 3_600_000;
/** A full folder is reduced to this part of the limit, so that not every new file requires a look at them all. */
const ROOM = 0.9;

/**
 * Files for this machine's user alone, in a folder per account. A file is replaced as a whole or not at all. Together
 * they take no more than the limit. Files of accounts that are no longer signed in are removed. Several windows may use
 * the same folder.
 */
export class AccountFiles {
  readonly #folder: string;
  readonly #options: AccountFilesOptions;
  /** Writes and removals run one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  /** An upper bound in bytes, without what other windows write; `undefined` before the first look. */
  #total: number | undefined;

  constructor(folder: string, options: AccountFilesOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Where the files of an account are. */
  folderOf(accountId: string): string {
    return path.join(this.#folder, accountId);
  }

  /** Where the file for `key` is. Every file system accepts its name, whatever the key is. */
  fileOf(accountId: string, key: string): string {
    const id = createHash("sha256").update(key).digest("hex").slice(0, 32);
    return path.join(this.folderOf(accountId), `${id}${this.#options.ending}`);
  }

  /** The files of an account, as paths. */
  async all(accountId: string): Promise<readonly string[]> {
    const folder = this.folderOf(accountId);
    const names = await list(folder);
    return names.filter((name) => name.endsWith(this.#options.ending)).map((name) => path.join(folder, name));
  }

  /** Resolves when all changes so far are done. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  /** Runs `change` after all changes before it. Never rejects: a failure is reported as `what`. */
  async change(what: string, change: () => Promise<void>): Promise<void> {
    const run = this.#queue.then(change).catch((error: unknown) => {
      this.#options.onError(what, error);
    });
    this.#queue = run;
    await run;
  }

  /**
   * Writes the file for `key`, within a {@link change}. Returns `false` if the account isn't signed in: then nothing is
   * kept.
   */
  async write(accountId: string, key: string, data: string | Uint8Array): Promise<boolean> {
    if (!this.#options.isKnown(accountId)) return false;
    const file = this.fileOf(accountId, key);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const temporary = path.join(path.dirname(file), `${randomUUID()}.tmp`);
    try {
      await writeFile(temporary, data, { mode: 0o600 });
      await retryWhileHeldOpen(() => rename(temporary, file));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    if (this.#total !== undefined) this.#total += Buffer.byteLength(data);
    if (this.#total === undefined || this.#total > this.#options.limitBytes) this.#total = await this.#prune();
    return true;
  }

  /** Removes every file of an account, after all earlier changes. Rejects if one can't be removed. */
  async removeAll(accountId: string): Promise<void> {
    // On Windows a file that is being read can only be removed a moment later.
    const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };
    const removing = this.#queue.then(() => rm(this.folderOf(accountId), options));
    this.#queue = removing.catch(() => undefined);
    await removing;
  }

  /**
   * Removes the files of accounts that are no longer signed in, then the oldest ones until the rest fits with room to
   * spare. Returns the size of the rest in bytes.
   */
  async #prune(): Promise<number> {
    const files: { readonly file: string; readonly size: number; readonly time: number }[] = [];
    for (const accountId of await list(this.#folder)) {
      const folder = this.folderOf(accountId);
      if (!this.#options.isKnown(accountId)) {
        await rm(folder, { recursive: true, force: true });
        continue;
      }
      for (const name of await list(folder)) {
        const file = path.join(folder, name);
        const found = await stat(file).catch(() => undefined); // another window may just have removed it
        if (!found) continue;
        if (name.endsWith(this.#options.ending)) files.push({ file, size: found.size, time: found.mtimeMs });
        else if (Date.now() - found.mtimeMs > STALE_MS) await rm(file, { force: true });
      }
    }
    let total = files.reduce((sum, { size }) => sum + size, 0);
    if (total <= this.#options.limitBytes) return total;
    for (const { file, size } of files.sort((a, b) => a.time - b.time)) {
      if (total <= this.#options.limitBytes * ROOM) break;
      await rm(file, { force: true });
      total -= size;
    }
    return total;
  }
}

async function list(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** Whether the error says that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
