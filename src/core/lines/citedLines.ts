import type { Lines } from "./lineMap.ts";
import { beginning, findEdited, type Edited } from "./editedLines.ts";
import { isGone, standingInstead } from "./goneLines.ts";
import { isFree, LITTLE, nearestTo, TELLING, tellingLines, weightOf } from "./lineEvidence.ts";
import { isUnderNewName } from "./scopes.ts";
import { bestInScope } from "./similarLines.ts";
import { findStanding, type Standing } from "./standingLines.ts";
import type { TimeSlices } from "../text/timeSlices.ts";
import type { Versions } from "./versions.ts";

/**
 * What has become of cited lines.
 *
 * - `same`: they are there, under the same numbers.
 * - `moved`: the same text is elsewhere. If it is indented anew, `isReindented` is true, and it is `changed` where it
 *   was.
 * - `changed`: the lines that they have become.
 * - `gone`: nothing similar exists; `nearLine` is where they were.
 *
 * `isSure` is true only with evidence on both sides, or for text that occurs only once; for `changed`, if a name or
 * enough of the cited words are still there; for `gone`, if nothing has taken their place, and nothing of theirs is
 * anywhere else in the file. `share` is how much of the cited text is there, from 0 to 1.
 */
export type LineFate =
  | { readonly state: "same" }
  | ({
      readonly state: "moved" | "changed";
      readonly isSure: boolean;
      readonly share: number;
      readonly isReindented?: true;
    } & Lines)
  | { readonly state: "gone"; readonly nearLine: number; readonly isSure: boolean };

/** How much of the cited text a place must contain to be worth showing. */
const ENOUGH = 0.35;
/** How much of it its old scope must contain to be shown instead of the whole text in another scope. */
const MOST = 0.5;
/** The content, in letters, from which text of several lines that stands once is preferred to what was edited. */
const SOME = 12;

/**
 * Finds lines of the old version in the new one: their whole text in the scope that they were in, or where it occurs
 * only once; otherwise the lines most similar to them. Blank lines at both ends belong to what is found, but say
 * nothing about where it is. `undefined` if the old version has no such lines; an end after its last line is clamped.
 */
export async function findLines(versions: Versions, cited: Lines, slices: TimeSlices): Promise<LineFate | undefined> {
  const { startLine } = cited;
  const endLine = Math.min(cited.endLine, versions.old.lines.length - 1);
  if (startLine < 0 || startLine > endLine) return undefined;
  const lines = { startLine, endLine };
  const blank = isBlank(versions, lines) && blankLines(versions, lines);
  if (blank) return blank;
  const telling = tellingLines(versions, lines);
  return withBlankEnds(versions, lines, telling, await findTelling(versions, telling, slices));
}

async function findTelling(versions: Versions, lines: Lines, slices: TimeSlices): Promise<LineFate> {
  const standing = findStanding(versions, lines);
  if (standing && isLikely(versions, lines, standing)) {
    return moved(lines, standing, standing.isSure || (await isAloneNow(versions, lines, standing, slices)));
  }
  const edited = await findEdited(versions, lines, slices);
  const rest = edited && restElsewhere(versions, lines, edited);
  if (rest) return { state: "changed", ...rest, isSure: false };
  // The whole text may be what was cited, as long as no other lines are known to be there now.
  const hasRival =
    standing !== undefined &&
    weightOf(versions.old, lines) >= LITTLE &&
    isFree(versions, lines, standing.startLine, lines.endLine - lines.startLine + 1);
  // One line that stands once elsewhere, as it was, is likelier than another in its place.
  if (hasRival && standing.isAlone && weightOf(versions.old, lines) >= 2 * LITTLE) return moved(lines, standing, false);
  if (edited && edited.agreement !== "other" && (edited.isSure || edited.share >= (standing ? MOST : ENOUGH)))
    return changed({ ...edited, isSure: edited.isSure && !hasRival });
  if (standing && (standing.isAlone || standing.around >= TELLING || weightOf(versions.old, lines) >= TELLING))
    return moved(lines, standing, false);
  if (edited && edited.share >= ENOUGH) return changed({ ...edited, isSure: false });
  const instead = (await beginning(versions, lines, slices)) ?? standingInstead(versions, lines);
  if (instead) return { state: "changed", ...instead, isSure: false, share: 0 };
  const isSure = await isGone(versions, lines, slices);
  return { state: "gone", nearLine: nearestTo(versions, lines.startLine), isSure };
}

