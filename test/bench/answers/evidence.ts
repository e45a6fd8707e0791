import { readFileSync } from "node:fs";
import path from "node:path";
import { createAnswerFinder } from "../../../src/local/answers/answer.ts";
import { Commits } from "../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../src/local/code/files/gitPermission.ts";
import { engineWith } from "../../../src/local/code/engine/engine.ts";
import { findEngineProgram } from "../../../src/local/code/engine/engineProgram.ts";
import { BUDGET, tokensOf } from "../../../src/local/answers/writing/budget.ts";
import { Evidence } from "../../../src/local/answers/writing/evidence.ts";
import { hand } from "../../../src/local/answers/writing/framing.ts";
import { bm25 } from "./baselines.ts";
import type { Found, Query } from "./queries.ts";

/** The most that a model may be given, in tokens of 3.5 characters. */
const TOKENS = 8_000;

/**
 * The share of the given questions for which a model is given the true lines (at least half of those of one place): by
 * the local service and by BM25.
 */
export async function evidenceShares(
  queries: readonly Query[],
): Promise<{ readonly ours: number; readonly bm25: number }> {
  const find = createAnswerFinder({
    engineOf: engineWith(await findEngineProgram()),
    commits: new Commits(new GitPermission(["/"])),
  });
  let [ours, baseline] = [0, 0];
  for (const query of queries) {
    const { evidence: passages = [] } = await find({
      question: query.text,
      earlier: [],
      folders: query.folders,
      signal: new AbortController().signal,
      step: () => undefined,
      withEvidence: true,
    });
    const evidence = new Evidence();
    const { tokens } = hand(evidence, passages, { tokens: BUDGET.evidence, passages: BUDGET.passages });
    if (tokens > TOKENS) throw new Error(`${tokens} tokens were handed over`);
    const handed = evidence.passages.flatMap(({ repository, path: file, startLine, lines }): readonly Found[] => {
      const root = query.folders.find((folder) => path.basename(folder) === repository);
      return root === undefined
        ? []
        : [{ file: path.join(root, file), startLine, endLine: startLine + lines.length - 1 }];
    });
    if (isHanded(query, handed)) ours++;
    if (isHanded(query, withinBudget(bm25(query)))) baseline++;
  }
  return { ours: ours / queries.length, bm25: baseline / queries.length };
}

function isHanded({ truth }: Query, handed: readonly Found[]): boolean {
  return truth.some(({ file, startLine = 0, endLine = 0 }) => {
    let count = 0;
    for (let line = startLine; line <= endLine; line++)
      if (handed.some((found) => found.file === file && found.startLine <= line && found.endLine >= line)) count++;
    return count >= (endLine - startLine + 1) / 2;
  });
}

/** The first chunks that fit into the budget, as they stand in their files. */
function withinBudget(chunks: readonly Found[]): readonly Found[] {
  let left = TOKENS;
  return chunks.filter(({ file, startLine, endLine }) => {
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .slice(startLine, endLine + 1);
    const tokens = tokensOf(lines.join("\n"));
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}
