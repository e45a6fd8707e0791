/** What a line says: its words and signs in numbers, ascending, and how much they weigh together. */
export interface LineWords {
  readonly words: Int32Array;
  readonly weight: number;
}

const LONGEST = 400;
const NO_WORDS: LineWords = { words: new Int32Array(), weight: 0 };

/** Reads lines into words: identifiers weigh by their length, signs little, blanks nothing. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #weights: number[] = [];

  /** Very long lines are read up to a limit. */
  read(line: string): LineWords {
    const found = line.slice(0, 8 * LONGEST).match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu);
    if (!found) return NO_WORDS;
    const words = Int32Array.from(found.slice(0, LONGEST), (word) => this.#numberOf(word)).sort();
    return { words, weight: words.reduce((sum, word) => sum + this.weightOf(word), 0) };
  }

  weightOf(word: number): number {
    return this.#weights[word] ?? 0;
  }

  /** From 0, nothing in common, to 1, the same words. Lines without words are like nothing, not even each other. */
  similarity(a: LineWords, b: LineWords, atLeast = 0): number {
    const weight = a.weight + b.weight;
    if (weight === 0 || 2 * Math.min(a.weight, b.weight) < atLeast * weight) return 0;
    let shared = 0;
    for (let i = 0, j = 0; i < a.words.length && j < b.words.length;) {
      const difference = (a.words[i] ?? 0) - (b.words[j] ?? 0);
      if (difference === 0) shared += this.weightOf(a.words[i] ?? 0);
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
    }
    return number;
  }
}
