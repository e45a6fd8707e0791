import { randomUUID } from "node:crypto";
import type { link as linkFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { withoutContexts } from "../../../core/conversations/mentions.ts";
import type { Log } from "../../base/log.ts";
import { ConversationFiles, type Held } from "./conversationFiles.ts";
import {
  parseStoredConversation,
  type StoredConversation,
  type StoredSummary,
  type StoredVersion,
} from "./storedConversation.ts";

/** Numbers from here on were not given out by a store: new ones don't continue from them. */
const GIVEN_BELOW = 1_000_000_000;
/** How many files are read at once. */
const READ_AT_ONCE = 64;
/** Each attempt fails because another one succeeded. */
const ATTEMPTS = 1_000;
/** How many processes a conversation remembers, each with the last version that it wrote. */
const WRITERS_KEPT = 50;
/** How many characters of a question stand in for a title. */
const LISTED_AT_MOST = 200;

type Change = (conversation: StoredConversation) => StoredConversation | undefined;

interface Waiting {
  readonly change: Change;
  readonly resolve: (conversation: StoredConversation | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The conversations of one person on this machine, in a folder that several processes share. Every change is on disk,
 * complete, when its promise resolves; the state before it survives a crash in the middle. A file that can't be read is
 * skipped and left as it is. What other processes left behind is removed.
 */
export class ConversationStore {
  readonly folder: string;
  readonly #files: ConversationFiles;
  readonly #log: Log;
  readonly #writer = randomUUID();
  readonly #summaries = new Map<number, { readonly version: number; readonly summary: StoredSummary | undefined }>();
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #told = new Set<string>();

  /** `folder` is made on the first change; only its owner can read it. Tests replace `link` and `platform`. */
  constructor(
    folder: string,
    log: Log,
    { link, platform }: { readonly link?: typeof linkFile; readonly platform?: string } = {},
  ) {
    this.folder = folder;
    this.#files = new ConversationFiles(folder, link, platform);
    this.#log = log;
  }

  /** Adds a conversation under a number that was never used in this store before. */
  async create(make: (id: number) => StoredConversation): Promise<StoredConversation> {
    const taken = await this.#look();
    for (let id = nextNumber(taken), attempt = 1; attempt <= ATTEMPTS; id++) {
      if (taken.has(id)) continue;
      const conversation = make(id);
      if (await this.#add(conversation, 1, {})) return conversation;
      attempt++;
    }
    throw new Error("no number is free");
  }

  /** `undefined` if there is none of this number, or it can't be read. */
  async get(id: number): Promise<StoredConversation | undefined> {
    return (await this.#latest(id))?.conversation;
  }

  /**
   * These conversations, in this order, but for those that are gone or can't be read. The folder is listed once: that
   * takes longer than to read one of them.
   */
  async *read(ids: readonly number[]): AsyncGenerator<StoredConversation, void> {
    const all = await this.#look();
    const read = async (id: number): Promise<StoredConversation | undefined> => {
      const { versions = [], isDeleted = true } = all.get(id) ?? {};
      const version = versions.at(-1);
      if (version === undefined || isDeleted) return undefined;
      const stored = await this.#read(id, version);
      if (stored === undefined) return this.get(id); // there are later versions by now, or this one has no text
      return typeof stored === "string" ? undefined : stored.conversation;
    };
    for (let from = 0; from < ids.length; from += READ_AT_ONCE)
      for (const conversation of await Promise.all(ids.slice(from, from + READ_AT_ONCE).map(read)))
        if (conversation) yield conversation;
  }

  /** All conversations that can be read, in no particular order. */
  async summaries(): Promise<readonly StoredSummary[]> {
    const all = await this.#look();
    for (const id of this.#summaries.keys()) if (all.get(id)?.isDeleted !== false) this.#summaries.delete(id);
    const summaries: StoredSummary[] = [];
    const ids = [...all.keys()];
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      const read = ids.slice(from, from + READ_AT_ONCE).map((id) => this.#summary(id, all.get(id)));
      summaries.push(...(await Promise.all(read)).filter((summary) => summary !== undefined));
    }
    for (const [id, held] of all) await this.#clean(id, held);
    return summaries;
  }

  /**
   * Changes a conversation. `change` gets its current state and returns the next one, or `undefined` to leave it; it is
   * called again if another process was quicker. Changes that wait for the same conversation are written together, in
   * their order. Resolves with the state after this change; `undefined` if the conversation does not exist (any more).
   */
  async update(id: number, change: Change): Promise<StoredConversation | undefined> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { change, resolve, reject };
      const waiting = this.#waiting.get(id);
      if (waiting) {
        waiting.push(one);
      } else {
        this.#waiting.set(id, [one]);
        void this.#work(id);
      }
    });
  }

  /** Deletes one conversation. Its number is not used again. Resolves with whether there was one. */
  async delete(id: number): Promise<boolean> {
    const held = (await this.#look()).get(id);
    if (held === undefined || held.isDeleted || (held.versions.length === 0 && !held.isEarlier)) return false;
    return this.#files.delete(id);
  }

  async #work(id: number): Promise<void> {
    for (let batch; (batch = this.#waiting.get(id) ?? []).length > 0;) {
      this.#waiting.set(id, []);
      try {
        const results = await this.#change(
          id,
          batch.map(({ change }) => change),
        );
        batch.forEach(({ resolve }, index) => {
          resolve(results?.[index]);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#waiting.delete(id);
  }

  /** The state of a conversation after each of several changes; `undefined` if there is no such conversation. */
  async #change(id: number, changes: readonly Change[]): Promise<readonly StoredConversation[] | undefined> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const latest = await this.#latest(id);
      if (latest === undefined) return undefined;
      const results: StoredConversation[] = [];
      for (const change of changes) {
        const before = results.at(-1) ?? latest.conversation;
        results.push(change(before) ?? before);
      }
      const after = results.at(-1);
      if (after === undefined || after === latest.conversation) return results;
      if (await this.#add(after, latest.next, latest.writers)) return results;
      await sleep(Math.random() * Math.min(attempt * 5, 50));
    }
    throw new Error(`conversation ${id} changes all the time`);
  }

  /** Adds a version. Resolves with whether it counts; if so, that is final. */
  async #add(conversation: StoredConversation, version: number, writers: StoredVersion["writers"]): Promise<boolean> {
    const { id } = conversation;
    const known = Object.entries(writers)
      .filter(([writer]) => writer !== this.#writer)
      .sort(([, a], [, b]) => b - a)
      .slice(0, WRITERS_KEPT - 1);
    const text = JSON.stringify({
      ...conversation,
      writers: { [this.#writer]: version, ...Object.fromEntries(known) },
    });
    if (!(await this.#files.add(id, version, text))) return false;
    // The name was free, but may have been used and removed before, as this process may have been suspended for long.
    // Later versions record whether they were made from this one.
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const held = (await this.#files.look()).get(id);
      const latest = held?.versions.at(-1) ?? 0;
      if (held === undefined || latest < version) return false;
      const later = latest > version && !held.isDeleted ? await this.#read(id, latest) : "none";
      if (later === undefined) continue; // there are later ones by now
      await this.#clean(id, held);
      if (held.isDeleted || later === "damaged" || later === "unread") return false;
      return later === "none" || (later.writers[this.#writer] ?? 0) >= version;
    }
    throw new Error(`conversation ${id} changes all the time`);
  }

  /** With the number of the next version: above all names, also those of what is none. */
  async #latest(id: number): Promise<(StoredVersion & { readonly next: number }) | undefined> {
    const strays = new Set<number>();
    let before: number | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const held = (await this.#look()).get(id);
      const version = held?.versions.findLast((each) => !strays.has(each));
      if (version === undefined || held?.isDeleted) return undefined;
      const read = await this.#read(id, version);
      if (typeof read === "string") return undefined;
      if (read !== undefined) return { ...read, next: (held?.versions.at(-1) ?? version) + 1 };
      // It is the last one still, and has no text: a version loses its text only when there are later ones.
      if (version === before) {
        this.#tell(`what is called version ${version} of conversation ${id} is none; it is left as it is`);
        strays.add(version);
      }
      before = version;
    }
    throw new Error(`conversation ${id} changes all the time`);
  }

  /**
   * `undefined` if there are later versions by now, or the conversation is deleted; `unread` if the system does not let
   * it be read, which may pass: a disk that is not connected, too many open files.
   */
  async #read(id: number, version: number): Promise<StoredVersion | "damaged" | "unread" | undefined> {
    let text;
    try {
      text = await this.#files.read(id, version);
    } catch {
      this.#tell(`conversation ${id} can't be read`);
      return "unread";
    }
    if (text === undefined) return undefined;
    const read = parseStoredConversation(text, id);
    if (read === undefined) this.#tell(`the file of conversation ${id} is damaged; it is left as it is`);
    return read ?? "damaged";
  }

  async #summary(id: number, held: Held | undefined): Promise<StoredSummary | undefined> {
    const version = held?.versions.at(-1);
    if (version === undefined || held?.isDeleted) return undefined;
    const known = this.#summaries.get(id);
    if (known?.version === version) return known.summary;
    const read = (await this.#read(id, version)) ?? (await this.#latest(id));
    if (read === "unread") return undefined;
    const conversation = read === "damaged" ? undefined : read?.conversation;
    const summary = conversation && {
      id,
      title: conversation.title || firstQuestion(conversation),
      createdAt: conversation.createdAt,
      updatedAt: conversation.updatedAt,
      readToken: conversation.readToken,
    };
    this.#summaries.set(id, { version, summary });
    return summary;
  }

  /** Everything in the folder, once all that earlier programs kept has become a version. */
  async #look(): Promise<ReadonlyMap<number, Held>> {
    const all = await this.#files.look();
    let isChanged = false;
    for (const [id, held] of all) {
      if (!held.isEarlier || held.isDeleted) continue;
      const text = await this.#files.readEarlier(id).catch(() => "");
      if (text !== undefined && parseStoredConversation(text, id) === undefined) {
        this.#tell(`the file of conversation ${id} is damaged; it is left as it is`);
        continue;
      }
      // A window that still has an earlier program doesn't see which numbers are given now, and may give one again.
      let to = held.versions.length === 0 || held.versions[0] === 1 ? id : nextNumber(all);
      while (!(await this.#files.carryOver(id, to))) to = Math.max(to + 1, nextNumber(all));
      isChanged = true;
    }
    return isChanged ? this.#files.look() : all;
  }

  /** Never rejects: what can't be removed now is removed another time. */
  async #clean(id: number, held: Held): Promise<void> {
    await this.#files.clean(id, held).catch(() => undefined);
  }

  #tell(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#log("warning", message);
  }
}

/** What a conversation is listed as until it has a title. One that was stopped, or has failed, never gets one. */
function firstQuestion({ questions }: StoredConversation): string {
  return withoutContexts(questions[0]?.text ?? "").slice(0, LISTED_AT_MOST);
}

function nextNumber(taken: ReadonlyMap<number, unknown>): number {
  let highest = 0;
  for (const id of taken.keys()) if (id < GIVEN_BELOW && id > highest) highest = id;
  return highest + 1;
}
