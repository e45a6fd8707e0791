import type { Lines } from "./lineMap.ts";
import { lettersAround, LITTLE, nearestTo, occurrences, TELLING, tellingLines, weightOf } from "./lineEvidence.ts";
import { agreement, commonScope, isUnderNewName, type Agreement } from "./scopes.ts";
import type { Version, Versions } from "./versions.ts";

/** A place that contains the whole of the cited text, apart from the blanks at the ends of its lines. */
export interface Standing extends Lines {
  readonly isSure: boolean;
  /** How the scopes around it relate to those around the cited lines. */
  readonly agreement: Agreement;
  /** Whether it differs in blanks at the ends of lines. */
  readonly isReindented: boolean;
  /** Whether it occurs nowhere else in either version. */
  readonly isAlone: boolean;
  /** Whether it also has enough content to be no coincidence. */
  readonly isOne: boolean;
  /** How much content the lines above and below have that are the same as then, in letters. */
  readonly around: number;
}

/** At most this many places are compared by their surroundings: those nearest to where the lines would be. */
const COMPARED_AT_MOST = 40;
/** How far around cited lines to look for what distinguishes them. */
const CONTEXT = 60;
/** This much text does not occur anywhere by chance. */
const MUCH = 80;
/** How much text, in letters, must be next to lines to confirm their place. */
const HOLDS = 4;

/**
 * Where the whole cited text is now: preferably in the scope that it was in, then between the lines that it was
 * between, then with its indentation, then where the diff has it. Sure only with evidence on both sides, or if the text
 * occurs only once. Other indentation makes no other text: the one that was cited may have lines of its own indented
 * anew, and another may have its indentation now.
 */
export function findStanding(versions: Versions, lines: Lines): Standing | undefined {
  const text = new Text(versions, lines);
  if (text.places.length === 0 || weightOf(versions.old, lines) === 0) return undefined;
  const ranked = text
    .likeliest()
    .toSorted(
      (a, b) =>
        rank(b) - rank(a) ||
        b.around - a.around ||
        Number(a.isReindented) - Number(b.isReindented) ||
        a.distance - b.distance,
    );
  const [best] = ranked;
  if (!best) return undefined;
  const { startLine, endLine, isReindented, around } = best;
  return {
    startLine,
    endLine,
    agreement: best.agreement,
    isReindented,
    isAlone: text.isAlone,
    isOne: text.isOne,
    isSure: text.isSure(best),
    around,
  };
}

interface Place extends Lines {
  readonly agreement: Agreement;
  /** How many lines above and below are the same. */
  readonly above: number;
  readonly below: number;
  /** How much content these have. */
  readonly around: number;
  readonly distance: number;
  readonly isReindented: boolean;
}

const RANKS: Record<Agreement, number> = { same: 2, around: 2, other: 0 };

function rank({ agreement: found }: Place): number {
  return RANKS[found];
}

/** The cited text in both versions, without the blanks at the ends of its lines. */
class Text {
  /** Its places in the new version. */
  readonly places: readonly number[];
  readonly #others: readonly number[];
  readonly #versions: Versions;
  readonly #lines: Lines;

  constructor(versions: Versions, lines: Lines) {
    const { old, current } = versions;
    this.#versions = versions;
    this.#lines = lines;
    const block = old.trimmed.subarray(lines.startLine, lines.endLine + 1);
    this.places = occurrences(current, block, true);
    this.#others =
      this.places.length === 0 ? [] : occurrences(old, block, true).filter((place) => place !== lines.startLine);
  }

