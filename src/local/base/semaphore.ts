/** Lets a number of callers work at once; others wait for their turn, in order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * Resolves when it is the caller's turn, with a function that ends it; further calls of that do nothing. Rejects with
   * the signal's reason.
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.#waiting.push(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
