import type { Lines } from "./lineMap.ts";
import { similarPairs, hullOf, isTornApart, SURE, type Place } from "./similarLines.ts";
import { beginsThere, isFree, TELLING, weightOf } from "./lineEvidence.ts";
import type { TimeSlices } from "../text/timeSlices.ts";
import type { Version, Versions } from "./versions.ts";

/** How much better than others a place must be if no diff leads to it. */
const MARGIN = 0.12;

/** The lines most similar to the cited ones, among those that are not paired with other lines. */
export async function findSimilar(versions: Versions, lines: Lines, slices: TimeSlices): Promise<Place | undefined> {
  const length = lines.endLine - lines.startLine + 1;
  const places: Place[] = [];
  for (const start of await likeliestStarts(versions, lines, slices)) {
    const around = Math.min(length, 8);
    const gap = {
      oldStart: lines.startLine,
      oldEnd: lines.endLine + 1,
      newStart: Math.max(0, start - around),
      newEnd: Math.min(versions.current.lines.length, start + length + around),
    };
    const pairs = await similarPairs(versions, gap, slices);
    const free = pairs.filter(({ current }) => isFree(versions, lines, current, 1));
    const hull = hullOf(versions, lines, free);
    if (hull) places.push({ ...hull, isSure: beginsThere(versions, lines, hull.startLine, free), isFramed: false });
  }
  const [best, ...others] = places.toSorted((a, b) => b.share - a.share);
  if (!best || best.share < SURE) return undefined;
  const rival = others.find((place) => place.startLine > best.endLine || place.endLine < best.startLine);
  const isSure =
    best.isSure &&
    weightOf(versions.old, lines) >= 2 * TELLING &&
    length > 1 &&
    (rival?.share ?? 0) < best.share - MARGIN &&
    !isTornApart(best, lines) &&
    !(await hasTwin(versions, lines, slices));
  return { ...best, isSure };
}

/** The starts of the stretches, as long as the cited lines, that share most words with them; two that are far apart. */
async function likeliestStarts(versions: Versions, lines: Lines, slices: TimeSlices): Promise<readonly number[]> {
  const isFreeLine = (line: number) => isFree(versions, lines, line, 1);
  const scores = await slide(versions, versions.current, lines, isFreeLine, slices);
  const length = lines.endLine - lines.startLine + 1;
  const starts: number[] = [];
  for (let count = 0; count < 2; count++) {
    let best = -1;
    for (let start = 0; start < scores.length; start++) {
      const isNew = starts.every((other) => Math.abs(other - start) >= length);
      if (isNew && (scores[start] ?? 0) > (scores[best] ?? 0)) best = start;
    }
    if (best >= 0) starts.push(best);
  }
  return starts;
}

/** Whether the old version had a second stretch that was nearly the same: then nothing shows which one is meant. */
async function hasTwin(versions: Versions, lines: Lines, slices: TimeSlices): Promise<boolean> {
  const isOutside = (line: number) => line < lines.startLine || line > lines.endLine;
  const scores = await slide(versions, versions.old, lines, isOutside, slices);
  return scores.some((score) => score > 1 - MARGIN);
}

/** How much of the cited words, from 0 to 1, each stretch of the same length contains. */
async function slide(
  { old, vocabulary }: Versions,
  version: Version,
  { startLine, endLine }: Lines,
  counts: (line: number) => boolean,
  slices: TimeSlices,
): Promise<Float64Array> {
  const wanted = new Map<number, number>();
  let total = 0;
  for (let line = startLine; line <= endLine; line++) {
    const said = old.wordsOf(line);
    for (const word of vocabulary.wordsOf(said)) wanted.set(word, (wanted.get(word) ?? 0) + 1);
    total += said.weight;
  }
  const length = endLine - startLine + 1;
  const scores = new Float64Array(version.lines.length);
  if (total === 0) return scores;
  let shared = 0;
  let extent = 0;
  const turn = (line: number, step: 1 | -1): void => {
    if (line < 0 || line >= version.lines.length || !counts(line)) return;
    const said = version.wordsOf(line);
    extent += step * said.weight;
    for (const word of vocabulary.wordsOf(said)) {
      const left = wanted.get(word);
      if (left === undefined) continue;
      // A word that enters is shared as long as it is wanted; one that leaves was shared unless it was surplus.
      if (step > 0 ? left > 0 : left >= 0) shared += step * vocabulary.weightOf(word);
      wanted.set(word, left - step);
    }
  };
  for (let end = 0; end < version.lines.length; end++) {
    if (end % 16 === 0 && slices.isOver) await slices.next();
    turn(end, 1);
    turn(end - length, -1);
    const start = end - length + 1;
    if (start >= 0) scores[start] = (2 * shared) / (total + extent);
  }
  return scores;
}