/** Whether the whole text at a place is likelier than other text in the scope that the lines were in. */
function isLikely(versions: Versions, lines: Lines, { isSure, isOne, isAlone, agreement }: Standing): boolean {
  const isText = isAlone && lines.endLine > lines.startLine && weightOf(versions.old, lines) >= SOME;
  return isSure || isOne || isText || agreement !== "other";
}

/**
 * Whether text that stands once, but under another heading or in another scope, has surely moved there: it took along
 * what was next to it, and where it was, nothing resembles it.
 */
async function isAloneNow(
  versions: Versions,
  lines: Lines,
  { isOne, around, agreement, startLine }: Standing,
  slices: TimeSlices,
): Promise<boolean> {
  if (!isOne || agreement !== "other" || around < LITTLE) return false;
  if (!versions.isMarkdown && isUnderNewName(versions.scopes, lines.startLine, startLine)) return false;
  const here = await bestInScope(versions, lines, slices);
  return (here?.share ?? 0) < ENOUGH;
}

/** Where all but the first line stand, once, if that is most of the text and not where an edited one was found. */
function restElsewhere(
  versions: Versions,
  lines: Lines,
  edited: Edited,
): (Lines & { readonly share: number }) | undefined {
  const below = tellingLines(versions, { startLine: lines.startLine + 1, endLine: lines.endLine });
  if (below.startLine > below.endLine) return undefined;
  const weight = weightOf(versions.old, below);
  const share = weight / weightOf(versions.old, lines);
  const rest = weight >= SOME && share >= MOST ? findStanding(versions, below) : undefined;
  if (rest?.isAlone !== true || (rest.startLine >= edited.startLine && rest.endLine <= edited.endLine))
    return undefined;
  const startLine = Math.max(0, rest.startLine - (below.startLine - lines.startLine));
  return { startLine, endLine: rest.endLine, share };
}

function moved({ startLine }: Lines, standing: Standing, isSure: boolean): LineFate {
  const isHere = standing.startLine === startLine && isSure;
  if (isHere) return standing.isReindented ? changed({ ...standing, isSure, share: 1 }) : { state: "same" };
  const isReindented = standing.isReindented && ({ isReindented: true } as const);
  return { state: "moved", ...placeOf(standing), isSure, share: 1, ...isReindented };
}

/** With as many of the blank lines above and below as are still there: without all of them, the text has changed. */
function withBlankEnds({ current }: Versions, lines: Lines, telling: Lines, found: LineFate): LineFate {
  const above = telling.startLine - lines.startLine;
  const below = lines.endLine - telling.endLine;
  if (above + below === 0 || found.state === "gone") return found;
  const place = found.state === "same" ? telling : found;
  const isBlankLine = (line: number) => line >= 0 && line < current.lines.length && current.wordsOf(line).weight === 0;
  let { startLine, endLine } = place;
  while (place.startLine - startLine < above && isBlankLine(startLine - 1)) startLine--;
  while (endLine - place.endLine < below && isBlankLine(endLine + 1)) endLine++;
  const isWhole = place.startLine - startLine === above && endLine - place.endLine === below;
  if (found.state === "same") return isWhole ? found : { state: "changed", startLine, endLine, isSure: true, share: 1 };
  return { ...found, ...(!isWhole && { state: "changed" }), startLine, endLine };
}

function changed({
  startLine,
  endLine,
  isSure,
  share,
}: Pick<Edited, "startLine" | "endLine" | "isSure" | "share">): LineFate {
  return { state: "changed", startLine, endLine, isSure, share };
}

function placeOf({ startLine, endLine }: Lines): Lines {
  return { startLine, endLine };
}

function isBlank(versions: Versions, lines: Lines): boolean {
  return weightOf(versions.old, lines) === 0;
}

/** Lines without content are where the diff has them, but never surely unless nothing else changed. */
function blankLines({ map, old, current }: Versions, { startLine, endLine }: Lines): LineFate {
  const start = map.toNew[startLine] ?? -1;
  const isSame = old.lines.length === current.lines.length && map.toNew.every((place, line) => place === line);
  if (isSame) return { state: "same" };
  if (start < 0)
    return { state: "gone", nearLine: Math.max(0, Math.min(startLine, current.lines.length - 1)), isSure: false };
  return {
    state: "moved",
    startLine: start,
    endLine: Math.min(start + endLine - startLine, current.lines.length - 1),
    isSure: false,
    share: 1,
  };
}
