import { linesOf, readDiff, unfenced } from "../../core/model/commitText.ts";
import type { ColumnRange, MatchedCommit, MatchedItem, MatchedLine } from "../../core/model/matches.ts";
import { mergeRanges, utf16Columns } from "../../core/text/positions.ts";
import { atOnce, type Steps } from "../../core/text/timeSlices.ts";
import { defined, toWhole, type JsonObject } from "../http/json.ts";
import { decodeChunks, withContext } from "./decodeChunks.ts";
import { LineRanges, withoutCarriageReturn } from "./lineRanges.ts";
import { countMatch } from "./matchCount.ts";

/** A match from the wire in our terms, without its place among the others. */
export interface DecodedMatch {
  readonly item: Omit<MatchedItem, "index">;
  readonly lines: readonly MatchedLine[];
}

/** Reads one match. A type that we don't know is kept with whatever it says about repository and path. */
export function decodeMatch(match: JsonObject): DecodedMatch {
  return atOnce(decodingSteps(match));
}

/** {@link decodeMatch} in steps, each of some milliseconds, however long it is. */
export function* decodingSteps(match: JsonObject): Steps<DecodedMatch> {
  const type = match.string("type") ?? "";
  const repository = match.string("repository") ?? "";
  const path = match.string("path") ?? "";
  const commit = type === "commit" || type === "diff" ? yield* decodeCommit(match) : undefined;
  const lines = commit?.lines ?? (type === "symbol" ? decodeSymbols(match) : yield* decodeFileLines(match));
  const label = (decodeLabel(type, match) || path || repository || type).slice(0, LABEL_AT_MOST);
  const labelRanges = decodeLabelRanges(label, match.objects(path === "" ? "repositoryMatches" : "pathMatches"));
  const traits = TRAITS.filter((trait) => match.boolean(trait));
  const branches = match.strings("branches");
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
        branches: branches.length > 0 ? branches : undefined,
        stars: match.whole("repoStars"),
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

/** Far longer than any path or name. */
const LABEL_AT_MOST = 1_000_000;
/** In a longer one, no subject is looked for, which takes longer than a label is worth. */
const SUBJECT_IN_AT_MOST = 64 * 1024;

/**
 * For a service that sends no message: its label is Markdown with links to the repository, the author and the commit;
 * the text of the last one is the subject.
 */
function subjectIn(label: string): string {
  if (label.length > SUBJECT_IN_AT_MOST) return "";
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

function* decodeFileLines(match: JsonObject): Steps<readonly MatchedLine[]> {
  const chunks = match.objects("chunkMatches");
  if (match.list("chunkMatches").length === 0) return yield* decodeLineMatches(match);
  const { lines, texts } = yield* decodeChunks(chunks.map((fields) => ({ fields })));
  return lines.map((line) => withContext(line, texts));
}

/**
 * The text is fenced, and its ranges are `[line, character, length]` with the line that opens the fence as line 0. What
 * matched in a diff is given by its place in its file.
 */
function* decodeCommit(
  match: JsonObject,
): Steps<{ readonly commit: MatchedCommit; readonly lines: readonly MatchedLine[] }> {
  const { isDiff, body } = unfenced(match.string("content") ?? "");
  yield;
  const found = new LineRanges();
  for (const range of match.list("ranges")) {
    if (!Array.isArray(range)) continue;
    const [line, character, length] = (range as readonly unknown[]).map(toWhole);
    if (line === undefined || character === undefined || length === undefined) continue;
    if (line > 0) found.add(line - 1, character, character + length);
  }
  const texts = new Map<number, string>();
  const lines = keeping(texts, found, linesOf(body));
  const diff = isDiff ? yield* readDiff(lines, (line) => found.has(line)) : undefined;
  for (let read = 0; !lines.next().done; read++) if (read % LINES_A_STEP === 0) yield;
  const matched = yield* found.lines((line) => texts.get(line));
  return {
    commit: {
      hash: match.string("oid") ?? /\/commit\/([0-9a-f]+)$/.exec(match.string("url") ?? "")?.[1] ?? "",
      author: match.string("authorName") ?? "",
      message:
        match.string("message") ||
        (isDiff ? subjectIn(match.string("label") ?? "") : (body ?? "").replaceAll("\r\n", "\n")),
      files: diff?.files ?? [],
      ...defined({ authoredAt: match.time("authorDate") }),
    },
    lines: matched
      .filter(({ line }) => texts.has(line))
      .map((line) => {
        const place = diff?.places.get(line.line);
        return place ? { ...line, line: place.line, diff: place } : line;
      }),
  };
}

/** So many lines are read in some milliseconds. */
const LINES_A_STEP = 10_000;

/** Hands on lines, and keeps the texts of those in which something was found. */
function* keeping(texts: Map<number, string>, found: LineRanges, lines: Iterable<string>): Generator<string, void> {
  let index = 0;
  for (const line of lines) {
    if (found.has(index)) texts.set(index, line);
    index += 1;
    yield line;
  }
}

function* decodeLineMatches(match: JsonObject): Steps<readonly MatchedLine[]> {
  const found = new LineRanges();
  const texts = new Map<number, string>();
  for (const lineMatch of match.objects("lineMatches")) {
    yield;
    const line = lineMatch.whole("lineNumber") ?? 0;
    texts.set(line, withoutCarriageReturn(lineMatch.string("line") ?? ""));
    found.touch(line);
    for (const pair of lineMatch.list("offsetAndLengths")) {
      if (!Array.isArray(pair)) continue;
      const [start, length] = (pair as readonly unknown[]).map(toWhole);
      if (start !== undefined && length !== undefined) found.add(line, start, start + length);
    }
  }
  return yield* found.lines((line) => texts.get(line));
}
