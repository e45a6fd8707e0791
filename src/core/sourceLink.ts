import type { FileAtRevision } from "./service.ts";

/** Where a link to a file points. */
export interface SourceLocation extends FileAtRevision {
  readonly range?: LineRange;
}

/** Lines are zero-based and inclusive; columns, where known, in UTF-16 units, the end column exclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/**
 * Reads a link to a file of the instance at `baseUrl`: relative or absolute, with or without the `/r/` prefix and
 * `@revision`, `?L10-20` or `#L10-20`. Anything else, above all a link to another host or a
 * path that climbs out of its repository, is `undefined`.
 * A position that can't be read is left out; the file still counts.
 */
export function parseSourceLink(link: string, baseUrl: string): SourceLocation | undefined {
  const base = new URL(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  const url = URL.parse(
    link.startsWith("/") && !link.startsWith("//") ? base.href.slice(0, -1) + link : link,
    base.href,
  );
  if (
    url?.origin !== base.origin ||
    !url.pathname.startsWith(base.pathname) ||
    url.username !== "" ||
    url.password !== ""
  ) {
    return undefined;
  }
  const [head, rest] = splitOnce(url.pathname.slice(base.pathname.length).replace(/^r\/(?!-\/)/, ""), "/-/");
  const kind = rest?.match(/^(?:blob|raw)\/(.+)$/s)?.[1];
  if (kind === undefined || head === "") return undefined;
  const [repository, revision] = splitOnce(head, "@");
  const place = {
    repository: decodePath(repository),
    path: decodePath(kind),
    revision: revision && decodePath(revision),
  };
  if (!place.repository || !place.path || !isBelow(place.repository) || !isBelow(place.path)) return undefined;
  const range = parseRange(url.search.slice(1)) ?? parseRange(url.hash.slice(1));
  return {
    repository: place.repository,
    path: place.path,
    ...(place.revision ? { revision: place.revision } : {}),
    ...(range ? { range } : {}),
  };
}

/** The inverse of {@link parseSourceLink}: a link relative to the instance, such as `/host/owner/name@rev/-/blob/src/a.ts?L3-7`. */
export function printSourceLink({ repository, path, revision, range }: SourceLocation): string {
  const at = revision === undefined ? "" : `@${encodePath(revision)}`;
  return `/${encodePath(repository)}${at}/-/blob/${encodePath(path)}${range ? `?${printRange(range)}` : ""}`;
}

function parseRange(text: string): LineRange | undefined {
  const match = /^L(\d{1,9})(?::(\d{1,9}))?(?:-L?(\d{1,9})(?::(\d{1,9}))?)?(?:=?(?:&.*)?|\$.*)$/.exec(text);
  if (!match) return undefined;
  const [startLine, startColumn, endLine, endColumn] = match.slice(1).map(toZeroBased);
  if (startLine === undefined || startLine < 0) return undefined;
  const end = endLine ?? startLine;
  if (end < startLine) return undefined;
  const columns =
    startColumn !== undefined && endColumn !== undefined
      ? { startColumn: Math.max(0, startColumn), endColumn: Math.max(0, endColumn) }
      : {};
  return { startLine, endLine: end, ...columns };
}

/** Whether a path stays where it is: nothing in it climbs, encoded or not, and it doesn't end as a folder. */
function isBelow(path: string): boolean {
  return (
    !path.split("/").some((segment) => segment === "" || segment === "." || segment === "..") && !path.includes("\\")
  );
}

function toZeroBased(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits) - 1;
}

function printRange({ startLine, endLine, startColumn, endColumn }: LineRange): string {
  if (startColumn !== undefined && endColumn !== undefined) {
    return `L${String(startLine + 1)}:${String(startColumn + 1)}-${String(endLine + 1)}:${String(endColumn + 1)}`;
  }
  return endLine === startLine ? `L${String(startLine + 1)}` : `L${String(startLine + 1)}-${String(endLine + 1)}`;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** Segment by segment; `/` and `+` stay as they are, as the service writes them. */
function encodePath(path: string): string {
  return path
    .split("/")
    .map((segment) => encodeURIComponent(segment).replaceAll("%2B", "+"))
    .join("/");
}

function decodePath(path: string): string | undefined {
  try {
    return path.split("/").map(decodeURIComponent).join("/");
  } catch {
    return undefined; // a stray percent sign: no link of the service's
  }
}
