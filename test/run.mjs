// @ts-check
// Sets up what is missing, runs the tests, and ends with what failed and one line: `N passed, N failed`; so it does where it
// is told to end before it is through.
//   node test/run.mjs [check | unit | oldest | integration | e2e] [--grep TEXT]
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { run } from "./editor/children.mjs";
import { isPackagedEditorSupported, OLDEST_EDITOR, ROOT } from "./editor/places.mjs";
import { plain, runScript, setUp, SetupError } from "./editor/setup.mjs";

const MINUTE_MS = 60_000;
/** Whoever runs all of it may have a limit as well, and hears nothing then of what failed. */
const LIMIT_MS = 52 * MINUTE_MS;
const CHECKS = ["types", "lint", "format", "build", "unused"];
const MOCHA = [
  "node_modules/mocha/bin/mocha.js",
  "--reporter=test/support/countingReporter.mjs",
  "--forbid-only",
  "--forbid-pending",
];

/** @type {Record<string, { needs: Parameters<typeof setUp>[0], runTests: () => Promise<void> }>} */
const KINDS = {
  check: { needs: {}, runTests: check },
  unit: { needs: {}, runTests: unit },
  oldest: { needs: { editor: true, oldest: true }, runTests: oldest },
  integration: { needs: { editor: true }, runTests: integration },
  e2e: { needs: { editor: true }, runTests: e2e },
};

const [kind, ...options] = argv.slice(2);
const LAUNCHES = ["test/integration/launches.ts"];
const UNIT = [...MOCHA, "--timeout=120000", "test/unit/**/*.test.ts", ...options];

let passed = 0;
/** @type {string[]} */
const failed = [];
/** @type {string[]} how long each part took */
const minutes = [];
/** @type {{ name: string, folder: string, from: number } | undefined} the part that runs, where its counts are, and since when */
let running;
/** @type {NodeJS.ProcessEnv} */
let env = {};
/** @type {boolean | undefined} */
let isBuilt;

const startedAt = Date.now();

await runScript(async () => {
  const names = kind === undefined ? ["check", "oldest", "integration", "e2e"] : [kind];
  const kinds = names.map((name) => KINDS[name]).filter((one) => one !== undefined);
  if (kinds.length === 0) throw new SetupError(`No kind of test is called ${kind}: ${Object.keys(KINDS).join(", ")}`);
  process.once("exit", close);
  try {
    env = plain(await setUp(Object.assign({}, ...kinds.map(({ needs }) => needs))));
    for (const { runTests } of kinds) await runTests();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    stderr.write(`${error.message}\n`);
    failed.push("nothing was run, because the set-up failed");
  }
  exit(failed.length > 0 ? 1 : 0);
});

async function check() {
  for (const name of CHECKS) {
    const isGood = name === "build" ? await build() : await npmRun(name);
    if (isGood) passed += 1;
    else failed.push(name);
  }
  await unit();
}

function unit() {
  return tests("unit", UNIT, 25);
}

/** The unit tests once more, on the Node of the oldest editor that is supported; then, unless some were picked, that editor itself. */
async function oldest() {
  if (!isPackagedEditorSupported) {
    stdout.write("The oldest runtimes are tried on Linux (x64) only.\n");
    return;
  }
  if (!(await npmRun("build:oldest")) || !(await build()) || !(await npmRun("build:test"))) {
    failed.push("oldest: not run, because the build failed");
    return;
  }
  await tests("unit on the oldest Node", UNIT, 25, {
    cwd: join(ROOT, "dist-test/oldest"),
    env: {
      PATH: [OLDEST_EDITOR.nodeFolder, env["PATH"]].join(delimiter),
      NODE_OPTIONS: "--disable-warning=ExperimentalWarning", // of type stripping: files are still called .ts
    },
  });
  if (options.length > 0) return;
  await tests("smoke in the oldest editor", [...LAUNCHES, "--launch", "oldest editor"], 5);
}

