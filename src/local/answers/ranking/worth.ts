import { FIELDS, type IndexedFile } from "./indexedFile.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import type { Weights } from "./weights.ts";
import { oddsOf } from "./wordOdds.ts";

/** What is needed of all files together to score one of them. */
export interface Statistics {
  /** What each term is worth, by its position. */
  readonly worths: readonly number[];
  /** How much each probe counts for its term, by its position. */
  readonly likenesses: readonly number[];
  /** In words, as {@link meanFile}. */
  readonly meanPiece: number;
  readonly meanFile: number;
  /** The worth of all terms together, phrases excepted. */
  readonly possible: number;
  /** The same, but words that the code lacks are worth half of the mean. */
  readonly asked: number;
}

/** The least share of its worth that a rare word keeps even if it says little. */
const LEAST = 0.15;

/**
 * How much it says that a term is in a passage: the more, the rarer the term is, and the likelier code is to have a
 * word that its description has.
 */
export function worthOf(
  { weight, isPhrase, exact, alternatives }: QuestionTerm,
  rarity: number,
  { phrase, odds }: Pick<Weights, "phrase" | "odds">,
): number {
  if (isPhrase) return weight * rarity * phrase;
  const [stem = "", ...more] = alternatives[0]?.stems ?? [];
  const known = exact === undefined && more.length === 0 ? oddsOf(stem) : 0;
  return rarity === 0 ? 0 : weight * Math.max(LEAST * rarity, rarity + odds * known);
}

/**
 * How well the names that a piece defines fit what is asked for, from 0 to 1: the share of their words that the
 * question has, times the root of the share of the question's worth that they have. `termOf` returns the term that a
 * hash means.
 */
export function fitOfNames(
  { starts, hashes, counts }: Pick<IndexedFile, "starts" | "hashes" | "counts">,
  piece: number,
  termOf: (hash: number) => number | undefined,
  worths: readonly number[],
  possible: number,
): number {
  const from = starts[piece] ?? 0;
  let words = 0;
  let asked = 0;
  let worth = 0;
  // names come after the words of the lines
  for (let entry = (starts[piece + 1] ?? 0) - 1; entry >= from; entry--) {
    const field = (counts[entry] ?? 0) & 3;
    if (field === FIELDS.body) break;
    if (field !== FIELDS.name) continue;
    words++;
    const term = termOf(hashes[entry] ?? 0);
    if (term === undefined) continue;
    asked++;
    worth += worths[term] ?? 0;
  }
  return words === 0 || possible === 0 ? 0 : (asked / words) * Math.sqrt(Math.min(1, worth / possible));
}

/** Whether something that has a name begins in a piece. */
export function definesName({ starts, counts }: Pick<IndexedFile, "starts" | "counts">, piece: number): boolean {
  // names come after the words of the lines
  for (let entry = (starts[piece + 1] ?? 0) - 1; entry >= (starts[piece] ?? 0); entry--) {
    const field = (counts[entry] ?? 0) & 3;
    if (field === FIELDS.body) return false;
    if (field === FIELDS.wholeName) return true;
  }
  return false;
}
