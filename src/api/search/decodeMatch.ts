import { changedFiles, diffPlaces, parseCommitText, type DiffPlace } from "../../core/model/commitText.ts";
import type { ColumnRange, MatchedCommit, MatchedItem, MatchedLine } from "../../core/model/matches.ts";
import { mergeRanges, utf16Columns } from "../../core/text/positions.ts";
import { defined, toWhole, type JsonObject } from "../http/json.ts";
import { countMatch } from "./matchCount.ts";

/** A match from the wire in our terms, without its place among the others. */
export interface DecodedMatch {
  readonly item: Omit<MatchedItem, "index">;
  readonly lines: readonly MatchedLine[];
}

/** Reads one match. A type that we don't know is kept with whatever it says about repository and path. */
export function decodeMatch(match: JsonObject): DecodedMatch {
  const type = match.string("type") ?? "";
  const repository = match.string("repository") ?? "";
  const path = match.string("path") ?? "";
  const commit = type === "commit" || type === "diff" ? decodeCommit(match) : undefined;
  const lines = commit?.lines ?? (type === "symbol" ? decodeSymbols(match) : decodeFileLines(match));
  const label = decodeLabel(type, match) || path || repository || type;
  const labelRanges = decodeLabelRanges(label, match.objects(path === "" ? "repositoryMatches" : "pathMatches"));
  const traits = TRAITS.filter((trait) => match.boolean(trait));
  return {
    item: {
      type,
      repository,
      path,
      label,
      lineCount: lines.length,
      rangeCount: countMatch(match),
      ...defined({
        revision: match.string("commit") || undefined,
        webPath: match.string("url")?.replace(/^\/*/, "/"), // older services leave the slash out
        branch: match.strings("branches")[0],
        fetchedAt: match.time("repoLastFetched"),
        language: match.string("language") || undefined,
        description: decodeDescription(type, match) || undefined,
        labelRanges: labelRanges.length > 0 ? labelRanges : undefined,
        traits: traits.length > 0 ? traits : undefined,
        commit: commit?.commit,
      }),
    },
    lines,
  };
}

const TRAITS = ["fork", "archived", "private"] as const;

function decodeLabel(type: string, match: JsonObject): string | undefined {
  switch (type) {
    case "commit":
    case "diff":
      return match.string("message")?.split("\n", 1)[0] || subjectIn(match.string("label") ?? "");
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

/**
 * For a service that sends no message: its label is Markdown with links to the repository, the author and the commit;
 * the text of the last one is the subject.
 */
function subjectIn(label: string): string {
  // Each piece is examined once: what begins within one ends where it does.
  const pieces = [...label.trim().matchAll(/\[((?:[^\]\\]|\\.)*)(\]\([^()]*\)$)?/g)];
  const [, subject = label] = pieces.find(([, , target]) => target !== undefined) ?? [];
  return subject.replace(/\\([^\w\s])/g, "$1");
}

function decodeDescription(type: string, match: JsonObject): string | undefined {
  const name = match.object("user")?.string("displayName") ?? match.string("displayName");
  return type === "person" || type === "team"
    ? [name, match.string("email")].filter(Boolean).join(" · ")
    : match.string("description");
}

/** Ranges in a path or name, which is one line: only their columns count. */
function decodeLabelRanges(label: string, ranges: readonly JsonObject[]): readonly ColumnRange[] {
  const columnOf = utf16Columns(label);
  const columns = ranges.map((range) => ({
    start: columnOf(range.object("start")?.whole("column") ?? 0),
    end: columnOf(range.object("end")?.whole("column") ?? 0),
  }));
  return mergeRanges(columns.filter(({ start, end }) => start < end));
}

function decodeSymbols(match: JsonObject): MatchedLine[] {
  return match.objects("symbols").map((symbol) => {
    // the symbol's page is the only thing that may give its column, and may be what gives its line
    const [, line, column] = /[?#]L(\d+)(?::(\d+))?/.exec(symbol.string("url") ?? "") ?? [];
    return {
      line: Math.max(0, (symbol.whole("line") ?? toWhole(Number(line ?? 1)) ?? 1) - 1), // one-based, unlike all others
      text: symbol.string("name") ?? "",
      ranges: [],
      symbol: {
        kind: (symbol.string("kind") ?? "").toLowerCase(),
        container: symbol.string("containerName") ?? "",
        ...(column !== undefined && { column: Math.max(0, (toWhole(Number(column)) ?? 1) - 1) }),
      },
    };
  });
}

function decodeFileLines(match: JsonObject): MatchedLine[] {
  return match.list("chunkMatches").length > 0 ? decodeChunks(match) : decodeLineMatches(match);
}

/**
 * The text is fenced, and its ranges are `[line, character, length]` with the line that opens the fence as line 0. What
 * matched in a diff is given by its place in its file.
 */
function decodeCommit(match: JsonObject): { readonly commit: MatchedCommit; readonly lines: MatchedLine[] } {
  const { isDiff, lines: texts } = parseCommitText(match.string("content") ?? "");
  const places: readonly (DiffPlace | undefined)[] = isDiff ? diffPlaces(texts) : [];
  const found = new LineRanges();
  for (const range of match.list("ranges")) {
    if (!Array.isArray(range)) continue;
    const [line, character, length] = (range as readonly unknown[]).map(toWhole);
    if (line === undefined || character === undefined || length === undefined) continue;
    if (line > 0 && line <= texts.length) found.add(line - 1, character, character + length);
  }
  return {
    commit: {
      hash: match.string("oid") ?? /\/commit\/([0-9a-f]+)$/.exec(match.string("url") ?? "")?.[1] ?? "",
      author: match.string("authorName") ?? "",
      message: match.string("message") || (isDiff ? subjectIn(match.string("label") ?? "") : texts.join("\n")),
      files: changedFiles(places),
      ...defined({ authoredAt: match.time("authorDate") }),
    },
    lines: found
      .lines((line) => texts[line])
      .map((line) => {
        const diff = places[line.line];
        return diff ? { ...line, line: diff.line, diff } : line;
      }),
  };
}

function decodeLineMatches(match: JsonObject): MatchedLine[] {
  const found = new LineRanges();
  const texts = new Map<number, string>();
  for (const lineMatch of match.objects("lineMatches")) {
    const line = lineMatch.whole("lineNumber") ?? 0;
    texts.set(line, withoutCarriageReturn(lineMatch.string("line") ?? ""));
    found.touch(line);
    for (const pair of lineMatch.list("offsetAndLengths")) {
      if (!Array.isArray(pair)) continue;
      const [start, length] = (pair as readonly unknown[]).map(toWhole);
      if (start !== undefined && length !== undefined) found.add(line, start, start + length);
    }
  }
  return found.lines((line) => texts.get(line));
}

/** In a match with this many lines, each range marks no more than the line where it starts: it may span a million. */
const SPREAD_LINES = 5000;

/** Chunks come in any order; their ranges are places in the file, and may overlap, repeat and span lines. */
function decodeChunks(match: JsonObject): MatchedLine[] {
  const found = new LineRanges();
  const texts = new Map<number, string>();
  for (const chunk of match.objects("chunkMatches")) {
    const firstLine = chunk.object("contentStart")?.whole("line") ?? 0;
    const lines = (chunk.string("content") ?? "").split("\n");
    const lastLine = firstLine + lines.length - 1;
    let firstFound = Infinity;
    let lastFound = -Infinity;
    for (const { startLine, start, endLine, end } of apart(spansOf(chunk, firstLine))) {
      for (let line = Math.max(startLine, firstLine); line <= Math.min(endLine, lastLine); line++) {
        if (line === endLine && line > startLine && end === 0) continue; // it ends with the line break before
        if (line > startLine && found.size >= SPREAD_LINES) break;
        firstFound = Math.min(firstFound, line);
        lastFound = line;
        found.add(line, line === startLine ? start : 0, line === endLine ? end : Infinity);
      }
    }
    const until = Math.min(lastLine, lastFound + CONTEXT_LINES);
    for (let line = Math.max(firstLine, firstFound - CONTEXT_LINES); line <= until; line++)
      texts.set(line, withoutCarriageReturn(lines[line - firstLine] ?? ""));
  }
  return found.lines((line) => texts.get(line)).map((line) => withContext(line, texts));
}

/** From a code point of a line to one of the same or a later line. */
interface Span {
  readonly startLine: number;
  readonly start: number;
  readonly endLine: number;
  readonly end: number;
}

/** The ranges of a chunk. One that ends before it starts becomes empty, at its start. */
function spansOf(chunk: JsonObject, firstLine: number): Span[] {
  return chunk.objects("ranges").map((range) => {
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
const CONTEXT_LINES = 10;

/** Adds the lines around it, as far as they came without a gap. */
function withContext(line: MatchedLine, texts: ReadonlyMap<number, string>): MatchedLine {
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

/** Ranges by line: added in code points, and returned sorted, disjoint and in UTF-16 columns. */
class LineRanges {
  readonly #byLine = new Map<number, ColumnRange[]>();

  get size(): number {
    return this.#byLine.size;
  }

  touch(line: number): ColumnRange[] {
    const ranges = this.#byLine.get(line) ?? [];
    this.#byLine.set(line, ranges);
    return ranges;
  }

  add(line: number, start: number, end: number): void {
    this.touch(line).push({ start, end });
  }

  lines(textOf: (line: number) => string | undefined): MatchedLine[] {
    return [...this.#byLine]
      .sort(([a], [b]) => a - b)
      .map(([line, ranges]) => {
        const text = textOf(line) ?? "";
        const columnOf = utf16Columns(text);
        const columns = ranges.map(({ start, end }) => ({ start: columnOf(start), end: columnOf(end) }));
        return { line, text, ranges: mergeRanges(columns) };
      });
  }
}

function withoutCarriageReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
