import { beginsThere, isAnchored, isHeldBy, isSameText, LITTLE, tellingLines } from "./lineEvidence.ts";
import { commonScope } from "./scopes.ts";
import { bestPairs, type Gap, type Lines, type Pair } from "./lineMap.ts";
import type { TimeSlices } from "../text/timeSlices.ts";
import type { Version, Versions } from "./versions.ts";

/** Where cited lines may be now. */
export interface Place extends Lines {
  /** How much of the cited text is there, from 0 to 1. */
  readonly share: number;
  readonly isSure: boolean;
  /** Whether its first and its last line are the cited ones, whatever is between them. */
  readonly isFramed: boolean;
}

/** How similar two lines must be to count as one that was edited. */
const ALIKE = 0.5;
/** How much of the cited text a place must contain to be sure. */
export const SURE = 0.55;
/** At most this many pairs of lines are compared word by word in one place. */
const PAIRS_AT_MOST = 40_000;
/** And at most this many words in these pairs. */
const STEPS_AT_MOST = 10_000_000;
/** How far a line that says next to nothing may be from where it is expected. */
const CLOSE_BY = 8;
/** How many lines around the cited ones are compared if a gap is too large. */
const AROUND = 60;

/** Where some of the cited lines are paired, or are similar to lines of the same gap. */
export async function pairedPartly(versions: Versions, lines: Lines, slices: TimeSlices): Promise<Place | undefined> {
  const pairs: Pair[] = [];
  for (let line = lines.startLine; line <= lines.endLine; line++) {
    const partner = versions.map.toNew[line] ?? -1;
    if (partner >= 0) pairs.push({ old: line, current: partner, likeness: 1 });
  }
  const inGaps: Pair[] = [];
  for (const gap of gapsAround(versions, lines)) inGaps.push(...(await similarInGap(versions, gap, lines, slices)));
  const cited = [...pairs, ...inGaps.filter(({ old }) => old >= lines.startLine && old <= lines.endLine)];
  const hull = hullOf(versions, lines, cited);
  if (!hull) return undefined;
  const { startLine, endLine } = reachingOut(versions, lines, hull, inGaps);
  const telling = tellingLines(versions, lines);
  const isHeldAt = (line: number) =>
    isSameText(versions, line) && isAnchored(versions, { startLine: line, endLine: line });
  const isHeld =
    pairs.some(({ old }) => isHeldAt(old)) ||
    (isHeldBy(versions, lines.startLine - 1, -1) && isHeldBy(versions, lines.endLine + 1, 1));
  const isFramed =
    isHeldAt(telling.startLine) && isHeldAt(telling.endLine) && !isTornApart({ startLine, endLine }, lines);
  const isSure =
    isHeld &&
    beginsThere(versions, lines, startLine, cited) &&
    hull.share >= SURE &&
    !isTornApart({ startLine, endLine }, lines);
  return { startLine, endLine, share: hull.share, isSure, isFramed };
}

/** Where most lines similar to the cited ones are in the scope that they were in, if that has a partner. */
export async function bestInScope(versions: Versions, lines: Lines, slices: TimeSlices): Promise<Place | undefined> {
  const { before, after } = commonScope(versions.scopes, lines);
  const isWhole = before.startLine === 0 && before.endLine === versions.old.lines.length - 1;
  const gap = scopeGap(before, after);
  if (isWhole || sizeOf(gap) > PAIRS_AT_MOST) return undefined;
  const key = `${before.startLine} ${before.endLine}`;
  const pairs = versions.alike.get(key) ?? (await similarPairs(versions, gap, slices));
  versions.alike.set(key, pairs);
  const cited = pairs.filter(({ old }) => old >= lines.startLine && old <= lines.endLine);
  const hull = hullOf(versions, lines, cited);
  if (!hull) return undefined;
  const isSure = hull.share >= SURE && beginsThere(versions, lines, hull.startLine, cited) && !isTornApart(hull, lines);
  return { ...hull, isSure, isFramed: false };
}

function scopeGap(before: Lines, after: Lines): Gap {
  return {
    oldStart: before.startLine,
    oldEnd: before.endLine + 1,
    newStart: after.startLine,
    newEnd: after.endLine + 1,
  };
}

/** The stretch that is covered by some pairs of the cited lines; none if they have no content. */
export function hullOf(
  versions: Versions,
  lines: Lines,
  pairs: readonly Pair[],
): Omit<Place, "isSure" | "isFramed"> | undefined {
  let total = 0;
  for (let line = lines.startLine; line <= lines.endLine; line++) total += versions.old.wordsOf(line).weight;
  const telling = pairs.filter(({ old }) => versions.old.wordsOf(old).weight > 0);
  if (total === 0 || telling.length === 0) return undefined;
  let kept = 0;
  for (const { old, likeness } of telling) kept += likeness * versions.old.wordsOf(old).weight;
  return { ...extentOf(versions, lines, telling), share: kept / total };
}

/**
 * From the first to the last line. Lines with next to no content, such as a bracket, don't extend it: at its ends they
 * are taken from where they would be if nothing had been inserted, or from nearby.
 */
