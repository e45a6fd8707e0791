import type { TimeSlices } from "../../core/text/timeSlices.ts";
import { hashOf, hashesOf } from "./hashes.ts";
import type { PieceKinship } from "./wordKinship.ts";
import { FIELDS, SHAPES, type IndexedFile } from "./indexedFile.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import type { Weights } from "./weights.ts";
import { definesName, fitOfNames, worthOf, type Statistics } from "./worth.ts";

/** A file that is ranked. */
export interface RankedFile {
  /** The name of its repository, a slash, and its path in it. */
  readonly fullPath: string;
  /** What its passages count, relative to source code. */
  readonly prior: number;
  readonly index: IndexedFile;
}

/** Lines of a file that fit a question. */
export interface RankedLines<F extends RankedFile> {
  readonly file: F;
  /** Zero-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly score: number;
  /** How well the file as a whole fits; 1 for the one that fits best. */
  readonly fileScore: number;
  /** The lines that the question is about, zero-based and inclusive; absent if it names none. */
  readonly selected?: readonly [startLine: number, endLine: number];
  /** The share of what the question mentions that is there, rare terms counting more: from 0 to 1. */
  readonly coverage: number;
}

export interface Ranking<F extends RankedFile> {
  /** The best thousand, best first; they may overlap. */
  readonly passages: readonly RankedLines<F>[];
  /** What each term is worth, by its position; 0 if it occurs nowhere. */
  readonly worths: readonly number[];
}

/** A word that may mean one of the terms. */
interface Probe {
  readonly term: number;
  readonly hash: number;
  readonly likeness: number;
}

/** Where probes occur in a file: parallel lists in the order of its pieces. */
interface Occurrences<F> {
  readonly file: F;
  readonly pieces: number[];
  readonly probes: number[];
  /** As in {@link IndexedFile.counts}. */
  readonly counts: number[];
}

const PASSAGES_AT_MOST = 1_000;
/** So many, because they overlap: each begins with a different piece. */
const OF_FILE_AT_MOST = 200;

/** Lines with their first and their last piece. */
interface PiecedLines<F extends RankedFile> extends RankedLines<F> {
  readonly pieces: readonly [first: number, last: number];
}

/** How well a file as a whole fits, and its passages, best first. */
interface FileFit<F extends RankedFile> {
  readonly fit: number;
  /** How many words it has, relative to the mean file. */
  readonly mass: number;
  readonly passages: readonly Omit<PiecedLines<F>, "fileScore">[];
}

/** Collects what files say about the terms of a question, one file after the other, and then ranks their passages. */
export class Ranker<F extends RankedFile> {
  readonly #terms: readonly QuestionTerm[];
  readonly #weights: Weights;
  readonly #kin: PieceKinship | undefined;
  readonly #probes: readonly Probe[];
  readonly #byHash = new Map<number, number[]>();
  /** Whether any probe has a hash with these low bits: lets nearly all entries be skipped. */
  readonly #isWanted = new Uint8Array(65_536);
  readonly #found: Occurrences<F>[] = [];
  /** How many pieces each probe is in. */
  readonly #frequencies: number[];
  #pieces = 0;
  /** The term that a word means rather than resembles, by the word's hash. */
  readonly #meant = new Map<number, number>();
  #words = 0;
  #files = 0;

