import type { QuestionTerm } from "../questions/questionTerms.ts";
import { PLACED, type Confidence } from "../ranking/confidence.ts";
import type { Passage } from "../ranking/passages.ts";
import { placeOf } from "./longLines.ts";

/** How well a line fits a text in quotation marks: it is in a comment, in other code or a document, in a string. */
export const FITS = { none: 0, inComment: 1, inText: 2, inString: 3 } as const;

/** 0 for what is no such text. */
export function fitOfLine(term: QuestionTerm, line: string): number {
  if (term.isQuoted !== true || !term.isAsked) return FITS.none;
  const place = placeOf(term, line.toLowerCase());
  if (place < 0) return FITS.none;
  if (COMMENT.test(line)) return FITS.inComment;
  return isOpen(line.slice(Math.max(0, place - COLUMNS_BEFORE), place)) ? FITS.inString : FITS.inText;
}

/** Also a docstring. */
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\w)|--|;|<!--|%|[a-z]{0,2}(?:"""|'''))/i;
const COLUMNS_BEFORE = 2_000;

/** Whether a string begins in a text and goes on after it. */
function isOpen(text: string): boolean {
  let open: string | undefined;
  for (const [mark] of text.matchAll(MARK)) if (open === undefined || open === mark) open = open ? undefined : mark;
  return open !== undefined;
}

/** Neither escaped nor an apostrophe. */
const MARK = /(?<!\\)["`]|(?<![\p{L}\p{N}\\])'|(?<!\\)'(?!\p{L})/gu;

/** The best of a passage. */
export function fitOfQuotation({ lines }: Passage, terms: readonly QuestionTerm[]): number {
  const quoted = terms.filter(({ isQuoted }) => isQuoted === true);
  return Math.max(0, ...quoted.flatMap((term) => lines.map((line) => fitOfLine(term, line))));
}

/** Passages with a text in quotation marks before those without it, but behind what the question points at. */
export function quotedFirst(passages: readonly Passage[], terms: readonly QuestionTerm[]): readonly Passage[] {
  if (!terms.some(({ isQuoted }) => isQuoted === true)) return passages;
  const fitOf = (passage: Passage) => (passage.score >= PLACED ? FITS.inString + 1 : fitOfQuotation(passage, terms));
  const fits = new Map(passages.map((passage) => [passage, fitOf(passage)]));
  return passages.toSorted((a, b) => (fits.get(b) ?? 0) - (fits.get(a) ?? 0));
}

/** One text may be in a program, its tests and its documentation. */
const QUOTING_AT_MOST = 3;

/** If the first passage has what the question quotes, how sure that makes it. */
export function confidenceOfQuotation(
  passages: readonly Passage[],
  terms: readonly QuestionTerm[],
): Confidence | undefined {
  const [best = 0, ...others] = passages.map((passage) => fitOfQuotation(passage, terms));
  if (best === 0) return undefined;
  return others.filter((fit) => fit === best).length < QUOTING_AT_MOST ? "sure" : "likely";
}
