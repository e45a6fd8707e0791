import { performance } from "node:perf_hooks";

/** Runs all variants in turn, round after round, so that a disturbance affects all of them. Returns the times in ms. */
export async function interleave<Name extends string>(
  rounds: number,
  variants: Readonly<Record<Name, () => unknown>>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(variants) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      await variants[name]();
      if (round > 0) times[name].push(performance.now() - start); // the first round warms up
    }
  }
  return times;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  if (value === undefined) throw new Error("Nothing was measured.");
  return value;
}
