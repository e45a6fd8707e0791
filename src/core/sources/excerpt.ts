import { withVisibleBidiControls } from "../text/bidi.ts";
import type { LineRange } from "./sourceLink.ts";

const LINES_AT_MOST = 10;
const LINE_LENGTH = 120;

/**
 * The first of these lines, without the indentation that they share, to be shown for a moment: ten at most, none longer
 * than 120 characters, with `…` for what is left out. Empty where there are no such lines, or nothing is in them.
 */
export function excerptOf(text: string, { startLine, endLine }: LineRange): string {
  const lines = linesOf(text, startLine, Math.min(endLine, startLine + LINES_AT_MOST - 1));
  const filled = lines.filter((line) => line.trim() !== "");
  if (filled.length === 0) return "";
  const [first = ""] = filled;
  let indentation = /^\s*/.exec(first)?.[0] ?? "";
  for (const line of filled) while (!line.startsWith(indentation)) indentation = indentation.slice(0, -1);
  const shown = lines.map((line) => clipped(withVisibleBidiControls(line.slice(indentation.length).trimEnd())));
  return [...shown, ...(endLine >= startLine + LINES_AT_MOST ? ["…"] : [])].join("\n").trimEnd();
}

function clipped(line: string): string {
  return line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH - 1)}…` : line;
}

/** Without taking the whole text apart. */
function linesOf(text: string, from: number, to: number): string[] {
  let at = 0;
  for (let line = 0; line < from; line++) {
    at = text.indexOf("\n", at) + 1;
    if (at === 0) return [];
  }
  const lines: string[] = [];
  for (let line = from; line <= to && at <= text.length; line++) {
    const end = text.indexOf("\n", at);
    lines.push(text.slice(at, end < 0 ? undefined : end));
    if (end < 0) break;
    at = end + 1;
  }
  return lines;
}
