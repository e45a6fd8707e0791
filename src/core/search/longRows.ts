import type { Matches } from "../model/matches.ts";

/** How many files, and lines of each, are looked at. */
const SAMPLE = { files: 50, lines: 3 };
/** A line with more characters from its match on is cut even in a wide side bar. */
const WIDE = 60;
/** Fewer long rows are no nuisance. */
const MANY = 8;

/** Whether most of the first rows are too long to be read in a side bar. */
export function areRowsLong(matches: Pick<Matches, "itemsAsFound" | "lines">): boolean {
  const lines = matches
    .itemsAsFound(0, SAMPLE.files)
    .flatMap(({ index, lineCount }) => (lineCount === 0 ? [] : matches.lines(index, 0, SAMPLE.lines)));
  const long = lines.filter(({ text, ranges }) => text.trimEnd().length - (ranges[0]?.start ?? 0) > WIDE);
  return long.length >= MANY && long.length > lines.length / 2;
}