  /** The likeliest places, with their surroundings. */
  likeliest(): readonly Place[] {
    const near = nearestTo(this.#versions, this.#lines.startLine);
    const { after } = commonScope(this.#versions.scopes, this.#lines);
    const inScope = this.places.filter((place) => place >= after.startLine && place <= after.endLine);
    const distance = (place: number) => Math.abs(place - near);
    const few =
      this.places.length > COMPARED_AT_MOST
        ? (inScope.length > 0 ? inScope : this.places)
            .toSorted((a, b) => distance(a) - distance(b))
            .slice(0, COMPARED_AT_MOST)
        : this.places;
    return few.map((place) => this.#read(place, distance(place)));
  }

  get isAlone(): boolean {
    return this.#others.length === 0 && this.places.length === 1;
  }

  get isOne(): boolean {
    return this.isAlone && weightOf(this.#versions.old, this.#lines) >= TELLING;
  }

  isSure(place: Place): boolean {
    const { agreement: found, startLine, above, below } = place;
    if (found === "other" || isUnderNewName(this.#versions.scopes, this.#lines.startLine, startLine)) return false;
    const weight = weightOf(this.#versions.old, this.#lines);
    if (this.isOne && (weight >= MUCH || found === "same" || above + below > 0)) return true;
    const { before, after } = commonScope(this.#versions.scopes, this.#lines);
    const isIn =
      ({ startLine: first, endLine: last }: Lines) =>
      (line: number) =>
        line >= first && line <= last;
    const isScoped = found === "same";
    const others = isScoped ? this.#others.filter(isIn(before)) : this.#others;
    const rivals = (isScoped ? this.places.filter(isIn(after)) : this.places).filter((line) => line !== startLine);
    if (isScoped && weight >= TELLING && others.length + rivals.length === 0) return true;
    const reachesStart =
      isScoped && this.#lines.startLine - above <= before.startLine + 1 && startLine - above <= after.startLine + 1;
    // What ends a scope says nothing about which one: there may be more of it, or less.
    const isEnd = (version: Version, from: number, to: number) => {
      const rest = { startLine: from + below + 1, endLine: to };
      return weightOf(version, rest) < LITTLE;
    };
    const reachesEnd =
      isScoped &&
      isEnd(this.#versions.old, this.#lines.endLine, before.endLine) &&
      isEnd(this.#versions.current, place.endLine, after.endLine);
    return (
      (reachesStart || this.#isHeld(place, -1, above, others, rivals)) &&
      (reachesEnd || this.#isHeld(place, 1, below, others, rivals))
    );
  }

  /** Whether the same lines are on one side of it, but not on that side of any other place. */
  #isHeld(place: Place, step: 1 | -1, reach: number, others: readonly number[], rivals: readonly number[]): boolean {
    const { old, current } = this.#versions;
    const at = step < 0 ? this.#lines.startLine : this.#lines.endLine;
    const length = this.#lines.endLine - this.#lines.startLine;
    if (lettersAround(old, at, step, reach, HOLDS) < HOLDS) return false;
    const from = (start: number) => (step < 0 ? start : start + length);
    const now = step < 0 ? place.startLine : place.endLine;
    return (
      others.every((other) => this.#shared(old, at, old, from(other), step) < reach) &&
      rivals.every((other) => this.#shared(current, now, current, from(other), step) < reach)
    );
  }

  #read(startLine: number, distance: number): Place {
    const { old, current, scopes } = this.#versions;
    const length = this.#lines.endLine - this.#lines.startLine;
    const endLine = startLine + length;
    const above = this.#shared(old, this.#lines.startLine, current, startLine, -1);
    const below = this.#shared(old, this.#lines.endLine, current, endLine, 1);
    const { startLine: first, endLine: last } = this.#lines;
    const around = lettersAround(old, first, -1, above) + lettersAround(old, last, 1, below);
    const telling = tellingLines(this.#versions, this.#lines);
    const offset = startLine - this.#lines.startLine;
    const atStart = agreement(scopes, telling.startLine, telling.startLine + offset);
    const atEnd = agreement(scopes, telling.endLine, telling.endLine + offset);
    const agreements = [atStart, atEnd];
    const found = agreements.includes("other") ? "other" : agreements.includes("around") ? "around" : "same";
    const isReindented = !isSameBlock(old.numbers, this.#lines, current.numbers, startLine);
    return { startLine, endLine, agreement: found, above, below, around, distance, isReindented };
  }

  /** How many lines next to one line are the same as those next to another. */
  #shared(one: Version, oneLine: number, other: Version, otherLine: number, step: 1 | -1): number {
    let count = 0;
    while (count < CONTEXT) {
      const a = oneLine + step * (count + 1);
      const b = otherLine + step * (count + 1);
      if (a < 0 || b < 0 || a >= one.lines.length || b >= other.lines.length || one.trimmed[a] !== other.trimmed[b])
        break;
      count++;
    }
    return count;
  }
}

function isSameBlock(old: Int32Array, { startLine, endLine }: Lines, current: Int32Array, place: number): boolean {
  for (let line = startLine; line <= endLine; line++) if (old[line] !== current[place + line - startLine]) return false;
  return true;
}
