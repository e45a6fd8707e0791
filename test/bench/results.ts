/** A line of `results.json`. */
export interface Row {
  readonly bench: string;
  readonly value: number;
  /** `×` for a ratio. */
  readonly unit: string;
  readonly target: number;
  readonly direction: "atLeast" | "atMost";
  readonly holds: boolean;
  /** A moonshot: nice to have. */
  readonly stretch?: true;
}

/** How large a run is. */
export interface Scale {
  readonly isShort: boolean;
  readonly rounds: number;
  readonly bytes: number;
  readonly matches: number;
}

export function ratio(bench: string, value: number, direction: Row["direction"], target: number): Row {
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${bench}: ${value} is no ratio.`);
  const holds = direction === "atLeast" ? value >= target : value <= target;
  return { bench, value: Number(value.toPrecision(3)), unit: "×", target, direction, holds };
}

export function moonshot(bench: string, value: number, direction: Row["direction"], target: number): Row {
  return { ...ratio(bench, value, direction, target), stretch: true };
}
