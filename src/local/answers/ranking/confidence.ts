import { lastPartOf } from "../../../core/text/outline.ts";
import type { CodeFile, Passage } from "./passages.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import type { RankedLines } from "./rankedLines.ts";
import { SURE } from "./weights.ts";

/** Higher than any score, so that selected lines come first. */
export const SELECTED = 100_000;

/**
 * Whether the first passage is certain enough to be called the place: it was selected, the question calls it by its
 * name, or it contains what the question mentions and is far ahead of all other files.
 */
export function isSure(
  [best]: readonly Passage[],
  ranked: readonly RankedLines<CodeFile>[],
  terms: readonly QuestionTerm[],
): boolean {
  if (!best) return false;
  if (terms.length === 0 || best.score >= SELECTED) return true;
  const name = best.name?.toLowerCase() ?? "";
  if (terms.some(({ exact, isAsked }) => isAsked && exact !== undefined && [name, lastPartOf(name)].includes(exact)))
    return true;
  // One plain word may be a greeting: that something has it in a text says little.
  const asked = terms.filter(({ isAsked, isPhrase }) => isAsked && !isPhrase);
  if (asked.length === 1 && !best.named.some((at) => terms[at] === asked[0])) return false;
  const others = ranked.filter(({ file }) => file !== best.file);
  const nextScore = Math.max(0, ...others.map(({ score }) => score));
  const nextFile = Math.max(0, ...others.map(({ fileScore }) => fileScore));
  return (
    best.coverage >= SURE.coverage && best.score >= SURE.passage * nextScore && best.fileScore >= SURE.file * nextFile
  );
}
