import type { CandidateFile } from "./candidateFile.ts";
import type { Passage } from "./passages.ts";
import { SELECTED } from "./passages.ts";
import type { QuestionTerm } from "./questionTerms.ts";
import { SURE } from "./weights.ts";

/**
 * Whether the first passage is certain enough to be called the place: it is what was selected, it is what the question
 * calls by its name, or it has what the question speaks of and is far ahead of all other files.
 */
export function isSure(
  [best]: readonly Passage[],
  {
    passages,
    files,
    terms,
  }: {
    readonly passages: readonly Passage[];
    readonly files: readonly CandidateFile[];
    readonly terms: readonly QuestionTerm[];
  },
): boolean {
  if (!best) return false;
  if (terms.length === 0 || best.score >= SELECTED) return true;
  if (terms.some(({ exact, isAsked }) => isAsked && exact !== undefined && exact === best.name?.toLowerCase()))
    return true;
  const nextBest = (scores: readonly { readonly file: string; readonly score: number }[]) =>
    Math.max(0, ...scores.filter(({ file }) => file !== best.file.file).map(({ score }) => score));
  return (
    best.coverage >= SURE.coverage &&
    best.score >= SURE.passage * nextBest(passages.map(({ file, score }) => ({ file: file.file, score }))) &&
    best.file.score >= SURE.file * nextBest(files)
  );
}
