import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Log } from "../base/log.ts";
import type { DefinitionRequest, FileDefinitions } from "../code/symbols/fileDefinitions.ts";
import type { ThreadData } from "./messages.ts";
import { PARSES, ThreadHandle } from "./threadHandle.ts";

/** More would help only large machines, and each takes memory for every language. */
const THREADS_AT_MOST = 4;
const LEAST = 2;
/** How many files a job of a thread has; fewer if they are large. More would keep others waiting, fewer the thread. */
const FILES_AT_ONCE = 32;
/** Starting a thread, or loading a language, takes about as long as parsing this many bytes. */
const STARTING_BYTES = 200_000;
/** People who search come back soon, or not for a long time. */
const KEPT_FOR_MS = 10 * 60_000;

/** A file that is waiting to be read. */
interface Waiting {
  readonly request: DefinitionRequest;
  readonly bytes: number;
  readonly answer: (definitions: FileDefinitions) => void;
}

/** Files that one thread reads next. */
interface Work {
  readonly files: readonly Waiting[];
  readonly signal: AbortSignal;
}

interface Slot {
  isWorking: boolean;
  thread: ThreadHandle | undefined;
  /** Those that the thread can parse without loading them. */
  readonly languages: Set<string | undefined>;
  ending: NodeJS.Timeout | undefined;
}

/**
 * The threads that find definitions in files, for all searches. Once all have begun, the same file is always read in
 * the same thread, which remembers what it found there. Of the files that wait, the smallest are read first, and those
 * in a language that is already loaded, so that something is found sooner. For the same reason, half the processors
 * begin; the other threads follow if it is worth it, once something was read.
 */
export class Parsers {
  readonly #data: ThreadData;
  readonly #log: Log;
  readonly #slots: readonly Slot[];
  readonly #all = new Set<ThreadHandle>();
  /** The files that are for each signal. The signal that has waited longest is first. */
  readonly #waiting = new Map<AbortSignal, Set<Waiting>>();
  readonly #usedAtFirst: number;
  /** How many of the slots, counted from the first, have work. */
  #used: number;

