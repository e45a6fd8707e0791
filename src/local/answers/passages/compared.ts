import { linesAt } from "../named/selectedLines.ts";
import { isApartFrom } from "./namedFirst.ts";
import type { CodeFile, Passage } from "../ranking/passages.ts";
import type { RankedLines } from "../ranking/rankedLines.ts";
import { linesOfUses, onlyAsked, type UsePlace, type Uses } from "./uses.ts";

/**
 * The lines that define each of the names that a question compares; none if one of them is not defined. `ranked` are
 * passages that say a definition whole.
 */
export async function comparedLines(
  names: readonly string[],
  usesOf: (name: string) => Promise<Uses | undefined>,
  ranked: readonly RankedLines<CodeFile>[],
): Promise<readonly RankedLines<CodeFile>[]> {
  const found: Uses[] = [];
  for (const name of names) {
    const uses = await usesOf(name);
    const defined = uses && onlyAsked(uses, { only: "definitions" });
    if (!defined) return [];
    found.push(defined);
  }
  const [one, other] = found.map(({ definitions }) => definitions.slice(0, DEFINITIONS_AT_MOST));
  const pairs = one?.flatMap((first) => other?.map((second) => [first, second] as const) ?? []) ?? [];
  const [best] = pairs.toSorted((a, b) => distanceOf(...a) - distanceOf(...b));
  const sides = found.flatMap((uses, at) =>
    linesOfUses({ ...uses, definitions: best?.slice(at, at + 1) ?? [], uses: [] }, linesAt, ranked),
  );
  if (sides[0]?.file === sides[1]?.file && sides[0]?.startLine === sides[1]?.startLine) return sides;
  return apart(
    sides.map((side, at) => {
      const line = best?.[at]?.line ?? side.startLine;
      return { ...side, selected: [line, line] };
    }),
  );
}

/** Where both are in the same lines, the upper one ends before the lower one begins: of those, only one is shown. */
function apart(
  sides: readonly (RankedLines<CodeFile> & { readonly selected: readonly [number, number] })[],
): readonly RankedLines<CodeFile>[] {
  const [upper, lower] = sides.toSorted((a, b) => a.selected[0] - b.selected[0]);
  if (!upper || !lower || isApartFrom([upper])(lower)) return sides;
  const startLine = Math.max(lower.startLine, upper.selected[0] + 1);
  return sides.map((side) => (side === lower ? { ...side, startLine } : { ...side, endLine: startLine - 1 }));
}

const DEFINITIONS_AT_MOST = 100;

/**
 * What stands for itself is meant rather than one of many methods of that name, and two methods of one class, or in one
 * file, rather than of two; of others, those in folders that are near each other.
 */
function distanceOf(one: UsePlace, other: UsePlace): number {
  const apart =
    one.file === other.file ? 0 : 1 - Math.min(sharedFolders(one.file.fullPath, other.file.fullPath), 50) / 100;
  if (!one.owner && !other.owner) return apart;
  return (one.owner === other.owner ? 2 : 4) + apart;
}

function sharedFolders(one: string, other: string): number {
  let shared = 0;
  for (let at = 0; at < one.length && one.charCodeAt(at) === other.charCodeAt(at); at++) if (one[at] === "/") shared++;
  return shared;
}

/** Whether these are the passages that define the names, one each. */
export function areBoth(first: readonly Passage[], sides: readonly RankedLines<CodeFile>[]): boolean {
  const hasNone = isApartFrom(first);
  return (
    sides.length === 2 &&
    first.length === 2 &&
    first.every((passage) => sides.some((side) => !isApartFrom([side])(passage))) &&
    !sides.some(hasNone)
  );
}
