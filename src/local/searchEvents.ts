import { printSourceLink } from "../core/sourceLink.ts";
import type { FoundCommit } from "./commitSearch.ts";
import { languageOf } from "./languages.ts";
import { codePointLength, createLocator, type Location, type Range } from "./positions.ts";
import type { FoundLines } from "./ripgrepFiles.ts";
import type { FileResult, Found } from "./search.ts";
import type { CodeSymbol } from "./symbols.ts";

/** How a client wants to have matches. */
export interface MatchForm {
  /** The `cm` parameter: chunks of lines rather than single lines. */
  readonly asChunks: boolean;
  /** The `max-line-len` parameter, in code points; negative for no limit. */
  readonly maxLineLength: number;
}

/** What only the stream knows about a result. */
export interface MatchOrigin {
  readonly repositoryId: number;
  /** The commit whose file this is; left out where the file on disk may differ. */
  readonly commit: string | undefined;
}

/** Encodes a result as an element of a `matches` event. */
export function encodeMatch(found: Found, origin: MatchOrigin, { asChunks, maxLineLength }: MatchForm): string {
  const json = JSON.stringify(describe(found, origin));
  if (found.type !== "content") return json;
  // Written piece by piece: a match can have thousands of ranges, each of which would be an object.
  const lines = asChunks
    ? `"chunkMatches":[${groupChunks(found.lines)
        .map((chunk) => encodeChunk(chunk, maxLineLength))
        .join(",")}]`
    : `"lineMatches":${JSON.stringify(found.lines.flatMap(encodeLineMatches))}`;
  return `${json.slice(0, -1)},${lines}}`;
}

function describe(found: Found, { repositoryId, commit }: MatchOrigin): object {
  if (found.type === "repo") {
    return {
      type: "repo",
      ...encodeRepository(found, repositoryId),
      ...(found.nameRanges.length > 0 ? { repositoryMatches: found.nameRanges } : {}),
    };
  }
  if ("commit" in found) return encodeCommit(found, repositoryId);
  const language = languageOf(found.path);
  return {
    type: found.type,
    path: found.path,
    ...(found.pathRanges.length > 0 ? { pathMatches: found.pathRanges } : {}),
    ...encodeRepository(found, repositoryId),
    ...(commit === undefined ? {} : { commit }),
    ...(found.type === "content" ? { hunks: null } : {}),
    ...(language === undefined ? {} : { language }),
    ...(found.type === "symbol" ? { symbols: found.symbols.map((symbol) => encodeSymbol(found, symbol)) } : {}),
  };
}

/** Unlike all others, the line of a symbol is one-based. */
function encodeSymbol(
  { repository, path, at }: FileResult,
  { name, kind, containerName, line, column }: CodeSymbol,
): object {
  const range = { startLine: line, endLine: line, startColumn: column, endColumn: column + name.length };
  const [revision] = at?.revisions ?? [];
  const url = printSourceLink({
    repository: repository.name,
    path,
    range,
    ...(revision === undefined ? {} : { revision }),
  });
  return { url, name, containerName, kind: kind.toUpperCase(), line: line + 1 };
}

/** How many ranges a result counts for: each match in a file, or one. */
export function countRanges(found: Found): number {
  if ("commit" in found) return Math.max(1, found.ranges.length);
  if (found.type === "symbol") return found.symbols.length;
  return found.type === "content" ? found.lines.reduce((sum, { ranges }) => sum + ranges.length, 0) : 1;
}

/** The same file with its first `count` ranges only. */
export function limitRanges(found: Found, count: number): Found {
  if (countRanges(found) <= count) return found;
  if ("commit" in found) return { ...found, ranges: found.ranges.slice(0, count) };
  if (found.type === "symbol") return { ...found, symbols: found.symbols.slice(0, count) };
  if (found.type !== "content") return found;
  const lines: FoundLines[] = [];
  let left = count;
  for (const line of found.lines) {
    if (left === 0) break;
    lines.push(line.ranges.length > left ? { ...line, ranges: line.ranges.slice(0, left) } : line);
    left -= Math.min(left, line.ranges.length);
  }
  return { ...found, lines };
}

