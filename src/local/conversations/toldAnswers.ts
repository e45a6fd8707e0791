import { randomUUID } from "node:crypto";

/** An answer that is being written: its words, and the passages below them. */
export interface GrowingTexts {
  readonly words: string;
  readonly passages: string;
}

/** What a client is told of an answer that is being written. */
export interface ToldAnswer {
  /** Names what the client has after it, for the next time. */
  readonly version: string;
  /** What `words` go on from: so many UTF-16 units of the words that the client has. Absent where it has to forget them. */
  readonly wordsFrom?: number;
  readonly words: string;
  /** Absent where they are those that the client has. */
  readonly passages?: string;
}

interface AnswerTexts extends GrowingTexts {
  readonly answer: string;
}

/** Several windows may look at one answer, and a request may be sent again. */
const KEPT = 8;

/**
 * Tells who looks at an answer several times a second only what they have not got. A version is of this process and of one
 * answer: to who names another, or one that was long ago, all is told.
 */
export class ToldAnswers {
  /** By version, that which was told longest ago first. */
  readonly #told = new Map<string, AnswerTexts>();
  readonly #instance = randomUUID();
  #count = 0;

  /** `answer` is told apart from others by this name; `known` is the version that the client has. */
  tell(answer: string, { words, passages }: GrowingTexts, known: string): ToldAnswer {
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

  /** The answer is not written any more: what was told of it need not be remembered. */
  forget(answer: string): void {
    for (const [version, told] of this.#told) if (told.answer === answer) this.#told.delete(version);
  }
}

/** How many UTF-16 units two texts begin with alike; never ends within a character. */
function commonLength(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at > 0 && /[\ud800-\udbff]/.test(one.charAt(at - 1)) ? at - 1 : at;
}