function extentOf({ old, current }: Versions, lines: Lines, pairs: readonly Pair[]): Lines {
  const weighty = pairs.filter((pair) => old.wordsOf(pair.old).weight >= LITTLE);
  const sorted = (weighty.length > 0 ? weighty : pairs).toSorted((a, b) => a.current - b.current);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return lines;
  const textOf = (version: Version, line: number) => version.trimmed[line];
  const reach = (from: Pair, edge: number, step: 1 | -1): number => {
    let at = from.current;
    for (let line = from.old + step; step * (edge - line) >= 0; line += step) {
      const expected = from.current + line - from.old;
      const partner = pairs.find((pair) => pair.old === line)?.current;
      if (textOf(current, expected) === textOf(old, line)) at = expected;
      else if (partner !== undefined && Math.abs(partner - expected) <= CLOSE_BY) at = partner;
    }
    return at;
  };
  return { startLine: reach(first, lines.startLine, -1), endLine: reach(last, lines.endLine, 1) };
}

/** Whether so much was inserted between the cited lines that a range with all of them is no longer a place. */
export function isTornApart(place: Lines, lines: Lines): boolean {
  return place.endLine - place.startLine > 3 * (lines.endLine - lines.startLine) + 20;
}

/** Lines at the ends that were rewritten beyond recognition are where they were: next to their neighbours. */
function reachingOut({ map }: Versions, lines: Lines, place: Lines, inGaps: readonly Pair[]): Lines {
  const partners = new Map(inGaps.map(({ old, current }) => [old, current]));
  const taken = new Set(inGaps.map(({ current }) => current));
  const isLonely = (old: number) => map.toNew[old] === -1 && !partners.has(old);
  const reach = (edge: number, from: number, step: 1 | -1): number => {
    let inside = 0;
    while (isLonely(edge - step * inside)) inside++;
    const first = edge - step * inside;
    if ((partners.get(first) ?? map.toNew[first]) !== from) return from;
    let outside = 0;
    while (isLonely(edge + step * (outside + 1))) outside++;
    // As many lines as there are, minus those that belong to the lines before, or after.
    let free = 0;
    const isFreeAt = (current: number) => map.toOld[current] === -1 && !taken.has(current);
    while (free < inside + outside && isFreeAt(from + step * (free + 1))) free++;
    return from + step * Math.max(0, Math.min(inside, free - outside));
  };
  return { startLine: reach(lines.startLine, place.startLine, -1), endLine: reach(lines.endLine, place.endLine, 1) };
}

function gapsAround({ gaps }: Versions, { startLine, endLine }: Lines): readonly Gap[] {
  return gaps.filter(({ oldStart, oldEnd }) => oldStart <= endLine && oldEnd > startLine);
}

/** Pairs similar lines in a gap, also around the cited ones: a neighbour that is more similar takes its line first. */
async function similarInGap(versions: Versions, gap: Gap, lines: Lines, slices: TimeSlices): Promise<readonly Pair[]> {
  let part = gap;
  for (let context = AROUND; sizeOf(part) > PAIRS_AT_MOST && context > 0; context >>= 1) {
    const oldStart = Math.max(gap.oldStart, lines.startLine - context);
    part = { ...gap, oldStart, oldEnd: Math.min(gap.oldEnd, lines.endLine + 1 + context) };
  }
  return similarPairs(versions, part, slices);
}

/** The lines of a stretch that are similar, in order; none if the stretch is too large to be compared. */
export async function similarPairs(versions: Versions, gap: Gap, slices: TimeSlices): Promise<readonly Pair[]> {
  if (sizeOf(gap) > PAIRS_AT_MOST) return [];
  const { old, current, vocabulary } = versions;
  const oldWords = await wordsIn(old, gap.oldStart, gap.oldEnd, slices);
  const newWords = await wordsIn(current, gap.newStart, gap.newEnd, slices);
  const steps = oldWords * (gap.newEnd - gap.newStart) + newWords * (gap.oldEnd - gap.oldStart);
  if (steps > STEPS_AT_MOST) return [];
  const likeness = (a: number, b: number) => vocabulary.similarity(old.wordsOf(a), current.wordsOf(b), ALIKE);
  const gain = (a: number, b: number) => {
    const alike = likeness(a, b);
    return alike * alike * old.wordsOf(a).weight;
  };
  // Lines that are the same at both ends are paired in any case, and make up most of a stretch.
  const isSame = (a: number, b: number) => old.trimmed[a] === current.trimmed[b];
  const length = Math.min(gap.oldEnd - gap.oldStart, gap.newEnd - gap.newStart);
  let above = 0;
  while (above < length && isSame(gap.oldStart + above, gap.newStart + above)) above++;
  let below = 0;
  while (below < length - above && isSame(gap.oldEnd - below - 1, gap.newEnd - below - 1)) below++;
  const same = (a: number, b: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ old: a + index, current: b + index, likeness: 1 })).filter(
      (pair) => old.wordsOf(pair.old).weight > 0,
    );
  const between = {
    oldStart: gap.oldStart + above,
    oldEnd: gap.oldEnd - below,
    newStart: gap.newStart + above,
    newEnd: gap.newEnd - below,
  };
  const pairs = await bestPairs(between, gain, slices);
  return [
    ...same(gap.oldStart, gap.newStart, above),
    ...pairs.map(([a, b]) => ({ old: a, current: b, likeness: likeness(a, b) })),
    ...same(between.oldEnd, between.newEnd, below),
  ];
}

async function wordsIn(version: Version, start: number, end: number, slices: TimeSlices): Promise<number> {
  let count = 0;
  for (let line = start; line < end; line++) {
    if (slices.isOver) await slices.next();
    const { start: first, end: last } = version.wordsOf(line);
    count += last - first;
  }
  return count;
}

function sizeOf({ oldStart, oldEnd, newStart, newEnd }: Gap): number {
  return (oldEnd - oldStart) * (newEnd - newStart);
}
