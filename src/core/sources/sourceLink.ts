import { PATTERN_TYPES, type PatternType } from "../model/search.ts";
import type { FileAtRevision } from "../model/service.ts";

/** Where a link to a file points. */
export interface SourceLocation extends FileAtRevision {
  readonly range?: LineRange;
}

/**
 * Lines are zero-based and inclusive; columns, if known, are in UTF-16 units, the end column exclusive. A single
 * position has only a start column.
 */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/**
 * A page of a code search service that a link may lead to. Paths have no slash at either end; the path of a
 * repository's root is empty.
 */
export type ServiceLink =
  | { readonly kind: "file"; readonly location: SourceLocation }
  | ({ readonly kind: "folder"; readonly path: string } & AtRevision)
  | ({ readonly kind: "commit" } & Required<AtRevision>)
  | { readonly kind: "compare"; readonly repository: string; readonly base: string; readonly head: string };

type AtRevision = Pick<FileAtRevision, "repository" | "revision">;

/**
 * Reads a link to a file of the instance at `baseUrl`: relative or absolute, with or without the `/r/` prefix and
 * `@revision`, `?L10-20` or `#L10-20`. Anything else, above all a link to another host or a path that climbs out of its
 * repository, is `undefined`.
 * A position that can't be read is left out; the file still counts.
 */
export function parseSourceLink(link: string, baseUrl: string): SourceLocation | undefined {
  const target = parseServiceLink(link, baseUrl);
  return target?.kind === "file" ? target.location : undefined;
}

/**
 * The same for every page that has `/-/` in its address: files and folders, commits and comparisons. What the address
 * calls a file or a folder may be the other one at the service. Pages that show no code are `undefined`.
 */
export function parseServiceLink(link: string, baseUrl: string): ServiceLink | undefined {
  const url = parseOwnUrl(link, baseUrl);
  const [head, page] = splitOnce(url?.path ?? "", "/-/");
  if (url === undefined || page === undefined) return undefined;
  const place = parseRepository(head.replace(/^r\/(?=.)/s, ""));
  const [, kind, rest = ""] = /^(\w+)(?:\/(.*))?$/s.exec(page) ?? [];
  const path = decodePath(rest.replace(/\/$/, ""));
  if (place === undefined || path === undefined) return undefined;
  switch (kind) {
    case "blob":
    case "raw":
    case "tree": {
      if (path !== "" && !isBelow(path)) return undefined;
      if (kind === "tree" || path === "" || rest.endsWith("/")) return { kind: "folder", ...place, path };
      const range = parseRange(url.query) ?? parseRange(url.fragment);
      return { kind: "file", location: { ...place, path, ...(range ? { range } : {}) } };
    }
    case "commit":
      return path === "" ? undefined : { kind: "commit", repository: place.repository, revision: path };
    case "compare": {
      const [base, compared] = splitOnce(path, "...");
      if (compared === undefined) return undefined;
      return { kind: "compare", repository: place.repository, base, head: compared };
    }
    default:
      return undefined;
  }
}

/**
 * The inverse of {@link parseSourceLink}: a link relative to the instance, such as
 * `/host/owner/name@rev/-/blob/src/a.ts?L3-7`.
 */
export function printSourceLink({ repository, path, revision, range }: SourceLocation): string {
  const at = revision === undefined ? "" : `@${encodePath(revision)}`;
  const prefix = repository.startsWith("r/") ? "r/" : ""; // else its first segment would be taken for the prefix
  return `/${prefix}${encodePath(repository)}${at}/-/blob/${encodePath(path)}${range ? `?${printRange(range)}` : ""}`;
}

/** A link to the search page of a service. */
export interface SearchLink {
  /** As one would type it; a pattern type that has no parameter of its own is a filter in it. */
  readonly text: string;
  readonly patternType?: PatternType;
}

/** Reads a link to a search of the instance at `baseUrl`. Any other link, and one without a query, is `undefined`. */
export function parseSearchLink(link: string, baseUrl: string): SearchLink | undefined {
  const url = parseOwnUrl(link, baseUrl);
  if (url?.path.replace(/\/$/, "") !== "search") return undefined;
  const parameters = new URLSearchParams(url.query);
  const query = parameters.get("q")?.trim();
  if (!query) return undefined;
  const type = parameters.get("patternType") ?? "";
  const patternType = PATTERN_TYPES.find((known) => known === type);
  const filters = [parameters.get("case") === "yes" && "case:yes", type && !patternType && `patternType:${type}`];
  return { text: [query, ...filters.filter(Boolean)].join(" "), ...(patternType && { patternType }) };
}

