import { isWordOfCode } from "../compounds.ts";
import { isStopWord } from "../words.ts";
import { JOINER, NAME, PLAIN_WORD, WORDS_AT_MOST, WORDS_TOLD_BY, type InEnglish, type Language } from "./language.ts";
import { wordLinesOf } from "./words.ts";

/** What defines a language whose words are separated by spaces and change their endings. */
export interface SpacedLanguage {
  /** Letters that no English word has, if all words are made of such. */
  readonly letters?: RegExp;
  /** What is removed in front of a word: `l'`. */
  readonly elided?: RegExp;
}

/** A table once read: what words mean as they are written, without accents, and by their beginnings without accents. */
interface Known {
  readonly written: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, string>;
  readonly beginnings: ReadonlyMap<string, string>;
  /** Finds the words of entries that have several. */
  readonly phrases: RegExp;
}

/**
 * Translates word by word: what the table has neither whole nor by its beginning stays as it is. A text is in the
 * language if a third of its words are, and if more words that join others are of this language than of other ones. In
 * its column, an entry that ends in a hyphen stands for all words that begin like this (`répertoire-`), and `_` for a
 * space or a hyphen. Words also match without their accents.
 */
export function spaced(language: string, { letters, elided }: SpacedLanguage = {}): Language {
  let read: Known | undefined; // read when it is first needed
  const known = () => (read ??= readWords(language));
  const englishOf = (word: string): string | undefined => {
    if (word.length > LETTERS_AT_MOST) return undefined;
    const lower = word.toLowerCase();
    const plain = plainOf(word);
    const whole = known().written.get(lower) ?? (lower === plain ? known().words.get(plain) : undefined);
    if (whole !== undefined) return whole;
    if (!letters && isEnglish(plain)) return plain === lower ? undefined : plain; // "différence"
    for (let length = plain.length; length >= BEGINNING_AT_LEAST; length--) {
      const found = known().beginnings.get(plain.slice(0, length));
      if (found !== undefined) return found;
    }
    return known().words.get(plain);
  };
  /** Whether a word only joins others; some of these are also English. */
  const isJoining = (word: string) => isSmall(known().written.get(word) ?? known().words.get(plainOf(word)) ?? "");
  const isOwn = (word: string) => letters?.test(word) ?? (!isStopWord(word) && (isJoining(word) || !isEnglish(word)));
  const isName = (word: string) => NAME.test(word) && letters?.test(word) !== true;
  return {
    read: known,
    lettersIn(text) {
      const all = (withoutElisions(text, elided).match(PLAIN_WORD) ?? [])
        .slice(0, WORDS_TOLD_BY)
        .filter((word) => word.length > 1 && !isName(word))
        .map((word) => word.toLowerCase());
      const found = new Set(all.filter((word) => isOwn(word) && englishOf(word) !== undefined));
      if (letters) return found.size > 0 ? [...found].join("").length : 0;
      const joining = [...found].filter(isJoining);
      const foreign = all.filter((word) => (isStopWord(word) || OTHERS.has(word)) && !isJoining(word)).length;
      const isAsking = joining.some((word) => word === all[0]) && ASKS.test(text);
      const isSaid = joining.length > foreign && found.size >= (isAsking ? 1 : 2) && found.size >= all.length / 3;
      // "nome do usuário": what joins is English, too, so nearly all must be of this language
      const alsoEnglish = all.filter((word) => isStopWord(word) && isJoining(word)).length;
      const isTitle = joining.length === 0 && alsoEnglish > 0 && found.size > 1;
      const isIn = isSaid || (isTitle && (found.size + alsoEnglish) * 4 >= all.length * 3);
      // among languages that share these words, the one that has them with these accents wins
      return isIn ? [...found].join("").length + [...found].filter((word) => known().written.has(word)).length : 0;
    },
    inEnglish(text): InEnglish {
      const spoken: string[] = [];
      let count = 0;
      const joined = text.replaceAll(known().phrases, (phrase) => phrase.replaceAll(/[\s'’-]+/g, JOINER));
      const english = withoutElisions(joined, elided).replaceAll(PLAIN_WORD, (word) => {
        const found = ++count > WORDS_AT_MOST || isName(word) ? undefined : englishOf(word);
        if (found === undefined || isSmall(found)) return found ?? word.replaceAll(JOINER, " ");
        spoken.push(...word.split(JOINER));
        return found;
      });
      return { text: english.replaceAll(/[¿¡]/g, ""), spoken };
    },
  };
}

const ASKS = /\?\s*$/;

/** Whether a word is English, or one that programmers use in all languages. */
function isEnglish(word: string): boolean {
  return TECHNICAL.has(word) || isWordOfCode(word) || isWordOfCode(word.replace(/s$/, ""));
}

const TECHNICAL = new Set(
  `backend breakpoint bug checkout cookie credentials dashboard deploy endpoint filepath filesystem framework frontend github instanceof
  javascript middleware middlewares parser password passwords playground pull python rollback rollbacks route router routing
  runtime scrollbar standard tracker typescript typeof upload webhook`.split(/\s+/),
);

/** Small words of languages that share some words with these. */
const OTHERS = new Set(
  `aan aangeroepen af alla att av che con das dat de dei dem den della der det di die dove een ein eine en er et ett ez för fra från
  für gli het hier hoe hvad hvor ik ikke il ist jak je jest kan kde med mit naar nad nie niet ny och og om op på roept si sono som
  und van viene von voor waar wat werden wie wird wo wordt worden zijn zu`.split(/\s+/),
);

const LETTERS_AT_MOST = 50;
const BEGINNING_AT_LEAST = 2;

function withoutElisions(text: string, elided: RegExp | undefined): string {
  return elided ? text.replaceAll(elided, "") : text;
}

/** Lower case, without accents. */
function plainOf(word: string): string {
  return word.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/**
 * A word that means two things means both; one that only joins others does only that, whatever it means with an accent.
 */
function both(one: string | undefined, other: string): string {
  if (one === undefined) return other;
  if (isSmall(one) || isSmall(other)) return isSmall(one) ? one : other;
  return one.split(" ").includes(other) ? one : `${one} ${other}`;
}

/** Whether a translation consists of words that only join others. */
function isSmall(english: string): boolean {
  return english.split(" ").every(isStopWord);
}

function readWords(language: string): Known {
  const written = new Map<string, string>();
  const words = new Map<string, string>();
  const beginnings = new Map<string, string>();
  const phrases: string[] = [];
  for (const [english, entries] of wordLinesOf(language)) {
    for (const entry of entries) {
      const isBeginning = entry.endsWith("-");
      const word = isBeginning ? entry.slice(0, -1) : entry;
      const add = (table: Map<string, string>, key: string) => table.set(key, both(table.get(key), english));
      add(isBeginning ? beginnings : words, plainOf(word).replaceAll(/[_']/g, JOINER));
      if (!isBeginning) add(written, word.replaceAll(/[_']/g, JOINER));
      if (word.includes("_")) phrases.push(phraseOf(word) + (isBeginning ? "" : String.raw`(?!\p{L})`));
    }
  }
  const any = phrases.toSorted((a, b) => b.length - a.length).join("|");
  return { written, words, beginnings, phrases: new RegExp(String.raw`(?<!\p{L})(?:${any})`, "giu") };
}

/** A pattern that finds the words of an entry, with or without their accents. */
function phraseOf(entry: string): string {
  return entry.replaceAll(/[_']|[^\p{ASCII}]/gu, (letter) =>
    letter === "_" ? String.raw`[\s-]+` : letter === "'" ? "['’]" : `[${letter}${plainOf(letter)}]`,
  );
}
