import { isNamed } from "./namedCode.ts";
import type { NamedPlace, QuestionContext } from "../questions/questionContext.ts";
import { SELECTED } from "../ranking/confidence.ts";
import type { CodeFile } from "../ranking/passages.ts";
import { LINES_AT_MOST } from "../ranking/pieces.ts";
import type { RankedLines } from "../ranking/rankedLines.ts";

/** The lines that a question is about come first, in its order. */
export function selectedLines(
  files: readonly CodeFile[],
  { places }: QuestionContext,
): readonly RankedLines<CodeFile>[] {
  const withLines = places.filter(hasLines);
  return withLines.flatMap((place, at) =>
    files.flatMap((file) => {
      if (!isNamed(file, [place])) return [];
      const lines = linesAt(file, place);
      return lines ? [{ ...lines, score: SELECTED * (1 + (withLines.length - at) / 1_000) }] : [];
    }),
  );
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
