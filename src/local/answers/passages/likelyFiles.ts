import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import { literalPattern } from "../../../core/query/literalPattern.ts";
import type { Engine } from "../../code/engine/engine.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import { stemOf, wordsOf } from "../questions/words.ts";
import type { FileKind } from "../ranking/fileKinds.ts";
import type { IndexedFile } from "../ranking/indexedFile.ts";
import { WEIGHTS } from "../ranking/weights.ts";

/** A file that may be read to rank its passages. */
export interface Candidate extends FileInRepository {
  /** Absolute. */
  readonly file: string;
  readonly kind: FileKind;
  readonly bytes: number;
  /** What is in it, if that is known, so that it need not be read. */
  readonly known: IndexedFile | undefined;
  /** Whether the question is about this very file. */
  readonly isNamed: boolean;
}

export interface LikelyRequest {
  readonly candidates: readonly Candidate[];
  readonly terms: readonly QuestionTerm[];
  /** What the passages of a file count, relative to source code. */
  readonly worthOf: (candidate: Candidate) => number;
  /** How many bytes may be read. */
  readonly atMost: number;
}

export interface LikelyServices {
  readonly engine: Engine;
  readonly signal: AbortSignal;
  readonly slices: TimeSlices;
}

/** Each word costs one search of all files; those that weigh least are left out. */
const WORDS_AT_MOST = 8;

/**
 * The files whose passages are to be ranked: all, in their order, if no more than `atMost` bytes have to be read for
 * that. Otherwise those that most likely fit, by BM25 over lines that have words of the question, and by their paths:
 * that many bytes, and also what is already known.
 */
export async function likelyFiles(
  { candidates, terms, worthOf, atMost }: LikelyRequest,
  { slices, ...services }: LikelyServices,
): Promise<readonly Candidate[]> {
  if (bytesOf(candidates.filter(({ known }) => !known)) <= atMost) return candidates;
  const meanBytes = bytesOf(candidates) / candidates.length;
  const words = terms.filter(({ isPhrase }) => !isPhrase).slice(0, WORDS_AT_MOST);
  const counts: ReadonlyMap<string, number>[] = [];
  for (const term of words) counts.push(await countLines(patternOf(term), services));
  const stems = words.map(stemsOf);
  const worths = words.map(
    ({ weight }, at) => weight * Math.log(1 + candidates.length / ((counts[at]?.size ?? 0) + 1)),
  );
  const scored: { readonly candidate: Candidate; readonly score: number }[] = [];
  for (const candidate of candidates) {
    if (slices.isOver) await slices.next();
    const inPath = new Set(wordsOf(candidate.path).map(stemOf));
    const slowness =
      WEIGHTS.fileSaturation * (1 - WEIGHTS.fileLength + (WEIGHTS.fileLength * candidate.bytes) / meanBytes);
    const fit = worths.reduce((sum, worth, at) => {
      const count = counts[at]?.get(candidate.file) ?? 0;
      const ofPath = stems[at]?.some((stem) => inPath.has(stem)) === true ? WEIGHTS.filePath : 0;
      return sum + worth * (count / (count + slowness) + ofPath);
    }, 0);
    if (fit > 0 || candidate.isNamed || words.length === 0)
      scored.push({ candidate, score: candidate.isNamed ? Infinity : fit * worthOf(candidate) });
  }
  let left = atMost;
  const chosen = scored
    .sort((a, b) => b.score - a.score)
    .flatMap(({ candidate }) => {
      const isRead = candidate.bytes <= left;
      if (isRead) left -= candidate.bytes;
      return isRead || candidate.known ? [candidate] : [];
    });
  // What is known comes first, before what is read may displace it.
  return chosen.sort((a, b) => Number(b.known !== undefined) - Number(a.known !== undefined));
}

function bytesOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** How many lines of each file match, by its absolute path; files without a match are left out. */
async function countLines(
  pattern: string,
  { engine, signal }: Pick<LikelyServices, "engine" | "signal">,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const sought = { terms: [{ kind: "regexp", text: pattern }], caseSensitive: false } as const;
  for await (const each of engine.count(sought, { signal })) if ("count" in each) counts.set(each.file, each.count);
  return counts;
}

/** What surely means the same: the word itself, and short forms of it. */
function stemsOf({ alternatives }: QuestionTerm): readonly string[] {
  return alternatives.flatMap(({ stems, likeness }) => (stems.length === 1 && likeness > 0.5 ? stems : []));
}

/** A regular expression of what stands for a term, whatever its case. */
export function patternOf(term: QuestionTerm): string {
  const { label, exact } = term;
  return [...new Set([exact ?? label.toLowerCase(), ...stemsOf(term)])].map(patternOfWord).join("|");
}

/**
 * A short one must begin a word, also within a name: `log` is found in `userLog` and `user_log`, not in "catalogue".
 */
function patternOfWord(word: string): string {
  if (!/^[a-z]{1,3}$/.test(word)) return literalPattern(word);
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  return `(?-i:\\b${word}|[_0-9]${word}|${capital}|${word.toUpperCase()})`;
}
