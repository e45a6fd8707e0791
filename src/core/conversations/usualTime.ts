/** How long answers usually take, in milliseconds: all but the quickest and the slowest tenth. */
interface UsualTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What to expect by how long earlier answers took, in any order; `undefined` if there was none. Times are rounded. */
export function usualTime(pastMs: readonly number[]): UsualTime | undefined {
  const sorted = pastMs.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length / 10);
  const [first, last] = [sorted[cut], sorted.at(-1 - cut)];
  if (first === undefined || last === undefined) return undefined;
  return { fromMs: rounded(first), toMs: rounded(last) };
}

/** To a tenth of the time or so, since no answer takes exactly as long as another. */
function rounded(ms: number): number {
  const step = ms < 10_000 ? 1000 : ms < 60_000 ? 5000 : 10_000;
  return Math.max(1, Math.round(ms / step)) * step;
}
