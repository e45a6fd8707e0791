import path from "node:path";
import type { Corpus } from "./packages.ts";
import type { Query } from "./queries.ts";
import commented from "./commented.json" with { type: "json" };

/** The languages of the comments there. */
export const COMMENT_LANGUAGES: readonly string[] = [...new Set(commented.map(({ language }) => language))];

/** Questions about code whose comments are in the language of the question, with the places that answer them. */
export function commentedQueries(corpora: readonly Corpus[], language: string): readonly Query[] {
  return commented.flatMap((asked): readonly Query[] => {
    const corpus = corpora.find(({ name }) => name === asked.package);
    if (!corpus || asked.language !== language) return [];
    const truth = asked.truth.map(({ file, lines: [first = 1, last = first] }) => ({
      file: path.join(corpus.root, file),
      startLine: first - 1,
      endLine: last - 1,
    }));
    return [{ text: asked.question, packageName: corpus.name, purpose: corpus.purpose, folders: [corpus.root], truth }];
  });
}
