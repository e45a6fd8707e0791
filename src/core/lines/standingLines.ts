import type { Lines } from "./lineMap.ts";
import { lettersAround, nearestTo, occurrences, TELLING, tellingLines, weightOf } from "./lineEvidence.ts";
import { agreement, commonScope, type Agreement } from "./scopes.ts";
import type { Version, Versions } from "./versions.ts";

/** A place that contains the whole of the cited text. */
export interface Standing extends Lines {
  readonly isSure: boolean;
  /** How the scopes around it relate to those around the cited lines. */
  readonly agreement: Agreement;
  /** Whether it differs in blanks at the ends of lines. */
  readonly isReindented: boolean;
  /** Whether it has enough content and occurs nowhere else in either version. */
  readonly isOne: boolean;
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
 * between, then where the diff has it. Sure only with evidence on both sides, or if the text occurs only once.
 */
export function findStanding(versions: Versions, lines: Lines): Standing | undefined {
  const exact = new Text(versions, lines, false);
  const text = exact.places.length > 0 ? exact : new Text(versions, lines, true);
  if (text.places.length === 0 || weightOf(versions.old, lines) === 0) return undefined;
  const ranked = text
    .likeliest()
    .toSorted((a, b) => rank(b) - rank(a) || b.around - a.around || a.distance - b.distance);
  const [best] = ranked;
  if (!best) return undefined;
  const { startLine, endLine } = best;
  return {
    startLine,
    endLine,
    agreement: best.agreement,
    isReindented: text.isTrimmed,
    isOne: text.isOne,
    isSure: text.isSure(best),
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
}

const RANKS: Record<Agreement, number> = { same: 2, around: 2, other: 0 };

function rank({ agreement: found }: Place): number {
  return RANKS[found];
}

/** The cited text in both versions: as it is, or without the blanks at the ends of its lines. */
class Text {
  readonly isTrimmed: boolean;
  /** Its places in the new version. */
  readonly places: readonly number[];
  readonly #others: readonly number[];
  readonly #versions: Versions;
  readonly #lines: Lines;

  constructor(versions: Versions, lines: Lines, isTrimmed: boolean) {
    const { old, current } = versions;
    this.isTrimmed = isTrimmed;
    this.#versions = versions;
    this.#lines = lines;
    const block = (isTrimmed ? old.trimmed : old.numbers).subarray(lines.startLine, lines.endLine + 1);
    this.places = occurrences(current, block, isTrimmed);
    this.#others =
      this.places.length === 0 ? [] : occurrences(old, block, isTrimmed).filter((place) => place !== lines.startLine);
  }

  /** The likeliest places, with their surroundings. */
  likeliest(): readonly Place[] {
    const near = nearestTo(this.#versions, this.#lines.startLine);
    const { after } = commonScope(this.#versions.scopes, this.#lines);
    const inScope = this.places.filter((place) => place >= after.startLine && place <= after.endLine);
    const distance = (place: number) => Math.abs(place - near);
    const places = inScope.length > 0 ? inScope : this.places;
    const few =
      places.length > COMPARED_AT_MOST
        ? places.toSorted((a, b) => distance(a) - distance(b)).slice(0, COMPARED_AT_MOST)
        : places;
    return few.map((place) => this.#read(place, distance(place), few.length > 1));
  }

  get isOne(): boolean {
    const isAlone = this.#others.length === 0 && this.places.length === 1;
    return isAlone && weightOf(this.#versions.old, this.#lines) >= TELLING;
  }

  isSure(place: Place): boolean {
    const { agreement: found, startLine, above, below } = place;
    if (found === "other") return false;
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
    const reachesEnd =
      isScoped && this.#lines.endLine + below >= before.endLine && place.endLine + below >= after.endLine;
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

  /** The surroundings only serve to distinguish it from others. */
  #read(startLine: number, distance: number, hasRivals: boolean): Place {
    const { old, current, scopes } = this.#versions;
    const length = this.#lines.endLine - this.#lines.startLine;
    const endLine = startLine + length;
    const above = this.#shared(old, this.#lines.startLine, current, startLine, -1);
    const below = this.#shared(old, this.#lines.endLine, current, endLine, 1);
    const { startLine: first, endLine: last } = this.#lines;
    const around = hasRivals ? lettersAround(old, first, -1, above) + lettersAround(old, last, 1, below) : 0;
    const telling = tellingLines(this.#versions, this.#lines);
    const offset = startLine - this.#lines.startLine;
    const atStart = agreement(scopes, telling.startLine, telling.startLine + offset);
    const atEnd = agreement(scopes, telling.endLine, telling.endLine + offset);
    const agreements = [atStart, atEnd];
    const found = agreements.includes("other") ? "other" : agreements.includes("around") ? "around" : "same";
    return { startLine, endLine, agreement: found, above, below, around, distance };
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
