import type { Lines, Pair } from "./lineMap.ts";
import type { Version, Versions } from "./versions.ts";

/** Less text than this, in letters, may be anywhere by chance. */
export const TELLING = 24;
/** A line of less weight, such as a bracket, reveals nothing about a place. */
export const LITTLE = 4;
/** How far around cited lines to look for what distinguishes them. */
const CONTEXT = 60;
/** At most this many occurrences of a text are looked at. */
const PLACES_AT_MOST = 2_000;

/**
 * Whether a stretch around the lines is paired as a whole, has too much content to match by chance, and occurs nowhere
 * else in either version.
 */
export function isAnchored(versions: Versions, { startLine, endLine }: Lines): boolean {
  const { old, current, map } = versions;
  const follows = (line: number, next: number) =>
    isSameText(versions, next) && (map.toNew[next] ?? -1) - (map.toNew[line] ?? -1) === next - line;
  let isUnique = false;
  let weight = 0;
  const add = (line: number) => {
    const number = old.numbers[line] ?? -1;
    isUnique ||= old.placesOf(number).length === 1 && current.placesOf(number).length === 1;
    weight += old.wordsOf(line).weight;
    return isUnique && weight >= TELLING;
  };
  let first = startLine;
  let last = endLine;
  for (let line = first; line <= last; line++) if (add(line)) return true;
  while (startLine - first < CONTEXT && follows(first, first - 1)) if (add(--first)) return true;
  while (last - endLine < CONTEXT && follows(last, last + 1)) if (add(++last)) return true;
  if (weight < TELLING) return false;
  const block = old.numbers.subarray(first, last + 1);
  return occurrences(old, block).length === 1 && occurrences(current, block).length === 1;
}

/** Whether the next paired old line in a direction, if it is nearby, is surely paired correctly. */
export function isHeldBy(versions: Versions, from: number, step: 1 | -1): boolean {
  for (let line = from, count = 0; count < 3 && line >= 0 && line < versions.map.toNew.length; line += step, count++) {
    if ((versions.map.toNew[line] ?? -1) < 0) continue;
    return isSameText(versions, line) && isAnchored(versions, { startLine: line, endLine: line });
  }
  return false;
}

/** Whether an old line is paired with a line of exactly the same text. */
export function isSameText({ old, current, map }: Versions, line: number): boolean {
  const partner = map.toNew[line] ?? -1;
  return partner >= 0 && old.numbers[line] === current.numbers[partner];
}

/** Whether most of a place in the new version is paired with no lines other than the cited ones. */
export function isFree(
  { current, map }: Versions,
  { startLine, endLine }: Lines,
  place: number,
  length: number,
): boolean {
  let taken = 0;
  for (let line = place; line < place + length; line++) {
    const old = map.toOld[line] ?? -1;
    if (old >= 0 && (old < startLine || old > endLine)) taken += current.wordsOf(line).weight;
  }
  return 2 * taken < weightOf(current, { startLine: place, endLine: place + length - 1 });
}

/** Where a block of lines is in a version, found by the rarest of them; `isTrimmed` if its numbers are trimmed ones. */
export function occurrences(version: Version, block: Int32Array, isTrimmed = false): readonly number[] {
  const numbers = isTrimmed ? version.trimmed : version.numbers;
  let rarest: Int32Array | undefined;
  let offset = 0;
  for (const [index, number] of block.entries()) {
    const places = isTrimmed ? version.placesOfTrimmed(number) : version.placesOf(number);
    if (rarest !== undefined && places.length >= rarest.length) continue;
    rarest = places;
    offset = index;
    if (places.length <= 1) break;
  }
  const places: number[] = [];
  const last = block.length - 1;
  for (const place of rarest ?? []) {
    const start = place - offset;
    // Checks the last line first: where many lines are the same, most places differ there.
    if (start < 0 || numbers[start + last] !== block[last]) continue;
    if (block.every((number, index) => numbers[start + index] === number)) places.push(start);
    if (places.length === PLACES_AT_MOST) break;
  }
  return places;
}

/** How much content this many lines above or below a line have; stops counting once it is enough. */
export function lettersAround(version: Version, line: number, step: 1 | -1, count: number, enough = Infinity): number {
  let weight = 0;
  for (let next = 1; next <= count && weight < enough; next++) weight += version.wordsOf(line + step * next).weight;
  return weight;
}

/**
 * Whether the first cited line is the first one of a place. A citation begins with a line that matters: if it is not
 * found, or is found elsewhere, the place may be wrong.
 */
export function beginsThere(versions: Versions, lines: Lines, startLine: number, pairs: readonly Pair[]): boolean {
  const { old, current, map } = versions;
  const first = tellingLines(versions, lines).startLine;
  const expected = startLine + first - lines.startLine;
  const number = old.trimmed[first] ?? -1;
  const isAnother = (line: number) => line !== first && old.trimmed[line] === number;
  const elsewhere = current.placesOfTrimmed(number).filter((line) => !isAnother(map.toOld[line] ?? -1));
  return (
    pairs.some((pair) => pair.old === first && pair.current >= startLine && pair.current <= expected) &&
    (elsewhere.length === 0 || elsewhere.some((line) => line >= startLine && line <= expected))
  );
}

/**
 * Where a line of the old version is now, ignoring blanks at both ends, if it occurs once in both versions and has
 * content.
 */
export function onlyPlaceOf({ old, current }: Versions, line: number): number | undefined {
  const number = old.trimmed[line] ?? -1;
  const [place, another] = current.placesOfTrimmed(number);
  const isOne = another === undefined && old.placesOfTrimmed(number).length === 1;
  return isOne && old.wordsOf(line).weight >= LITTLE ? place : undefined;
}

/** The lines without blank ones at both ends. */
export function tellingLines({ old }: Versions, { startLine, endLine }: Lines): Lines {
  while (startLine < endLine && old.wordsOf(startLine).weight === 0) startLine++;
  while (endLine > startLine && old.wordsOf(endLine).weight === 0) endLine--;
  return { startLine, endLine };
}

/** How much content some lines have; blank ones have none. */
export function weightOf(version: Version, { startLine, endLine }: Lines): number {
  let weight = 0;
  for (let line = startLine; line <= endLine; line++) weight += version.wordsOf(line).weight;
  return weight;
}

/** The new line after which an old one would be now. */
export function nearestTo({ map, current }: Versions, line: number): number {
  for (let before = line - 1; before >= 0; before--) {
    const partner = map.toNew[before] ?? -1;
    if (partner >= 0) return Math.min(partner + 1, current.lines.length - 1);
  }
  return 0;
}