async function integration() {
  if (!(await build()) || !(await npmRun("build:test"))) {
    failed.push("integration: not run, because the build failed");
    return;
  }
  await tests("integration", [...LAUNCHES, ...options], 30);
}

async function e2e() {
  if (!(await build())) {
    failed.push("e2e: not run, because the build failed");
    return;
  }
  const args = ["--require=test/e2e/screenshots.ts", "--timeout=240000", "--slow=60000", "test/e2e/**/*.test.ts"];
  await tests("e2e", [...MOCHA, ...args, ...options], 35);
}

async function build() {
  return (isBuilt ??= await npmRun("build"));
}

/** @param {string} script */
async function npmRun(script) {
  begin(script);
  const { code, isLate } = await run("npm", ["run", "--silent", script], { cwd: ROOT, env, limitMs: left(10) });
  if (isLate) stdout.write(`${script} took too long and was ended.\n`);
  end();
  return code === 0;
}

/**
 * Runs a program that reports through the counting reporter and adds up what it says. A run that broke off, that had
 * nothing to run or that failed without saying what counts as a failure too.
 *
 * @param {string} name
 * @param {string[]} args of Node
 * @param {number} limitMinutes
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [place] where it runs; what of its environment is other than ours
 */
async function tests(name, args, limitMinutes, { cwd = ROOT, env: more = {} } = {}) {
  const { code, signal, isLate } = await run("node", args, {
    cwd,
    env: { ...env, ...more, PLUMBLINE_TEST_COUNTS: begin(name) },
    limitMs: left(limitMinutes),
  });
  const counts = end();
  /** @param {string} why */
  const fail = (why) => failed.push(`${name}: ${why}`);
  if (isLate) fail(`took too long and was ended${during(counts)}`);
  else if (!counts || counts.running !== undefined) fail(`broke off (${code ?? signal})${during(counts)}`);
  else if (counts.passes + counts.failures === 0) fail("no test was run");
  else if (counts.pending > 0) fail(`${counts.pending} tests were left out`);
  else if (code !== 0 && counts.failures === 0) fail(`ended with ${code ?? signal} after its tests`);
}

/** @param {number} minutes for one part, of those that are left for all of them */
function left(minutes) {
  return Math.max(1, Math.min(minutes * MINUTE_MS, startedAt + LIMIT_MS - Date.now()));
}

/**
 * Begins a part, and returns the file that its counts are for.
 *
 * @param {string} name
 */
function begin(name) {
  stdout.write(`\n── ${name} ${"─".repeat(Math.max(0, 70 - name.length))}\n`);
  running = { name, folder: mkdtempSync(join(tmpdir(), "plumbline-")), from: Date.now() };
  return join(running.folder, "counts.json");
}

/** Ends the part that runs, and adds up what it has counted, if it has. */
function end() {
  if (!running) return undefined;
  const { name, folder, from } = running;
  running = undefined;
  minutes.push(`${name} ${((Date.now() - from) / MINUTE_MS).toFixed(1)}`);
  const file = join(folder, "counts.json");
  /** @type {import("./support/countingReporter.mjs").Counts | undefined} */
  const counts = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  rmSync(folder, { recursive: true });
  passed += counts?.passes ?? 0;
  failed.push(...(counts?.failed ?? []).map((title) => `${name}: ${title}`));
  return counts;
}

/** @param {import("./support/countingReporter.mjs").Counts | undefined} counts */
function during(counts) {
  return counts?.running === undefined ? "" : ` in: ${counts.running}`;
}

/**
 * The last words, however it ends.
 *
 * @param {number} code
 */
function close(code) {
  const ended = running?.name;
  if (ended !== undefined) failed.push(`${ended}: was ended from outside${during(end())}`);
  if (code !== 0 && failed.length === 0) failed.push("the tests broke off");
  if (minutes.length > 0) stdout.write(`\nMinutes: ${minutes.join(", ")}\n`);
  if (failed.length > 0) stdout.write(`\nFailed:\n${failed.map((name) => `  ${name}\n`).join("")}`);
  stdout.write(`\n${passed} passed, ${failed.length} failed\n`);
}
