import type { PassageLines } from "../../../core/model/conversation.ts";
import { outlineOf } from "../../../core/text/outline.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import { createTermMatching, likenessesIn, type TermMatching } from "../questions/termMatching.ts";

/** An excerpt of code, as it is shown. */
export interface Excerpt {
  readonly lines: readonly string[];
  readonly language: string | undefined;
  /** The name of what it defines, or of what it is in. */
  readonly name: string | undefined;
}

/** Of the first passage, a person sees this many lines; of each other one, its signature and its best lines. */
const FIRST_SHOWN = 8;
const BEST = 2;
/** Longer lines were not written by a person. */
const MARKED_AT_MOST = 2_000;
/** A comment says what a line of code does. */
const COMMENT_WORTH = 0.6;
/** What is said again counts less than what is new. */
const AGAIN_WORTH = 0.3;

/** Of each of the passages of an answer, in their order, the lines to see first and the question's words in them. */
export function scannedLines(excerpts: readonly Excerpt[], terms: readonly QuestionTerm[]): readonly PassageLines[] {
  const matching = createTermMatching(terms);
  return excerpts.map((excerpt, at) => {
    const signature = signatureOf(excerpt);
    const best = bestLines(excerpt.lines, BEST, matching, signature);
    const shown = at === 0 ? beginning(excerpt.lines.length, signature, best) : [signature, ...best];
    return { shown: ascending(shown), marks: excerpt.lines.flatMap((line, row) => marksIn(line, row, matching)) };
  });
}

/**
 * The lines that say most about these terms, at most `most`, ascending: each counts what it has, and less of what those
 * chosen before it have. If fewer have any, the first lines below `signature` follow.
 */
export function bestLines(
  lines: readonly string[],
  most: number,
  matching: TermMatching,
  signature = -1,
): readonly number[] {
  const found = lines.map((line) => (line.length > MARKED_AT_MOST ? [] : likenessesIn(line, matching)));
  // What stands on every line tells none of them apart.
  const worths = matching.terms.map(({ weight, exact }, term) => {
    const count = found.filter((likenesses) => (likenesses[term] ?? 0) > 0).length;
    return ((exact === undefined ? 1 : 2) * weight) / Math.sqrt(Math.max(1, count));
  });
  const told = new Set<number>();
  const chosen: number[] = [];
  const worthOf = (row: number): number => {
    const sum = (found[row] ?? []).reduce(
      (worth, likeness, term) => worth + likeness * (worths[term] ?? 0) * (told.has(term) ? AGAIN_WORTH : 1),
      0,
    );
    return COMMENT.test(lines[row] ?? "") ? sum * COMMENT_WORTH : sum;
  };
  const take = (row: number): void => {
    chosen.push(row);
    found[row]?.forEach((likeness, term) => likeness > 0 && told.add(term));
  };
  if (signature >= 0) found[signature]?.forEach((likeness, term) => likeness > 0 && told.add(term));
  while (chosen.length < most) {
    let [next, highest] = [-1, 0];
    for (const row of lines.keys()) {
      if (row === signature || chosen.includes(row)) continue;
      const worth = worthOf(row);
      if (worth > highest) [next, highest] = [row, worth];
    }
    if (next < 0) break;
    take(next);
  }
  for (let row = signature + 1; row < lines.length && chosen.length < most; row++)
    if (/[\p{L}\p{N}]/u.test(lines[row] ?? "") && !chosen.includes(row)) chosen.push(row);
  return ascending(chosen);
}

/** The line of the definition that a passage is called after; otherwise its first line that is no comment. */
function signatureOf({ lines, language, name }: Excerpt): number {
  const defined = name === undefined ? undefined : outlineOf(lines, language).find((each) => each.name === name);
  if (defined) return defined.line;
  const first = lines.findIndex((line) => /[\p{L}\p{N}]/u.test(line) && !COMMENT.test(line));
  return Math.max(0, first);
}

/** Eight lines: how it begins, and its best ones if they are not among these. */
function beginning(count: number, signature: number, best: readonly number[]): readonly number[] {
  const from = signature < FIRST_SHOWN - BEST ? 0 : signature;
  const shown = new Set(best);
  for (let row = from; row < count && shown.size < FIRST_SHOWN; row++) shown.add(row);
  return [...shown];
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\w)|--)/;

/** A run of letters and digits, and the words that it is made of. */
const RUN = /[\p{L}\p{M}\p{N}_$]+/gu;
const PART = /\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}+|[^\p{Lu}\p{Ll}\p{M}\p{N}_$]+/gu;

/** Where the words of the question are in a line: the row, and the first column and that behind the last one. */
function marksIn(line: string, row: number, matching: TermMatching): readonly number[] {
  // A client may write out the characters that reorder text, and so move what follows.
  if (line.length > MARKED_AT_MOST || /\p{Bidi_Control}/u.test(line)) return [];
  const isMeant = (text: string) =>
    matching.probesIn(text).some((index) => (matching.probes[index]?.likeness ?? 0) > 0.5);
  return [...line.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    if (!isMeant(run)) return [];
    const parts = [...run.matchAll(PART)].filter(([part]) => isMeant(part));
    const places = parts.map((part) => [index + part.index, index + part.index + part[0].length] as const);
    return (places.length > 0 ? places : [[index, index + run.length] as const]).flatMap((place) => [row, ...place]);
  });
}

function ascending(rows: readonly number[]): readonly number[] {
  return [...rows].sort((a, b) => a - b);
}
