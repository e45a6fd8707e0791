import { LITTLE, TELLING, weightOf } from "./lineEvidence.ts";
import type { Gap, Lines } from "./lineMap.ts";
import type { TimeSlices } from "../text/timeSlices.ts";
import type { Version, Versions } from "./versions.ts";

/** How many lines around the cited ones may be gone too if others have taken their place. */
const AROUND = 12;
/** How much of the text may be in what is there now, if it is to be something else. */
const KEPT = 0.15;
/** How much of a line shows its form, in characters. */
const FORM_AT_MOST = 400;
/** A word in more lines than this is no name of its own. */
const OWN_AT_MOST = 3;

/**
 * The lines that are now between the neighbours of the cited ones, if they share a meaningful word; or if as many lines
 * are there as before, and those in the same places share any, or have the same form.
 */
export function standingInstead(versions: Versions, lines: Lines): Lines | undefined {
  const { old, current, vocabulary } = versions;
  const { startLine, endLine } = weightyLines(old, lines);
  const gap = gapAround(versions, { startLine, endLine });
  if (!gap) return undefined;
  const { oldStart, oldEnd, newStart, newEnd } = gap;
  const count = newEnd - newStart;
  const length = endLine - startLine + 1;
  if (count === 0 || count > 2 * (oldEnd - oldStart) + 3 || oldEnd - oldStart > 2 * length + AROUND) return undefined;
  const within = (range: Lines): Lines => ({
    startLine: Math.max(0, range.startLine - (startLine - lines.startLine)),
    endLine: Math.min(range.endLine + (lines.endLine - endLine), current.lines.length - 1),
  });
  if (count === oldEnd - oldStart) {
    const words = wordsIn(versions, old, { startLine, endLine }, (word) => vocabulary.weightOf(word) >= 1);
    const place = { startLine: newStart + startLine - oldStart, endLine: newStart + endLine - oldStart };
    const now = wordsIn(versions, current, place, (word) => words.has(word));
    if (now.size > 0 || isSameForm(versions, startLine, place.startLine)) return within(place);
  }
  const names = wordsIn(versions, old, { startLine, endLine }, (word) => vocabulary.isName(word));
  for (let line = newStart; line < newEnd; line++) {
    if (!vocabulary.wordsOf(current.wordsOf(line)).some((word) => names.has(word))) continue;
    const isClose = oldEnd - oldStart <= 2 * length + 1;
    const start = isClose ? Math.min(newStart + startLine - oldStart, newEnd - 1) : line;
    return within({ startLine: start, endLine: newEnd - 1 });
  }
  return undefined;
}

/**
 * Whether there is evidence that the cited lines are gone: what was around them has closed up or has something else in
 * it, no line of theirs stands where it did not stand before, and no name of their own is anywhere it was not.
 */
export async function isGone(versions: Versions, lines: Lines, slices: TimeSlices): Promise<boolean> {
  const { old, current, map, vocabulary } = versions;
  const telling = weightyLines(old, lines);
  const gap = gapAround(versions, telling);
  if (!gap || weightOf(old, telling) < TELLING) return false;
  if (hasSuccessor(versions, gap, telling)) return false;
  const isNew = (line: number) => (map.toOld[line] ?? -1) < 0;
  for (let line = telling.startLine; line <= telling.endLine; line++)
    if (old.wordsOf(line).weight >= LITTLE && current.placesOfTrimmed(old.trimmed[line] ?? -1).some(isNew))
      return false;
  const counts = await versions.frequencies();
  const isOwn = (word: number) => vocabulary.isName(word) && (counts[word] ?? 0) <= OWN_AT_MOST;
  const names = wordsIn(versions, old, telling, isOwn);
  for (let line = 0; line < current.lines.length; line++) {
    if (line % 16 === 0 && slices.isOver) await slices.next();
    if (isNew(line) && vocabulary.wordsOf(current.wordsOf(line)).some((word) => names.has(word))) return false;
  }
  return names.size > 0;
}

/** Whether what is between their neighbours now may be what the lines have become. */
function hasSuccessor(versions: Versions, { oldStart, oldEnd, newStart, newEnd }: Gap, lines: Lines): boolean {
  const { old, current, vocabulary } = versions;
  const now = { startLine: newStart, endLine: newEnd - 1 };
  if (weightOf(current, now) < LITTLE) return false;
  if (newEnd - newStart === oldEnd - oldStart) return true;
  const words = wordsIn(versions, current, now, (word) => vocabulary.weightOf(word) >= 1);
  let kept = 0;
  for (let line = lines.startLine; line <= lines.endLine; line++)
    for (const word of vocabulary.wordsOf(old.wordsOf(line))) if (words.has(word)) kept += vocabulary.weightOf(word);
  return kept > KEPT * weightOf(old, lines);
}

/** Whether two lines differ only in words, not in signs between them. */
function isSameForm({ old, current }: Versions, oldLine: number, newLine: number): boolean {
  const formOf = (text: string) =>
    text
      .trim()
      .slice(0, FORM_AT_MOST)
      .replaceAll(/[\p{L}\p{N}_$]+/gu, "a");
  return formOf(old.lines.at(oldLine)) === formOf(current.lines.at(newLine));
}

/** The lines without those at both ends that say next to nothing, such as brackets; all if there are no others. */
function weightyLines(version: Version, lines: Lines): Lines {
  let { startLine, endLine } = lines;
  while (startLine <= endLine && version.wordsOf(startLine).weight < LITTLE) startLine++;
  while (endLine > startLine && version.wordsOf(endLine).weight < LITTLE) endLine--;
  return startLine > endLine ? lines : { startLine, endLine };
}

function gapAround({ gaps }: Versions, { startLine, endLine }: Lines): Gap | undefined {
  return gaps.find(({ oldStart, oldEnd }) => oldStart <= startLine && oldEnd > endLine);
}

function wordsIn(
  { vocabulary }: Versions,
  version: Version,
  { startLine, endLine }: Lines,
  counts: (word: number) => boolean,
): ReadonlySet<number> {
  const words = new Set<number>();
  for (let line = startLine; line <= endLine; line++)
    for (const word of vocabulary.wordsOf(version.wordsOf(line))) if (counts(word)) words.add(word);
  return words;
}
