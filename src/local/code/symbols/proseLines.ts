import { structureOf } from "../../../core/text/structure.ts";
import { textSpansIn } from "../../../core/text/textSpans.ts";

/**
 * The lines that are comments, or in the middle of a string of several lines, by their looks: for languages without a
 * grammar. Zero-based.
 */
export function proseLines(
  lines: readonly string[],
  language: string | undefined,
): ReadonlyMap<number, "comment" | "text"> {
  const found = new Map<number, "comment" | "text">();
  for (const { startLine, endLine, isComment } of textSpansIn(lines, language)) {
    if (isComment) for (let line = startLine; line <= endLine; line++) found.set(line, "comment");
    else for (let line = startLine + 1; line < endLine; line++) found.set(line, "text");
  }
  const divides = language !== undefined && DIVIDE_BY_SLASHES.has(language);
  structureOf(lines, language).forEach((text, line) => {
    const written = lines[line] ?? "";
    const isCode = LIKE_COMMENT.test(written) || (divides && /^\s*\/\//.test(written));
    if (COMMENT.test(text) && !isCode && !found.has(line)) found.set(line, "comment");
  });
  return found;
}

/** `--i` is none. */
const COMMENT = /^\s*(?:\/\/|\/\*|--(?=[\s|^-]|$))/;
/** What the structure has as comments since it stands above what it belongs to, and is code. */
const LIKE_COMMENT = /^\s*(?:@|\[|:-|-spec\b|template\b)/;
/** Where an expression may go on with `//` on the next line. */
const DIVIDE_BY_SLASHES: ReadonlySet<string> = new Set(["Perl", "Nix", "Julia", "Raku"]);

/** No expression in a string is longer; the rest of a long line would be looked through for each name in it. */
const EXPRESSION_AT_MOST = 200;

/** Whether a place in a line of a string is code again: behind `${`, `#{`, `\(` or `$`. */
export function isInterpolated(line: string, column: number): boolean {
  const before = line.slice(Math.max(0, column - EXPRESSION_AT_MOST), column);
  return /(?:[$#]\{[^{}]*|\\\([^()]*|\$)$/.test(before);
}