/** Both are commits on the wire; the language of the fence tells them apart. */
function encodeCommit({ type, repository, commit, content, ranges }: FoundCommit, repositoryID: number): object {
  const url = `/${repository.name}/-/commit/${commit.hash}`;
  const [subject = ""] = commit.message.split("\n", 1);
  const plain = (text: string) => text.replace(/[\\[\]`*_<>]/g, "\\$&");
  return {
    type: "commit",
    label: `[${plain(repository.name)}](/${repository.name}) › [${plain(commit.authorName)}](${url}): [${plain(subject)}](${url})`,
    url,
    detail: `[\`${commit.hash.slice(0, 7)}\` ${commit.authorDate.slice(0, 10)}](${url})`,
    repositoryID,
    repository: repository.name,
    oid: commit.hash,
    message: commit.message,
    authorName: commit.authorName,
    authorDate: commit.authorDate,
    committerName: commit.committerName,
    committerDate: commit.committerDate,
    content: `\`\`\`${type === "diff" ? "diff" : "COMMIT_EDITMSG"}\n${content}\n\`\`\``,
    ranges,
  };
}

/**
 * A result in pieces of which each makes one match of a reasonable size: an event has an upper limit, and what is too
 * large for it would be lost.
 */
export function splitFound(found: Found): readonly Found[] {
  if (found.type !== "content" || found.lines.length <= LINES_OF_A_MATCH) return [found];
  const pieces: FoundLines[][] = [];
  for (const chunk of groupChunks(found.lines)) {
    for (let from = 0; from < chunk.length; from += LINES_OF_A_MATCH) {
      const part = chunk.slice(from, from + LINES_OF_A_MATCH);
      const last = pieces.at(-1);
      if (last && last.length + part.length <= LINES_OF_A_MATCH) last.push(...part);
      else pieces.push(part);
    }
  }
  return pieces.map((lines) => ({ ...found, lines }));
}

const LINES_OF_A_MATCH = 2_000;

function encodeRepository(
  { repository: { name, git }, at }: Exclude<Found, FoundCommit>,
  repositoryID: number,
): object {
  return { repositoryID, repository: name, ...(git ? { branches: at?.revisions ?? [""] } : {}) };
}

/** Lines that follow each other in the file make one chunk. */
function groupChunks(lines: readonly FoundLines[]): readonly (readonly FoundLines[])[] {
  const chunks: FoundLines[][] = [];
  let next = -1;
  for (const line of lines) {
    if (line.line !== next) chunks.push([]);
    chunks.at(-1)?.push(line);
    next = line.line + splitLines(line.text).length;
  }
  return chunks;
}

function encodeChunk(chunk: readonly FoundLines[], maxLineLength: number): string {
  const whole = chunk.flatMap(({ text }) => splitLines(text));
  const content = maxLineLength < 0 ? whole : whole.map((line) => truncate(line, maxLineLength));
  const [first] = chunk;
  const isTruncated = content.some((line, index) => line !== whole[index]);
  const start = encodeLocation({ offset: first?.offset ?? 0, line: first?.line ?? 0, column: 0 });
  const ranges = chunk.map(encodeRanges).filter((encoded) => encoded !== "");
  return `{"content":${JSON.stringify(content.join("\n"))},"contentStart":${start},"ranges":[${ranges.join(",")}]${isTruncated ? ',"contentTruncated":true' : ""}}`;
}

function encodeRanges(lines: FoundLines): string {
  if (lines.ranges.length === 0) return "";
  const locate = createLocator(lines);
  let json = "";
  for (const [start, end] of lines.ranges)
    json += `${json === "" ? "" : ","}{"start":${encodeLocation(locate(start))},"end":${encodeLocation(locate(end))}}`;
  return json;
}

function encodeLocation({ offset, line, column }: Location): string {
  return `{"offset":${offset},"line":${line},"column":${column}}`;
}

/** A match over several lines becomes one line match for each of them. */
function encodeLineMatches(found: FoundLines): readonly object[] {
  if (found.ranges.length === 0) return [];
  const ranges = locateRanges(found);
  return splitLines(found.text).map((line, index) => {
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

/** Without the line break at the end; a carriage return before it stays, as the service leaves it. */
function splitLines(text: string): readonly string[] {
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function truncate(line: string, length: number): string {
  if (line.length <= length) return line;
  const cut = Array.from(line.slice(0, length * 2))
    .slice(0, length)
    .join("");
  return cut;
}
