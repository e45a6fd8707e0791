import { outlineOf, type Definition } from "../../../core/text/outline.ts";
import { SELECTED } from "../ranking/confidence.ts";
import type { CodeFile, Passage } from "../ranking/passages.ts";
import { endOfComment, LICENCE } from "./comments.ts";

/** A shorter file is shown as it is. */
const WHOLE_AT_MOST = 60;
const HEAD_LINES = 24;
const DEFINITION_LINES = 40;
const DEFINITIONS_SHOWN = 2;
const BEST_SHOWN = 3;

/**
 * The passages that a question about this file is answered with: all of a short one; of a longer one the `best` for
 * what is asked of it, or else its head and its largest definitions. A licence above all is left out.
 */
export function passagesOfNamed(
  file: CodeFile,
  lines: readonly string[],
  best: readonly Passage[],
): readonly Passage[] {
  const end = endOfText(lines);
  const start = endOfLicence(lines);
  if (end - start < WHOLE_AT_MOST) return [plainPassage(file, lines, start, end)];
  if (best.length > 0) return best.slice(0, BEST_SHOWN).map((passage) => ({ ...passage, score: SELECTED }));
  const head = plainPassage(file, lines, start, start + endOfHead(lines.slice(start)));
  const definitions = outlineOf(lines, file.index.language)
    .filter(({ startLine, endLine }) => startLine > head.endLine && endLine > startLine)
    .toSorted((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine));
  const isWithin = (one: Definition, other: Definition) =>
    other.startLine <= one.startLine && other.endLine >= one.endLine;
  const largest = definitions
    .filter((one, at) => !definitions.slice(0, at).some((other) => isWithin(one, other)))
    .slice(0, DEFINITIONS_SHOWN)
    .map(({ name, startLine, endLine }) =>
      plainPassage(file, lines, startLine, Math.min(endLine, startLine + DEFINITION_LINES - 1), name),
    );
  return [head, ...largest.toSorted((a, b) => a.startLine - b.startLine)];
}

/** Where a file begins behind comments that are about nothing but its licence: 0 if there are none, or nothing else. */
function endOfLicence(lines: readonly string[]): number {
  let hasLicence = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || (at === 0 && line.startsWith("#!"))) continue;
    const end = endOfComment(lines, at);
    const begins = lines.slice(at, (end ?? at) + 1).find((text) => /\p{L}{2}/u.test(text)) ?? "";
    if (end === undefined || !BEGINS_LICENCE.test(begins)) return hasLicence ? at : 0;
    at = end;
    hasLicence = true;
  }
  return 0;
}

/** The first words of a comment that goes on with its licence, if it does not say more before. */
const BEGINS_LICENCE = new RegExp(
  `${LICENCE.source}|©|licen[cs]ed to\\b|\\blicen[cs]e\\W*$|\\b(?:MIT|Apache|BSD|Public) licen[cs]e|this (?:file|program|software) is (?:part of|free|distributed)`,
  "i",
);

const BLOCK_LINES = 80;
const REMAINDER_AT_MOST = 400;

/** What a file has besides these passages, in order: what a model can read of it. */
export function remainderOf(file: CodeFile, lines: readonly string[], shown: readonly Passage[]): readonly Passage[] {
  const blocks: Passage[] = [];
  const last = Math.min(endOfText(lines), REMAINDER_AT_MOST - 1);
  const isShown = (line: number) => shown.find(({ startLine, endLine }) => startLine <= line && endLine >= line);
  for (let line = 0; line <= last;) {
    const around = isShown(line);
    if (around) {
      line = around.endLine + 1;
      continue;
    }
    let end = line;
    while (end < last && end - line < BLOCK_LINES - 1 && !isShown(end + 1)) end++;
    if (lines.slice(line, end + 1).some((text) => text.trim() !== ""))
      blocks.push(plainPassage(file, lines, line, end));
    line = end + 1;
  }
  return blocks;
}

/** Where a paragraph ends, so that the head of a file is not cut within one. */
function endOfHead(lines: readonly string[]): number {
  const last = lines.findLastIndex((line, at) => at < HEAD_LINES && at > HEAD_LINES / 2 && line.trim() === "");
  return endOfText(lines.slice(0, last < 0 ? HEAD_LINES : last));
}

function endOfText(lines: readonly string[]): number {
  return Math.max(
    0,
    lines.findLastIndex((line) => line.trim() !== ""),
  );
}

/** Lines that are shown whatever words they have. */
export function plainPassage(
  file: CodeFile,
  all: readonly string[],
  startLine: number,
  endLine: number,
  name?: string,
): Passage {
  return {
    file,
    name,
    startLine,
    endLine,
    lines: all.slice(startLine, endLine + 1),
    score: SELECTED,
    fileScore: 1,
    terms: [],
    commented: [],
    named: [],
    inPath: [],
    coverage: 1,
  };
}
