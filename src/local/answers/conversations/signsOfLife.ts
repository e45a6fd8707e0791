/**
 * A longer time between two looks counts as this much: this machine may have been asleep, and the other one as well.
 */
const LOOK_MS = 30_000;
/** Of so many, those looked at last are remembered. */
const REMEMBERED = 1000;

interface Seen {
  readonly sign: string;
  readonly at: number;
  readonly silentMs: number;
}

/**
 * For how long others have given no sign of life, in the time of whoever looks: their clocks may differ, and any clock
 * may be set, or jump ahead when a machine wakes up.
 */
export class SignsOfLife {
  readonly #seen = new Map<string, Seen>();
  readonly #now: () => number;

  /** `now` is in milliseconds, of a clock that nobody can set. */
  constructor(now: () => number = performance.now.bind(performance)) {
    this.#now = now;
  }

  /** For how long the last sign under this key has been the same, as far as this process has looked. */
  silentMs(key: string, sign: string): number {
    const at = this.#now();
    const before = this.#seen.get(key);
    const isSame = before?.sign === sign;
    const silentMs = isSame ? before.silentMs + Math.min(at - before.at, LOOK_MS) : 0;
    this.#seen.delete(key);
    this.#seen.set(key, { sign, at, silentMs });
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= REMEMBERED) break;
      this.#seen.delete(oldest);
    }
    return silentMs;
  }
}
