import type { Lines } from "./lineMap.ts";
import { beginning, findEdited, type Edited } from "./editedLines.ts";
import { nearestTo, TELLING, weightOf } from "./lineEvidence.ts";
import { findStanding } from "./standingLines.ts";
import type { TimeSlices } from "../text/timeSlices.ts";
import type { Versions } from "./versions.ts";

/**
 * What has become of cited lines.
 *
 * - `same`: they are there, under the same numbers.
 * - `moved`: the same text is elsewhere.
 * - `changed`: the lines that they have become.
 * - `gone`: nothing similar exists; `nearLine` is where they were.
 *
 * `isSure` is true only with evidence on both sides, or for text that occurs only once; for `changed`, if a name or
 * enough of the cited words are still there. `share` is how much of the cited text is there, from 0 to 1.
 */
export type FoundLines =
  | { readonly state: "same" }
  | ({ readonly state: "moved" | "changed"; readonly isSure: boolean; readonly share: number } & Lines)
  | { readonly state: "gone"; readonly nearLine: number };

/** How much of the cited text a place must contain to be worth showing. */
const ENOUGH = 0.35;
/** How much of it its old scope must contain to be shown instead of the whole text in another scope. */
const MOST = 0.5;
/** How many lines around the cited ones may be gone too if others have taken their place. */
const AROUND = 12;

/**
 * Finds lines of the old version in the new one: their whole text in the scope that they were in, or where it occurs
 * only once; otherwise the lines most similar to them. `undefined` if the old version has no such lines; an end after
 * its last line is clamped.
 */
export async function findLines(versions: Versions, cited: Lines, slices: TimeSlices): Promise<FoundLines | undefined> {
  const { startLine } = cited;
  const endLine = Math.min(cited.endLine, versions.old.lines.length - 1);
  if (startLine < 0 || startLine > endLine) return undefined;
  const lines = { startLine, endLine };
  const blank = isBlank(versions, lines) && blankLines(versions, lines);
  if (blank) return blank;
  const standing = findStanding(versions, lines);
  if (standing && (standing.isSure || standing.isOne || standing.agreement !== "other")) {
    const { isSure, isReindented } = standing;
    if (isReindented) return changed({ ...standing, share: 1 });
    const isSame = standing.startLine === startLine && isSure;
    return isSame ? { state: "same" } : { state: "moved", ...placeOf(standing), isSure, share: 1 };
  }
  const edited = await findEdited(versions, lines, slices);
  if (edited && edited.agreement !== "other" && (edited.isSure || edited.share >= (standing ? MOST : ENOUGH)))
    return changed(edited);
  if (standing && weightOf(versions.old, lines) >= TELLING)
    return { state: "moved", ...placeOf(standing), isSure: false, share: 1 };
  if (edited && edited.share >= ENOUGH) return changed({ ...edited, isSure: false });
  const instead = (await beginning(versions, lines, slices)) ?? standingInstead(versions, lines);
  if (instead) return { state: "changed", ...instead, isSure: false, share: 0 };
  return { state: "gone", nearLine: nearestTo(versions, startLine) };
}

/** The lines that are now between the neighbours of the cited ones, if they share a meaningful word. */
function standingInstead(
  { gaps, old, current, vocabulary }: Versions,
  { startLine, endLine }: Lines,
): Lines | undefined {
  const gap = gaps.find(({ oldStart, oldEnd }) => oldStart <= startLine && oldEnd > endLine);
  if (!gap) return undefined;
  const { oldStart, oldEnd, newStart, newEnd } = gap;
  const count = newEnd - newStart;
  const length = endLine - startLine + 1;
  if (count === 0 || count > 2 * (oldEnd - oldStart) + 3 || oldEnd - oldStart > 2 * length + AROUND) return undefined;
  const names = new Set<number>();
  for (let line = startLine; line <= endLine; line++)
    for (const word of vocabulary.wordsOf(old.wordsOf(line))) if (vocabulary.isName(word)) names.add(word);
  for (let line = newStart; line < newEnd; line++) {
    if (!vocabulary.wordsOf(current.wordsOf(line)).some((word) => names.has(word))) continue;
    const isClose = oldEnd - oldStart <= 2 * length + 1;
    const start = isClose ? Math.min(newStart + startLine - oldStart, newEnd - 1) : line;
    return { startLine: start, endLine: newEnd - 1 };
  }
  return undefined;
}

function changed({
  startLine,
  endLine,
  isSure,
  share,
}: Pick<Edited, "startLine" | "endLine" | "isSure" | "share">): FoundLines {
  return { state: "changed", startLine, endLine, isSure, share };
}

function placeOf({ startLine, endLine }: Lines): Lines {
  return { startLine, endLine };
}

function isBlank(versions: Versions, lines: Lines): boolean {
  return weightOf(versions.old, lines) === 0;
}

/** Lines without content are where the diff has them, but never surely unless nothing else changed. */
function blankLines({ map, old, current }: Versions, { startLine, endLine }: Lines): FoundLines {
  const start = map.toNew[startLine] ?? -1;
  const isSame = old.lines.length === current.lines.length && map.toNew.every((place, line) => place === line);
  if (isSame) return { state: "same" };
  if (start < 0) return { state: "gone", nearLine: Math.max(0, Math.min(startLine, current.lines.length - 1)) };
  return {
    state: "moved",
    startLine: start,
    endLine: Math.min(start + endLine - startLine, current.lines.length - 1),
    isSure: false,
    share: 1,
  };
}
