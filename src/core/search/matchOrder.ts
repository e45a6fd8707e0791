import { setImmediate as pause } from "node:timers/promises";
import type { Matches } from "../model/matches.ts";

/**
 * What results can be sorted by: the name of a file or repository, the number of matches, highest first, or the path of
 * a file in its repository, where repositories, and what is no file, stay in the order found.
 */
export type SortKey = "name" | "count" | "path";

/** The order of what had been found when it was made. What is found later follows, in order of arrival. */
export interface MatchOrder {
  /** Indexes of items, over all repositories. */
  readonly items: readonly number[];
  /** Indexes of repositories. */
  readonly repositories: readonly number[];
  /** Indexes of items, by the index of their repository. */
  readonly itemsOf: ReadonlyMap<number, readonly number[]>;
}

/** Sorting more would take too long: every item has to be read. */
export const SORTABLE_ITEMS = 200_000;

const WINDOW = 200;
const SLICE_MS = 8;

/** Sorts what has been found so far, reading it in short slices. Aborting rejects with an `AbortError`. */
export async function sortMatches(matches: Matches, by: SortKey, signal?: AbortSignal): Promise<MatchOrder> {
  const found: Sortable[] = [];
  const { items: count, repositories: repositoryCount } = matches.kept;
  const indexOf = new Map(matches.repositories(0, repositoryCount).map(({ index, name }) => [name, index]));
  let sliceEnd = performance.now() + SLICE_MS;
  for (let from = 0; from < count; from += WINDOW) {
    for (const { index, label, path, repository, rangeCount } of matches.itemsAsFound(
      from,
      Math.min(from + WINDOW, count),
    )) {
      const place = indexOf.get(repository) ?? 0;
      found.push({ index, name: label.toLowerCase(), path: sortablePath(path), place, repository, count: rangeCount });
    }
    if (performance.now() < sliceEnd) continue;
    await pause(undefined, signal && { signal });
    sliceEnd = performance.now() + SLICE_MS;
  }
  const repositories = matches
    .repositories(0, repositoryCount)
    .map(({ index, name, rangeCount }) => {
      return { index, name: name.toLowerCase(), path: "", place: 0, repository: "", count: rangeCount };
    })
    .sort(COMPARE[by]);
  const itemsOf = new Map<number, number[]>(repositories.map(({ index }) => [index, []]));
  const items = found.sort(COMPARE[by]).map(({ index, repository }) => {
    itemsOf.get(indexOf.get(repository) ?? -1)?.push(index);
    return index;
  });
  return { items, repositories: repositories.map(({ index }) => index), itemsOf };
}

interface Sortable {
  readonly index: number;
  readonly name: string;
  readonly path: string;
  /** Of its repository, in the order found. */
  readonly place: number;
  readonly repository: string;
  readonly count: number;
}

const byName = (a: Sortable, b: Sortable): number =>
  compareText(a.name, b.name) || compareText(a.repository, b.repository) || a.index - b.index;

const COMPARE: Readonly<Record<SortKey, (a: Sortable, b: Sortable) => number>> = {
  name: byName,
  count: (a, b) => b.count - a.count || byName(a, b),
  path: (a, b) => a.place - b.place || compareText(a.path, b.path) || a.index - b.index,
};

/** What is in a folder stays together: its separator comes before all that a name may contain. */
function sortablePath(path: string): string {
  return path.toLowerCase().replaceAll("/", "\0");
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
