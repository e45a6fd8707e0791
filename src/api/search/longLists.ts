import type { Steps } from "../../core/text/timeSlices.ts";
import { Fields, INVALID, ListEntries, MAX_DEPTH, OPENING_BRACE, OPENING_BRACKET, skipValue } from "./jsonScan.ts";

/** How many entries a list may have: so many are decoded in some 20 ms. */
const ENTRIES_AT_MOST = 2000;
/** Far more than any object of a service has. */
const FIELDS_AT_MOST = 200;
/** How many values are parsed at once: what is nested in others once there were so many is left out. */
const VALUES_AT_MOST = 50_000;
/** How many entries of lists that are never cut are decoded at once, if they have no more bytes than this. */
const ENTRIES_AT_ONCE = 1000;
/** This much is scanned in well under a millisecond, and decoded in some. */
const STEP_BYTES = 64 * 1024;

/**
 * Lists that are never cut, with the one that their entries have: a file may have as many lines with a match as it has
 * lines, and people copy them all.
 */
const CHUNKS = names("chunkMatches", "chunk_matches");
const LINES = names("lineMatches", "line_matches");
const RANGES = names("ranges");
/** Lists whose entries are matches. */
const COUNTED = names("symbols", "ranges");
const COUNTED_OF_LINES = names("offsetAndLengths", "offset_and_lengths");

function names(...all: readonly string[]): readonly Buffer[] {
  return all.map((name) => Buffer.from(name));
}

/** A place in the bytes of an event, and the one after it. */
export type Piece = readonly [from: number, to: number];

/** Some entries of a list, without the comma behind them. Together, its pieces are valid JSON. */
export interface Entries {
  readonly pieces: readonly Piece[];
  /** Further ranges of the last entry, which is a chunk. */
  readonly ranges: readonly Piece[];
}

/** What is left of a match whose lists were too long. */
export interface ShortenedMatch {
  /** All but its lines; together, they are valid JSON. */
  readonly pieces: readonly Piece[];
  /** How many of its matches do not stay. */
  readonly leftOut: number;
  /** Where it ends. */
  readonly to: number;
  readonly chunks: readonly Entries[];
  readonly lines: readonly Entries[];
}

/**
 * Leaves out what is behind the first entries of the lists in the match that begins at `from`, and behind the first
 * fields of its objects, without parsing it. `undefined` if it can't be read, or has two lists of lines. Between its
 * steps, of less than a millisecond, other work may have its turn.
 */
export function shortenLists(text: DataView, from: number): Steps<ShortenedMatch | undefined> {
  return new LongMatchScan(text, from).all();
}

/** {@link skipValue} in such steps. */
export function* skipInSteps(text: DataView, at: number): Steps<number> {
  const end = new LongMatchScan(text, at).skip();
  return typeof end === "number" ? end : yield* end;
}

/** The place after a value, at once if it takes no steps. */
type Place = number | Steps<number>;

class LongMatchScan {
  readonly #text: DataView;
  readonly #from: number;
  #stepFrom: number;
  /** What is left out of what is parsed together. */
  #cuts: Piece[] = [];
  #values = 0;
  #leftOut = 0;
  readonly #chunks: Entries[][] = [];
  readonly #lines: Entries[][] = [];

  constructor(text: DataView, from: number) {
    this.#text = text;
    this.#from = this.#stepFrom = from;
  }

