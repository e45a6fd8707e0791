import { stat } from "node:fs/promises";

/** A disk that was asleep may take this long. */
const ANSWERS_WITHIN_MS = 3000;

/**
 * Whether files can be read now: a process has few threads for files, and a mount that hangs may hold all of them for
 * good. Asks the system for a folder; as long as it has not answered, it is not asked again.
 */
export class Reading {
  readonly #folder: string;
  readonly #withinMs: number;
  #asked: { readonly at: number; readonly answered: Promise<void> } | undefined;

  /** `withinMs` is for tests. */
  constructor(folder: string, withinMs = ANSWERS_WITHIN_MS) {
    this.#folder = folder;
    this.#withinMs = withinMs;
  }

  /** Resolves within a few seconds. */
  async works(): Promise<boolean> {
    this.#asked ??= { at: performance.now(), answered: this.#ask() };
    const { at, answered } = this.#asked;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, at + this.#withinMs - performance.now()), false);
    });
    try {
      return await Promise.race([answered.then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(): Promise<void> {
    await stat(this.#folder).catch(() => undefined); // that it is gone is an answer, too
    this.#asked = undefined;
  }
}
