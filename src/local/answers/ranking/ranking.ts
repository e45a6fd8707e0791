import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import { fitOfFile, type FileFit, type Occurrences, type Probe, type Sought } from "./fileFit.ts";
import { hashOf } from "./hashes.ts";
import { FIELDS } from "./indexedFile.ts";
import type { PiecedLines, RankedFile, RankedLines } from "./rankedLines.ts";
import type { Weights } from "./weights.ts";
import type { PieceKinship } from "./wordKinship.ts";
import { worthOf } from "./worth.ts";

export interface Ranking<F extends RankedFile> {
  /** The best thousand, best first; they may overlap. */
  readonly passages: readonly RankedLines<F>[];
  /** What each term is worth, by its position; 0 if it occurs nowhere. */
  readonly worths: readonly number[];
}

const PASSAGES_AT_MOST = 1_000;
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
    const sought = this.#sought();
    const fits: FileFit<F>[] = [];
    for (const found of this.#found) {
      if (slices.isOver) await slices.next();
      fits.push(await fitOfFile(found, sought, slices));
    }
    const best = fits.reduce((most, { fit }) => Math.max(most, fit), 1e-9);
    let passages: PiecedLines<F>[] = [];
    const keepBest = () => {
      passages = passages.sort((a, b) => b.score - a.score).slice(0, PASSAGES_AT_MOST);
    };
    for (const { fit, mass, named, passages: ofFile } of fits) {
      if (slices.isOver) await slices.next();
      const fileScore = fit / best;
      const factor =
        fileScore ** this.#weights.file *
        mass ** this.#weights.mass *
        (1 + this.#weights.allOfFileName * Math.sqrt(named));
      for (const passage of ofFile) passages.push({ ...passage, fileScore, score: passage.score * factor });
      if (passages.length > 8 * PASSAGES_AT_MOST) keepBest(); // sorting all at once would take long
    }
    keepBest();
    const { worths } = sought.statistics;
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

  #sought(): Sought {
    const { worths, likenesses } = this.#worths();
    const words = worths.filter((_, term) => this.#terms[term]?.isPhrase !== true);
    const possible = words.reduce((sum, worth) => sum + worth, 0);
    const known = words.filter((worth) => worth > 0).length;
    const statistics = {
      worths,
      likenesses,
      meanPiece: this.#words / Math.max(1, this.#pieces),
      meanFile: this.#words / Math.max(1, this.#files),
      possible,
      asked: possible * (1 + (words.length - known) / (2 * Math.max(1, known))),
    };
    return { terms: this.#terms, probes: this.#probes, meant: this.#meant, weights: this.#weights, statistics };
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

const NONE: readonly number[] = [];
