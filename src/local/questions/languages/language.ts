/** A text in English words, and as it is in another language, without question words: comments may be in that, too. */
export interface InEnglish {
  readonly text: string;
  readonly spoken: readonly string[];
}

/** A language that questions are asked in. */
export interface Language {
  /** How many letters of a text are words of this language; 0 where it is in another. */
  readonly lettersIn: (text: string) => number;
  /** Word by word. What the language's table has not stays as it is where spaces tell it from others. */
  readonly inEnglish: (text: string) => InEnglish;
}

/** A word of letters that is no part of a name of code or the like; {@link JOINER} holds several together. */
export const PLAIN_WORD =
  /(?<![\p{L}\p{M}\d_$@#/\\.:]|->|--)\p{L}[\p{L}\p{M}\u2060]*(?![\p{L}\p{M}\d_$@#/\\(]|[.:]\p{L}|::|->)/gu;
/** Stands for the space between the words of one entry of a table meanwhile. */
export const JOINER = "\u2060";
/** "ES" is no pronoun, and `kundeSpeichern` a name of code. */
export const NAME = /^\p{Lu}{2,}$|\p{Ll}\p{Lu}/u;
/** By so many words a language is told. */
export const WORDS_TOLD_BY = 100;
/** No question has more that tell something. */
export const WORDS_AT_MOST = 400;

/** English words, by the word that means them, lower case. */
export type WordTable = ReadonlyMap<string, string>;

/** Reads lines such as `directory: verzeichnis ordner`. A word that stands in several lines means all of them. */
export function readWordTable(text: string): WordTable {
  const table = new Map<string, string>();
  for (const line of text.trim().split("\n")) {
    const [english = "", words = ""] = line.split(": ");
    for (const word of words.split(" ")) {
      const known = table.get(word);
      table.set(word, known === undefined ? english : `${known} ${english}`);
    }
  }
  return table;
}
