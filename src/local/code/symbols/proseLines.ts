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
  structureOf(lines, language).forEach((text, line) => {
    if (COMMENT.test(text) && !LIKE_COMMENT.test(lines[line] ?? "") && !found.has(line)) found.set(line, "comment");
  });
  return found;
}

const COMMENT = /^\s*(?:\/\/|\/\*|--)/;
/** What the structure has as comments since it stands above what it belongs to, and is code. */
const LIKE_COMMENT = /^\s*(?:@|\[|:-|-spec\b|template\b)/;

/** Whether code goes on in a string before the end of this text: `"${`, `"#{`, `"\(`, `"$`. */
export function isInterpolated(before: string): boolean {
  return /(?:[$#]\{[^{}]*|\\\([^()]*|\$)$/.test(before);
}
