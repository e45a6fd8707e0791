import { CLOSING_BRACKET, Fields, INVALID, OPENING_BRACE, OPENING_BRACKET, skipBlanks, skipValue } from "./jsonScan.ts";

/** How many entries a list may have: so many are decoded in some 20 ms. */
const ENTRIES_AT_MOST = 2000;
/** A file may have as many lines with a match as it has lines: people copy them all. */
const LINES: readonly string[] = ["lineMatches", "line_matches"];
const NEVER_CUT: readonly string[] = [...LINES, "chunkMatches", "chunk_matches"];
/** How many entries of lists that are never cut are decoded at once. */
const ENTRIES_AT_ONCE = 1000;
/** This much is scanned in well under a millisecond. */
const STEP_BYTES = 64 * 1024;

/** Lists whose entries are matches, or have such lists. */
const OUTER = toLists(["symbols", "ranges", "chunkMatches", "lineMatches", "chunk_matches", "line_matches"]);
const INNER = toLists(["ranges", "offsetAndLengths", "offset_and_lengths"]);
const CHUNKS = Buffer.from("chunkMatches");

interface List {
  readonly name: Buffer;
  readonly most: number;
  readonly isOfLines: boolean;
}

function toLists(names: readonly string[]): readonly List[] {
  return names.map((name) => ({
    name: Buffer.from(name),
    most: NEVER_CUT.includes(name) ? Infinity : ENTRIES_AT_MOST,
    isOfLines: LINES.includes(name),
  }));
}

/** What is left of a match whose lists were too long. */
export interface ShortenedMatch {
  /** Where the bytes are that stay; together, they are valid JSON. */
  readonly pieces: readonly (readonly [from: number, to: number])[];
  /** How many of its matches do not stay. */
  readonly leftOut: number;
  /** Where it ends. */
  readonly to: number;
  readonly hasChunks: boolean;
  /** What is in the list of its lines, and some entries of it at a time, without the commas in between. */
  readonly lineMatches?: {
    readonly from: number;
    readonly to: number;
    readonly entries: readonly (readonly [from: number, to: number])[];
  };
}

/**
 * Leaves out what is behind the first entries of the lists in the match that begins at `from`, without parsing it.
 * `undefined` if it can't be read, or has two lists of lines. Between its steps, of less than a millisecond, other work
 * may have its turn.
 */
export function* shortenLists(text: DataView, from: number): Generator<undefined, ShortenedMatch | undefined> {
  const cuts: (readonly [from: number, to: number])[] = [];
  let leftOut = 0;
  let innerEntries = 0;
  let stepFrom = from;
  let hasChunks = false;
  const ofLines: NonNullable<ShortenedMatch["lineMatches"]>[] = [];

  const fieldsOf = function* (at: number, lists: readonly List[]): Generator<undefined, number> {
    const fields = new Fields(text, at);
    while (fields.next()) {
      const list = lists.find(({ name }) => fields.isCalled(name));
      hasChunks ||= fields.isCalled(CHUNKS);
      const isList = text.getUint8(fields.place) === OPENING_BRACKET;
      fields.place = isList ? yield* listAt(fields.place, list, lists === OUTER) : skipValue(text, fields.place, 1);
    }
    return fields.place;
  };
  const listAt = function* (at: number, list: List | undefined, isOuter: boolean): Generator<undefined, number> {
    let place = skipBlanks(text, at + 1);
    let cutFrom: number | undefined;
    let last = at + 1;
    const entries: [number, number][] = [];
    for (let entry = 1; text.getUint8(place) !== CLOSING_BRACKET; entry++) {
      if (entry > 1) place = skipBlanks(text, place + 1); // after a comma
      if (entry > (list?.most ?? ENTRIES_AT_MOST)) cutFrom ??= last;
      const before = { leftOut, innerEntries };
      if (list && !isOuter) innerEntries += 1;
      if (list?.isOfLines && (entry - 1) % ENTRIES_AT_ONCE === 0) entries.push([place, place]);
      const hasLists = list !== undefined && isOuter && text.getUint8(place) === OPENING_BRACE;
      place = hasLists ? yield* fieldsOf(place, INNER) : skipValue(text, place, 2);
      if (place === INVALID) return INVALID;
      if (cutFrom !== undefined && list) leftOut = before.leftOut + Math.max(1, innerEntries - before.innerEntries);
      last = place;
      const latest = entries.at(-1);
      if (latest) latest[1] = place;
      place = skipBlanks(text, place);
      if (place - stepFrom < STEP_BYTES) continue;
      stepFrom = place;
      yield;
    }
    if (cutFrom !== undefined) cuts.push([cutFrom, place]);
    if (list?.isOfLines) ofLines.push({ from: at + 1, to: place, entries });
    return place + 1;
  };
  const end = yield* fieldsOf(from, OUTER);
  if (end === INVALID || ofLines.length > 1) return undefined;
  const pieces: (readonly [number, number])[] = [];
  let keptFrom = from;
  for (const [cutFrom, cutTo] of cuts.sort(([a], [b]) => a - b)) {
    if (cutFrom < keptFrom) continue; // of an entry that is cut itself
    pieces.push([keptFrom, cutFrom]);
    keptFrom = cutTo;
  }
  const [lineMatches] = ofLines;
  return { pieces: [...pieces, [keptFrom, end]], leftOut, to: end, hasChunks, ...(lineMatches && { lineMatches }) };
}
