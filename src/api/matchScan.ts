import { ChunkScan } from "./chunkScan.ts";
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
  skipValue,
  startsWith,
} from "./jsonScan.ts";

/** A match in the bytes of an event: where it is, and what can be told of it without parsing it. */
export interface ScannedMatch {
  readonly from: number;
  readonly to: number;
  /** Whether the rest is what parsing would tell. Where it is not, only parsing can. */
  readonly isPlain: boolean;
  readonly lines: number;
  readonly ranges: number;
  /** Where the name of its repository is, which has no escapes, without the quotes. Both 0 where there is none. */
  readonly repositoryFrom: number;
  readonly repositoryTo: number;
}

const TYPE = Buffer.from("type");
const REPOSITORY = Buffer.from("repository");
const CHUNKS = Buffer.from("chunkMatches");
const LINES = Buffer.from("lineMatches");
/** The types whose lines are those of their chunks. */
const PLAIN_TYPES = ['"content"', '"path"', '"repo"'].map((type) => Buffer.from(type));

/**
 * Finds the matches in the payload of a `matches` event without parsing it: it goes over the bytes once. `undefined`
 * where it finds anything but a list of objects that `JSON.parse` would read; `to` must be followed by a zero byte.
 */
export function scanMatches(bytes: Uint8Array, from: number, to: number): readonly ScannedMatch[] | undefined {
  const found: ScannedMatch[] = [];
  const chunks = new ChunkScan(bytes);
  let place = skipBlanks(bytes, from);
  if (bytes[place] !== OPENING_BRACKET) return undefined;
  place = skipBlanks(bytes, place + 1);
  if (bytes[place] === CLOSING_BRACKET) return skipBlanks(bytes, place + 1) === to ? found : undefined;
  for (;;) {
    if (bytes[place] !== OPENING_BRACE) return undefined;
    const match = scanMatch(bytes, place, chunks);
    if (match.to === INVALID) return undefined;
    found.push(match);
    place = skipBlanks(bytes, match.to);
    if (bytes[place] === CLOSING_BRACKET) return skipBlanks(bytes, place + 1) === to ? found : undefined;
    if (bytes[place] !== COMMA) return undefined;
    place = skipBlanks(bytes, place + 1);
  }
}

function scanMatch(bytes: Uint8Array, from: number, chunks: ChunkScan): ScannedMatch {
  let isPlain = true;
  let types = 0;
  let repositoryFrom = 0;
  let repositoryTo = 0;
  let hasChunks = false;
  const fields = new Fields(bytes, from);
  while (fields.next()) {
    const value = fields.place;
    if (fields.isCalled(CHUNKS) && bytes[value] === OPENING_BRACKET && !hasChunks) {
      hasChunks = true;
      fields.place = chunks.scan(value);
      continue;
    }
    fields.place = skipValue(bytes, value);
    if (fields.isCalled(REPOSITORY)) {
      if (repositoryTo > 0 || bytes[value] !== QUOTE) isPlain = false;
      repositoryFrom = value + 1;
      repositoryTo = fields.place - 1;
    } else if (fields.isCalled(TYPE)) {
      types += 1;
      if (!PLAIN_TYPES.some((type) => startsWith(bytes, value, type))) isPlain = false;
    } else if (fields.isCalled(CHUNKS) || fields.isCalled(LINES) || fields.isOddlyCalled) isPlain = false;
  }
  for (let place = repositoryFrom; place < repositoryTo; place++) if (bytes[place] === BACKSLASH) isPlain = false;
  return {
    from,
    to: fields.place,
    isPlain: isPlain && types === 1 && (!hasChunks || chunks.isPlain),
    lines: hasChunks ? chunks.lines : 0,
    ranges: hasChunks ? Math.max(1, chunks.ranges) : 1,
    repositoryFrom,
    repositoryTo,
  };
}
