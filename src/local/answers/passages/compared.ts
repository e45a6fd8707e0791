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
  const sides: RankedLines<CodeFile>[] = [];
  for (const name of names) {
    const found = await usesOf(name);
    const defined = found && onlyAsked(found, "definitions");
    const definitions = defined?.definitions.toSorted((a, b) => Number(isMember(a)) - Number(isMember(b))).slice(0, 1);
    if (!defined || !definitions || definitions.length === 0) return [];
    sides.push(...linesOfUses({ ...defined, definitions, uses: [] }, linesAt, ranked));
  }
  return sides;
}

/** What stands for itself is meant rather than one of many methods of that name. */
function isMember({ owner }: UsePlace): boolean {
  return owner !== undefined && owner !== "";
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
