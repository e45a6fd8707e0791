import { seededRandom } from "../../support/randomMatches.ts";
import { hits, type Found, type Query } from "./queries.ts";

/** What was found for a query, best first. */
export interface Outcome {
  readonly query: Query;
  readonly found: readonly Found[];
  /** Whether the answer called its first passage the one to look at. */
  readonly isSure?: boolean;
  /** Whether it called it doubtful. */
  readonly isDoubtful?: boolean;
}

/** A mean, and the range in which 95 of 100 random draws of as many queries put it. */
export interface Figure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** 1 if one of the first `within` files is right. */
export function fileIn(within: number): (outcome: Outcome) => number {
  return ({ query: { truth }, found }) => {
    const files = [...new Set(found.map(({ file }) => file))].slice(0, within);
    return files.some((file) => truth.some((place) => place.file === file)) ? 1 : 0;
  };
}

/** 1 if one of the first `within` passages contains lines that are right. */
export function linesIn(within: number): (outcome: Outcome) => number {
  return ({ query: { truth }, found }) => (found.slice(0, within).some((passage) => hits(passage, truth)) ? 1 : 0);
}

/** NDCG of the first ten passages, if one thing is sought. */
export function ndcg({ query: { truth }, found }: Outcome): number {
  const rank = found.slice(0, 10).findIndex((passage) => hits(passage, truth));
  return rank < 0 ? 0 : 1 / Math.log2(rank + 2);
}

/** NDCG of the first ten files, if several may be sought. */
export function ndcgOfFiles({ query: { truth }, found }: Outcome): number {
  const sought = new Set(truth.map(({ file }) => file));
  const gain = (ranks: readonly number[]) => ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
  const files = [...new Set(found.map(({ file }) => file))].slice(0, 10);
  const right = files.flatMap((file, rank) => (sought.has(file) ? [rank] : []));
  return gain(right) / gain([...sought].slice(0, 10).map((_, rank) => rank));
}

/** The mean number of lines of a passage. */
export function meanLength(outcomes: readonly Outcome[]): number {
  const found = outcomes.flatMap((outcome) => outcome.found);
  return found.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0) / Math.max(1, found.length);
}

/** The mean over queries, with its bootstrap interval. */
export function figure(outcomes: readonly Outcome[], score: (outcome: Outcome) => number): Figure {
  const values = outcomes.map(score);
  const random = seededRandom(5);
  const draws = Array.from({ length: 1000 }, () => {
    return meanOf(values.map(() => values[Math.floor(random() * values.length)] ?? 0));
  }).sort((a, b) => a - b);
  return { value: meanOf(values), low: draws[25] ?? 0, high: draws[975] ?? 0, count: values.length };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
