import { isStopWord } from "../words.ts";
import { GERMAN_WORDS } from "./germanWords.ts";
import { readWordTable, type InEnglish, type Language, type WordTable } from "./language.ts";

export const german: Language = { lettersIn, inEnglish };

/** A word of letters that is no part of a path, a name of code or the like. */
const PLAIN_WORD = /(?<![\p{L}\p{M}\d_$@#/\\.:])[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\d_$@#/\\(]|[.:]\p{L})/gu;

/** A text is German where a third of its words is, and more than are English. */
function lettersIn(text: string): number {
  const words = (text.match(PLAIN_WORD) ?? []).map(lowerCaseOf);
  const { table } = known();
  const found = words.filter((word) => !ALSO_ENGLISH.has(word) && table.has(word));
  if (found.length === 0) return 0;
  const own = words.filter((word) => found.includes(word) || /[äöü]/.test(word));
  const english = words.filter((word) => isStopWord(word) && !table.has(word));
  return own.length > english.length && own.length >= words.length / 3 ? own.join("").length : 0;
}

/** German words that English has, too, or code. */
const ALSO_ENGLISH = new Set(
  `die was war in an am so also man will hat den des kind art form rate wart bald strom rolle not test hilfe elf beim dann
  sein um bis tag mail brief lief satz`.split(/\s+/),
);

function inEnglish(text: string): InEnglish {
  const spoken: string[] = [];
  const english = text.replaceAll(PLAIN_WORD, (word) => {
    const found = ACRONYM.test(word) ? undefined : englishOf(lowerCaseOf(word));
    if (found?.split(" ").every(isStopWord) === false) spoken.push(word);
    return found ?? word;
  });
  return { text: english, spoken };
}

/** "ES" is no pronoun. */
const ACRONYM = /^\p{Lu}+$/u;

function englishOf(word: string): string | undefined {
  const { stems } = known();
  const whole = formOf(word) ?? stems.get(stemOf(word)) ?? stems.get(stemOf(withoutUmlauts(word)));
  if (whole !== undefined || word.length > LETTERS_AT_MOST) return whole;
  // The last of several nouns in one word says what it is: "Verbindungsfehler" is a "connection error".
  for (let at = PART_AT_LEAST; at <= word.length - PART_AT_LEAST; at++) {
    const tail = formOf(word.slice(at));
    if (tail === undefined) continue;
    const head = word.slice(0, at);
    const first = formOf(head) ?? englishOf(head);
    if (first !== undefined) return `${first} ${tail}`;
  }
  return undefined;
}

const PART_AT_LEAST = 4;
/** A word with more is none, and would take long. */
const LETTERS_AT_MOST = 50;

/** What a word means that differs by its endings at most from one of the table. */
function formOf(word: string): string | undefined {
  const { table, english } = known();
  for (const form of shorterAndShorter(word)) {
    const found = table.get(form) ?? (english.has(form) ? form : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function lowerCaseOf(word: string): string {
  return word.toLowerCase().replaceAll("ß", "ss");
}

/**
 * Without endings and the `ge` of what is done, as CISTEM has it (Weissweiler and Fraser, 2017); empty where so little is left that
 * it is the stem of anything.
 */
function stemOf(word: string): string {
  const stem = shorterAndShorter(word.replace(/^ge(?=.{4})/, "")).at(-1) ?? "";
  return stem.length < STEM_AT_LEAST ? "" : stem;
}

const STEM_AT_LEAST = 4;

/** However it is typed: "größe", "groesse" and "grosse" are the same. */
function withoutUmlauts(word: string): string {
  return word.replaceAll(/ä|ae/g, "a").replaceAll(/ö|oe/g, "o").replaceAll(/ü|ue/g, "u");
}

/** A word, and what is left of it without one ending, without two, and so on. */
function shorterAndShorter(word: string): readonly string[] {
  const shorter =
    word.length > STEM_AT_LEAST ? word.replace(word.length > 5 ? /(?:em|er|nd|[tesn])$/ : /[tesn]$/, "") : word;
  return shorter === word ? [word] : [word, ...shorterAndShorter(shorter)];
}

interface Words {
  readonly table: WordTable;
  readonly stems: WordTable;
  /** Those that the table has in English: where they stand in a German text, they mean the same. */
  readonly english: ReadonlySet<string>;
}

let read: Words | undefined;

/** The table, which is read when it is first asked for. */
function known(): Words {
  if (read) return read;
  const table = new Map([...readWordTable(GERMAN_WORDS)].map(([word, english]) => [lowerCaseOf(word), english]));
  const stems = new Map<string, string>();
  for (const form of [(word: string) => word, withoutUmlauts])
    for (const [word, english] of table) {
      const stem = stemOf(form(word));
      if (stem !== "" && !stems.has(stem)) stems.set(stem, english);
    }
  return (read = { table, stems, english: new Set([...table.values()].filter((word) => word.length > 2)) });
}