  /** `kin` returns how akin the words of a piece are to those of the question; absent if that can't be known. */
  constructor(terms: readonly QuestionTerm[], weights: Weights, kin?: PieceKinship) {
    this.#terms = terms;
    this.#weights = weights;
    this.#kin = kin;
    this.#probes = terms.flatMap(({ alternatives }, term) =>
      alternatives.flatMap(({ stems: [stem = "", ...more], likeness }): readonly Probe[] =>
        more.length > 0
          ? []
          : [{ term, hash: hashOf(stem), likeness: likeness < 0.5 ? likeness * weights.synonym : likeness }],
      ),
    );
    this.#frequencies = this.#probes.map(() => 0);
    this.#probes.forEach(({ term, hash, likeness }, index) => {
      if (likeness > 0.5 && terms[term]?.isPhrase === false && !this.#meant.has(hash)) this.#meant.set(hash, term);
      const others = this.#byHash.get(hash);
      if (others) others.push(index);
      else this.#byHash.set(hash, [index]);
      this.#isWanted[hash & 0xffff] = 1;
    });
  }

  add(file: F): void {
    const { starts, hashes, counts, lengths } = file.index;
    const found: Occurrences<F> = { file, pieces: [], probes: [], counts: [] };
    this.#files++;
    this.#pieces += lengths.length;
    for (let piece = 0; piece < lengths.length; piece++) {
      this.#words += lengths[piece] ?? 0;
      const end = starts[piece + 1] ?? 0;
      for (let entry = starts[piece] ?? 0; entry < end; entry++) {
        const hash = hashes[entry] ?? 0;
        if (this.#isWanted[hash & 0xffff] === 0) continue;
        for (const probe of this.#byHash.get(hash) ?? NONE) {
          const count = counts[entry] ?? 0;
          found.pieces.push(piece);
          found.probes.push(probe);
          found.counts.push(count);
          if ((count & 3) === FIELDS.body) this.#frequencies[probe] = (this.#frequencies[probe] ?? 0) + 1;
        }
      }
    }
    if (found.pieces.length > 0) this.#found.push(found);
  }

  async rank(slices: TimeSlices): Promise<Ranking<F>> {
    const { worths, likenesses } = this.#worths();
    const meanPiece = this.#words / Math.max(1, this.#pieces);
    const meanFile = this.#words / Math.max(1, this.#files);
    const possible = worths.reduce((sum, worth, term) => sum + (this.#terms[term]?.isPhrase === true ? 0 : worth), 0);
    const fits: FileFit<F>[] = [];
    for (const found of this.#found)
      fits.push(await this.#rankFile(found, { worths, likenesses, meanPiece, meanFile, possible }, slices));
    const best = fits.reduce((most, { fit }) => Math.max(most, fit), 1e-9);
    let passages: PiecedLines<F>[] = [];
    const keepBest = () => {
      passages = passages.sort((a, b) => b.score - a.score).slice(0, PASSAGES_AT_MOST);
    };
    for (const { fit, mass, passages: ofFile } of fits) {
      if (slices.isOver) await slices.next();
      const fileScore = fit / best;
      const factor = fileScore ** this.#weights.file * mass ** this.#weights.mass;
      for (const passage of ofFile) passages.push({ ...passage, fileScore, score: passage.score * factor });
      if (passages.length > 8 * PASSAGES_AT_MOST) keepBest(); // sorting all at once would take long
    }
    keepBest();
    return { passages: this.#kin ? await this.#byKinship(passages, this.#kin, slices) : passages, worths };
  }

  /** Ranks passages again, by how akin the best piece of each is to the question, and its pieces on average. */
  async #byKinship(
    passages: readonly PiecedLines<F>[],
    kin: PieceKinship,
    slices: TimeSlices,
  ): Promise<readonly PiecedLines<F>[]> {
    const known = new Map<F, number[]>();
    const ranked: PiecedLines<F>[] = [];
    for (const passage of passages) {
      if (slices.isOver) await slices.next();
      const { file, pieces, score } = passage;
      const ofFile = known.get(file) ?? [];
      if (ofFile.length === 0) known.set(file, ofFile);
      const [first, last] = pieces;
      let best = -1;
      let sum = 0;
      for (let piece = first; piece <= last; piece++) {
        const akin = (ofFile[piece] ??= kin(file.index, piece));
        best = Math.max(best, akin);
        sum += akin;
      }
      const { kinship, kinshipOfAll } = this.#weights;
      const exponent = kinship * best + (kinshipOfAll * sum) / (last - first + 1);
      ranked.push({ ...passage, score: score * Math.exp(exponent) });
    }
    return ranked.sort((a, b) => b.score - a.score);
  }

  async #rankFile(
    { file, pieces, probes, counts }: Occurrences<F>,
    { worths, likenesses, meanPiece, meanFile, possible }: Statistics,
    slices: TimeSlices,
  ): Promise<FileFit<F>> {
    const { index, prior } = file;
    const weights = this.#weights;
    const terms = this.#terms;
    const inPath = this.#inPath(file.fullPath);
    const inFile = worths.map(() => 0);
    const found = new Map<number, FoundInPiece>();
    pieces.forEach((piece, at) => {
      const { term } = this.#probes[probes[at] ?? 0] ?? NO_PROBE;
      const likeness = likenesses[probes[at] ?? 0] ?? 0;
      const count = counts[at] ?? 0;
      let has = found.get(piece);
      if (!has) found.set(piece, (has = { occurrences: worths.map(() => 0), defined: [], named: 0, score: 0 }));
      const field = count & 3;
      if (field === FIELDS.wholeName) {
        if (terms[term]?.exact !== undefined && likeness === 1) has.defined.push(term);
        return;
      }
      const occurrences = likeness * (count >> 2);
      const factor = field === FIELDS.name ? weights.name : field === FIELDS.around ? weights.around : 1;
      has.occurrences[term] = (has.occurrences[term] ?? 0) + factor * occurrences;
      if (field === FIELDS.body) inFile[term] = (inFile[term] ?? 0) + occurrences;
    });
    const scoreOf = ({ occurrences, defined }: FoundInPiece, words: number) => {
      const slowness =
        weights.saturation * (1 - weights.length + (weights.length * words) / (meanPiece * weights.usual));
      let score = 0;
      for (const [term, worth] of worths.entries()) {
        const count = (occurrences[term] ?? 0) + weights.path * (inPath[term] ?? 0);
        score += (worth * count) / (count + slowness);
      }
      for (const term of new Set(defined)) score += (worths[term] ?? 0) * weights.definition;
      return score;
    };
    const factorOf = (piece: number) => {
      const shape = index.shapes[piece];
      if (shape === SHAPES.comment) return weights.comment;
      return shape === SHAPES.imports ? weights.imports : shape === SHAPES.type ? weights.type : 1;
    };
    const termOf = (hash: number) => this.#meant.get(hash);
    for (const [piece, has] of found) {
      has.named = fitOfNames(index, piece, termOf, worths, possible);
      has.score = scoreOf(has, index.lengths[piece] ?? 0) * factorOf(piece);
    }
    const passages: Omit<PiecedLines<F>, "fileScore">[] = [];
    for (const first of found.keys()) {
      if (slices.isOver) await slices.next();
      const startLine = index.lines[2 * first] ?? 0;
      const group = index.groups[first];
      const all: FoundInPiece = { occurrences: worths.map(() => 0), defined: [], named: 0, score: 0 };
      let words = 0;
      let told = 0;
      let last = first;
      for (let piece = first; piece < index.lengths.length && index.groups[piece] === group; piece++) {
        if (piece > first && (index.lines[2 * piece + 1] ?? 0) - startLine >= PASSAGE_LINES) break;
        const has = found.get(piece);
        words += index.lengths[piece] ?? 0;
        told += (index.lengths[piece] ?? 0) * factorOf(piece);
        last = piece;
        if (!has) continue;
        has.occurrences.forEach((count, term) => (all.occurrences[term] = (all.occurrences[term] ?? 0) + count));
        all.defined.push(...has.defined);
        all.named = Math.max(all.named, has.named);
        all.score = Math.max(all.score, has.score);
      }
      const covered = worths.reduce(
        (sum, worth, term) =>
          sum +
          (terms[term]?.isPhrase === true
            ? 0
            : worth * Math.min(1, (all.occurrences[term] ?? 0) + 0.7 * (inPath[term] ?? 0))),
        0,
      );
      passages.push({
        file,
        startLine,
        endLine: index.lines[2 * last + 1] ?? startLine,
        pieces: [first, last],
        score:
          prior *
          (definesName(index, first) ? weights.begins : 1) *
          (1 + weights.allOfName * all.named) *
          ((1 - weights.piece) * scoreOf(all, words) * (told / Math.max(1, words)) + weights.piece * all.score),
        coverage: possible === 0 ? 0 : covered / possible,
      });
    }
    const words = index.lengths.reduce((sum, length) => sum + length, 0);
    const mass = words / meanFile;
    const slowness = weights.fileSaturation * (1 - weights.fileLength + weights.fileLength * mass);
    const fit = inFile.reduce(
      (sum, count, term) =>
        sum + (worths[term] ?? 0) * (count / (count + slowness) + weights.filePath * (inPath[term] ?? 0)),
      0,
    );
    passages.sort((a, b) => b.score - a.score);
    return { fit: prior * fit, mass, passages: passages.slice(0, OF_FILE_AT_MOST) };
  }

  /** How much of each term is in a path. */
  #inPath(path: string): readonly number[] {
    const slash = path.lastIndexOf("/") + 1;
    const shares = new Map<number, number>();
    for (const hash of hashesOf(path.slice(0, slash))) shares.set(hash, this.#weights.folder);
    for (const hash of hashesOf(path.slice(slash).replace(/\.\w+$/, ""))) shares.set(hash, 1);
    const inPath = this.#terms.map(() => 0);
    for (const { term, hash, likeness } of this.#probes)
      inPath[term] = Math.max(inPath[term] ?? 0, likeness * (shares.get(hash) ?? 0));
    return inPath;
  }

  /** How much it says that a term or a probe occurs: the less, the more pieces have it. */
  #worths(): { readonly worths: readonly number[]; readonly likenesses: readonly number[] } {
    const rarities = this.#frequencies.map((frequency) =>
      frequency === 0 ? 0 : Math.log(1 + (this.#pieces - frequency + 0.5) / (frequency + 0.5)),
    );
    const ofTerms = this.#terms.map(() => 0);
    this.#probes.forEach(({ term, likeness }, probe) => {
      ofTerms[term] = Math.max(ofTerms[term] ?? 0, likeness * (rarities[probe] ?? 0));
    });
    return {
      worths: this.#terms.map((term, at) => worthOf(term, ofTerms[at] ?? 0, this.#weights)),
      // a common word for a rare one counts little
      likenesses: this.#probes.map(({ term, likeness }, probe) => {
        const rarity = ofTerms[term] ?? 0;
        return rarity === 0 ? 0 : Math.min(1, (likeness * (rarities[probe] ?? 0)) / rarity);
      }),
    };
  }
}

interface FoundInPiece {
  /** By the position of the term. */
  readonly occurrences: number[];
  /** The terms that are the whole name of a definition. */
  readonly defined: number[];
  /** How well the names that it defines fit the question, from 0 to 1. */
  named: number;
  score: number;
}

const NONE: readonly number[] = [];
const NO_PROBE: Probe = { term: 0, hash: 0, likeness: 0 };
/** Neighbouring pieces are shown together, up to this many lines. */
const PASSAGE_LINES = 70;
