import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import { stemsWithin } from "../questions/compounds.ts";
import { stemOf, wordsOf } from "../questions/words.ts";
import { hashesOf, hashOf } from "./hashes.ts";
import { FIELDS, SHAPES } from "./indexedFile.ts";
import type { PiecedLines, RankedFile } from "./rankedLines.ts";
import type { Weights } from "./weights.ts";
import { definesName, fitOfNames, type Statistics } from "./worth.ts";

/** A word that may mean one of the terms. */
export interface Probe {
  readonly term: number;
  readonly hash: number;
  readonly likeness: number;
}

/** Where probes occur in a file: parallel lists in the order of its pieces. */
export interface Occurrences<F> {
  readonly file: F;
  readonly pieces: number[];
  readonly probes: number[];
  /** As in {@link IndexedFile.counts}. */
  readonly counts: number[];
}

/** What is looked for in all files, and what it counts. */
export interface Sought {
  readonly terms: readonly QuestionTerm[];
  readonly probes: readonly Probe[];
  /** The term that a word means rather than resembles, by the word's hash. */
  readonly meant: ReadonlyMap<number, number>;
  readonly statistics: Statistics;
  readonly weights: Weights;
}

/** How well a file as a whole fits, and its passages, best first. */
export interface FileFit<F extends RankedFile> {
  readonly fit: number;
  /** How many words it has, relative to the mean file. */
  readonly mass: number;
  /** As {@link shareOfName}. */
  readonly named: number;
  readonly passages: readonly FilePassage<F>[];
}

type FilePassage<F extends RankedFile> = Omit<PiecedLines<F>, "fileScore">;

/** So many, because they overlap: each begins with a different piece. */
const PASSAGES_AT_MOST = 200;
/** Neighbouring pieces are shown together, up to this many lines. */
const PASSAGE_LINES = 70;
/** What a term in the path counts for how much of a question is covered. */
const COVERED_BY_PATH = 0.7;

/** Scores a file and its passages: those that begin with a piece in which something occurs. */
export async function fitOfFile<F extends RankedFile>(
  occurrences: Occurrences<F>,
  sought: Sought,
  slices: TimeSlices,
): Promise<FileFit<F>> {
  const scores = await FileScores.of(occurrences, sought, slices);
  const passages: FilePassage<F>[] = [];
  for (const first of scores.pieces) {
    if (slices.isOver) await slices.next();
    passages.push(scores.passageFrom(first));
  }
  passages.sort((a, b) => b.score - a.score);
  const named = shareOfName(occurrences.file.fullPath, sought);
  return { fit: scores.fit, mass: scores.mass, named, passages: passages.slice(0, PASSAGES_AT_MOST) };
}

/** What occurs in a piece, or in neighbouring ones together. */
interface FoundInPiece {
  /** By the position of the term. */
  readonly occurrences: number[];
  /** The terms that are the whole name of a definition. */
  readonly defined: number[];
  /** How well the names that it defines fit the question, from 0 to 1. */
  named: number;
  score: number;
}

class FileScores<F extends RankedFile> {
  readonly #file: F;
  readonly #sought: Sought;
  /** How much of each term is in the path. */
  readonly #inPath: readonly number[];
  /** How often each term occurs in the lines. */
  readonly #inFile: number[];
  readonly #found = new Map<number, FoundInPiece>();
  /** How many words the file has, relative to the mean one. */
  readonly mass: number;

  private constructor(file: F, sought: Sought) {
    this.#file = file;
    this.#sought = sought;
    this.#inPath = inPath(file.fullPath, sought);
    this.#inFile = sought.terms.map(() => 0);
    this.mass = file.index.lengths.reduce((sum, length) => sum + length, 0) / sought.statistics.meanFile;
  }

