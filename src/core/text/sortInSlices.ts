import type { TimeSlices } from "./timeSlices.ts";

/** Sorted at once; more are merged. */
const RUN = 512;

/** The items in the order of their keys by code unit, equal ones as they were: in slices, however many there are. */
export async function sortInSlices<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  slices: TimeSlices,
): Promise<readonly T[]> {
  let runs: (readonly Keyed<T>[])[] = [];
  for (let at = 0; at < items.length; at += RUN) {
    if (slices.isOver) await slices.next();
    const run = items.slice(at, at + RUN).map((item) => ({ item, key: keyOf(item) }));
    runs.push(run.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)));
  }
  while (runs.length > 1) {
    const merged: (readonly Keyed<T>[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], slices));
    runs = merged;
  }
  return (runs[0] ?? []).map(({ item }) => item);
}

interface Keyed<T> {
  readonly item: T;
  readonly key: string;
}

async function merge<T>(
  one: readonly Keyed<T>[],
  other: readonly Keyed<T>[],
  slices: TimeSlices,
): Promise<readonly Keyed<T>[]> {
  const all: Keyed<T>[] = [];
  let [at, atOther] = [0, 0];
  for (;;) {
    if (all.length % RUN === 0 && slices.isOver) await slices.next();
    const [a, b] = [one[at], other[atOther]];
    if (a && (!b || a.key <= b.key)) {
      all.push(a);
      at++;
    } else if (b) {
      all.push(b);
      atOther++;
    } else {
      return all;
    }
  }
}
