import type { Language } from "./language.ts";
import { wordTableOf, type WordTable } from "./words.ts";

/** What defines a language that has no spaces between its words. */
export interface UnspacedLanguage {
  /** Letters that only this language has. */
  readonly own?: RegExp;
  /** Whether a word of one letter at a position counts: most are parts of others. If absent, all count. */
  readonly isAlone?: (run: string, at: number) => boolean;
  /** Matches a letter of its words if these are not in Han, hiragana or katakana. */
  readonly script?: RegExp;
  /** The letter that the table has, by another way to write it. */
  readonly variants?: ReadonlyMap<string, string>;
}

/** Splits each run of letters into the longest words that its column has, which has them without their endings. */
export function unspaced(language: string, { own, isAlone, script, variants }: UnspacedLanguage): Language {
  let read: { readonly table: WordTable; readonly longest: number } | undefined; // read when it is first needed
  const known = () => {
    if (read) return read;
    const table = wordTableOf(language);
    return (read = { table, longest: Math.max(...[...table.keys()].map(({ length }) => length)) });
  };
  const runs = script ? new RegExp(`(?:${script.source})+`, "gu") : RUN;
  const plain = (run: string) => (variants ? run.replaceAll(/./gu, (letter) => variants.get(letter) ?? letter) : run);
  const partsOf = function* (run: string): Generator<{ readonly word: string; readonly english: string | undefined }> {
    const { table, longest } = known();
    let isKnownBefore = true;
    for (let at = 0; at < run.length;) {
      let length = Math.min(longest, run.length - at);
      while (length > 1 && !table.has(run.slice(at, at + length))) length--;
      // "ロード" is a part of "ペイロード" by chance
      const isInside: boolean = !isKnownBefore && LOAN.test(run[at - 1] ?? "") && LOAN.test(run[at] ?? "");
      const counts: boolean = !isInside && (length > 1 || isAlone?.(run, at) !== false);
      const english: string | undefined = counts ? table.get(run.slice(at, at + length)) : undefined;
      isKnownBefore = english !== undefined;
      if (english !== undefined && run[at + length] === "ー") length++; // サーバ and サーバー are one word
      if (english === undefined) length = 1;
      yield { word: run.slice(at, at + length), english };
      at += length;
    }
  };
  return {
    read: known,
    lettersIn(text) {
      const all = text.normalize("NFKC").match(runs) ?? [];
      const letters = all.join("");
      if (letters.length <= LETTERS_A_WORD * (text.match(LATIN_WORD) ?? []).length) return 0; // quoted, in a text in English
      if (own?.test(letters) === true) return letters.length + 1; // more than another language can have in them
      return all
        .flatMap((run) => [...partsOf(plain(run))])
        .reduce((sum, { word, english }) => sum + (english === undefined ? 0 : word.length), 0);
    },
    inEnglish(text) {
      const spoken: string[] = [];
      const english = text.normalize("NFKC").replaceAll(runs, (run) => {
        let found = "";
        let said = "";
        for (const { word, english: meant } of partsOf(plain(run))) {
          const isAsking = meant !== undefined && QUESTION_WORD.test(meant);
          said += isAsking ? " ".repeat(word.length) : run.slice(said.length, said.length + word.length);
          if (meant !== undefined) found += ` ${meant} `;
        }
        for (const words of [said, plain(said)]) for (const word of words.split(/ +/)) spoken.push(word);
        return ` ${found} `;
      });
      return { text: asQuestion(english), spoken: spoken.filter(Boolean) };
    },
  };
}

/** Letters of loanwords and the like, which are longer. */
const LOAN = /[\p{Script=Katakana}ー\p{Script=Hangul}]/u;
const LATIN_WORD = /(?<![\w$.\p{L}])[a-z]{2,}(?![\w$.(\p{L}])/gu;
const LETTERS_A_WORD = 1.5;

const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu;

/** Puts the question word first and a question mark last, as English does: they show what is asked for. */
function asQuestion(english: string): string {
  const plain = english.replaceAll("。", ". ").replaceAll("、", ", ").replaceAll(/ {2,}/g, " ").trim();
  const [, and = "", rest = ""] = /^((?:and|but|so)\b)?([^]*)$/.exec(plain) ?? [];
  const word = QUESTION_WORD.exec(rest);
  if (!word || BEGINS_AS_QUESTION.test(rest)) return plain;
  const others = rest.slice(0, word.index) + rest.slice(word.index + word[0].length);
  return `${and} ${word[0]} ${others.trim()}`
    .replaceAll(/ {2,}/g, " ")
    .trim()
    .replace(/(?<![\s?.])[\s?.]*$/, "?");
}

const QUESTION_WORD = /\b(?:where|how|when|why|who|which|what)\b(?: (?:is|does|happens|tested)\b)?/;
const BEGINS_AS_QUESTION = /^[\s\p{P}]*(?:where|how|when|why|who|which|what)\b/iu;
