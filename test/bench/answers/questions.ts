import path from "node:path";
import type { Corpus } from "./packages.ts";
import type { Query } from "./queries.ts";
import questions from "./questions.json" with { type: "json" };
import translations from "./translations.json" with { type: "json" };

export type OtherLanguage = keyof typeof translations;

/** The languages into which the questions were translated, by somebody who saw none of the tables of words. */
export const OTHER_LANGUAGES = Object.keys(translations) as readonly OtherLanguage[];

/** The eighty questions whose places were looked up by hand, if their packages are among the given ones. */
export function questionQueries(corpora: readonly Corpus[], language?: OtherLanguage): readonly Query[] {
  const asked = language === undefined ? questions.map(({ question }) => question) : translations[language];
  return questions.flatMap(({ package: name, truth }, index): readonly Query[] => {
    const corpus = corpora.find((candidate) => candidate.name === name);
    if (!corpus) return [];
    const places = truth.map(({ file, lines: [first = 1, last = first] }) => ({
      file: path.join(corpus.root, file),
      startLine: first - 1,
      endLine: last - 1,
    }));
    return [
      { text: asked[index] ?? "", packageName: name, purpose: corpus.purpose, folders: [corpus.root], truth: places },
    ];
  });
}
