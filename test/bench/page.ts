import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import type { Row } from "./results.ts";

/** What `results.json` holds. */
export interface Results {
  readonly date: string;
  readonly machine: string;
  readonly rows: readonly Row[];
}

const PAGE = join(import.meta.dirname, "README.md");
const TABLE = /(?<=<!-- table -->\n).*(?=<!-- end of table -->)/s;

/** Puts these results into the table of the page, and leaves the rest of it alone. */
export async function writePage({ date, machine, rows }: Results): Promise<void> {
  const lines = rows.map(
    (row) => `| ${row.bench} | ${row.value.toPrecision(3)} ${row.unit} | ${wanted(row)} | ${verdict(row)} |`,
  );
  const table = ["| what | measured | target | holds |", "| --- | ---: | ---: | --- |", ...lines].join("\n");
  const text = readFileSync(PAGE, "utf8").replace(TABLE, () => `\nMeasured on ${date}: ${machine}.\n\n${table}\n\n`);
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), parser: "markdown" }));
}

/** The target of a row, as "≥ 10.0 ×". */
export function wanted({ direction, target, unit }: Row): string {
  return `${direction === "atLeast" ? "≥" : "≤"} ${target.toPrecision(3)} ${unit}`;
}

/** Whether a row holds; a moonshot that doesn't is nothing to worry about. */
export function verdict({ holds, stretch }: Row): string {
  return holds ? "yes" : stretch ? "not yet" : "NO";
}
