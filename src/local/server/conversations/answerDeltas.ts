import { randomUUID } from "node:crypto";

/** An answer that is being written: its words, and the passages below them. */
export interface GrowingTexts {
  readonly words: string;
  readonly passages: string;
}

/** What a client is told about an answer that is being written. */
export interface AnswerDelta {
  /** Identifies what the client has after this, for its next request. */
  readonly version: string;
  /** After how many UTF-16 units of the client's words `words` continue. Absent if the client must discard its own. */
  readonly wordsFrom?: number;
  readonly words: string;
  /** Absent if the client has the same ones already. */
  readonly passages?: string;
}

interface AnswerTexts extends GrowingTexts {
  readonly answer: string;
}

/** More than one, because several windows may look at one answer, and a request may be sent again. */
const KEPT = 8;

/**
 * Tells clients that look at an answer several times a second only what they don't have yet. A version belongs to this
 * process and to one answer: a client that names any other version, or one from long ago, is told everything.
 */
export class AnswerDeltas {
  /** By version, the one that was told longest ago first. */
  readonly #told = new Map<string, AnswerTexts>();
  readonly #instance = randomUUID();
  #count = 0;

  /** `answer` is a name that distinguishes it from other answers; `known` is the version that the client has. */
  deltaOf(answer: string, { words, passages }: GrowingTexts, known: string): AnswerDelta {
    const found = this.#told.get(known);
    const before = found?.answer === answer ? found : undefined;
    const wordsFrom = before && commonLength(before.words, words);
    const isNow = (one: AnswerTexts) => one.answer === answer && one.passages === passages && one.words === words;
    const [version = `${this.#instance}.${++this.#count}`] = [...this.#told].find(([, one]) => isNow(one)) ?? [];
    this.#told.delete(version);
    this.#told.set(version, { answer, words, passages });
    const [oldest] = this.#told.size > KEPT ? this.#told.keys() : [];
    if (oldest !== undefined) this.#told.delete(oldest);
    return {
      version,
      words: words.slice(wordsFrom ?? 0),
      ...(wordsFrom !== undefined && { wordsFrom }),
      ...(before?.passages !== passages && { passages }),
    };
  }

  /** Forgets what was told of an answer, because it is no longer being written. */
  forget(answer: string): void {
    for (const [version, told] of this.#told) if (told.answer === answer) this.#told.delete(version);
  }
}

/** How many UTF-16 units at their start two texts have in common; never ends within a character. */
function commonLength(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at > 0 && /[\ud800-\udbff]/.test(one.charAt(at - 1)) ? at - 1 : at;
}
