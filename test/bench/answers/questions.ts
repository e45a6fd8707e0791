import path from "node:path";
import type { Corpus } from "./packages.ts";
import type { Query } from "./queries.ts";
import questions from "./questions.json" with { type: "json" };

/** The eighty questions whose places were looked up by hand, as far as their packages are there. */
export function questionQueries(corpora: readonly Corpus[]): readonly Query[] {
  return questions.flatMap(({ package: name, question, truth }): readonly Query[] => {
    const corpus = corpora.find((candidate) => candidate.name === name);
    if (!corpus) return [];
    const places = truth.map(({ file, lines: [first = 1, last = first] }) => ({
      file: path.join(corpus.root, file),
      startLine: first - 1,
      endLine: last - 1,
    }));
    return [{ text: question, packageName: name, purpose: corpus.purpose, folders: [corpus.root], truth: places }];
  });
}
