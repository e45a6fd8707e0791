import { readWordTable, type Language, type WordTable } from "./language.ts";

/** What a language is known by that has no spaces between its words. */
export interface UnspacedLanguage {
  /** As {@link readWordTable} reads them, without their endings. */
  readonly words: string;
  /** Letters that only this language has. */
  readonly own?: RegExp;
  /** A letter that says nothing where no word of the table has it. */
  readonly grammar: RegExp;
  /** Words of one letter that are parts of others as a rule: they count where none of these is beside them. */
  readonly partOf?: RegExp;
  /** How a letter is written otherwise, by that. */
  readonly variants?: ReadonlyMap<string, string>;
}

/** Takes each run of letters apart by the longest words that the table has; what it has not stays together. */
export function unspaced({ words, own, grammar, partOf, variants }: UnspacedLanguage): Language {
  let read: { readonly table: WordTable; readonly longest: number } | undefined; // when it is first asked for
  const known = () => {
    if (read) return read;
    const table = readWordTable(words);
    return (read = { table, longest: Math.max(...[...table.keys()].map(({ length }) => length)) });
  };
  const plain = (run: string) => (variants ? run.replaceAll(/./gu, (letter) => variants.get(letter) ?? letter) : run);
  const partsOf = function* (run: string): Generator<{ readonly word: string; readonly english: string | undefined }> {
    const { table, longest } = known();
    const isPart = (at: number) => partOf?.test(run[at] ?? "") === true;
    for (let at = 0; at < run.length;) {
      let length = Math.min(longest, run.length - at);
      while (length > 1 && !table.has(run.slice(at, at + length))) length--;
      const word = run.slice(at, at + length);
      const isAlone = length > 1 || !isPart(at) || (!isPart(at - 1) && !isPart(at + 1));
      const english = isAlone ? table.get(word) : undefined;
      yield { word, english };
      at += length;
      if (english !== undefined && run[at] === "ー") at++; // サーバ and サーバー are one word
    }
  };
  return {
    lettersIn(text) {
      const runs = text.normalize("NFKC").match(RUN) ?? [];
      if (own?.test(runs.join("")) === true) return runs.join("").length + 1; // more than another language can have in them
      return runs
        .flatMap((run) => [...partsOf(plain(run))])
        .reduce((sum, { word, english }) => sum + (english === undefined ? 0 : word.length), 0);
    },
    inEnglish(text) {
      const normal = text.normalize("NFKC");
      const english = normal.replaceAll(RUN, (run) => {
        let found = "";
        for (const part of partsOf(plain(run)))
          found += part.english === undefined ? part.word.replace(grammar, " ") : ` ${part.english} `;
        return ` ${found} `;
      });
      return { text: asQuestion(english), spoken: normal.match(RUN) ?? [] };
    },
  };
}

const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu;

/** With the question word first and a question mark last, as English has them: what is asked for is told by these. */
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
