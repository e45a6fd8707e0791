// Measures, prints a table, and writes `results.json`. `node test/bench/run.ts [--short]`; short is small and writes nothing.
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parsingRows } from "./parsing.ts";
import { pollingRows } from "./polling.ts";
import { againstRoundTrip, checkRows, type Row, type Scale } from "./results.ts";
import { streamingRows } from "./streaming.ts";

const isShort = process.argv.includes("--short");
const scale: Scale = isShort
  ? { isShort, rounds: 2, bytes: 4_000_000, matches: 20_000 }
  : { isShort, rounds: 7, bytes: 32_000_000, matches: 1_000_000 };
const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? "?"}`;

const streaming = await streamingRows(scale);
const rows: Row[] = [...(await parsingRows(scale)), ...streaming.rows, ...pollingRows(scale)];
rows.push(againstRoundTrip(streaming.windowMs, rows));
checkRows(rows);
for (const { bench, value, unit, target, direction, holds, stretch } of rows) {
  const wanted = `${direction === "atLeast" ? "≥" : "≤"} ${target.toPrecision(3)} ${unit}`;
  const words = holds ? "yes" : stretch ? "not yet" : "NO";
  console.log(`${bench.padEnd(52)} ${value.toPrecision(3).padStart(7)} ${unit}  ${wanted.padEnd(12)} ${words}`);
}
console.log(machine);
if (!isShort) {
  const results = { date: new Date().toISOString().slice(0, 10), machine, rows };
  writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, undefined, 2)}\n`);
}
