import { RisingPairs } from "./risingPairs.ts";
import type { TimeSlices } from "../text/timeSlices.ts";

/** Whole lines, zero-based and inclusive. */
export interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** An old line and the new one that it has become, or may have become. */
export interface Pair {
  readonly old: number;
  readonly current: number;
  /** From 0 to 1. */
  readonly likeness: number;
}

/**
 * Which line of one version of a text corresponds to which line of another. Every line has at most one partner, and no
 * two pairs cross.
 */
export interface LineMap {
  /** For each line of the old version, its number in the new one, or -1. */
  readonly toNew: Int32Array;
  /** The inverse. */
  readonly toOld: Int32Array;
}

/** Two versions as numbers: equal lines have equal numbers. */
export interface NumberedLines {
  readonly old: Int32Array;
  readonly current: Int32Array;
  /** All numbers are less than this. */
  readonly count: number;
}

/** Gaps of up to this many pairs are compared pair by pair if no line occurs once in both versions. */
const PAIRS_AT_MOST = 40_000;

/**
 * Pairs lines like a patience diff: what is the same at both ends, then lines that occur once in both versions and keep
 * their order, then the same in each gap between those. `byPreference` are ways to decide which lines are equal: what
 * an earlier one pairs, a later one does not separate. The time grows with the length of the text, not with its square;
 * whatever is left when a bound is reached stays without a partner.
 */
export async function mapLines(byPreference: readonly NumberedLines[], slices: TimeSlices): Promise<LineMap> {
  const { old, current } = byPreference[0] ?? { old: new Int32Array(), current: new Int32Array() };
  const map = { toNew: new Int32Array(old.length).fill(-1), toOld: new Int32Array(current.length).fill(-1) };
  for (const lines of byPreference) if (canPair(map)) await pairGaps(lines, map, slices);
  return map;
}

/** Whether both versions have lines without a partner. */
function canPair({ toNew, toOld }: LineMap): boolean {
  return toNew.includes(-1) && toOld.includes(-1);
}

