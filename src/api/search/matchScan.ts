import { ChunkScan } from "./chunkScan.ts";
import type { Steps } from "../../core/text/timeSlices.ts";
import { shortenLists, skipInSteps, type ShortenedMatch } from "./longLists.ts";
import {
  BACKSLASH,
  CLOSING_BRACKET,
  COMMA,
  Fields,
  INVALID,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  skipBlanks,
  skipDeepValue,
  skipValue,
  startsWith,
} from "./jsonScan.ts";

/** A match in the bytes of an event: where it is, and what is known of it without parsing it. */
export interface ScannedMatch {
  readonly from: number;
  readonly to: number;
  /** `false` if it is nested so deeply that parsing it would take too long. */
  readonly isReadable: boolean;
  /** Whether the rest is what parsing would yield. If not, only parsing can tell. */
  readonly isPlain: boolean;
  readonly lines: number;
  readonly ranges: number;
  /** Where the name of its repository is, without the quotes; it has no escapes. Both 0 if there is none. */
  readonly repositoryFrom: number;
  readonly repositoryTo: number;
  /** Set if it is long: then nothing else is known of it. */
  readonly short?: ShortenedMatch;
}

const TYPE = Buffer.from("type");
const REPOSITORY = Buffer.from("repository");
const CHUNKS = Buffer.from("chunkMatches");
/** Other fields that may have lines: a match with one of these must be parsed. */
const [LINES, OLD_CHUNKS, OLD_LINES] = ["lineMatches", "chunk_matches", "line_matches"].map((name) =>
  Buffer.from(name),
) as [Buffer, Buffer, Buffer];
/** The types whose lines are those of their chunks. */
const [CONTENT, PATH, REPO] = ['"content"', '"path"', '"repo"'].map((type) => Buffer.from(type)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** A value that is nested too deeply to be scanned is parsed if it has at most this many bytes. */
const MAX_DEEP_BYTES = 64 * 1024;

/** A match larger than this may have lists that take long to decode. */
const LONG_MATCH_BYTES = 256 * 1024;
const UNKNOWN = { isReadable: true, isPlain: false, lines: 0, ranges: 0, repositoryFrom: 0, repositoryTo: 0 };

/**
 * Finds the matches in the payload of a `matches` event without parsing it: goes over the bytes once, as matches are
 * requested. What is not an object is skipped. Returns whether all of it was a list that `JSON.parse` would read; `to`
 * must be followed by {@link ZEROS_BEHIND} zeros. Yields `undefined` where other work may have its turn.
 */
export function* scanMatches(text: DataView, from: number, to: number): Generator<ScannedMatch | undefined, boolean> {
  const chunks = new ChunkScan(text);
  let place = skipBlanks(text, from);
  if (text.getUint8(place) !== OPENING_BRACKET) return false;
  place = skipBlanks(text, place + 1);
  if (text.getUint8(place) === CLOSING_BRACKET) return skipBlanks(text, place + 1) === to;
  for (;;) {
    if (text.getUint8(place) === OPENING_BRACE) {
      const match = scanShort(text, place, to, chunks) ?? (yield* scanLong(text, place, chunks));
      if (match.to === INVALID) return false;
      yield match;
      place = match.to;
    } else {
      yield undefined;
      const end = yield* skipInSteps(text, place);
      place = end === INVALID ? skipDeepValue(text, place) : end;
      if (place === INVALID) return false;
    }
    place = skipBlanks(text, place);
    if (text.getUint8(place) === CLOSING_BRACKET) return skipBlanks(text, place + 1) === to;
    if (text.getUint8(place) !== COMMA) return false;
    place = skipBlanks(text, place + 1);
  }
}

/** A match that is not long; `undefined` if it has no end within so many bytes. */
function scanShort(text: DataView, from: number, to: number, chunks: ChunkScan): ScannedMatch | undefined {
  const end = from + LONG_MATCH_BYTES;
  if (end >= to) return scanMatch(text, from, chunks);
  const behind = text.getBigUint64(end);
  text.setBigUint64(end, 0n); // zeros end the scan
  const match = scanMatch(text, from, chunks);
  text.setBigUint64(end, behind);
  return match.to === INVALID ? undefined : match;
}

function* scanLong(text: DataView, from: number, chunks: ChunkScan): Steps<ScannedMatch> {
  const short = yield* shortenLists(text, from);
  if (short) return { ...UNKNOWN, from, to: short.to, short };
  return { ...scanMatch(text, from, chunks), isReadable: false };
}

function scanMatch(text: DataView, from: number, chunks: ChunkScan): ScannedMatch {
  let isPlain = true;
  let isReadable = true;
  let types = 0;
  let repositoryFrom = 0;
  let repositoryTo = 0;
  let hasChunks = false;
  const fields = new Fields(text, from);
  while (fields.next()) {
    const value = fields.place;
    const isChunks = fields.isCalled(CHUNKS) && text.getUint8(value) === OPENING_BRACKET && !hasChunks;
    fields.place = isChunks ? chunks.scan(value) : skipValue(text, value);
    if (fields.place === INVALID) {
      fields.place = skipDeepValue(text, value);
      isPlain = false;
      isReadable &&= fields.place - value <= MAX_DEEP_BYTES;
    }
    if (isChunks) hasChunks = true;
    else if (fields.isCalled(REPOSITORY)) {
      if (repositoryTo > 0 || text.getUint8(value) !== QUOTE) isPlain = false;
      repositoryFrom = value + 1;
      repositoryTo = fields.place - 1;
    } else if (fields.isCalled(TYPE)) {
      types += 1;
      if (!startsWith(text, value, CONTENT) && !startsWith(text, value, PATH) && !startsWith(text, value, REPO))
        isPlain = false;
    } else if (fields.hasEscape || fields.isCalled(CHUNKS) || hasOtherLines(fields)) isPlain = false;
  }
  for (let place = repositoryFrom; place < repositoryTo; place++)
    if (text.getUint8(place) === BACKSLASH) isPlain = false;
  return {
    from,
    to: fields.place,
    isReadable,
    isPlain: isPlain && types === 1 && (!hasChunks || chunks.isPlain),
    lines: hasChunks ? chunks.lines : 0,
    ranges: hasChunks ? Math.max(1, chunks.ranges) : 1,
    repositoryFrom,
    repositoryTo,
  };
}

function hasOtherLines(fields: Fields): boolean {
  return fields.isCalled(LINES) || fields.isCalled(OLD_CHUNKS) || fields.isCalled(OLD_LINES);
}
