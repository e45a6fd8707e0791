// Puts one local service and one client through thousands of searches and questions: prints what both processes hold
// after the first tenth and at the end, and exits with 1 if that grows. `npm run soak`
//   --short      a twentieth
//   --rounds N   this many rounds, each with five searches and one question
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCodeTree } from "../bench/codeTree.ts";
import { figures, FIGURES_SIGNAL, FOLDER_VARIABLE, type Figures } from "./figures.mjs";
import { SoakedHost } from "./soakedHost.ts";
import { grown, table, type Held, type Measured } from "./verdict.ts";

const ROUNDS = 1000;
/** Rounds that run at the same time. */
const AT_ONCE = 4;
/** Longer than either side keeps an unused connection. */
const QUIET_MS = 8000;
const READINGS = 5;

const root = mkdtempSync(join(tmpdir(), "plumbline-soak-"));
process.env[FOLDER_VARIABLE] = root;
const tree = makeCodeTree({ files: 200, fileBytes: 4000 });
const host = new SoakedHost(root, tree);
try {
  process.exitCode = await soak(roundsWanted());
} finally {
  await host.end();
  rmSync(root, { recursive: true });
  rmSync(tree.folder, { recursive: true });
}

function roundsWanted(): number {
  const at = process.argv.indexOf("--rounds");
  if (at >= 0) return Number(process.argv.at(at + 1));
  return process.argv.includes("--short") ? ROUNDS / 20 : ROUNDS;
}

async function soak(rounds: number): Promise<number> {
  const tenth = Math.ceil(rounds / 10);
  const startedAt = Date.now();
  await go(0, tenth);
  const first = await measure();
  await go(tenth, rounds);
  const last = await measure();
  console.log(table(first, last));
  const { searches, stopped, questions, canceled } = host.counts;
  console.log(
    `${searches} searches, ${stopped} of them stopped; ${questions} questions, ${canceled} of them canceled; ${Math.round((Date.now() - startedAt) / 1000)} s, Node ${process.version}`,
  );
  return grown(first, last).length > 0 ? 1 : 0;
}

async function go(from: number, to: number): Promise<void> {
  let next = from;
  const lane = async (): Promise<void> => {
    while (next < to) await host.round(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** The least of several readings: what comes and goes by itself is no growth. */
async function measure(): Promise<Measured> {
  await host.rest();
  await sleep(QUIET_MS);
  const readings: Measured[] = [];
  for (let reading = 0; reading < READINGS; reading++) {
    const service = await figuresOf(host.servicePid);
    readings.push({
      service: { ...service, files: filesIn(host.storeDir) },
      host: { ...(await figures()), files: filesIn(host.copiesDir) + filesIn(host.spillFolder) },
    });
    await sleep(500);
  }
  return { service: least(readings.map((one) => one.service)), host: least(readings.map((one) => one.host)) };
}

async function figuresOf(pid: number): Promise<Figures> {
  const file = join(root, `${pid}.json`);
  process.kill(pid, FIGURES_SIGNAL);
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    await sleep(50);
    try {
      const told = JSON.parse(readFileSync(file, "utf8")) as Figures;
      rmSync(file);
      return told;
    } catch {
      // not yet
    }
  }
  throw new Error("The local service did not tell what it holds.");
}

/** Without the marks of deleted conversations, which stay for good: they keep every process from bringing one back. */
function filesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.endsWith(".deleted"),
    ).length;
  } catch {
    return 0; // nothing was ever written
  }
}

function least(readings: readonly Held[]): Held {
  const [one, ...others] = readings;
  if (!one) throw new Error("Nothing was measured.");
  return others.reduce((before, reading) => {
    const lower = Object.entries(before).map(([name, value]) => [name, Math.min(value, reading[name as keyof Held])]);
    return Object.fromEntries(lower) as Held;
  }, one);
}
