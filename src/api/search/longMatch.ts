import type { MatchedItem, MatchedLine } from "../../core/model/matches.ts";
import type { Steps } from "../../core/text/timeSlices.ts";
import { JsonObject } from "../http/json.ts";
import { CONTEXT_LINES, decodeChunks, withContext, type Chunk } from "./decodeChunks.ts";
import { decodingSteps } from "./decodeMatch.ts";
import type { Entries, Piece, ShortenedMatch } from "./longLists.ts";
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

/** Lines, and if they are of chunks, the texts around them: of neighbours, these are the same. */
interface KeptLines {
  readonly lines: readonly MatchedLine[];
  readonly texts?: readonly (readonly [line: number, text: string])[];
}

/**
 * Decodes a match in short steps. Its lines and chunks are decoded some at a time: services send lines in order; of
 * those that don't, they are in order only among so many.
 */
export function* decodeLong(
  bytes: Buffer,
  { pieces, leftOut, chunks, lines: entries }: ShortenedMatch,
): Steps<LongMatch> {
  const text = textIn(bytes, pieces);
  yield;
  const head = parse(text);
  yield;
  const { item, lines: found } = yield* decodingSteps(head);
  const lines = [...found];
  let texts: ReadonlyMap<number, string> | undefined;
  let ranges = countRanges(head);
  const count = (more: number): void => {
    ranges += more;
  };
  const hasLines = !WITHOUT_LINES.includes(item.type);
  if (hasLines && chunks.length > 0) {
    const decoded = yield* decodeChunks(chunksIn(bytes, chunks, count));
    texts = decoded.texts;
    for (const line of decoded.lines) lines.push(line);
  } else if (hasLines) {
    for (const { pieces: some } of entries) {
      yield;
      const text = `{"lineMatches":[${textIn(bytes, some)}]}`;
      yield;
      const part = parse(text);
      yield;
      for (const line of (yield* decodingSteps(part)).lines) lines.push(line);
      count(countRanges(part));
    }
  }
  ranges = Math.max(1, ranges);
  const whole: Item = { ...item, lineCount: lines.length, rangeCount: ranges + leftOut };
  const lists: Buffer[] = [];
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    lists.push(yield* printed(keptLines(lines.slice(from, from + LINES_AT_ONCE), texts)));
  }
  return { repository: item.repository, lines: lines.length, ranges, item: yield* printed(whole), lists };
}

function* printed(value: Item | KeptLines): Steps<Buffer> {
  yield;
  const json = JSON.stringify(value);
  yield;
  return Buffer.from(json);
}

/** The types whose lines are in other fields. */
const WITHOUT_LINES: readonly string[] = ["commit", "diff", "symbol"];

/** The chunks of a match; `undefined` where others may have their turn. `count` is told of their ranges. */
function* chunksIn(
  bytes: Buffer,
  groups: readonly Entries[],
  count: (ranges: number) => void,
): Generator<Chunk | undefined, void> {
  for (const { pieces, ranges } of groups) {
    yield undefined;
    const text = `{"chunks":[${textIn(bytes, pieces)}]}`;
    yield undefined;
    const chunks = parse(text).objects("chunks");
    for (const [index, fields] of chunks.entries()) {
      count(fields.list("ranges").length);
      yield index < chunks.length - 1 ? { fields } : { fields, further: rangesIn(bytes, ranges, count) };
    }
  }
}

function* rangesIn(
  bytes: Buffer,
  pieces: readonly Piece[],
  count: (ranges: number) => void,
): Generator<readonly JsonObject[], void> {
  for (const piece of pieces) {
    const part = parse(`{"ranges":[${textIn(bytes, [piece])}]}`);
    count(part.list("ranges").length);
    yield part.objects("ranges");
  }
}

/** The texts of the lines themselves are in the lines. */
function keptLines(lines: readonly MatchedLine[], texts?: ReadonlyMap<number, string>): KeptLines {
  if (!texts) return { lines };
  const own = ownTexts(lines);
  const around = new Map<number, string>();
  for (const { line } of lines) {
    for (let at = line - CONTEXT_LINES; at <= line + CONTEXT_LINES; at++) {
      const text = own.has(at) ? undefined : texts.get(at);
      if (text !== undefined) around.set(at, text);
    }
  }
  return { lines, texts: [...around] };
}

/** The texts of lines that are whole. */
function ownTexts(lines: readonly MatchedLine[]): Map<number, string> {
  return new Map(lines.flatMap(({ line, text, textStart }) => (textStart === undefined ? [[line, text]] : [])));
}

/** The item of a {@link LongMatch}. */
export function readItem(item: Buffer): Item {
  return JSON.parse(item.toString()) as Item;
}

/** One of the lists of a {@link LongMatch}. */
export function readLines(list: Buffer): readonly MatchedLine[] {
  const { lines, texts } = JSON.parse(list.toString()) as KeptLines;
  if (!texts) return lines;
  const around = new Map([...texts, ...ownTexts(lines)]);
  return lines.map((line) => withContext(line, around));
}

function parse(text: string): JsonObject {
  return JsonObject.expect(JSON.parse(text), "match");
}

function textIn(bytes: Buffer, pieces: readonly Piece[]): string {
  return pieces.map(([from, to]) => bytes.toString("utf8", from, to)).join("");
}
