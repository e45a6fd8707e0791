import { withVisibleBidiControls } from "../text/bidi.ts";
import type { TextLines } from "../text/textLines.ts";
import type { LineRange } from "./sourceLink.ts";

const LINES_AT_MOST = 10;
const LINE_LENGTH = 120;

/**
 * The first of some lines of a text, without their common indentation, to be shown for a moment: at most ten, none
 * longer than 120 characters, with `…` for what is left out. Empty if there are no such lines, or if they are blank.
 */
export function excerptOf(text: TextLines, { startLine, endLine }: LineRange): string {
  const lines = text.slice(startLine, Math.min(endLine + 1, startLine + LINES_AT_MOST));
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
