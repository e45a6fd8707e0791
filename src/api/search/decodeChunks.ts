import type { MatchedLine } from "../../core/model/matches.ts";
import type { Steps } from "../../core/text/timeSlices.ts";
import type { JsonObject } from "../http/json.ts";
import { LineRanges, withoutCarriageReturn } from "./lineRanges.ts";

/** In a match with this many lines, each range marks no more than the line where it starts: it may span a million. */
const SPREAD_LINES = 5000;
/** So many lines are gone through in some milliseconds. */
const LINES_A_STEP = 10_000;

/** A chunk of a file. */
export interface Chunk {
  readonly fields: JsonObject;
  /** Its further ranges, where it has too many to be read at once. */
  readonly further?: Iterable<readonly JsonObject[]>;
}

/** Lines that matched, and the texts of those and of the lines around them. */
export interface ChunkLines {
  readonly lines: readonly MatchedLine[];
  readonly texts: ReadonlyMap<number, string>;
}

/**
 * Chunks come in any order; their ranges are places in the file, and may overlap, repeat and span lines. One that
 * begins within a line has a part of it, which becomes a line of its own. `undefined` among the chunks lets others have
 * their turn.
 */
export function* decodeChunks(chunks: Iterable<Chunk | undefined>): Steps<ChunkLines> {
  const found = new LineRanges();
  const texts = new Map<number, string>();
  /** The lines of chunks in which lines are cut. */
  const cutLines = new Set<number>();
  const parts: MatchedLine[] = [];
  for (const each of chunks) {
    yield;
    if (!each) continue;
    const { fields: chunk, further = [] } = each;
    const contentStart = chunk.object("contentStart");
    const firstLine = contentStart?.whole("line") ?? 0;
    const cut = contentStart?.whole("column") ?? 0;
    const isTruncated = chunk.boolean("contentTruncated");
    const ofPart = new LineRanges();
    // The description calls it `context`; services write `content`.
    const content = chunk.string("content") ?? chunk.string("context") ?? "";
    const lastLine = firstLine + (yield* countBreaks(content));
    const spans = spansOf(chunk.objects("ranges"), firstLine);
    for (const ranges of further) {
      yield;
      for (const span of spansOf(ranges, firstLine)) spans.push(span);
    }
    const foundHere: number[] = [];
    for (const [index, { startLine, start, endLine, end }] of apart(spans).entries()) {
      if (index % LINES_A_STEP === LINES_A_STEP - 1) yield;
      for (let line = Math.max(startLine, firstLine); line <= Math.min(endLine, lastLine); line++) {
        if (line === endLine && line > startLine && end === 0) continue; // it ends with the line break before
        if (line > startLine && found.size >= SPREAD_LINES) break;
        if (foundHere.at(-1) !== line) foundHere.push(line);
        const [from, to] = [line === startLine ? start : 0, line === endLine ? end : Infinity];
        if (line === firstLine && cut > 0) ofPart.add(line, from - cut, to - cut);
        else found.add(line, from, to);
      }
    }
    for (const { line, text } of linesIn(content, firstLine, linesToKeep(firstLine, lastLine, foundHere))) {
      if (line === undefined) {
        yield;
        continue;
      }
      if (isTruncated) cutLines.add(line);
      if (line > firstLine || cut <= 0 || !texts.has(line)) texts.set(line, withoutCarriageReturn(text));
    }
    const textStart = chunk.whole("contentStartUtf16") ?? cut; // other services may not know UTF-16
    for (const part of yield* ofPart.lines(() => withoutCarriageReturn(content.split("\n", 1)[0] ?? "")))
      parts.push({ ...part, textStart });
  }
  const ofLines = yield* found.lines(
    (line) => texts.get(line),
    (line) => cutLines.has(line),
  );
  const lines = [...ofLines, ...parts].sort((a, b) => a.line - b.line || (a.textStart ?? 0) - (b.textStart ?? 0));
  return { lines, texts };
}

/** How many line feeds there are. */
function* countBreaks(text: string): Steps<number> {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    count += 1;
    if (count % LINES_A_STEP === 0) yield;
  }
  return count;
}

/**
 * The lines of a text that are in some spans of lines, which ascend. Others may have their turn where there is neither
 * line nor text.
 */
function* linesIn(
  text: string,
  firstLine: number,
  spans: Iterable<readonly [from: number, to: number]>,
): Generator<{ readonly line?: number; readonly text: string }, void> {
  let line = firstLine;
  let at = 0;
  for (const [from, to] of spans) {
    for (; line <= to; line++) {
      const end = text.indexOf("\n", at);
      if (line >= from) yield { line, text: text.slice(at, end < 0 ? undefined : end) };
      if ((line - firstLine) % LINES_A_STEP === LINES_A_STEP - 1) yield { text: "" };
      at = end < 0 ? text.length : end + 1;
    }
  }
}
/**
 * The lines of a chunk that can be shown: around what was found in it, in ascending order; or, if that is in the chunk
 * above or below, those next to it. Not all in between: a chunk may have a million.
 */
function* linesToKeep(firstLine: number, lastLine: number, found: readonly number[]) {
  const places = found.length > 0 ? found : [firstLine - 1, lastLine + 1];
  let next = firstLine;
  for (const place of places) {
    const to = Math.min(lastLine, place + CONTEXT_LINES);
    yield [Math.max(next, place - CONTEXT_LINES), to] as const;
    next = to + 1;
  }
}

/** From a code point of a line to one of the same or a later line. */
interface Span {
  readonly startLine: number;
  readonly start: number;
  readonly endLine: number;
  readonly end: number;
}

/** Ranges of a chunk. One that ends before it starts becomes empty, at its start. */
function spansOf(ranges: readonly JsonObject[], firstLine: number): Span[] {
  return ranges.map((range) => {
    const from = range.object("start");
    const to = range.object("end");
    const startLine = from?.whole("line") ?? firstLine;
    const start = from?.whole("column") ?? 0;
    const endLine = to?.whole("line") ?? startLine;
    const end = to?.whole("column") ?? 0;
    const isBackwards = endLine < startLine || (endLine === startLine && end < start);
    return isBackwards ? { startLine, start, endLine: startLine, end: start } : { startLine, start, endLine, end };
  });
}

/** In order, overlapping ones joined: even if all ranges reach to the end, no line is gone through more than once. */
function apart(spans: Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans.sort((a, b) => a.startLine - b.startLine || a.start - b.start)) {
    const last = joined.at(-1);
    if (!last || !isBefore(span.startLine, span.start, last.endLine, last.end)) joined.push(span);
    else if (isBefore(last.endLine, last.end, span.endLine, span.end))
      joined[joined.length - 1] = { ...last, endLine: span.endLine, end: span.end };
  }
  return joined;
}

function isBefore(line: number, column: number, otherLine: number, otherColumn: number): boolean {
  return line < otherLine || (line === otherLine && column < otherColumn);
}

/** A chunk may be a whole file: a line takes along no more of it than this on each side. */
export const CONTEXT_LINES = 10;

/** Adds the lines around it, as far as they came without a gap. */
export function withContext(line: MatchedLine, texts: ReadonlyMap<number, string>): MatchedLine {
  const around = (step: 1 | -1): string[] => {
    const lines: string[] = [];
    for (let distance = 1; distance <= CONTEXT_LINES; distance++) {
      const text = texts.get(line.line + step * distance);
      if (text === undefined) break;
      lines.push(text);
    }
    return lines;
  };
  const context = { before: around(-1).reverse(), after: around(1) };
  return context.before.length + context.after.length === 0 ? line : { ...line, context };
}
