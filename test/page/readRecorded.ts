import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Recordings } from "./recorded.ts";

/** Reads what was recorded. */
export function readRecorded<K extends keyof Recordings>(name: K): Recordings[K] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "recorded", `${name}.json`), "utf8")) as Recordings[K];
}
