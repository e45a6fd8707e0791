import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";

const SLICE_MS = 4;

/** Cuts long work into slices, between which everything else that waits in this process has its turn. */
export class TimeSlices {
  readonly #sliceMs: number;
  #end: number;

  constructor(sliceMs = SLICE_MS) {
    this.#sliceMs = sliceMs;
    this.#end = performance.now() + sliceMs;
  }

  /** Whether it is time for {@link next}. */
  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Begins another slice after the others' turn. */
  async next(): Promise<void> {
    await nextTurn();
    this.#end = performance.now() + this.#sliceMs;
  }
}
