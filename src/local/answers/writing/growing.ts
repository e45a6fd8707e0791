import { settledEnd } from "../../../core/markdown/settledEnd.ts";
import { checkCitations } from "./citations.ts";
import type { Evidence } from "./evidence.ts";

/** A text that takes long to read is read less often: for this many times as long, it is not read again. */
const REST = 8;

/** An answer that is still being written, as it may be shown: what is settled is checked once, only the tail again. */
export class GrowingAnswer {
  readonly #evidence: Evidence;
  #settled = "";
  #settledTo = 0;
  #restsUntil = 0;
  #shown = "";
  #isBehind = false;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** `written` is all of the answer so far. The result may be some parts behind. */
  shown(written: string): string {
    this.#isBehind = performance.now() < this.#restsUntil;
    if (this.#isBehind) return this.#shown;
    const from = performance.now();
    const to = settledEnd(written, this.#settledTo);
    if (to > this.#settledTo) {
      this.#settled += `${this.#check(written.slice(this.#settledTo, to))}\n\n`;
      this.#settledTo = to;
    }
    this.#shown = this.#settled + this.#check(written.slice(this.#settledTo));
    this.#restsUntil = performance.now() + REST * (performance.now() - from);
    return this.#shown;
  }

  /** In how many milliseconds {@link shown} catches up, if what it returned last was behind. */
  get catchesUpInMs(): number | undefined {
    return this.#isBehind ? Math.max(0, this.#restsUntil - performance.now()) : undefined;
  }

  #check(text: string): string {
    return checkCitations(text, this.#evidence, { isPartial: true }).text.trim();
  }
}
