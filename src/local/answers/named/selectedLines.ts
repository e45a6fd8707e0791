import { isNamed } from "./namedCode.ts";
import { kindOf } from "../ranking/fileKinds.ts";
import type { NamedPlace, QuestionContext } from "../questions/questionContext.ts";
import { SELECTED } from "../ranking/confidence.ts";
import type { CodeFile } from "../ranking/passages.ts";
import { LINES_AT_MOST } from "../ranking/pieces.ts";
import type { RankedLines } from "../ranking/rankedLines.ts";

/**
 * The lines that a question is about come first, in its order; of a trace, only those that are innermost in files that
 * nobody has built or installed, if there are any.
 */
export function selectedLines(
  files: readonly CodeFile[],
  { places, trace = [] }: QuestionContext,
): readonly RankedLines<CodeFile>[] {
  const named = Map.groupBy(files, ({ path }) => lastOf(path));
  const linesOf = (place: NamedPlace) =>
    filesAt(place, named.get(lastOf(place.path ?? "")) ?? []).flatMap((file) => linesAt(file, place) ?? []);
  const isPrinted = new Set(trace);
  const asked = places.filter((place) => hasLines(place) && !isPrinted.has(place)).map(linesOf);
  const once = new Map(trace.map((place) => [`${place.path} ${place.startLine}`, place]));
  const frames = [...once.values()].map(linesOf).filter((lines) => lines.length > 0);
  const own = frames.filter((lines) => lines.some(({ file }) => kindOf(file.path) !== "built"));
  const all = [...asked, ...(own.length > 0 ? own : frames).slice(0, FRAMES_AT_MOST)];
  return all.flatMap((lines, at) =>
    lines.map((each) => ({ ...each, score: SELECTED * (1 + (all.length - at) / 1_000) })),
  );
}

const FRAMES_AT_MOST = 6;
const FITS_SHOWN = 5;

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The files that a place means, or may mean. */
function filesAt(place: NamedPlace, called: readonly CodeFile[]): readonly CodeFile[] {
  if (place.fits)
    return place.fits.slice(0, FITS_SHOWN).flatMap((fit) => called.find(({ file }) => file === fit.file) ?? []);
  const meant = called.filter((file) => isNamed(file, [place]));
  const exact = meant.filter(({ path }) => path === place.path);
  return exact.length > 0 ? exact : meant;
}

/** Lines of a file, with what belongs to them. */
export function linesAt(file: CodeFile, place: NamedPlace): RankedLines<CodeFile> | undefined {
  const { startLine: from = 0, endLine: to = from } = place;
  const bounds = [...file.index.groups.keys()]
    .map((piece) => [file.index.lines[2 * piece] ?? 0, file.index.lines[2 * piece + 1] ?? 0] as const)
    .filter(([startLine, endLine]) => startLine <= to && endLine >= from);
  const [first] = bounds;
  const last = bounds.at(-1);
  if (!first || !last) return undefined;
  const isShort = last[1] - first[0] < LINES_AT_MOST;
  const [startLine, endLine] = isShort ? [first[0], last[1]] : [from, Math.min(to, last[1], from + LINES_AT_MOST - 1)];
  return { file, startLine, endLine, selected: [from, to], score: SELECTED, fileScore: 1, coverage: 1 };
}

/** Whether lines of the file are meant, rather than all of it. */
export function hasLines({ startLine }: NamedPlace): boolean {
  return startLine !== undefined;
}