  static async of<F extends RankedFile>(
    occurrences: Occurrences<F>,
    sought: Sought,
    slices: TimeSlices,
  ): Promise<FileScores<F>> {
    const scores = new FileScores(occurrences.file, sought);
    for (const at of occurrences.pieces.keys()) {
      if (slices.isOver) await slices.next();
      scores.#add(occurrences, at);
    }
    for (const [piece, has] of scores.#found) {
      if (slices.isOver) await slices.next();
      scores.#score(piece, has);
    }
    return scores;
  }

  /** The pieces in which something occurs. */
  get pieces(): Iterable<number> {
    return this.#found.keys();
  }

  /** How well the file as a whole fits: BM25 over its words, and what its path adds. */
  get fit(): number {
    const { statistics, weights } = this.#sought;
    const slowness = weights.fileSaturation * (1 - weights.fileLength + weights.fileLength * this.mass);
    const fit = this.#inFile.reduce(
      (sum, count, term) =>
        sum +
        (statistics.worths[term] ?? 0) * (count / (count + slowness) + weights.filePath * (this.#inPath[term] ?? 0)),
      0,
    );
    return this.#file.prior * fit;
  }

  /** The passage that begins with a piece, with its neighbours as far as they may be shown together. */
  passageFrom(first: number): FilePassage<F> {
    const { index, prior } = this.#file;
    const { weights } = this.#sought;
    const startLine = index.lines[2 * first] ?? 0;
    const all = this.#nothing();
    let words = 0;
    /** The words that count: those of mere comments and the like count less. */
    let telling = 0;
    let last = first;
    for (let piece = first; index.groups[piece] === index.groups[first] && piece < index.lengths.length; piece++) {
      if (piece > first && (index.lines[2 * piece + 1] ?? 0) - startLine >= PASSAGE_LINES) break;
      const length = index.lengths[piece] ?? 0;
      words += length;
      telling += length * this.#factorOf(piece);
      last = piece;
      const has = this.#found.get(piece);
      if (has) join(all, has);
    }
    const asAWhole = this.#scoreOf(all, words) * (telling / Math.max(1, words));
    return {
      file: this.#file,
      startLine,
      endLine: index.lines[2 * last + 1] ?? startLine,
      pieces: [first, last],
      score:
        prior *
        (definesName(index, first) ? weights.begins : 1) *
        (1 + weights.allOfName * all.named) *
        ((1 - weights.piece) * asAWhole + weights.piece * all.score),
      coverage: this.#coverageOf(all),
    };
  }

  /** Adds what occurs at a position of the occurrences. */
  #add({ pieces, probes, counts }: Occurrences<F>, at: number): void {
    const { terms, probes: all, statistics, weights } = this.#sought;
    const piece = pieces[at] ?? 0;
    const { term } = all[probes[at] ?? 0] ?? NO_PROBE;
    const likeness = statistics.likenesses[probes[at] ?? 0] ?? 0;
    const count = counts[at] ?? 0;
    let has = this.#found.get(piece);
    if (!has) this.#found.set(piece, (has = this.#nothing()));
    const field = count & 3;
    if (field === FIELDS.wholeName) {
      const { exact, isQuoted } = terms[term] ?? {};
      if (exact !== undefined && !isQuoted && likeness === 1) has.defined.push(term);
      return;
    }
    const occurrences = likeness * (count >> 2);
    const factor = field === FIELDS.name ? weights.name : field === FIELDS.around ? weights.around : 1;
    has.occurrences[term] = (has.occurrences[term] ?? 0) + factor * occurrences;
    if (field === FIELDS.body) this.#inFile[term] = (this.#inFile[term] ?? 0) + occurrences;
  }

