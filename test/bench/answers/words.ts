import path from "node:path";
import type { Corpus } from "./packages.ts";
import type { Query } from "./queries.ts";
import words from "./words.json" with { type: "json" };

interface Asked {
  readonly within: string;
  readonly queries: readonly { readonly text: string; readonly files: readonly string[] }[];
}

/**
 * Names, a few words and short questions, as people type them to find code, with the files that answer them:
 * `words.json`.
 */
export function wordQueries(corpora: readonly Corpus[]): readonly Query[] {
  return corpora.flatMap(({ name, purpose, root }) => {
    const { within = "", queries = [] } = Object.entries<Asked>(words).find(([corpus]) => corpus === name)?.[1] ?? {};
    return queries.map(({ text, files }): Query => {
      const truth = files.map((file) => ({ file: path.join(root, within, file) }));
      return { text, packageName: name, purpose, folders: [root], truth };
    });
  });
}
