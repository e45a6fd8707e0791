import type { Figures } from "./figures.mjs";

/** What a process holds, and how many files it keeps on disk. */
export type Held = Figures & { readonly files: number };

/** What both processes hold at one point in time. */
export interface Measured {
  readonly service: Held;
  readonly host: Held;
}

/** A figure may grow by this share, or by its slack, which is meant for small figures. */
const PART = 0.1;
const MEGABYTE = 1_000_000;
const SLACK: Readonly<Record<keyof Held, number>> = {
  descriptors: 3,
  children: 0,
  threads: 1,
  listeners: 5,
  signals: 5,
  timers: 2,
  handles: 3,
  heap: MEGABYTE,
  threadHeap: MEGABYTE,
  files: 2,
};
const NAMES = Object.keys(SLACK) as (keyof Held)[];
const PROCESSES = ["service", "host"] as const;

/** The figures that are larger at the end than they may be, as `service heap`. */
export function grown(first: Measured, last: Measured): readonly string[] {
  return PROCESSES.flatMap((process) =>
    NAMES.filter((name) => isGrown(name, first[process][name], last[process][name])).map(
      (name) => `${process} ${name}`,
    ),
  );
}

/** All figures, one per line, for people to read. */
export function table(first: Measured, last: Measured): string {
  const lines = PROCESSES.flatMap((process) =>
    NAMES.map((name) => {
      const [before, after] = [first[process][name], last[process][name]];
      const verdict = isGrown(name, before, after) ? "GROWS" : "holds";
      const told = [before, after].map((value) => printed(name, value).padStart(15)).join("");
      return `${`${process}, ${name}`.padEnd(24)}${told}   ${verdict}`;
    }),
  );
  return [`${"".padEnd(24)}${"after a tenth".padStart(15)}${"at the end".padStart(15)}`, ...lines].join("\n");
}

function isGrown(name: keyof Held, before: number, after: number): boolean {
  return after > Math.max(before * (1 + PART), before + SLACK[name]);
}

function printed(name: keyof Held, value: number): string {
  return name === "heap" || name === "threadHeap" ? `${(value / MEGABYTE).toFixed(2)} MB` : String(value);
}
