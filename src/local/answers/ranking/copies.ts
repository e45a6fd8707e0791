import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import { PLACED } from "./confidence.ts";
import { kindOf } from "./fileKinds.ts";
import { FIELDS, type IndexedFile } from "./indexedFile.ts";
import type { CodeFile, Copy } from "./passages.ts";
import type { RankedLines } from "./rankedLines.ts";

/** The share of the shorter text's identifiers that a copy has, and one that is built. */
const SHARED = 0.95;
const SHARED_BY_BUILT = 0.85;
/** How many identifiers the shorter text has, relative to the longer one: a call of a function is no copy of it. */
const LENGTH = 0.5;
/** Fewer say nothing: every class may have such a getter. */
const IDENTIFIERS = 6;

/** A passage, with where the same code is in other files: built from it, or kept beside it. */
export type WithCopies<P> = P & { readonly copies?: readonly Copy[] };

export interface CopyServices {
  readonly linesOf: (file: CodeFile) => readonly string[] | undefined;
  /** What is built from a file, and not ranked. */
  readonly builtFrom: ReadonlyMap<CodeFile, readonly CodeFile[]>;
  /** Whether the question names a file. */
  readonly isNamed: (file: CodeFile) => boolean;
  readonly slices: TimeSlices;
}

/**
 * Makes one passage of copies: the source of what is built, or else the best one, in the place and with the score of
 * the best one. What a question selects or names stays as it is.
 */
export async function joinCopies<P extends RankedLines<CodeFile>>(
  passages: readonly P[],
  { linesOf, builtFrom, isNamed, slices }: CopyServices,
): Promise<readonly WithCopies<P>[]> {
  const groups: Compared<P>[][] = [];
  const byName = new Map<string, Compared<P>[][]>();
  for (const passage of passages) {
    if (slices.isOver) await slices.next();
    const lines = linesOf(passage.file) ?? [];
    const isRanked = passage.score < PLACED && !isNamed(passage.file);
    const name = isRanked ? nameOf(passage) : undefined;
    const compared = { passage, lines, identifiers: name === undefined ? NONE : identifiersOf(passage, lines) };
    const alike = name === undefined ? [] : (byName.get(name) ?? []);
    const group = alike.find(([first]) => first && isCopy(first, compared));
    if (group) {
      group.push(compared);
      continue;
    }
    const own = [compared];
    groups.push(own);
    if (name !== undefined) byName.set(name, [...alike, own]);
  }
  const joined: WithCopies<P>[] = [];
  for (const group of groups) {
    const [best] = group;
    if (!best) continue;
    const source = group.reduce((one, other) => (isBuilt(one, other) ? other : one));
    const copies: Copy[] = group.flatMap((each) => (each === source ? [] : [each.passage]));
    for (const { passage } of group)
      for (const file of builtFrom.get(passage.file) ?? []) {
        if (slices.isOver) await slices.next();
        copies.push(...placeIn(file, passage));
      }
    joined.push({ ...source.passage, score: best.passage.score, ...(copies.length > 0 && { copies }) });
  }
  return joined;
}

/** Where a file that is built from that of a passage defines the same; nowhere if the passage has no name. */
function placeIn(file: CodeFile, passage: Copy): readonly Copy[] {
  const [name] = namesIn(passage).names;
  const { hashes, counts, starts, lines } = file.index;
  for (let entry = 0; name !== undefined && entry < hashes.length; entry++) {
    if (hashes[entry] !== name || ((counts[entry] ?? 0) & 3) !== FIELDS.wholeName) continue;
    const piece = firstOver(starts, entry) - 1;
    return [{ file, startLine: lines[2 * piece] ?? 0, endLine: lines[2 * piece + 1] ?? 0 }];
  }
  return [];
}

interface Compared<P> {
  readonly passage: P;
  /** Of its file. */
  readonly lines: readonly string[];
  readonly identifiers: Words;
}

type Words = ReadonlySet<string>;
const NONE: Words = new Set();

function isCopy<P extends RankedLines<CodeFile>>(one: Compared<P>, other: Compared<P>): boolean {
  if (one.passage.file === other.passage.file) return false;
  const [fewer, more] = [one.identifiers, other.identifiers].sort((a, b) => a.size - b.size) as [Words, Words];
  if (fewer.size < IDENTIFIERS || fewer.size < LENGTH * more.size) return false;
  let shared = 0;
  for (const identifier of fewer) if (more.has(identifier)) shared++;
  const isOneBuilt = [one, other].some(({ passage: { file } }) => kindOf(file.path) === "built");
  return shared >= (isOneBuilt ? SHARED_BY_BUILT : SHARED) * fewer.size;
}

/** The first name that a passage defines, or else what it is in, with what that belongs to; as hashes. */
function nameOf(passage: Copy): string | undefined {
  const { names, around } = namesIn(passage);
  return names.length + around.length === 0 ? undefined : [...names.slice(0, 1), "in", ...around].join(" ");
}

/** The hashes of the names that the first piece with any defines in some lines, and of what is around it. */
function namesIn({ file: { index }, startLine, endLine }: Copy) {
  const { lines, starts, hashes, counts } = index;
  let around: number[] | undefined;
  for (let piece = pieceAt(index, startLine); (lines[2 * piece] ?? Infinity) <= endLine; piece++) {
    const names: number[] = [];
    const others: number[] = [];
    for (let entry = starts[piece] ?? 0; entry < (starts[piece + 1] ?? 0); entry++) {
      const field = (counts[entry] ?? 0) & 3;
      if (field === FIELDS.wholeName) names.push(hashes[entry] ?? 0);
      else if (field === FIELDS.around) others.push(hashes[entry] ?? 0);
    }
    if (names.length > 0) return { names, around: others };
    around ??= others;
  }
  return { names: [], around: around ?? [] };
}

/** The first piece that ends at a line or below it. */
function pieceAt({ lines, lengths }: IndexedFile, line: number): number {
  let [low, high] = [0, lengths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[2 * middle + 1] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position of the first of the sorted numbers that is larger. */
function firstOver(numbers: Uint32Array, than: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= than) low = middle + 1;
    else high = middle;
  }
  return low;
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/gu;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\w)|--)/;
const COLUMNS_AT_MOST = 2_000;

function identifiersOf({ startLine, endLine }: RankedLines<CodeFile>, lines: readonly string[]): Words {
  const code = lines.slice(startLine, endLine + 1);
  return new Set(
    code.flatMap((line) => (COMMENT.test(line) || line.length > COLUMNS_AT_MOST ? [] : (line.match(IDENTIFIER) ?? []))),
  );
}

/** Whether the first of two copies rather looks built than the second one. */
function isBuilt<P extends RankedLines<CodeFile>>(one: Compared<P>, other: Compared<P>): boolean {
  const built = ({ passage: { file }, lines }: Compared<P>) => builtness(file) + Number(hasSourceMap(lines));
  return built(one) > built(other);
}

const hasSourceMap = (lines: readonly string[]) => lines.slice(-3).some((line) => line.includes("sourceMappingURL="));

/**
 * How much a file looks built, by its path: a folder's name alone says nothing, but of two copies one is the source.
 */
function builtness({ path }: { readonly path: string }): number {
  return (
    (kindOf(path) === "built" ? 1 : 0) +
    (/\.[cm]?js$/.test(path) ? 2 : 0) +
    (path.endsWith(".cjs") ? 1 : 0) +
    (/[.-]min\.\w+$/.test(path) ? 2 : 0)
  );
}
