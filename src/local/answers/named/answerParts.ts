import { printSourceLink } from "../../../core/sources/sourceLink.ts";
import type { Passage } from "../ranking/passages.ts";

type Lines = Pick<Passage, "file" | "startLine" | "endLine">;

/** A link to exactly these lines, relative to the service. */
export function linkTo({ file, revision, startLine, endLine }: Lines & { readonly revision: string }): string {
  const link = printSourceLink({
    repository: file.repository.name,
    path: file.path,
    revision,
    range: { startLine, endLine },
  });
  // Parentheses would end a link in Markdown.
  return link.replaceAll("(", "%28").replaceAll(")", "%29");
}

/** A search that a click runs. */
export function searchLink(query: string, label = codeSpan(query)): string {
  return `[${label}](/search?${new URLSearchParams({ q: query, patternType: "keyword" }).toString()})`;
}

/** Where it is, for people. */
export function labelOf({ file, startLine, endLine }: Lines): string {
  return `${file.path}:${startLine + 1}${endLine === startLine ? "" : `–${endLine + 1}`}`;
}

/** A code span that ends where the text does, whatever backticks it contains. */
export function codeSpan(text: string): string {
  const ticks = "`".repeat(longestTicks(text) + 1);
  const blank = /^`|`$/.test(text) ? " " : "";
  return `${ticks}${blank}${text.replaceAll("\n", " ")}${blank}${ticks}`;
}

/** Words of a text as they are, whatever signs of Markdown they contain; code spans stay. */
export function plain(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[\\`*_[\]<>~]/g, "\\$&")))
    .join("");
}

/** A fenced excerpt that ends where the lines do, whatever fences they contain. */
export function fence(lines: readonly string[], language: string): string {
  const ticks = "`".repeat(Math.max(2, longestTicks(lines.join("\n"))) + 1);
  return [`${ticks}${language}`, ...lines, ticks].join("\n");
}

/**
 * Lines as an excerpt shows them: without their common indentation. Three or more empty lines become one: between the
 * cells of a notebook there are hundreds. Of a long line, it has the part around `placeIn`.
 */
export function excerptOf(lines: readonly string[], placeIn?: (line: string) => number): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const [first = ""] = indents;
  const common = indents.reduce((prefix, indent) => {
    let length = 0;
    while (length < prefix.length && prefix[length] === indent[length]) length++;
    return prefix.slice(0, length);
  }, first);
  const texts = lines.map((line) => {
    const text = line.startsWith(common) ? line.slice(common.length) : line.trimStart();
    return clip(text, text.length > LINE_AT_MOST ? placeIn?.(text) : 0);
  });
  return `\n${texts.join("\n")}\n`
    .replace(/\n(?:[ \t]*\n){3,}/g, "\n\n")
    .slice(1, -1)
    .split("\n");
}

function longestTicks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}

const LINE_AT_MOST = 300;

/** How much of a line that is cut stands before the place that is to be seen. */
const BEFORE = 100;

/** The part around a place of a line that is too long to be read, with ellipses where it is cut. */
export function clip(line: string, place = 0, most = LINE_AT_MOST): string {
  if (line.length <= most) return line;
  const from = place < most - BEFORE ? 0 : Math.min(place - BEFORE, line.length - most);
  const to = from + most;
  return `${from > 0 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`.toWellFormed();
}
