/** A text in English, and its own words without question words: comments in the code may be in that language, too. */
export interface InEnglish {
  readonly text: string;
  readonly spoken: readonly string[];
}

/** A language that questions are asked in. */
export interface Language {
  /** Reads its table, which takes some milliseconds; otherwise the first text does it. */
  readonly read: () => void;
  /** How many letters of a text are in words of this language; 0 if the text is in another. */
  readonly lettersIn: (text: string) => number;
  /** Translates word by word. A word that the table lacks stays as it is if the language separates words by spaces. */
  readonly inEnglish: (text: string) => InEnglish;
}

/** A word of letters that is not part of a name of code or the like; {@link JOINER} joins several. */
export const PLAIN_WORD =
  /(?<![\p{L}\p{M}\d_$@#/\\.:]|->|--)\p{L}[\p{L}\p{M}\u2060]*(?![\p{L}\p{M}\d_$@#/\\(]|[.:]\p{L}|::|->)/gu;
/** Temporarily replaces the spaces between the words of one table entry. */
export const JOINER = "\u2060";
/** "ES" is not a pronoun, and `kundeSpeichern` is a name of code. */
export const NAME = /^\p{Lu}{2,}$|\p{Ll}\p{Lu}/u;
/** How many words a language is recognized by. */
export const WORDS_TOLD_BY = 100;
/** No question has more words that say something. */
export const WORDS_AT_MOST = 400;
