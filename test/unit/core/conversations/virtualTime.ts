import type { Clock, Attention } from "../../../../src/core/conversations/watchConversation.ts";

/** A clock on which waiting takes no time: it jumps to the next event. */
export class VirtualTime implements Clock, Attention {
  /** The times at which somebody begins to look. */
  readonly #looks: number[];
  readonly waits: number[] = [];
  isLooking = true;
  isThere = false;
  /** The machine sleeps for this long during the next wait. */
  sleepsMs = 0;
  #now: number;

  /** `looks` are the times at which somebody begins to look, from now on. */
  constructor({ now = 1_000_000, looks = [] }: { now?: number; looks?: readonly number[] } = {}) {
    this.#now = now;
    this.#looks = looks.map((time) => now + time);
  }

  now(): number {
    return this.#now;
  }

  async wait(delayMs: number, signal: AbortSignal): Promise<void> {
    this.waits.push(delayMs);
    const until = this.#now + delayMs + this.sleepsMs;
    this.sleepsMs = 0;
    await new Promise((resolve) => setImmediate(resolve)); // whoever begins to look is asked in between
    signal.throwIfAborted();
    this.#now = Math.max(this.#now, until);
  }

  waitForFocus(signal: AbortSignal): Promise<void> {
    const next = this.#looks.find((time) => time > this.#now);
    const waited = this.waits.at(-1) ?? 0;
    if (next !== undefined && next < this.#now + waited) {
      this.#now = next;
      this.isLooking = true;
      return Promise.resolve();
    }
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        reject(new DOMException("stopped", "AbortError"));
      });
    });
  }
}
