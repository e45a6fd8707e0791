// Measures, prints a table, and writes `results.json` and the tables of its pages. `node test/bench/run.ts`
//   --short   small: fails if a benchmark breaks or a row is missing, never on a time, and writes nothing
//   --part NAME  measures only one part, and replaces the earlier rows of that part
//   --table   measures nothing, only rewrites the tables, from `results.json`
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

const alone = process.argv.includes("--part") ? process.argv.at(process.argv.indexOf("--part") + 1) : undefined;
if (process.argv.includes("--table")) await writePage(readResults());
else if (alone !== undefined) await measureAlone(alone as keyof Parts, process.argv.includes("--short"));
else await measure(process.argv.includes("--short"));

function readResults(): Results {
  return JSON.parse(readFileSync(RESULTS, "utf8")) as Results;
}

/** Printed as they come: if a benchmark breaks, what was measured before is visible. */
function print(rows: readonly Row[]): readonly Row[] {
  for (const row of rows) {
    const value = `${row.value.toPrecision(3).padStart(7)} ${row.unit}`;
    console.log(`${row.bench.padEnd(64)} ${value}  ${wanted(row).padEnd(12)} ${verdict(row)}`);
  }
  return rows;
}

function part<Name extends keyof Parts>(name: Name, scale: Scale): Promise<Parts[Name]> {
  return runAside<Parts[Name]>("part.ts", [name, JSON.stringify(scale)]);
}

function scaleOf(isShort: boolean): Scale {
  return isShort
    ? { isShort, rounds: 2, bytes: 4_000_000, matches: 20_000 }
    : { isShort, rounds: 7, bytes: 32_000_000, matches: 1_000_000 };
}

function machineNow(): string {
  return `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? "?"}`;
}

async function measure(isShort: boolean): Promise<void> {
  const scale = scaleOf(isShort);
  const machine = machineNow();
  const streaming = await part("streaming", scale);
  const rows = [...print(streaming.rows)];
  for (const name of [
    "parsing",
    "polling",
    "localService",
    "nasty",
    "places",
    "certain",
    "turns",
    "held",
    "conversations",
    "agents",
    "written",
    "symbols",
  ] as const)
    rows.push(...print(await part(name, scale)));
  const answers = await part("answers", scale);
  rows.push(...print(answers.rows));
  if (isPackagedEditorSupported) rows.push(...print(await part("editorWritten", scale)));
  const editor = isPackagedEditorSupported ? await editorRows(scale) : undefined;
  rows.push(...print([againstRoundTrip(streaming.windowMs, editor?.roundTripMs), ...(editor?.rows ?? [])]));
  console.log(machine);
  checkRows(rows, { hasEditor: editor !== undefined, isShort });
  if (isShort) return;
  await write({ date: new Date().toISOString().slice(0, 10), machine, rows, answers: answers.answers });
}

/** Existing rows keep their places; new ones come last. */
async function measureAlone(name: keyof Parts, isShort: boolean): Promise<void> {
  const machine = machineNow();
  const measured = await part(name, scaleOf(isShort));
  const rows = print("rows" in measured ? measured.rows : measured);
  if (isShort) return;
  const before = readResults();
  const isSame = (one: Row, other: Row) => one.bench.split(", of ")[0] === other.bench.split(", of ")[0];
  const results: Results = {
    ...before,
    rows: [
      ...before.rows.map((row) => rows.find((other) => isSame(other, row)) ?? row),
      ...rows.filter((row) => !before.rows.some((other) => isSame(other, row))),
    ],
    ...("answers" in measured ? { answers: measured.answers } : {}),
    alone: {
      ...before.alone,
      [name]: `${new Date().toISOString().slice(0, 10)}, load ${machine.split("load ")[1] ?? "?"}`,
    },
  };
  await write(results);
}

async function write(results: Results): Promise<void> {
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  await writePage(results);
}
