import type { LineRange, SourceLocation } from "./sourceLink.ts";

/** A row of a list of sources. */
export interface ListedPlace {
  /** The number of the row, which is that of its lines. */
  readonly index: number;
  /** The numbers of the other cited places that it contains, in order. */
  readonly parts: readonly number[];
}

/**
 * Cited places as they are listed: lines of one file that touch or overlap are one row, with all their lines, where the
 * first of them would be. A row has no lines that nothing cites.
 * `numbers` are the cited places in order, `placeOf` returns what they are, `numberOf` the number of a row's lines.
 */
export function listedPlaces(
  numbers: readonly number[],
  placeOf: (number: number) => SourceLocation | undefined,
  numberOf: (place: SourceLocation) => number,
): readonly ListedPlace[] {
  const rows = [...Map.groupBy(numbers, (number) => fileKey(number, placeOf(number))).values()].flatMap((ofFile) =>
    joined(ofFile, placeOf, numberOf),
  );
  const order = new Map(numbers.map((number, position) => [number, position]));
  const first = ({ index, parts: [part = index] }: ListedPlace): number =>
    Math.min(order.get(index) ?? Infinity, order.get(part) ?? Infinity);
  return rows.toSorted((a, b) => first(a) - first(b));
}

interface CitedLines {
  readonly number: number;
  readonly place: SourceLocation;
  readonly range: LineRange;
}

/** The rows of one file. */
function joined(
  numbers: readonly number[],
  placeOf: (number: number) => SourceLocation | undefined,
  numberOf: (place: SourceLocation) => number,
): readonly ListedPlace[] {
  const cited = numbers.flatMap((number): readonly CitedLines[] => {
    const place = placeOf(number);
    return place?.range ? [{ number, place, range: place.range }] : [];
  });
  if (cited.length < 2) return numbers.map((index) => ({ index, parts: [] }));
  const runs: { readonly first: CitedLines; readonly all: CitedLines[]; endLine: number }[] = [];
  for (const each of cited.toSorted((a, b) => a.range.startLine - b.range.startLine)) {
    const { startLine, endLine } = each.range;
    const run = runs.at(-1);
    if (!run || startLine > run.endLine + 1) runs.push({ first: each, all: [each], endLine });
    else {
      run.all.push(each);
      run.endLine = Math.max(run.endLine, endLine);
    }
  }
  return runs.map(({ first, all, endLine }) => {
    if (all.length === 1) return { index: first.number, parts: [] };
    const range = { startLine: first.range.startLine, endLine };
    const index = all.find((each) => isSame(each.range, range))?.number ?? numberOf({ ...first.place, range });
    const inside = new Set(all.map(({ number }) => number));
    return { index, parts: numbers.filter((number) => number !== index && inside.has(number)) };
  });
}

/** Each whole file is a row of its own. */
function fileKey(number: number, place: SourceLocation | undefined): string {
  if (!place?.range) return String(number);
  return JSON.stringify([place.repository, place.revision, place.path]);
}

function isSame(a: LineRange, b: LineRange): boolean {
  return a.startLine === b.startLine && a.endLine === b.endLine && a.startColumn === undefined;
}
