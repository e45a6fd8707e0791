import { whenIdle } from "./whenIdle.ts";

/** With more questions than this, they are drawn one after another, and those out of sight are not laid out. */
export const MANY = 12;
/** How many questions on each side of the one that is looked at are drawn with it. */
const BESIDE = 2;
/** How long the page may be busy at a time. */
const SLICE_MS = 25;
/** After this time the next ones are drawn, however busy the page is. */
const DRAWN_WITHIN_MS = 200;

/**
 * Decides which questions of a long conversation are drawn with their answers. Those that are looked at, and the last
 * one, where things happen, are drawn at once. The others follow one by one when there is time, the nearest first.
 */
export class Gradually {
  readonly #drawn = new Set<string>();
  readonly #draw: () => void;
  /** The position of the question that the person looks at. */
  readonly #position: () => number;
  #ids: readonly string[] = [];
  #isScheduled = false;

  constructor(draw: () => void, position: () => number) {
    this.#draw = draw;
    this.#position = position;
  }

  /** Whether there is more to draw. */
  get isBusy(): boolean {
    return this.#ids.some((id) => !this.#drawn.has(id));
  }

  has(id: string): boolean {
    return this.#drawn.has(id);
  }

  /** Sets the questions. The one at position `at` is looked at. The caller draws. */
  begin(ids: readonly string[], at: number): void {
    this.#ids = ids;
    const first =
      ids.length <= MANY ? ids : [...ids.slice(Math.max(0, at - BESIDE), at + BESIDE + 1), ...ids.slice(-1)];
    for (const id of first) this.#drawn.add(id);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || !this.isBusy) return;
    this.#isScheduled = true;
    whenIdle(() => {
      this.#isScheduled = false;
      const from = performance.now();
      do {
        const nearest = this.#nearest();
        if (nearest === undefined) return;
        this.#drawn.add(nearest);
        this.#draw();
      } while (performance.now() - from < SLICE_MS);
      this.#schedule();
    }, DRAWN_WITHIN_MS);
  }

  #nearest(): string | undefined {
    const at = this.#position();
    const waiting = this.#ids.map((id, position) => ({ id, distance: Math.abs(position - at) }));
    return waiting.filter(({ id }) => !this.#drawn.has(id)).sort((a, b) => a.distance - b.distance)[0]?.id;
  }
}