  *all(): Steps<ShortenedMatch | undefined> {
    const to = yield* this.#object(this.#from, 0, (fields) => this.#fieldOfMatch(fields));
    const [chunks = [], ...otherChunks] = this.#chunks;
    const [lines = [], ...otherLines] = this.#lines;
    if (to === INVALID || otherChunks.length + otherLines.length > 0) return undefined;
    return { pieces: piecesBetween(this.#from, to, this.#cuts), leftOut: this.#leftOut, to, chunks, lines };
  }

  skip(): Place {
    return this.#value(this.#from, 0);
  }

  #fieldOfMatch(fields: Fields): Place {
    const { place } = fields;
    if (this.#text.getUint8(place) !== OPENING_BRACKET) return this.#value(place, 1);
    if (isOneOf(fields, CHUNKS)) return this.#entries(place, this.#chunks, true);
    if (isOneOf(fields, LINES)) return this.#entries(place, this.#lines, false);
    return this.#list(place, 1, isOneOf(fields, COUNTED));
  }

  /** A list that is never cut: its entries are parsed some at a time. */
  *#entries(at: number, lists: Entries[][], areChunks: boolean): Steps<number> {
    const [cuts, values] = [this.#cuts, this.#values];
    const groups: Entries[] = [];
    const entries = new ListEntries(this.#text, at);
    while (entries.next()) {
      const from = entries.place;
      const ranges: Piece[] = [];
      this.#cuts = [];
      this.#values = 0;
      let to = from;
      for (let count = 1; ; count++) {
        const end = this.#entry(entries.place, areChunks ? ranges : undefined);
        entries.place = typeof end === "number" ? end : yield* end;
        if (entries.place === INVALID) break;
        to = entries.place;
        const isFull = count === ENTRIES_AT_ONCE || to - from > STEP_BYTES || ranges.length > 0;
        if (isFull || !entries.next()) break;
      }
      groups.push({ pieces: piecesBetween(from, to, this.#cuts), ranges });
    }
    this.#cuts = cuts;
    this.#values = values;
    lists.push(groups);
    if (entries.place !== INVALID) this.#cuts.push([at + 1, entries.place - 1]);
    return entries.place;
  }

  /** An entry of such a list; `ranges` is given for a chunk. */
  #entry(at: number, ranges: Piece[] | undefined): Place {
    if (this.#text.getUint8(at) !== OPENING_BRACE) return this.#value(at, 2);
    return this.#object(at, 2, (fields) => {
      const { place } = fields;
      if (this.#text.getUint8(place) !== OPENING_BRACKET) return this.#value(place, 3);
      if (ranges && isOneOf(fields, RANGES)) return this.#ranges(place, ranges);
      return this.#list(place, 3, !ranges && isOneOf(fields, COUNTED_OF_LINES));
    });
  }

  /** The ranges of a chunk: the first of them stay in it. */
  *#ranges(at: number, further: Piece[]): Steps<number> {
    const entries = new ListEntries(this.#text, at);
    let from = at + 1;
    let to = from;
    let keptTo: number | undefined;
    for (let count = 0; entries.next(); count++) {
      if (count > 0 && count % ENTRIES_AT_ONCE === 0) {
        if (keptTo === undefined) keptTo = to;
        else further.push([from, to]);
        from = entries.place;
      }
      to = entries.place = skipValue(this.#text, entries.place, 4);
      if (this.#isStep(to)) yield;
    }
    if (keptTo === undefined) return entries.place;
    further.push([from, to]);
    this.#cuts.push([keptTo, to]);
    return entries.place;
  }

  #value(at: number, depth: number): Place {
    this.#values += 1;
    switch (this.#text.getUint8(at)) {
      case OPENING_BRACE:
        return this.#object(at, depth, ({ place }) => this.#value(place, depth + 1));
      case OPENING_BRACKET:
        return this.#list(at, depth, false);
      default:
        return skipValue(this.#text, at);
    }
  }

  *#object(at: number, depth: number, valueOf: (fields: Fields) => Place): Steps<number> {
    if (depth > MAX_DEPTH) return INVALID;
    const fields = new Fields(this.#text, at);
    let to = at + 1;
    let keptTo: number | undefined;
    for (let count = 0; fields.next(); count++) {
      if (count >= FIELDS_AT_MOST || (depth > 0 && this.#values > VALUES_AT_MOST)) keptTo ??= to;
      const end = valueOf(fields);
      to = fields.place = typeof end === "number" ? end : yield* end;
      if (this.#isStep(to)) yield;
    }
    if (keptTo !== undefined) this.#cuts.push([keptTo, to]);
    return fields.place;
  }

  *#list(at: number, depth: number, isCounted: boolean): Steps<number> {
    if (depth > MAX_DEPTH) return INVALID;
    const entries = new ListEntries(this.#text, at);
    let to = at + 1;
    let keptTo: number | undefined;
    for (let count = 0; entries.next(); count++) {
      if (count >= ENTRIES_AT_MOST || this.#values > VALUES_AT_MOST) keptTo ??= to;
      if (keptTo !== undefined && isCounted) this.#leftOut += 1;
      const end = this.#value(entries.place, depth + 1);
      to = entries.place = typeof end === "number" ? end : yield* end;
      if (this.#isStep(to)) yield;
    }
    if (keptTo !== undefined) this.#cuts.push([keptTo, to]);
    return entries.place;
  }

  /** Whether others should have their turn. */
  #isStep(place: number): boolean {
    if (place - this.#stepFrom < STEP_BYTES) return false;
    this.#stepFrom = place;
    return true;
  }
}

function isOneOf(fields: Fields, all: readonly Buffer[]): boolean {
  return all.some((name) => fields.isCalled(name));
}

/** What is left between two places without the cuts, which may be within each other. */
function piecesBetween(from: number, to: number, cuts: Piece[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let keptFrom = from;
  for (const [cutFrom, cutTo] of cuts.sort(([a], [b]) => a - b)) {
    if (cutFrom < keptFrom) continue;
    pieces.push([keptFrom, cutFrom]);
    keptFrom = cutTo;
  }
  return [...pieces, [keptFrom, to]];
}
