import type { ColumnRange } from "../model/matches.ts";

const LABEL_LENGTH = 250;
/** How much of a line is kept before its first match: in a narrow side bar, a row has room for 25 letters. */
const LEAD_AT_MOST = 10;
/** So much if it would begin within a word that is longer. */
const LEAD_IN_WORD = 6;

/**
 * The part of a line that a row shows: without its indentation, and starting shortly before its first match. The text
 * begins at `textStart` of its line.
 */
export function clipLine(
  text: string,
  ranges: readonly ColumnRange[],
  textStart = 0,
): { label: string; highlights: [number, number][] } {
  const indentation = text.length - text.trimStart().length;
  const first = ranges[0]?.start ?? 0;
  const tooFar = first - indentation > LEAD_AT_MOST;
  const from = tooFar ? startOfLead(text, first) : Math.min(indentation, first);
  const lead = tooFar || textStart > 0 ? "…" : "";
  const label = lead + text.slice(from, from + LABEL_LENGTH).trimEnd();
  const shift = lead.length - from;
  const highlights: [number, number][] = [];
  for (const { start, end } of ranges) {
    if (start + shift >= label.length) break; // a minified file may have thousands more
    if (start < end) highlights.push([start + shift, Math.min(end + shift, label.length)]);
  }
  return { label: label || " ", highlights };
}

/** Where what is kept before a match begins: with a word, if one begins there. */
function startOfLead(text: string, first: number): number {
  for (let at = first - LEAD_AT_MOST; at < first; at++)
    if (isInWord(text.charAt(at)) && !isInWord(text.charAt(at - 1))) return at;
  return first - LEAD_IN_WORD;
}

function isInWord(character: string): boolean {
  return /[\p{L}\p{M}\p{N}_$\p{Surrogate}]/u.test(character);
}
