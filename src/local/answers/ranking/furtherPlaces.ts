import type { QuestionTerm } from "../questions/questionTerms.ts";
import { SELECTED } from "./confidence.ts";
import type { CodeFile, Passage } from "./passages.ts";
import type { RankedLines } from "./rankedLines.ts";

/** What further places are chosen from, and by. */
export interface FurtherPlaces {
  /** In any order; they may overlap. */
  readonly passages: readonly RankedLines<CodeFile>[];
  readonly terms: readonly QuestionTerm[];
  /** The passages whose lines are shown. */
  readonly shown: readonly Passage[];
  /** Files that define what the passages shown mention. */
  readonly mentioned: ReadonlySet<CodeFile>;
  /** Reads the lines of a passage. */
  readonly read: (passage: RankedLines<CodeFile>) => Passage;
}

const PLACES_AT_MOST = 4;
/**
 * The share of the best score of the passages shown that a place needs, so that the list is not padding: with less, no
 * more questions, changelog lines or needles to tune on have a right file named, but a third more files are named.
 */
const SCORE = 0.15;
/** The share of what the question mentions that a place needs. */
const COVERAGE = 0.1;
/**
 * The factor for a file that defines what the passages shown mention. Of 48 questions to tune on, two more have their
 * file in five.
 */
const MENTIONED = 2;

/**
 * Where else to look: the best passages of the files of which none is shown, one each, best first; none if nothing fits
 * well enough.
 */
export function furtherPlaces({ passages, terms, shown, mentioned, read }: FurtherPlaces): readonly Passage[] {
  const worthOf = ({ file, score }: RankedLines<CodeFile>) => score * (mentioned.has(file) ? MENTIONED : 1);
  const scores = shown.map(({ score }) => score).filter((score) => score < SELECTED);
  const least = SCORE * Math.max(0, ...scores);
  const files = new Set(shown.map(({ file }) => file));
  const further: Passage[] = [];
  for (const passage of passages.toSorted((a, b) => worthOf(b) - worthOf(a))) {
    if (further.length === PLACES_AT_MOST || worthOf(passage) < least) break;
    if (passage.coverage < COVERAGE || files.has(passage.file)) continue;
    const place = read(passage);
    if (!isEvident(place, terms)) continue;
    further.push(place);
    files.add(place.file);
  }
  return further;
}

/** Whether a place has evidence: one word in a name is some, one word elsewhere in the lines is none. */
function isEvident({ terms: found, named, inPath }: Passage, terms: readonly QuestionTerm[]): boolean {
  const isWord = (term: number) => terms[term]?.isPhrase === false;
  return named.some(isWord) || new Set([...found, ...inPath].filter(isWord)).size > 1;
}
