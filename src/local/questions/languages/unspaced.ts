import { readWordTable, type Language, type WordTable } from "./language.ts";

/** What a language is known by that has no spaces between its words. */
export interface UnspacedLanguage {
  /** As {@link readWordTable} reads them, without their endings. */
  readonly words: string;
  /** Letters that only this language has. */
  readonly own?: RegExp;
  /** Words of one letter that are parts of others as a rule: they count where none of these is beside them. */
  readonly partOf?: RegExp;
  /** How a letter is written otherwise, by that. */
  readonly variants?: ReadonlyMap<string, string>;
}

/** Takes each run of letters apart by the longest words that the table has. */
export function unspaced({ words, own, partOf, variants }: UnspacedLanguage): Language {
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
      const isAlone = length > 1 || !isPart(at) || (!isPart(at - 1) && !isPart(at + 1));
      const english = isAlone ? table.get(run.slice(at, at + length)) : undefined;
      if (english !== undefined && run[at + length] === "ー") length++; // サーバ and サーバー are one word
      yield { word: run.slice(at, at + length), english };
      at += length;
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
      const spoken: string[] = [];
      const english = text.normalize("NFKC").replaceAll(RUN, (run) => {
        let found = "";
        let said = "";
        for (const { word, english: meant } of partsOf(plain(run))) {
          const isAsking = meant !== undefined && QUESTION_WORD.test(meant);
          said += isAsking ? " ".repeat(word.length) : run.slice(said.length, said.length + word.length);
          if (meant !== undefined) found += ` ${meant} `;
        }
        spoken.push(...said.split(/ +/), ...plain(said).split(/ +/));
        return ` ${found} `;
      });
      return { text: asQuestion(english), spoken: spoken.filter(Boolean) };
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
