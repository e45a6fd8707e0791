import type { MatchedItem, MatchedLine } from "../../core/model/matches.ts";
import type { Steps } from "../../core/text/timeSlices.ts";
import { JsonObject } from "../http/json.ts";
import { decodeMatch, decodingSteps } from "./decodeMatch.ts";
import type { ShortenedMatch } from "./longLists.ts";
import { countRanges } from "./matchCount.ts";

/** A match that takes long to decode, in the form in which it is kept: decoded once, as JSON. */
export interface LongMatch {
  readonly repository: string;
  readonly lines: number;
  readonly ranges: number;
  readonly item: Buffer;
  /** Lists of {@link LINES_AT_ONCE} lines each, but for the last. */
  readonly lists: readonly Buffer[];
}

/** So many lines are decoded, or read again, in some milliseconds. */
export const LINES_AT_ONCE = 1000;

type Item = Omit<MatchedItem, "index">;

/**
 * Decodes a match in short steps. Its `lineMatches` are decoded a thousand at a time: services send them
 * by line; of those that don't, the lines are in order only among so many.
 */
export function* decodeLong(bytes: Buffer, short: ShortenedMatch): Steps<LongMatch> {
  const { pieces, leftOut, lineMatches } = short;
  const [listFrom, listTo] = lineMatches ? [lineMatches.from, lineMatches.to] : [Infinity, Infinity];
  const head = parse(textIn(bytes, pieces, 0, listFrom) + textIn(bytes, pieces, listTo, Infinity));
  yield;
  const { item, lines: found } = yield* decodingSteps(head);
  const lines = [...found];
  let ranges = countRanges(head);
  if (lineMatches && !WITHOUT_LINES.includes(item.type)) {
    for (const [from, to] of lineMatches.entries) {
      yield;
      const part = parse(`{"lineMatches":[${textIn(bytes, pieces, from, to)}]}`);
      lines.push(...decodeMatch(part).lines);
      ranges += countRanges(part);
    }
  }
  ranges = Math.max(1, ranges);
  const whole: Item = { ...item, lineCount: lines.length, rangeCount: ranges + leftOut };
  const lists: Buffer[] = [];
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    yield;
    lists.push(Buffer.from(JSON.stringify(lines.slice(from, from + LINES_AT_ONCE))));
  }
  return {
    repository: item.repository,
    lines: lines.length,
    ranges,
    item: Buffer.from(JSON.stringify(whole)),
    lists,
  };
}

/** The types whose lines are in other fields. */
const WITHOUT_LINES: readonly string[] = ["commit", "diff", "symbol"];

/** The item of a {@link LongMatch}. */
export function readItem(item: Buffer): Item {
  return JSON.parse(item.toString()) as Item;
}

/** One of the lists of a {@link LongMatch}. */
export function readLines(list: Buffer): readonly MatchedLine[] {
  return JSON.parse(list.toString()) as readonly MatchedLine[];
}

function parse(text: string): JsonObject {
  return JsonObject.expect(JSON.parse(text), "match");
}

/** What is in pieces of some bytes, as far as it is between two places. */
function textIn(bytes: Buffer, pieces: ShortenedMatch["pieces"], from: number, to: number): string {
  const texts = pieces.map(([start, end]) => {
    const [first, last] = [Math.max(start, from), Math.min(end, to)];
    return first < last ? bytes.toString("utf8", first, last) : "";
  });
  return texts.join("");
}
