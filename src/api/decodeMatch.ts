import type { ColumnRange, MatchedItem, MatchedLine } from "../core/matches.ts";
import { mergeRanges, toUtf16Column } from "../core/positions.ts";
import { defined, type JsonObject } from "./json.ts";

/** A match of the wire in our words, without its places among the others. */
export interface DecodedMatch {
  readonly item: Omit<MatchedItem, "index">;
  readonly lines: readonly MatchedLine[];
}

/** Reads one match. A type that we don't know is kept with whatever it says of repository and path. */
export function decodeMatch(match: JsonObject): DecodedMatch {
  const type = match.string("type") ?? "";
  const repository = match.string("repository") ?? "";
  const path = match.string("path") ?? "";
  const lines = decodeLines(type, match);
  const rangeCount = lines.reduce((sum, line) => sum + line.ranges.length, 0);
  return {
    item: {
      type,
      repository,
      path,
      label: decodeLabel(type, match) || path || repository || type,
      lineCount: lines.length,
      rangeCount: Math.max(1, rangeCount),
      ...defined({ revision: match.string("commit") || undefined, webPath: match.string("url") || undefined }),
    },
    lines,
  };
}

function decodeLabel(type: string, match: JsonObject): string | undefined {
  switch (type) {
    case "commit":
    case "diff":
      return match.string("message")?.split("\n", 1)[0] ?? match.string("label");
    case "person":
    case "team":
      return (
        match.object("user")?.string("username") ??
        match.string("handle") ??
        match.string("name") ??
        match.string("email")
      );
    default:
      return undefined;
  }
}

function decodeLines(type: string, match: JsonObject): MatchedLine[] {
  switch (type) {
    case "symbol":
      return match.objects("symbols").map((symbol) => ({
        line: Math.max(0, (symbol.number("line") ?? 1) - 1), // one-based, unlike all others
        text: symbol.string("name") ?? "",
        ranges: [],
      }));
    case "commit":
    case "diff":
      return decodeCommitLines(match);
    default:
      return match.list("chunkMatches").length > 0 ? decodeChunks(match) : decodeLineMatches(match);
  }
}

/** Ranges are `[line, character, length]`, with the line that opens the fence as line 0; lines are those of the text. */
function decodeCommitLines(match: JsonObject): MatchedLine[] {
  const texts = (match.string("content") ?? "").split("\n");
  const found = new LineRanges();
  for (const range of match.list("ranges")) {
    if (!Array.isArray(range)) continue;
    const [line, character, length] = range as readonly unknown[];
    if (typeof line !== "number" || typeof character !== "number" || typeof length !== "number") continue;
    found.addCodePoints(line, texts[line], character, character + length);
  }
  return found.lines((line) => texts[line]);
}

function decodeLineMatches(match: JsonObject): MatchedLine[] {
  const found = new LineRanges();
  const texts = new Map<number, string>();
  for (const lineMatch of match.objects("lineMatches")) {
    const line = lineMatch.number("lineNumber") ?? 0;
    const text = withoutCarriageReturn(lineMatch.string("line") ?? "");
    texts.set(line, text);
    found.touch(line);
    for (const pair of lineMatch.list("offsetAndLengths")) {
      if (!Array.isArray(pair)) continue;
      const [start, length] = pair as readonly unknown[];
      if (typeof start === "number" && typeof length === "number")
        found.addCodePoints(line, text, start, start + length);
    }
  }
  return found.lines((line) => texts.get(line));
}

/** Chunks come in any order; their ranges are places in the file, may overlap, repeat and span lines. */
function decodeChunks(match: JsonObject): MatchedLine[] {
  const found = new LineRanges();
  const texts = new Map<number, string>();
  for (const chunk of match.objects("chunkMatches")) {
    const firstLine = chunk.object("contentStart")?.number("line") ?? 0;
    for (const [index, text] of (chunk.string("content") ?? "").split("\n").entries()) {
      texts.set(firstLine + index, withoutCarriageReturn(text));
    }
    for (const range of chunk.objects("ranges")) {
      const start = range.object("start");
      const end = range.object("end");
      const startLine = start?.number("line") ?? firstLine;
      const endLine = end?.number("line") ?? startLine;
      const endColumn = end?.number("column") ?? 0;
      for (let line = startLine; line <= endLine && texts.has(line); line++) {
        if (line === endLine && line > startLine && endColumn === 0) continue; // it ends with the line break before
        const from = line === startLine ? (start?.number("column") ?? 0) : 0;
        found.addCodePoints(line, texts.get(line), from, line === endLine ? endColumn : Infinity);
      }
    }
  }
  return found.lines((line) => texts.get(line));
}

/** Ranges by line, turned into UTF-16 columns on the way in and into sorted, disjoint ones on the way out. */
class LineRanges {
  readonly #byLine = new Map<number, ColumnRange[]>();

  touch(line: number): ColumnRange[] {
    const ranges = this.#byLine.get(line) ?? [];
    this.#byLine.set(line, ranges);
    return ranges;
  }

  addCodePoints(line: number, text: string | undefined, start: number, end: number): void {
    if (text === undefined) return;
    this.touch(line).push({ start: toUtf16Column(text, start), end: toUtf16Column(text, end) });
  }

  lines(textOf: (line: number) => string | undefined): MatchedLine[] {
    return [...this.#byLine]
      .sort(([a], [b]) => a - b)
      .map(([line, ranges]) => ({ line, text: textOf(line) ?? "", ranges: mergeRanges(ranges) }));
  }
}

function withoutCarriageReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