/** A stretch of lines in both versions; the ends are exclusive. */
export interface Gap {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** The stretches without partners between lines that have some, in order. One of the sides may be empty. */
export function gapsOf({ toNew, toOld }: LineMap): readonly Gap[] {
  const gaps: Gap[] = [];
  let newStart = 0;
  for (let line = 0; line <= toNew.length; line++) {
    const oldStart = line;
    while (line < toNew.length && toNew[line] === -1) line++;
    const newEnd = toNew[line] ?? toOld.length;
    if (line > oldStart || newEnd > newStart) gaps.push({ oldStart, oldEnd: line, newStart, newEnd });
    newStart = newEnd + 1;
  }
  return gaps;
}

async function pairGaps({ old, current, count }: NumberedLines, map: LineMap, slices: TimeSlices): Promise<void> {
  const inOld = new Int32Array(count);
  const inNew = new Int32Array(count);
  const place = new Int32Array(count);
  const rising = new RisingPairs(Math.min(old.length, current.length));
  const pair = (oldLine: number, newLine: number): void => {
    map.toNew[oldLine] = newLine;
    map.toOld[newLine] = oldLine;
  };
  let budget = 40 * (old.length + current.length) + 100_000;
  /** Four numbers each, because there may be many. The first gap comes last. */
  const gaps = gapsOf(map)
    .toReversed()
    .flatMap(({ oldStart, oldEnd, newStart, newEnd }) => [newEnd, newStart, oldEnd, oldStart]);
  while (gaps.length > 0) {
    let [oldStart = 0, oldEnd = 0, newStart = 0, newEnd = 0] = [gaps.pop(), gaps.pop(), gaps.pop(), gaps.pop()];
    if (slices.isOver) await slices.next();
    while (oldStart < oldEnd && newStart < newEnd && old[oldStart] === current[newStart]) pair(oldStart++, newStart++);
    while (oldStart < oldEnd && newStart < newEnd && old[oldEnd - 1] === current[newEnd - 1]) pair(--oldEnd, --newEnd);
    budget -= oldEnd - oldStart + newEnd - newStart;
    if (oldStart === oldEnd || newStart === newEnd || budget < 0) continue;

    for (let line = oldStart; line < oldEnd; line++) increase(inOld, old[line]);
    for (let line = newStart; line < newEnd; line++) {
      increase(inNew, current[line]);
      place[current[line] ?? 0] = line;
    }
    rising.clear();
    for (let line = oldStart; line < oldEnd; line++) {
      const number = old[line] ?? 0;
      if (inOld[number] !== 1 || inNew[number] !== 1) continue;
      rising.add(line, place[number] ?? 0);
      if (rising.length % 1024 === 0 && slices.isOver) await slices.next();
    }
    for (let line = oldStart; line < oldEnd; line++) inOld[old[line] ?? 0] = 0;
    for (let line = newStart; line < newEnd; line++) inNew[current[line] ?? 0] = 0;

    if (rising.length > 0) {
      let oldFrom = oldStart;
      let newFrom = newStart;
      rising.takeLongest((oldLine, newLine) => {
        pair(oldLine, newLine);
        if (oldLine > oldFrom || newLine > newFrom) gaps.push(newLine, newFrom, oldLine, oldFrom);
        oldFrom = oldLine + 1;
        newFrom = newLine + 1;
      });
      gaps.push(newEnd, newFrom, oldEnd, oldFrom);
    } else if ((oldEnd - oldStart) * (newEnd - newStart) <= PAIRS_AT_MOST) {
      const olds = linesAmong(old, oldStart, oldEnd, new Set(current.subarray(newStart, newEnd)));
      const news = linesAmong(current, newStart, newEnd, new Set(old.subarray(oldStart, oldEnd)));
      const rest = { oldStart: 0, oldEnd: olds.length, newStart: 0, newEnd: news.length };
      const isSame = (a: number, b: number) => (old[olds[a] ?? -1] === current[news[b] ?? -1] ? 1 : 0);
      for (const [a, b] of await bestPairs(rest, isSame, slices)) pair(olds[a] ?? -1, news[b] ?? -1);
    }
  }
}

/** The lines of a stretch that have one of some numbers. */
function linesAmong(numbers: Int32Array, start: number, end: number, wanted: ReadonlySet<number>): readonly number[] {
  const lines: number[] = [];
  for (let line = start; line < end; line++) if (wanted.has(numbers[line] ?? -1)) lines.push(line);
  return lines;
}

/** The pairs that don't cross and have the greatest sum of `gain`; lines without gain are not paired. */
export async function bestPairs(
  { oldStart, oldEnd, newStart, newEnd }: Gap,
  gain: (oldLine: number, newLine: number) => number,
  slices: TimeSlices,
): Promise<readonly (readonly [oldLine: number, newLine: number])[]> {
  const rows = oldEnd - oldStart;
  const columns = newEnd - newStart;
  const width = columns + 1;
  // The best sum from a pair of places to both ends.
  const best = new Float32Array((rows + 1) * width);
  const gains = new Float32Array(rows * columns);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      if (column % 32 === 0 && slices.isOver) await slices.next();
      const here = gain(oldStart + row, newStart + column);
      gains[row * columns + column] = here;
      const without = Math.max(best[(row + 1) * width + column] ?? 0, best[row * width + column + 1] ?? 0);
      const paired = here > 0 ? here + (best[(row + 1) * width + column + 1] ?? 0) : 0;
      best[row * width + column] = Math.max(without, paired);
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const sum = best[row * width + column];
    const isPaired = (gains[row * columns + column] ?? 0) > 0;
    if (sum === best[(row + 1) * width + column]) row++;
    else if (sum === best[row * width + column + 1]) column++;
    else if (isPaired) pairs.push([oldStart + row++, newStart + column++]);
    else break;
  }
  return pairs;
}

function increase(counts: Int32Array, number = 0): void {
  counts[number] = (counts[number] ?? 0) + 1;
}
