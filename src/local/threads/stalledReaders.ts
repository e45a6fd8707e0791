import { awakeTimeout } from "../../core/model/awakeTimeout.ts";

/** In milliseconds. */
interface Patience {
  /** After that much waiting for their turn, others end who keeps them waiting. */
  readonly othersMs: number;
  /** Who has taken nothing for that long keeps others waiting. */
  readonly takesNothingMs: number;
}

const PATIENCE: Patience = { othersMs: 5_000, takesNothingMs: 10_000 };

/** Clients that have stopped to read, as a program that is suspended, and others that wait for their places. */
export class StalledReaders {
  /** What ends them; the one that has taken nothing for the longest is first. */
  readonly #drops = new Set<() => void>();
  readonly #patience: Patience;

  /** `patience` is for tests. */
  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  /** While a reader takes something: `drop` ends it if it takes too long and others wait. */
  async whileTaking(drop: () => void, take: () => Promise<void> | void): Promise<void> {
    const stopWatching = awakeTimeout(this.#patience.takesNothingMs, () => this.#drops.add(drop));
    try {
      await take();
    } finally {
      stopWatching();
      this.#drops.delete(drop);
    }
  }

  /** While somebody waits for a turn: after a while, readers that have stalled are ended, one after the other. */
  async whileWaiting<T>(turn: Promise<T>): Promise<T> {
    const dropOne = () => {
      const [longest] = this.#drops;
      if (longest) {
        this.#drops.delete(longest);
        longest();
      }
      stopWaiting = awakeTimeout(this.#patience.othersMs / 10, dropOne);
    };
    let stopWaiting = awakeTimeout(this.#patience.othersMs, dropOne);
    try {
      return await turn;
    } finally {
      stopWaiting();
    }
  }
}
