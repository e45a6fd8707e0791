import type { PatternType } from "../model/search.ts";
import { patternTypeOf } from "../query/wholeWords.ts";

/** A search whose rows are shown, as far as their order depends on it. */
export interface ShownSearch {
  readonly id: number;
  readonly query: { readonly text: string; readonly patternType: PatternType };
  readonly isLocal: boolean;
  readonly isRunning: boolean;
  /** Whether the list has the keys: which row they are at, nobody says. */
  readonly hasKeys: boolean;
  /** Files and whatever else has been found so far. */
  readonly items: number;
}

/** A list that changes later than that is being read. */
const SOON_MS = 1000;
/** How the local service reads a query if what it finds is in no order: it ranks what is read in other ways. */
const UNRANKED: readonly string[] = ["keyword", "standard", "literal", "regexp"];

/** Decides, once for each search that is shown, whether its rows are sorted by path when it is over. */
export class SortOnce {
  #id: number | undefined;
  #firstRowAt: number | undefined;
  #isTouched = false;
  #isDecided = false;
  #isOffered = false;

  /** Whether to offer sorting, because the rows are not sorted and have no rank. */
  get isOffered(): boolean {
    return this.#isOffered;
  }

  /** Takes the state of the search that is shown, `now` in milliseconds. Returns, once, whether to sort its rows. */
  next(search: ShownSearch, now: number): boolean {
    if (search.id !== this.#id) {
      this.#id = search.id;
      this.#firstRowAt = undefined;
      this.#isTouched = this.#isDecided = this.#isOffered = false;
    }
    this.#isTouched ||= search.hasKeys;
    if (search.items > 0) this.#firstRowAt ??= now;
    if (this.#isDecided || search.isRunning || this.#firstRowAt === undefined) return false;
    this.#isDecided = true;
    if (search.items < 2 || isRanked(search)) return false;
    this.#isOffered = this.#isTouched || now - this.#firstRowAt > SOON_MS;
    return !this.#isOffered;
  }

  /** Notes that a person has done something in the list. */
  touch(): void {
    this.#isTouched = true;
  }

  /** Notes that a person has sorted the list. */
  sort(): void {
    this.#isTouched = this.#isDecided = true;
    this.#isOffered = false;
  }
}

/** Other services send first what matters most. */
function isRanked({ isLocal, query }: ShownSearch): boolean {
  return !isLocal || !UNRANKED.includes(patternTypeOf(query.text, query.patternType));
}
