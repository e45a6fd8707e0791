import { setImmediate as nextTurn } from "node:timers/promises";

const SLICE_MS = 4;

/** Cuts long work into slices, between which everything else that waits in this process gets its turn. */
export class TimeSlices {
  readonly #sliceMs: number;
  readonly #signal: AbortSignal | undefined;
  #end: number;

  /** Aborting makes {@link next} reject with an `AbortError`. */
  constructor({ sliceMs = SLICE_MS, signal }: { readonly sliceMs?: number; readonly signal?: AbortSignal } = {}) {
    this.#sliceMs = sliceMs;
    this.#signal = signal;
    this.#end = performance.now() + sliceMs;
  }

  /** Whether it is time for {@link next}. */
  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Lets everything else have its turn, then begins another slice. */
  async next(): Promise<void> {
    await nextTurn(undefined, this.#signal ? { signal: this.#signal } : {});
    this.#end = performance.now() + this.#sliceMs;
  }
}

/** Work that lets others have their turn wherever it yields. */
export type Steps<T> = Generator<undefined, T>;

/** Takes all steps of some work at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Takes the steps of some work in slices. */
export async function inSlices<T>(steps: Steps<T>, slices = new TimeSlices()): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (slices.isOver) await slices.next();
  }
}
