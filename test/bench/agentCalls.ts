// How many calls an agent needs until it sees the right place: of our search, and of ripgrep, and how much it reads until
// then. Also how often the first answer to a question shows it. Over two packages on which nothing was tuned. It favors
// ripgrep: any line of its output counts, although nobody may see which of sixty is the right one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { tokensOf } from "../../src/core/agents/toolText.ts";
import { findEngineProgram } from "../../src/local/code/engine/engineProgram.ts";
import { startLocalService } from "../../src/local/server/localService.ts";
import { QUESTIONS, TASKS, type AgentTask } from "./agentTasks.ts";

const PACKAGES = ["mocha", "eslint"];
const NODE_MODULES = path.join(import.meta.dirname, "../../node_modules");
/** What an agent reads of one answer, for both. */
const READ_CHARACTERS = 8_000;
/** How far from the first line of a place a line may be that leads there: its comment, and its body. */
const NEAR = { before: 12, after: 30 };

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-bench-"));
for (const name of PACKAGES)
  cpSync(path.join(NODE_MODULES, name, "lib"), path.join(folder, "code", name, "lib"), { recursive: true });
const code = path.join(folder, "code");
const engineProgram = await findEngineProgram();
const service = await startLocalService({
  folders: [code],
  storeDir: path.join(folder, "store"),
  engineProgram,
  log: () => undefined,
});
const client = new Client({ name: "bench", version: "1" });
try {
  const requestInit = { headers: { authorization: `Bearer ${service.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", service.baseUrl), { requestInit }));
  const ours = { calls: 0, found: 0, tokens: 0 };
  const theirs = { calls: 0, found: 0, tokens: 0 };
  for (const { at, asked, patterns } of TASKS) {
    await count(ours, at, asked, async (query) => {
      const text = await search(query);
      return { text, printed: placesOfSearch(text) };
    });
    await count(theirs, at, patterns, (pattern) => {
      const text = grep(pattern);
      return { text, printed: placesOfGrep(text) };
    });
  }
  let shown = 0;
  for (const { asked, at } of QUESTIONS) {
    const isShown = shows(at, placesOfSearch(await search(asked)));
    if (isShown) shown += 1;
    else console.log(`not shown at once: ${asked}`);
  }
  for (const [name, { calls, found, tokens }] of Object.entries({ plumbline_search: ours, ripgrep: theirs }))
    console.log(`${TASKS.length} tasks with ${name}: ${found} found, ${calls} calls, ${tokens} tokens read`);
  console.log(`${QUESTIONS.length} questions: the first answer shows the place of ${shown}`);
} finally {
  await client.close();
  await service.close();
  rmSync(folder, { recursive: true });
}

/** What was needed for all tasks; one that is not found costs all of its calls. */
interface Needed {
  calls: number;
  found: number;
  tokens: number;
}

interface Answer {
  readonly text: string;
  readonly printed: Printed;
}

async function count(
  needed: Needed,
  at: AgentTask["at"],
  all: readonly string[],
  look: (one: string) => Promise<Answer> | Answer,
): Promise<void> {
  for (const one of all) {
    const { text, printed } = await look(one);
    needed.calls += 1;
    needed.tokens += tokensOf(text);
    if (!shows(at, printed)) continue;
    needed.found += 1;
    return;
  }
  console.log(`not found: ${at.join(" ")}`);
}

async function search(query: string): Promise<string> {
  const { content } = await client.callTool({ name: "plumbline_search", arguments: { query } });
  const [part] = content;
  assert.equal(part?.type, "text");
  return part.text.slice(0, READ_CHARACTERS);
}

function grep(pattern: string): string {
  const args = ["--no-config", "--line-number", "--no-heading", "--max-columns=200", "--sort=path", pattern, "."];
  const { stdout } = spawnSync(engineProgram, args, { cwd: code, encoding: "utf8", maxBuffer: 100_000_000 });
  return stdout.slice(0, READ_CHARACTERS);
}

/** The lines that are printed, each as its file and its number, counted from 1. */
type Printed = readonly (readonly [file: string, line: number])[];

function placesOfSearch(text: string): Printed {
  let file = "";
  return text.split("\n").flatMap((line) => {
    const number = /^(\d+)[:-]/.exec(line)?.[1];
    if (number !== undefined) return [[file, Number(number)] as const];
    file = /^(\S+\.\w+)\b/.exec(line)?.[1] ?? file;
    return [];
  });
}

function placesOfGrep(text: string): Printed {
  return text.split("\n").flatMap((line) => {
    const [, file = "", number] = /^\.\/(.*?):(\d+):/.exec(line) ?? [];
    return number === undefined ? [] : [[file, Number(number)] as const];
  });
}

function shows([file, first]: AgentTask["at"], printed: Printed): boolean {
  const begins = readFileSync(path.join(code, file), "utf8")
    .split("\n")
    .findIndex((line) => line.startsWith(first));
  assert.ok(begins >= 0, `${file} has no line that begins with ${first}`);
  const from = begins + 1;
  return printed.some(([where, line]) => where === file && line >= from - NEAR.before && line <= from + NEAR.after);
}
