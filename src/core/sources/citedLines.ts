import { pairedPartly, SURE, type Place } from "./similarLines.ts";
import { findSimilar } from "./likeliestLines.ts";
import {
  isAnchored,
  isFree,
  isSameText,
  nearestTo,
  occurrences,
  TELLING,
  weightOf,
  type Lines,
} from "./lineEvidence.ts";
import type { TimeSlices } from "../text/timeSlices.ts";
import type { Versions } from "./versions.ts";

/**
 * What has become of cited lines.
 *
 * - `same`: they are there, under the same numbers.
 * - `moved`: the same text is elsewhere.
 * - `changed`: the lines that they have become.
 * - `gone`: nothing that is like them; `nearLine` is where they were.
 *
 * `isSure` is false where other places are as likely, or where little of the text was left to tell by.
 */
export type FoundLines =
  | { readonly state: "same" }
  | ({ readonly state: "moved" | "changed"; readonly isSure: boolean } & Lines)
  | { readonly state: "gone"; readonly nearLine: number };

/** How much of the cited text must be in a place for it to be worth showing. */
const ENOUGH = 0.35;

/**
 * Finds lines of the old version in the new one: through the lines that are paired, else by their exact text, else by
 * the text that is most like them. What is paired with other old lines is never taken for them. `undefined` where the
 * old version has no such lines; an end behind its last line is clamped.
 */
export async function findLines(versions: Versions, cited: Lines, slices: TimeSlices): Promise<FoundLines | undefined> {
  const { startLine } = cited;
  const endLine = Math.min(cited.endLine, versions.old.lines.length - 1);
  if (startLine < 0 || startLine > endLine) return undefined;
  const lines = { startLine, endLine };
  const whole = pairedWhole(versions, lines);
  if (whole) return whole;

  const here = await pairedPartly(versions, lines, slices);
  const exact = findExact(versions, lines, here);
  if (exact && (exact.isSure || !here || here.share < SURE)) return asFound(exact, lines);
  if (here && here.share >= SURE) return changed(here);
  const alike = await findSimilar(versions, lines, slices);
  if (alike && alike.share > (here?.share ?? 0)) return changed(alike);
  if (here && (here.share >= ENOUGH || here.isFramed)) return changed(here);
  return { state: "gone", nearLine: nearestTo(versions, startLine) };
}

function asFound({ startLine, endLine, isSure }: Place, cited: Lines): FoundLines {
  return startLine === cited.startLine && isSure ? { state: "same" } : { state: "moved", startLine, endLine, isSure };
}

function changed({ startLine, endLine, isSure }: Place): FoundLines {
  return { state: "changed", startLine, endLine, isSure };
}

/** Where all cited lines are paired with lines of the same text that follow on one another. */
function pairedWhole(versions: Versions, { startLine, endLine }: Lines): FoundLines | undefined {
  const { map } = versions;
  const start = map.toNew[startLine] ?? -1;
  if (start < 0) return undefined;
  for (let line = startLine; line <= endLine; line++) {
    if (map.toNew[line] !== start + line - startLine || !isSameText(versions, line)) return undefined;
  }
  if (start === startLine) return { state: "same" };
  const isSure = isAnchored(versions, { startLine, endLine });
  return { state: "moved", startLine: start, endLine: start + endLine - startLine, isSure };
}

/** The exact text, where it is paired with no other old lines. Sure where it occurs once and chance is no reason. */
function findExact(versions: Versions, lines: Lines, here: Place | undefined): Place | undefined {
  const { old, current } = versions;
  const block = old.numbers.subarray(lines.startLine, lines.endLine + 1);
  const places = occurrences(current, block).filter((place) => isFree(versions, lines, place, block.length));
  const near = nearestTo(versions, lines.startLine);
  const [startLine] = places.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near));
  const weight = weightOf(old, lines);
  if (startLine === undefined || weight === 0) return undefined;
  const endLine = startLine + block.length - 1;
  const isWhereExpected = here?.isSure === true && here.startLine <= endLine && here.endLine >= startLine;
  const isTelling = weight >= TELLING || isWhereExpected;
  const isSure = isTelling && places.length === 1 && occurrences(old, block).length === 1;
  return { startLine, endLine, share: 1, isSure, isFramed: true };
}
