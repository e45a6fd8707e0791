// Measures, prints a table, and writes `results.json` and the table of the page beside it. `node test/bench/run.ts`
//   --short   small: fails where a benchmark breaks or a row is missing, never on a time, and writes nothing
//   --table   measures nothing: writes the table of the page once more, from `results.json`
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { isPackagedEditorSupported } from "../editor/places.mjs";
import { editorRows } from "./editor.ts";
import { verdict, wanted, writePage, type Results } from "./page.ts";
import { runAside } from "./aside.ts";
import type { Parts } from "./part.ts";
import { againstRoundTrip, checkRows, type Row, type Scale } from "./results.ts";

const RESULTS = join(import.meta.dirname, "results.json");

if (process.argv.includes("--table")) await writePage(JSON.parse(readFileSync(RESULTS, "utf8")) as Results);
else await measure(process.argv.includes("--short"));

/** As they come: where a benchmark breaks, what was measured before is seen. */
function print(rows: readonly Row[]): readonly Row[] {
  for (const row of rows) {
    const value = `${row.value.toPrecision(3).padStart(7)} ${row.unit}`;
    console.log(`${row.bench.padEnd(64)} ${value}  ${wanted(row).padEnd(12)} ${verdict(row)}`);
  }
  return rows;
}

async function measure(isShort: boolean): Promise<void> {
  const scale: Scale = isShort
    ? { isShort, rounds: 2, bytes: 4_000_000, matches: 20_000 }
    : { isShort, rounds: 7, bytes: 32_000_000, matches: 1_000_000 };
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? "?"}`;
  const part = <Name extends keyof Parts>(name: Name) =>
    runAside<Parts[Name]>("part.ts", [name, JSON.stringify(scale)]);
  const streaming = await part("streaming");
  const rows = [...print(streaming.rows)];
  for (const name of ["parsing", "polling", "localService", "places"] as const) rows.push(...print(await part(name)));
  const editor = isPackagedEditorSupported ? await editorRows(scale) : undefined;
  rows.push(...print([againstRoundTrip(streaming.windowMs, editor?.roundTripMs), ...(editor?.rows ?? [])]));
  console.log(machine);
  checkRows(rows, { hasEditor: editor !== undefined });
  if (isShort) return;
  const results: Results = { date: new Date().toISOString().slice(0, 10), machine, rows };
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  await writePage(results);
}