  constructor(data: ThreadData, log: Log, processors = availableParallelism()) {
    this.#data = data;
    this.#log = log;
    const count = Math.max(LEAST, Math.min(THREADS_AT_MOST, processors));
    this.#usedAtFirst = Math.max(1, Math.min(count, Math.floor(processors / 2)));
    this.#used = this.#usedAtFirst;
    this.#slots = Array.from({ length: count }, () => ({
      isWorking: false,
      thread: undefined,
      languages: new Set<string | undefined>(),
      ending: undefined,
    }));
  }

  /** Has some threads ready when files come: starting one takes longer than parsing its first files. */
  prepare(): void {
    for (const slot of this.#slots.slice(0, this.#usedAtFirst)) {
      if (slot.thread) continue;
      this.#start(slot);
      this.#rest(slot);
    }
  }

  /** What is defined in a file. Rejects with the signal's reason once that is aborted. */
  async read(request: DefinitionRequest, signal: AbortSignal): Promise<FileDefinitions> {
    const { file, text } = request;
    const bytes = text?.length ?? (await stat(file).catch(() => undefined))?.size ?? 0; // it may have gone away
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<FileDefinitions>();
    const leave = () => {
      this.#waiting.delete(signal);
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", leave, { once: true });
    if (this.#all.size === 0 && this.#waiting.size === 0) this.#used = this.#usedAtFirst;
    const waiting: Waiting = {
      request,
      bytes,
      answer: (definitions) => {
        resolve(definitions);
        this.#useAll();
      },
    };
    const others = this.#waiting.get(signal);
    if (others) others.add(waiting);
    else this.#waiting.set(signal, new Set([waiting]));
    this.#begin(this.#slotOf(waiting));
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    for (const { ending } of this.#slots) clearTimeout(ending);
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }

  #slotOf({ request: { file } }: Waiting): Slot | undefined {
    return this.#slots[hashOf(file) % this.#used];
  }

  #begin(slot: Slot | undefined): void {
    if (slot?.isWorking === false) void this.#work(slot);
  }

  /** Lets all threads take part if so much is waiting that they begin before the others are through. */
  #useAll(): void {
    if (this.#used === this.#slots.length) return;
    let bytes = 0;
    for (const files of this.#waiting.values()) for (const file of files) bytes += file.bytes;
    if (bytes < STARTING_BYTES) return;
    this.#used = this.#slots.length;
    for (const slot of this.#slots) this.#begin(slot);
  }

  /** Has the waiting files read, until there are none. */
  async #work(slot: Slot): Promise<void> {
    slot.isWorking = true;
    clearTimeout(slot.ending);
    for (let next = this.#next(slot); next; next = this.#next(slot)) {
      await this.#readIn(slot, next);
      for (const { request } of next.files) slot.languages.add(request.language);
    }
    slot.isWorking = false;
    this.#rest(slot);
  }

  /** Takes what the thread of a slot reads next. */
  #next(slot: Slot): Work | undefined {
    const isReady = ({ request }: Waiting) => slot.languages.has(request.language);
    const cost = (file: Waiting) => file.bytes + (isReady(file) ? 0 : STARTING_BYTES);
    for (const [signal, waiting] of this.#waiting) {
      const own = [...waiting]
        .filter((file) => this.#slotOf(file) === slot)
        .sort((one, other) => cost(one) - cost(other));
      const [first] = own;
      if (!first) continue;
      if (!isReady(first)) {
        // The first text of a language takes as long as a large one, so it is an empty one. Smaller files may have come
        // by then.
        const request = { file: "", text: "", language: first.request.language };
        return { files: [{ request, bytes: 0, answer: () => undefined }], signal };
      }
      const files: Waiting[] = [];
      let bytes = 0;
      for (const file of own) {
        if (!isReady(file) || files.length === FILES_AT_ONCE || bytes >= STARTING_BYTES) break;
        files.push(file);
        bytes += file.bytes;
        waiting.delete(file);
      }
      this.#waiting.delete(signal);
      if (waiting.size > 0) this.#waiting.set(signal, waiting);
      return { files, signal };
    }
    return undefined;
  }

  async #readIn(slot: Slot, { files, signal }: Work): Promise<void> {
    let count = 0;
    try {
      const thread = slot.thread && !slot.thread.isEnding ? slot.thread : this.#start(slot);
      const requests = files.map(({ request }) => request);
      await thread.run({ type: "definitions", requests }, signal, (news) => {
        if (news.type === "definitions") for (const found of news.definitions) files[count++]?.answer(found);
        return Promise.resolve();
      });
      return;
    } catch (error) {
      if (signal.aborted) return; // all were told
      this.#log("error", `definitions: ${error instanceof Error ? (error.stack ?? error.message) : "unknown failure"}`);
    }
    const [first, ...others] = files.slice(count);
    if (others.length === 0) first?.answer("failed");
    // One of them broke the thread; the others are not to blame.
    else for (const file of files.slice(count)) await this.#readIn(slot, { files: [file], signal });
  }

  #start(slot: Slot): ThreadHandle {
    const thread = new ThreadHandle(this.#data, {
      program: PARSES,
      idle: () => undefined,
      gone: () => {
        this.#all.delete(thread);
        if (slot.thread === thread) slot.thread = undefined;
      },
      log: this.#log,
    });
    this.#all.add(thread);
    slot.thread = thread;
    slot.languages.clear();
    return thread;
  }

  /** Keeps a thread for a while. */
  #rest(slot: Slot): void {
    const { thread } = slot;
    slot.ending = setTimeout(() => void thread?.end(), KEPT_FOR_MS).unref();
  }
}

/** The same number for the same text. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash;
}
