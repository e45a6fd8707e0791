import { codePointLength, createLocator, type Location, type Range } from "./positions.ts";
import type { FoundLines } from "./ripgrepFiles.ts";

/** How a client wants to have matches. */
export interface MatchForm {
  /** The `cm` parameter: chunks of lines rather than single lines. */
  readonly asChunks: boolean;
  /** The `max-line-len` parameter, in code points; negative for no limit. */
  readonly maxLineLength: number;
}

/**
 * The found lines of one file as members of matches, such as `"chunkMatches":[…]`: one, or several where one would have
 * more than about `maxBytes`. A line that alone has more makes one of its own.
 */
export function encodeLines(lines: readonly FoundLines[], form: MatchForm, maxBytes: number): readonly string[] {
  return form.asChunks ? encodeChunks(lines, form.maxLineLength, maxBytes) : encodeLineMatches(lines, maxBytes);
}

/** Lines that follow each other in the file make one chunk. Text is added up here: a match can have thousands of ranges. */
function encodeChunks(lines: readonly FoundLines[], maxLineLength: number, maxBytes: number): readonly string[] {
  const members: string[] = [];
  let chunks = "";
  let content = "";
  let ranges = "";
  let start = "";
  let isTruncated = false;
  let next = -1;
  let bytes = 0;
  const endChunk = () => {
    if (start === "") return;
    const truncated = isTruncated ? ',"contentTruncated":true' : "";
    const separator = chunks === "" ? "" : ",";
    chunks += `${separator}{"content":${JSON.stringify(content)},"contentStart":${start},"ranges":[${ranges}]${truncated}}`;
    ranges = start = "";
    isTruncated = false;
  };
  for (const found of lines) {
    const whole = withoutBreak(found.text);
    const cut = truncateLines(whole, found.isAscii === true, maxLineLength);
    const size = (cut.length + found.ranges.length * RANGE_BYTES) * (found.isAscii === true ? 1 : 3) + CHUNK_BYTES;
    const isTooMuch = bytes > 0 && bytes + size > maxBytes;
    if (found.line !== next || isTooMuch) {
      endChunk();
      content = cut;
      start = encodeLocation(found.offset, found.line, 0);
    } else {
      content += `\n${cut}`;
    }
    if (isTooMuch) {
      members.push(`"chunkMatches":[${chunks}]`);
      chunks = "";
      bytes = 0;
    }
    bytes += size;
    isTruncated ||= cut !== whole;
    ranges = appendRanges(ranges, found);
    next = found.line + (found.isAscii === true ? 1 : countLines(whole));
  }
  endChunk();
  members.push(`"chunkMatches":[${chunks}]`);
  return members;
}

/** About how much JSON a range is, */
const RANGE_BYTES = 100;
/** and a chunk besides its ranges and its text. */
const CHUNK_BYTES = 100;

function appendRanges(json: string, found: FoundLines): string {
  const { line, offset, ranges } = found;
  if (found.isAscii === true) {
    for (const [start, end] of ranges)
      json += `${json === "" ? "" : ","}{"start":{"offset":${offset + start},"line":${line},"column":${start}},"end":{"offset":${offset + end},"line":${line},"column":${end}}}`;
    return json;
  }
  for (const { start, end } of locateRanges(found))
    json += `${json === "" ? "" : ","}{"start":${encodeLocation(start.offset, start.line, start.column)},"end":${encodeLocation(end.offset, end.line, end.column)}}`;
  return json;
}

function encodeLocation(offset: number, line: number, column: number): string {
  return `{"offset":${offset},"line":${line},"column":${column}}`;
}

function encodeLineMatches(lines: readonly FoundLines[], maxBytes: number): readonly string[] {
  const members: string[][] = [[]];
  let bytes = 0;
  for (const match of lines.flatMap(toLineMatches)) {
    const json = JSON.stringify(match);
    if (bytes > 0 && bytes + json.length * 3 > maxBytes) {
      members.push([]);
      bytes = 0;
    }
    members.at(-1)?.push(json);
    bytes += json.length * 3;
  }
  return members.map((matches) => `"lineMatches":[${matches.join(",")}]`);
}

/** A match over several lines becomes one line match for each of them. */
function toLineMatches(found: FoundLines): readonly object[] {
  if (found.ranges.length === 0) return [];
  const ranges = locateRanges(found);
  return withoutBreak(found.text)
    .split("\n")
    .map((line, index) => {
      const lineNumber = found.line + index;
      const offsetAndLengths = ranges
        .filter(
          ({ start, end }) =>
            start.line <= lineNumber &&
            end.line >= lineNumber &&
            !(end.line > start.line && end.line === lineNumber && end.column === 0),
        )
        .map(({ start, end }) => {
          const from = start.line < lineNumber ? 0 : start.column;
          const to = end.line > lineNumber ? codePointLength(line) : end.column;
          return [from, to - from];
        });
      return { line, lineNumber, offsetAndLengths };
    });
}

function locateRanges(lines: FoundLines): readonly Range[] {
  const locate: (byte: number) => Location = createLocator(lines);
  return lines.ranges.map(([start, end]) => ({ start: locate(start), end: locate(end) }));
}

/** A carriage return before the line break stays, as the service leaves it. */
function withoutBreak(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function truncateLines(text: string, isOneLine: boolean, length: number): string {
  if (length < 0 || text.length <= length) return text;
  if (isOneLine) return text.slice(0, length);
  return text
    .split("\n")
    .map((line) =>
      line.length <= length
        ? line
        : Array.from(line.slice(0, length * 2))
            .slice(0, length)
            .join(""),
    )
    .join("\n");
}
