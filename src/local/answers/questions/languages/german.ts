import { isWordOfCode } from "../compounds.ts";
import { isStopWord } from "../words.ts";
import { NAME, PLAIN_WORD, WORDS_AT_MOST, WORDS_TOLD_BY, type InEnglish, type Language } from "./language.ts";
import { wordTableOf, type WordTable } from "./words.ts";

export const german: Language = { read: known, lettersIn, inEnglish };

/** A text is German if a third of its words are, and more than are of other languages. Words of both don't count. */
function lettersIn(text: string): number {
  const { table, english } = known();
  const words = (text.match(PLAIN_WORD) ?? [])
    .slice(0, WORDS_TOLD_BY)
    .filter((word) => word.length > 1 && !NAME.test(word))
    .map(lowerCaseOf)
    .filter((word) => !ALSO_OTHER.has(word));
  const isOther = (word: string) =>
    OTHERS.has(word) || OTHER_LETTER.test(word) || (isStopWord(word) && !table.has(word));
  const isEnglish = (word: string) => isWordOfCode(word) || shorterAndShorter(word).some((form) => english.has(form));
  const own = words.filter((word) => !isOther(word) && !isEnglish(word) && wholeOrCompound(word) !== undefined);
  const isGerman = own.length > words.filter(isOther).length && own.length >= words.length / 3;
  return isGerman ? own.join("").length : 0;
}

/** German words that other languages, or code, have too. */
const ALSO_OTHER = new Set(
  `alle als am an art bald bis da das dann den der des die du elf er es hat hier hilfe im in lang man mail mit ob rate rolle satz
  so strom sein tag taste um war wart was will worden also form kind brief lief standard code`.split(/\s+/),
);
/** Small words of other languages that share some of those. */
const OTHERS = new Set(
  `af alla att av com como comment con cuando dans de del den det di do dos dove durch egy el est et ez fr för från gli hoe hvad hvor
  hvordan i ikke il inte je la las le les liste lo los med naar nao niet non och og om onde os ou par para per por pour
  på qual quand quando que qui som sont sul till um uma un une van var vi voor waar wordt y zijn`.split(/\s+/),
);
const OTHER_LETTER = /[àáâãåæçèéêëìíîïñòóôõøùúûýąćęłńőřśšűźżž]/;

function inEnglish(text: string): InEnglish {
  const spoken: string[] = [];
  let words = 0;
  const english = text.replaceAll(PLAIN_WORD, (word) => {
    const isPassed = ++words > WORDS_AT_MOST || NAME.test(word);
    const found = isPassed ? undefined : englishOf(lowerCaseOf(word));
    if (found?.split(" ").every(isStopWord) === false) spoken.push(word);
    return found ?? word;
  });
  return { text: english, spoken };
}

function englishOf(word: string): string | undefined {
  const { table, stems } = known();
  if (isWordOfCode(word)) return table.get(word);
  const whole = wholeOrCompound(word);
  if (whole !== undefined || word.length > LETTERS_AT_MOST) return whole;
  return stems.get(stemOf(word)) ?? stems.get(stemOf(withoutUmlauts(word)));
}

/** Anything longer is not a word, and would take long. */
const LETTERS_AT_MOST = 40;

function wholeOrCompound(word: string, parts = PARTS_AT_MOST): string | undefined {
  if (word.length > LETTERS_AT_MOST) return undefined;
  const whole = formOf(word) ?? formOf(withoutUmlauts(word));
  if (whole !== undefined) return whole;
  // The last of several nouns in one word says what it is: "Verbindungsfehler" is a "connection error". One before it
  // may have lost its "e", as in "Quelldatei".
  for (let at = PART_AT_LEAST; at <= word.length - PART_AT_LEAST; at++) {
    const tail = formOf(word.slice(at));
    if (tail === undefined) continue;
    const head = word.slice(0, at);
    const first = formOf(head) ?? formOf(`${head}e`) ?? (parts > 2 ? wholeOrCompound(head, parts - 1) : undefined);
    if (first !== undefined && first + tail !== word) return `${first} ${tail}`;
  }
  return undefined;
}

/** In letters. */
const PART_AT_LEAST = 4;
/** With more parts, words that are made up for that would take long. */
const PARTS_AT_MOST = 3;

/** What a word means that differs at most in its endings from one in the table, or from an English one: "Tests". */
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
 * Without endings and the `ge` of participles, as in CISTEM (Weissweiler and Fraser, 2017); empty if so little is left
 * that it could be the stem of anything.
 */
function stemOf(word: string): string {
  const stem = shorterAndShorter(word.replace(/^ge(?=.{4})/, "")).at(-1) ?? "";
  return stem.length < STEM_AT_LEAST ? "" : stem;
}

const STEM_AT_LEAST = 4;

/** The same however a word is typed: "größe", "groesse" and "grosse". */
function withoutUmlauts(word: string): string {
  return word.replaceAll(/ä|ae/g, "a").replaceAll(/ö|oe/g, "o").replaceAll(/ü|ue/g, "u");
}

/** A word, and what is left of it without one ending, without two, and so on. */
function shorterAndShorter(word: string): readonly string[] {
  const all = [word];
  for (let last = word; last.length > STEM_AT_LEAST;) {
    const shorter = last.replace(last.length > 5 ? /(?:em|er|nd|[tesn])$/ : /[tesn]$/, "");
    if (shorter === last) break;
    all.push(shorter);
    last = shorter;
  }
  return all;
}

interface Words {
  readonly table: WordTable;
  readonly stems: WordTable;
  /** The English words in the table. */
  readonly english: ReadonlySet<string>;
}

let read: Words | undefined;

/** The table, which is read when it is first needed. */
function known(): Words {
  if (read) return read;
  const words = [...wordTableOf("german")].map(([word, english]) => [lowerCaseOf(word), english] as const);
  const table = new Map(words.map(([word, english]) => [withoutUmlauts(word), english]));
  for (const [word, english] of words) table.set(word, english);
  const stems = new Map<string, string>();
  for (const form of [(word: string) => word, withoutUmlauts])
    for (const [word, english] of words) {
      const stem = stemOf(form(word));
      if (stem !== "" && !stems.has(stem)) stems.set(stem, english);
    }
  return (read = { table, stems, english: new Set(words.map(([, english]) => english)) });
}
