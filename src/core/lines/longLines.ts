import type { Lines } from "./lineMap.ts";
import { LITTLE } from "./lineEvidence.ts";
import type { LineWords } from "./lineWords.ts";
import type { TimeSlices } from "../text/timeSlices.ts";
import type { Version, Versions } from "./versions.ts";

/** From how many words on most of a line, such as a row of data, can be the same as of another. */
const MANY = 200;
/** How similar a line must be to be the cited one. */
const ALIKE = 0.5;

/** Whether this is one line of very many words: being similar says little about it. */
export function isLongLine({ old }: Versions, { startLine, endLine }: Lines): boolean {
  const { start, end } = old.wordsOf(startLine);
  return startLine === endLine && end - start > MANY;
}

/**
 * Which free line a long line has become. Sure if words that are in no other line like it tell them apart, and no other
 * cited line is as similar to it. `undefined` if none is similar; lines that were not read to their ends are not.
 */
export async function findLongLine(
  versions: Versions,
  line: number,
  slices: TimeSlices,
): Promise<{ readonly line: number; readonly share: number; readonly isSure: boolean } | undefined> {
  const { old, current, map, vocabulary } = versions;
  const cited = old.wordsOf(line);
  const isFreeNow = (now: number) => [-1, line].includes(map.toOld[now] ?? -1);
  const [best, rival] = await alikeLines(versions, cited, current, isFreeNow, slices);
  if (!best) return undefined;
  const found = current.wordsOf(best.line);
  const isFreeThen = (then: number) => then !== line && [-1, best.line].includes(map.toNew[then] ?? -1);
  const [twin] = await alikeLines(versions, found, old, isFreeThen, slices);
  const isAhead = ({ line: other }: Alike, version: Version, ours: LineWords, theirs: LineWords) =>
    differenceOf(versions, ours, theirs, version.wordsOf(other)) >= LITTLE;
  const isSure = (!rival || isAhead(rival, current, cited, found)) && (!twin || isAhead(twin, old, found, cited));
  return { line: best.line, share: vocabulary.similarity(cited, found), isSure };
}

interface Alike {
  readonly line: number;
  readonly likeness: number;
}

/** The lines of a version that are similar to one, most similar first. */
async function alikeLines(
  { vocabulary }: Versions,
  to: LineWords,
  version: Version,
  counts: (line: number) => boolean,
  slices: TimeSlices,
): Promise<readonly Alike[]> {
  const alike: Alike[] = [];
  for (let line = 0; line < version.lines.length; line++) {
    if (slices.isOver) await slices.next();
    const likeness = counts(line) ? vocabulary.similarity(to, version.wordsOf(line), ALIKE) : 0;
    if (likeness > 0) alike.push({ line, likeness });
  }
  return alike.toSorted((a, b) => b.likeness - a.likeness);
}

/** By how much more of the words of `one` are in `first` than in `second`. */
function differenceOf({ vocabulary }: Versions, one: LineWords, first: LineWords, second: LineWords): number {
  const shared = (other: LineWords) => (vocabulary.similarity(one, other) * (one.weight + other.weight)) / 2;
  return shared(first) - shared(second);
}