  /** Scores a piece by what was found in it. */
  #score(piece: number, has: FoundInPiece): void {
    const { index } = this.#file;
    const { meant, statistics } = this.#sought;
    has.named = fitOfNames(index, piece, (hash) => meant.get(hash), statistics.worths, statistics.possible);
    has.score = this.#scoreOf(has, index.lengths[piece] ?? 0) * this.#factorOf(piece);
  }

  #nothing(): FoundInPiece {
    return { occurrences: this.#sought.terms.map(() => 0), defined: [], named: 0, score: 0 };
  }

  /** BM25 over the words of some pieces, and what they define. */
  #scoreOf({ occurrences, defined }: FoundInPiece, words: number): number {
    const { statistics, weights } = this.#sought;
    const usual = statistics.meanPiece * weights.usual;
    const slowness = weights.saturation * (1 - weights.length + (weights.length * words) / usual);
    let score = 0;
    for (const [term, worth] of statistics.worths.entries()) {
      const count = (occurrences[term] ?? 0) + weights.path * (this.#inPath[term] ?? 0);
      score += (worth * count) / (count + slowness);
    }
    for (const term of new Set(defined)) score += (statistics.worths[term] ?? 0) * weights.definition;
    return score;
  }

  #factorOf(piece: number): number {
    const { weights } = this.#sought;
    const shape = this.#file.index.shapes[piece];
    if (shape === SHAPES.comment) return weights.comment;
    return shape === SHAPES.imports ? weights.imports : shape === SHAPES.type ? weights.type : 1;
  }

  /** The share of the question that some pieces and the path have, from 0 to 1. */
  #coverageOf({ occurrences }: FoundInPiece): number {
    const { terms, statistics } = this.#sought;
    if (statistics.possible === 0) return 0;
    let covered = 0;
    for (const [term, worth] of statistics.worths.entries()) {
      if (terms[term]?.isPhrase === true) continue;
      covered += worth * Math.min(1, (occurrences[term] ?? 0) + COVERED_BY_PATH * (this.#inPath[term] ?? 0));
    }
    return covered / statistics.possible;
  }
}

/** Adds to `all` what a further piece has. */
function join(all: FoundInPiece, { occurrences, defined, named, score }: FoundInPiece): void {
  occurrences.forEach((count, term) => (all.occurrences[term] = (all.occurrences[term] ?? 0) + count));
  all.defined.push(...defined);
  all.named = Math.max(all.named, named);
  all.score = Math.max(all.score, score);
}

/**
 * The share of what the question's words are worth that the words of a file's name have, if the question has all of
 * these and they are at least half of it; otherwise 0. A file called `index` or the like goes by its folder's name.
 */
function shareOfName(path: string, { meant, statistics }: Sought): number {
  const folders = path.split("/");
  let name = baseOf(folders.pop() ?? "");
  if (USUAL_NAMES.has(name)) name = folders.pop() ?? "";
  const words = wordsOf(name);
  const found = new Set<number>();
  const find = (stems: readonly string[]) =>
    stems.every((stem) => {
      const term = meant.get(hashOf(stem));
      if (term !== undefined) found.add(term);
      return term !== undefined;
    });
  const hasAll = words.every((word) => {
    const parts = stemsWithin(word);
    return find([stemOf(word)]) || (parts.length > 0 && find(parts));
  });
  if (!hasAll || found.size === 0 || statistics.asked === 0) return 0;
  const worth = [...found].reduce((sum, term) => sum + (statistics.worths[term] ?? 0), 0);
  return worth < statistics.asked / 2 ? 0 : worth / statistics.asked;
}

/** A file's name without its ending. */
function baseOf(name: string): string {
  return name.replace(/(?<=.)\.\w+$/, "");
}

const USUAL_NAMES = new Set(["mod", "index", "__init__", "main", "lib"]);

/** How much of each term is in a path. */
function inPath(path: string, { terms, probes, weights }: Sought): readonly number[] {
  const slash = path.lastIndexOf("/") + 1;
  const shares = new Map<number, number>();
  for (const hash of hashesOf(path.slice(0, slash))) shares.set(hash, weights.folder);
  for (const hash of hashesOf(path.slice(slash).replace(/\.\w+$/, ""))) shares.set(hash, 1);
  const found = terms.map(() => 0);
  for (const { term, hash, likeness } of probes)
    found[term] = Math.max(found[term] ?? 0, likeness * (shares.get(hash) ?? 0));
  return found;
}

const NO_PROBE: Probe = { term: 0, hash: 0, likeness: 0 };
