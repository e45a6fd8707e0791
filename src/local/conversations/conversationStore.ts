import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { withFileLock } from "./fileLock.ts";
import type { Log } from "../http/log.ts";
import { parseStoredConversation, type StoredConversation, type StoredSummary } from "./storedConversation.ts";

/**
 * The conversations of one person on this machine, a file each, in a folder that several processes share. Every change
 * is on disk, complete, when its promise resolves; what was there before survives a crash in the middle. A file that
 * can't be read is passed over and left as it is.
 */
export class ConversationStore {
  readonly #folder: string;
  readonly #log: Log;
  readonly #summaries = new Map<number, { readonly stamp: string; readonly summary: StoredSummary | undefined }>();

  /** `folder` is made on the first change, readable by nobody else. */
  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Adds a conversation under a number that was never used before in this store. */
  async create(make: (id: number) => StoredConversation): Promise<StoredConversation> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (let id = Math.max(0, ...(await this.#ids(/^(\d{1,15})\.(?:json|deleted)$/))) + 1; ; id++) {
      const conversation = make(id);
      try {
        await writeFile(this.#file(id), JSON.stringify(conversation), { flag: "wx", mode: 0o600 });
        return conversation;
      } catch (error) {
        if (!hasCode(error, "EEXIST")) throw error;
      }
    }
  }

  /** `undefined` where there is none of this number, or it can't be read. */
  async get(id: number): Promise<StoredConversation | undefined> {
    const text = await readFile(this.#file(id), "utf8").catch((error: unknown) => {
      if (!hasCode(error, "ENOENT")) this.#log("warning", `conversation ${id} can't be read`);
      return undefined;
    });
    if (text === undefined) return undefined;
    const conversation = parseStoredConversation(text);
    if (conversation?.id === id) return conversation;
    this.#log("warning", `the file of conversation ${id} is damaged; it is left as it is`);
    return undefined;
  }

  /** All that can be read, in no order. */
  async summaries(): Promise<readonly StoredSummary[]> {
    const ids = await this.#ids(/^(\d{1,15})\.json$/);
    for (const id of this.#summaries.keys()) if (!ids.includes(id)) this.#summaries.delete(id);
    const summaries = await Promise.all(ids.map((id) => this.#summary(id)));
    return summaries.filter((summary) => summary !== undefined);
  }

  /**
   * Changes a conversation, and nobody else does at the same time. `change` returns what it becomes, or `undefined` to
   * leave it. Resolves with what it is then; `undefined` where there is none (any more).
   */
  async update(
    id: number,
    change: (conversation: StoredConversation) => StoredConversation | undefined,
  ): Promise<StoredConversation | undefined> {
    if ((await this.get(id)) === undefined) return undefined;
    return withFileLock(path.join(this.#folder, `${id}.lock`), async () => {
      const before = await this.get(id);
      const after = before && change(before);
      if (after === undefined) return before;
      await this.#write(after);
      return after;
    });
  }

  /** Deletes one conversation. Its number is not used again. Resolves with whether there was one. */
  async delete(id: number): Promise<boolean> {
    if ((await stat(this.#file(id)).catch(() => undefined)) === undefined) return false;
    return withFileLock(path.join(this.#folder, `${id}.lock`), async () => {
      await writeFile(path.join(this.#folder, `${id}.deleted`), "", { mode: 0o600 });
      try {
        await rm(this.#file(id));
      } catch (error) {
        if (hasCode(error, "ENOENT")) return false;
        throw error;
      }
      // Only the highest number has to be remembered.
      const highest = Math.max(...(await this.#ids(/^(\d{1,15})\.(?:json|deleted)$/)));
      for (const deleted of await this.#ids(/^(\d{1,15})\.deleted$/)) {
        if (deleted < highest) await rm(path.join(this.#folder, `${deleted}.deleted`), { force: true });
      }
      return true;
    });
  }

  async #summary(id: number): Promise<StoredSummary | undefined> {
    const stats = await stat(this.#file(id)).catch(() => undefined);
    if (stats === undefined) return undefined;
    const stamp = `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
    const known = this.#summaries.get(id);
    if (known?.stamp === stamp) return known.summary;
    const conversation = await this.get(id);
    const summary = conversation && {
      id,
      title: conversation.title,
      createdAt: conversation.createdAt,
      updatedAt: conversation.updatedAt,
      readToken: conversation.readToken,
    };
    this.#summaries.set(id, { stamp, summary });
    return summary;
  }

  async #write(conversation: StoredConversation): Promise<void> {
    const temporary = path.join(this.#folder, `${conversation.id}.${randomUUID()}.tmp`);
    try {
      await writeFile(temporary, JSON.stringify(conversation), { mode: 0o600 });
      await replace(temporary, this.#file(conversation.id));
    } finally {
      await rm(temporary, { force: true });
    }
  }

  #file(id: number): string {
    return path.join(this.#folder, `${id}.json`);
  }

  async #ids(name: RegExp): Promise<readonly number[]> {
    const entries = await readdir(this.#folder).catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) return [];
      throw error;
    });
    return entries.flatMap((entry) => name.exec(entry)?.[1] ?? []).map(Number);
  }
}

/** On Windows, a file can't be replaced while somebody reads it. */
async function replace(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (attempt === 10 || !(hasCode(error, "EPERM") || hasCode(error, "EACCES") || hasCode(error, "EBUSY")))
        throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 5));
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
