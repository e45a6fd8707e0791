import { printSourceLink } from "../../../core/sources/sourceLink.ts";
import { encodeLines, type MatchForm } from "./encodeLines.ts";
import type { JsonWriter } from "./jsonWriter.ts";
import { EVENT_AT_MOST } from "../../base/eventStream.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import type { CodeSymbol } from "../../../core/model/codeSymbol.ts";
import { type FileResult, type Found, type FoundCommit, languageOfFound } from "./found.ts";

/** What only the stream knows about a result. */
export interface MatchOrigin {
  readonly repositoryId: number;
  /** The commit whose file this is; left out if the file on disk may differ. */
  readonly commit: string | undefined;
}

/** An element of a `matches` event, in pieces that are joined only once, when they are sent. */
export interface MatchPieces {
  readonly pieces: readonly Buffer[];
  readonly length: number;
  /** How many of the result's ranges it contains. */
  readonly count: number;
  /** Called once it was sent: its memory is then reused. */
  readonly free: () => void;
}

/**
 * Encodes a result as an element of a `matches` event, or as several if a file has more in it than an event may hold,
 * each a match by itself: clients drop longer events whole. Their counts add up to that of the result. Lines are
 * written with `out`, which is empty before and after.
 */
export function encodeMatches(
  found: Found,
  origin: MatchOrigin,
  form: MatchForm,
  out: JsonWriter,
): readonly MatchPieces[] {
  const json = JSON.stringify(describe(found, origin));
  if (found.type !== "content")
    return [piecesOf([Buffer.from(json)], { count: countRanges(found), free: () => undefined })];
  const { lines } = found;
  const head = json.slice(0, -1);
  if (!("json" in lines)) {
    return encodeLines(head, lines, form, EVENT_AT_MOST, out).map((match) => piecesOf([match.json], match));
  }
  return [piecesOf([Buffer.from(`${head},"chunkMatches":[`), lines.json, CHUNKS_END], lines)];
}

const CHUNKS_END = Buffer.from("]}");

function piecesOf(pieces: readonly Buffer[], { count, free }: Pick<MatchPieces, "count" | "free">): MatchPieces {
  return { pieces, length: pieces.reduce((sum, { length }) => sum + length, 0), count, free };
}

function describe(found: Found, { repositoryId, commit }: MatchOrigin): object {
  if (found.type === "repo") {
    return {
      type: "repo",
      repositoryID: repositoryId,
      repository: found.repository.name,
      ...(found.at ? { branches: found.at.revisions } : {}),
      ...(found.nameRanges.length > 0 ? { repositoryMatches: found.nameRanges } : {}),
    };
  }
  if ("commit" in found) return encodeCommit(found, repositoryId);
  const language = languageOfFound(found);
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

/** How many ranges a result counts as: one for each match in a file, or just one. */
export function countRanges(found: Found): number {
  if ("commit" in found) return Math.max(1, found.ranges.length);
  if (found.type === "symbol") return found.symbols.length;
  if (found.type !== "content") return 1;
  const { lines } = found;
  return "json" in lines ? lines.count : lines.reduce((sum, { ranges }) => sum + ranges.length, 0);
}

/** The same result with only its first `count` ranges. */
export function limitRanges(found: Found, count: number): Found {
  if (countRanges(found) <= count) return found;
  if ("commit" in found) return { ...found, ranges: found.ranges.slice(0, count) };
  if (found.type === "symbol") return { ...found, symbols: found.symbols.slice(0, count) };
  if (found.type !== "content") return found;
  const lines: FoundLines[] = [];
  let left = count;
  for (const line of "json" in found.lines ? found.lines.read() : found.lines) {
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

function encodeRepository({ repository: { name, git }, at }: FileResult, repositoryID: number): object {
  return { repositoryID, repository: name, ...(git ? { branches: at?.revisions ?? [""] } : {}) };
}
