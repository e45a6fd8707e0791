import { lastPartOf } from "../../../core/text/outline.ts";
import type { CodeFile, Passage } from "./passages.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import type { RankedLines } from "./rankedLines.ts";
import { DOUBTFUL, SURE } from "./weights.ts";

/** Higher than any score, so that selected lines come first. */
export const SELECTED = 100_000;
/** The least score of what is not ranked, but stands before what is: the uses that are asked for, what is stated. */
export const PLACED = SELECTED / 100;

/**
 * How likely the first passage is in the right file: `sure` if it may be called the place to look at, `doubtful` if it
 * is wrong more often than right, and `likely` if nothing should be said.
 */
export type Confidence = "sure" | "likely" | "doubtful";

/**
 * It is sure if it was selected, if the question calls it by its name, or if it contains what the question mentions and
 * is far ahead of all other files; doubtful if another file is close behind, or if it has little of the question.
 */
export function confidenceIn(
  [best]: readonly Passage[],
  ranked: readonly RankedLines<CodeFile>[],
  terms: readonly QuestionTerm[],
): Confidence {
  if (!best) return "doubtful";
  if (terms.length === 0 || best.score >= SELECTED) return "sure";
  const name = best.name?.toLowerCase() ?? "";
  if (terms.some(({ exact, isAsked }) => isAsked && exact !== undefined && [name, lastPartOf(name)].includes(exact)))
    return "sure";
  // One plain word may be a greeting: that something has it in a text says little.
  const asked = terms.filter(({ isAsked, isPhrase }) => isAsked && !isPhrase);
  if (asked.length === 1 && !best.named.some((at) => terms[at] === asked[0])) return "doubtful";
  const others = ranked.filter(({ file }) => file !== best.file);
  const nextScore = Math.max(0, ...others.map(({ score }) => score));
  const nextFile = Math.max(0, ...others.map(({ fileScore }) => fileScore));
  const isAheadBy = (factor: number) => best.score >= factor * nextScore;
  if (best.coverage >= SURE.coverage && isAheadBy(SURE.passage) && best.fileScore >= SURE.file * nextFile)
    return "sure";
  const isLittle = best.coverage < DOUBTFUL.coverage && !isAheadBy(SURE.passage);
  return isLittle || !isAheadBy(DOUBTFUL.passage) ? "doubtful" : "likely";
}
