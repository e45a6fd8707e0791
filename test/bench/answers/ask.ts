import path from "node:path";
import { parseSourceLink } from "../../../src/core/sources/sourceLink.ts";
import { createAnswerFinder } from "../../../src/local/answers/answer.ts";
import { Commits } from "../../../src/local/files/commits.ts";
import { GitPermission } from "../../../src/local/files/gitPermission.ts";
import { createRipgrep } from "../../../src/local/ripgrep/ripgrep.ts";
import { findRipgrep } from "../../../src/local/ripgrep/ripgrepBinary.ts";
import type { Outcome } from "./figures.ts";
import type { Query } from "./queries.ts";

/** Asks the local service's own finder, as a question to it would, and reads what its answer cites. */
export async function createAsk(): Promise<(query: Query) => Promise<Outcome>> {
  const find = createAnswerFinder({
    ripgrep: createRipgrep(await findRipgrep()),
    commits: new Commits(new GitPermission(["/"])),
  });
  return async (query) => {
    const { sources, text } = await find({
      question: query.text,
      earlier: [],
      folders: query.folders,
      signal: new AbortController().signal,
      step: () => undefined,
    });
    const found = sources.flatMap(({ type, link }) => {
      const place = type === "File" ? parseSourceLink(link, "http://127.0.0.1/") : undefined;
      const root = query.folders.find((folder) => path.basename(folder) === place?.repository);
      if (!place?.range || root === undefined) return [];
      return [{ file: path.join(root, place.path), startLine: place.range.startLine, endLine: place.range.endLine }];
    });
    return { query, found, isSure: text.includes("Look here first") };
  };
}
