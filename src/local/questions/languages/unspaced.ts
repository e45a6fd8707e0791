import { readWordTable, type Language, type WordTable } from "./language.ts";

/** What a language is known by that has no spaces between its words. */
export interface UnspacedLanguage {
  /** As {@link readWordTable} reads them, without their endings. */
  readonly words: string;
  /** Letters that only this language has. */
  readonly own?: RegExp;
  /** A letter that says nothing where no word of the table has it. */
  readonly grammar: RegExp;
}

/** Takes each run of letters apart by the longest words that the table has; what it has not stays together. */
export function unspaced({ words, own, grammar }: UnspacedLanguage): Language {
  let read: WordTable | undefined; // when it is first asked for
  const table = () => (read ??= readWordTable(words));
  const longest = () => Math.max(...[...table().keys()].map(({ length }) => length));
  const partsOf = function* (run: string): Generator<{ readonly word: string; readonly english: string | undefined }> {
    const most = longest();
    for (let at = 0; at < run.length;) {
      let length = Math.min(most, run.length - at);
      while (length > 1 && !table().has(run.slice(at, at + length))) length--;
      const word = run.slice(at, at + length);
      yield { word, english: table().get(word) };
      at += length;
      if (run[at] === "ー") at++; // サーバ and サーバー are one word
    }
  };
  return {
    lettersIn(text) {
      const runs = text.match(RUN) ?? [];
      if (own?.test(text) === true) return runs.join("").length + 1;
      return runs
        .flatMap((run) => [...partsOf(run)])
        .reduce((sum, { word, english }) => sum + (english === undefined ? 0 : word.length), 0);
    },
    inEnglish(text) {
      const english = text.replaceAll(RUN, (run) => {
        let found = "";
        for (const part of partsOf(run))
          found += part.english === undefined ? part.word.replace(grammar, " ") : ` ${part.english} `;
        return ` ${found} `;
      });
      return { text: english, spoken: text.match(RUN) ?? [] };
    },
  };
}

const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu;
