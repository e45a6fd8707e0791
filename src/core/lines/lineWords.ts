/** The content of a line: where its words and signs are among those of a {@link Vocabulary}, and their total weight. */
export interface LineWords {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
  /** Whether the line is so long that only its beginning was read. */
  readonly isPart: boolean;
}

/** In characters: no turn may become long because of one line. */
const READ_AT_MOST = 16_000;
/** For a blank line. */
export const NO_WORDS: LineWords = { start: 0, end: 0, weight: 0, isPart: false };

/** Reads lines into words: identifiers weigh by their length, signs little, blanks nothing. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #weights: number[] = [];
  readonly #isName: boolean[] = [];
  /** The words of all lines in one array: an array for each would be much work for the garbage collector. */
  #words = new Int32Array(4 * 1024);
  #end = 0;

  /** Very long lines are read up to a limit, and resemble no other line. */
  read(line: string): LineWords {
    const words = this.inOrder(line).sort();
    if (words.length === 0) return NO_WORDS;
    let weight = 0;
    for (const word of words) weight += this.weightOf(word);
    if (this.#end + words.length > this.#words.length) {
      const all = new Int32Array(2 * this.#words.length);
      all.set(this.#words);
      this.#words = all;
    }
    this.#words.set(words, this.#end);
    const start = this.#end;
    this.#end += words.length;
    return { start, end: this.#end, weight, isPart: line.length > READ_AT_MOST };
  }

  /** The words and signs of a line that was read, as numbers, ascending. */
  wordsOf({ start, end }: LineWords): Int32Array {
    return this.#words.subarray(start, end);
  }

  /** The words and signs of a line in their order, up to a limit. */
  inOrder(line: string): Int32Array {
    const found = line.slice(0, READ_AT_MOST).match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? [];
    const words = new Int32Array(found.length);
    for (let at = 0; at < words.length; at++) words[at] = this.#numberOf(found[at] ?? "");
    return words;
  }

  /** Whether a word has letters and is not a keyword of many languages. */
  isName(word: number): boolean {
    return this.#isName[word] ?? false;
  }

  weightOf(word: number): number {
    return this.#weights[word] ?? 0;
  }

  /**
   * From 0, nothing in common, to 1, the same words. Lines without words resemble nothing, not even each other, nor do
   * those that were not read to their ends: what distinguishes them may be there.
   */
  similarity(a: LineWords, b: LineWords, atLeast = 0): number {
    const weight = a.weight + b.weight;
    if (weight === 0 || a.isPart || b.isPart || 2 * Math.min(a.weight, b.weight) < atLeast * weight) return 0;
    let shared = 0;
    const words = this.#words;
    for (let i = a.start, j = b.start; i < a.end && j < b.end;) {
      const difference = (words[i] ?? 0) - (words[j] ?? 0);
      if (difference === 0) shared += this.weightOf(words[i] ?? 0);
      if (difference <= 0) i++;
      if (difference >= 0) j++;
    }
    const similarity = (2 * shared) / weight;
    return similarity >= atLeast ? similarity : 0;
  }

  #numberOf(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(word, number);
      this.#weights.push(/^[\p{L}\p{N}_$]/u.test(word) ? Math.min(word.length, 12) : 0.5);
      this.#isName.push(word.length > 1 && /\p{L}/u.test(word) && !KEYWORDS.has(word));
    }
    return number;
  }
}

const KEYWORDS = new Set(
  "abstract and any as assert async auto await begin bool boolean break byte case catch char class const continue declare def default delete do double elif else elsif end enum except export extends extern false final finally float fn for foreach from func function get go goto if implements import in include inline instanceof int interface is lambda let long match module namespace native new nil none None not null number of operator or override package pass private protected public pub raise readonly record require return self set short signed sizeof static string String struct super switch template then this throw throws trait true True False try type typedef typeof undefined union unless unsigned until use using val var virtual void volatile when where while with yield".split(
    " ",
  ),
);