interface OwnUrl {
  /** Below the base path, without a leading slash; encoded. */
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

function parseOwnUrl(link: string, baseUrl: string): OwnUrl | undefined {
  const base = new URL(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  const isOfInstance = /^\/(?![/\\])/.test(link.trimStart());
  const url = URL.parse(isOfInstance ? base.href.slice(0, -1) + link.trimStart() : link, base.href);
  if (
    url?.origin !== base.origin ||
    url.protocol !== base.protocol ||
    !url.pathname.startsWith(base.pathname) ||
    url.username !== "" ||
    url.password !== ""
  ) {
    return undefined;
  }
  return { path: url.pathname.slice(base.pathname.length), query: url.search.slice(1), fragment: url.hash.slice(1) };
}

/** `REPO` or `REPO@REV`, encoded. */
function parseRepository(head: string): AtRevision | undefined {
  const [name, at] = splitOnce(head.replace(/\/$/, ""), "@");
  const repository = decodePath(name);
  const revision = at === undefined ? undefined : decodePath(at);
  if (!repository || !isBelow(repository) || (at !== undefined && revision === undefined)) return undefined;
  return { repository, ...(revision ? { revision } : {}) };
}

/** The first key of a query or fragment. If one end has a column, so must the other. */
function parseRange(text: string): LineRange | undefined {
  const key = decodeSegment(text.split(/[&$]/, 1)[0] ?? "");
  // Behind a column, a number alone is one as well: `L10:5-20`.
  const whole = key?.replace(/^L(\d{1,9}):(\d{1,9})-(\d{1,9})(=?)$/, "L$1:$2-$1:$3$4");
  // Code hosts write `L4C2-L4C12`.
  const match = /^L(\d{1,9})(?:[:C](\d{1,9}))?(?:-L?(\d{1,9})(?:[:C](\d{1,9}))?)?=?$/.exec(whole ?? "");
  if (!match) return undefined;
  const [startLine, startColumn, endLine, endColumn] = match.slice(1).map(toZeroBased);
  if (startLine === undefined || startLine < 0) return undefined;
  if (endLine === undefined) {
    const isPlace = startColumn !== undefined && startColumn >= 0;
    return { startLine, endLine: startLine, ...(isPlace && { startColumn }) };
  }
  if (endLine < startLine || (startColumn === undefined) !== (endColumn === undefined)) return undefined;
  if (startColumn === undefined || endColumn === undefined) return { startLine, endLine };
  if (startColumn < 0 || endColumn < 0 || (startLine === endLine && endColumn < startColumn)) return undefined;
  return { startLine, endLine, startColumn, endColumn };
}

/**
 * Whether a path stays inside its repository: no segment is empty or climbs, and it does not end like a folder. A
 * backslash is part of a name, or separates as well.
 */
function isBelow(path: string): boolean {
  return !path.split(/[/\\]/).some((segment) => segment === "" || segment === "." || segment === "..");
}

function toZeroBased(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits) - 1;
}

function printRange({ startLine, endLine, startColumn, endColumn }: LineRange): string {
  if (startColumn !== undefined && endColumn !== undefined) {
    return `L${String(startLine + 1)}:${String(startColumn + 1)}-${String(endLine + 1)}:${String(endColumn + 1)}`;
  }
  if (endLine > startLine) return `L${String(startLine + 1)}-${String(endLine + 1)}`;
  return `L${String(startLine + 1)}${startColumn === undefined ? "" : `:${String(startColumn + 1)}`}`;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

/**
 * Encodes segment by segment; `/` and `+` stay as they are, as the service writes them. A segment `-` would end the
 * repository.
 */
function encodePath(path: string): string {
  return path
    .split("/")
    .map((segment) => (segment === "-" ? "%2D" : encodeURIComponent(segment.toWellFormed()).replaceAll("%2B", "+")))
    .join("/");
}

/** `undefined` if a percent sign is misplaced: then it is not a link of the service. */
function decodePath(path: string): string | undefined {
  const segments = path.split("/").map(decodeSegment);
  return segments.includes(undefined) ? undefined : segments.join("/");
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
