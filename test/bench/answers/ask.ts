import path from "node:path";
import { readAnswers } from "../../../src/core/sources/answerSources.ts";
import type { SourceLocation } from "../../../src/core/sources/sourceLink.ts";
import { createAnswerFinder } from "../../../src/local/answers/answer.ts";
import { Commits } from "../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../src/local/code/files/gitPermission.ts";
import { engineWith } from "../../../src/local/code/engine/engine.ts";
import { findEngineProgram } from "../../../src/local/code/engine/engineProgram.ts";
import type { Outcome } from "./figures.ts";
import type { Query } from "./queries.ts";

/** Asks the local service's own finder, as a question to it would, and reads the links of its answer in order. */
export async function createAsk(): Promise<(query: Query) => Promise<Outcome>> {
  const find = createAnswerFinder({
    engineOf: engineWith(await findEngineProgram()),
    commits: new Commits(new GitPermission(["/"])),
  });
  return async (query) => {
    const { text } = await find({
      question: query.text,
      earlier: [],
      folders: query.folders,
      ...(query.workingIn && { workingIn: query.workingIn }),
      signal: new AbortController().signal,
      step: () => undefined,
    });
    const found = placesIn(text).flatMap(({ repository, path: file, range }) => {
      const root = query.folders.find((folder) => path.basename(folder) === repository);
      return range && root !== undefined
        ? [{ file: path.join(root, file), startLine: range.startLine, endLine: range.endLine }]
        : [];
    });
    return { query, found, isSure: text.includes("**Look here first:**"), isDoubtful: text.includes("**Not sure:**") };
  };
}

/** The places that an answer links to, in reading order, each once. */
function placesIn(answer: string): readonly SourceLocation[] {
  const question = {
    id: "1",
    text: "",
    outcome: { status: "completed", answer },
    listedSources: [],
    suggestedFollowUps: [],
  } as const;
  return readAnswers({ questions: [question] }, "http://127.0.0.1/").sources;
}
