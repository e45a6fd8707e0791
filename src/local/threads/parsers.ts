import { availableParallelism } from "node:os";
import type { Log } from "../http/log.ts";
import type { DefinitionRequest, FileDefinitions } from "../symbols/fileDefinitions.ts";
import type { ThreadData } from "./messages.ts";
import { ThreadHandle } from "./threadHandle.ts";
import { Turns } from "../http/turns.ts";

/** More would help large machines only, and each takes memory for every language. */
const THREADS_AT_MOST = 4;
const LEAST = 2;
/** Who searches comes back soon, or not for long. */
const KEPT_FOR_MS = 10 * 60_000;

interface Slot {
  readonly turns: Turns;
  thread: ThreadHandle | undefined;
  idle: ThreadHandle | undefined;
  ending: NodeJS.Timeout | undefined;
}

/**
 * The threads that find definitions in files, for all searches. The same file is always read in the same one, which knows
 * what it found there.
 */
export class Parsers {
  readonly #data: ThreadData;
  readonly #log: Log;
  readonly #slots: readonly Slot[];
  readonly #all = new Set<ThreadHandle>();

  constructor(data: ThreadData, log: Log) {
    this.#data = data;
    this.#log = log;
    const count = Math.max(LEAST, Math.min(THREADS_AT_MOST, availableParallelism()));
    this.#slots = Array.from({ length: count }, () => ({
      turns: new Turns(1),
      thread: undefined,
      idle: undefined,
      ending: undefined,
    }));
  }

  /** Has some threads ready when files come: to start one takes longer than to parse its first files. */
  prepare(): void {
    for (const slot of this.#slots.slice(0, LEAST)) if (!slot.thread) this.#rest(slot, this.#start(slot));
  }

  /** What is defined in each of some files. Rejects with the signal's reason once that is aborted. */
  async read(requests: readonly DefinitionRequest[], signal: AbortSignal): Promise<readonly FileDefinitions[]> {
    const found: FileDefinitions[] = [];
    const bySlot = Map.groupBy(requests.keys(), (index) => hashOf(requests[index]?.file ?? "") % this.#slots.length);
    await Promise.all(
      [...bySlot].map(async ([at, indexes]) => {
        const slot = this.#slots[at];
        const mine = indexes.flatMap((index) => requests[index] ?? []);
        const definitions = slot ? await this.#readIn(slot, mine, signal) : [];
        indexes.forEach((index, position) => (found[index] = definitions[position] ?? "failed"));
      }),
    );
    return found;
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    for (const { ending } of this.#slots) clearTimeout(ending);
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }

  async #readIn(
    slot: Slot,
    requests: readonly DefinitionRequest[],
    signal: AbortSignal,
  ): Promise<readonly FileDefinitions[]> {
    const found: FileDefinitions[] = [];
    const end = await slot.turns.take(signal);
    try {
      const thread = slot.idle && !slot.idle.isEnding ? slot.idle : this.#start(slot);
      slot.idle = undefined;
      clearTimeout(slot.ending);
      await thread.run({ type: "definitions", requests }, signal, (news) => {
        if (news.type === "definitions") found.push(...news.definitions);
        return Promise.resolve();
      });
      return found;
    } catch (error) {
      signal.throwIfAborted();
      this.#log("error", `definitions: ${error instanceof Error ? (error.stack ?? error.message) : "unknown failure"}`);
      if (requests.length === 1) return ["failed"];
    } finally {
      end();
    }
    // One of them broke the thread; the others are not to blame.
    const again: FileDefinitions[] = [];
    for (const request of requests) again.push(...(await this.#readIn(slot, [request], signal)));
    return again;
  }

  #start(slot: Slot): ThreadHandle {
    const thread = new ThreadHandle(
      { ...this.#data, parses: true },
      {
        idle: () => {
          this.#rest(slot, thread);
        },
        gone: () => {
          this.#all.delete(thread);
          if (slot.thread === thread) slot.thread = undefined;
          if (slot.idle === thread) slot.idle = undefined;
        },
        log: this.#log,
      },
    );
    this.#all.add(thread);
    slot.thread = thread;
    return thread;
  }

  /** Keeps a thread for a while. */
  #rest(slot: Slot, thread: ThreadHandle): void {
    slot.idle = thread;
    slot.ending = setTimeout(() => void thread.end(), KEPT_FOR_MS).unref();
  }
}

/** The same number for the same text. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash;
}
