// @ts-check
// Sets up what is missing, runs the tests, and ends with what failed and one line, `N passed, N failed`, even if it is
// told to end early. Two parts run at a time where possible, and the output of one that runs beside another is shown at
// its end.
//   node test/run.mjs [check | unit | oldest | integration | e2e] [--grep TEXT]
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { run } from "./editor/children.mjs";
import { isPackagedEditorSupported, OLDEST_EDITOR, ROOT } from "./editor/places.mjs";
import { plain, runScript, setUp, SetupError } from "./editor/setup.mjs";

const MINUTE_MS = 60_000;
/** Whoever runs all tests may have a limit as well, and would then not learn what failed. */
const LIMIT_MS = 52 * MINUTE_MS;
const CHECKS = ["lint", "types", "format", "build", "unused"];
const MOCHA = [
  "node_modules/mocha/bin/mocha.js",
  "--reporter=test/support/countingReporter.mjs",
  "--forbid-only",
  "--forbid-pending",
];

/** @type {Record<string, { needs: Parameters<typeof setUp>[0], runTests: () => Promise<void> }>} */
const KINDS = {
  check: { needs: {}, runTests: () => check(unit) },
  unit: { needs: {}, runTests: unit },
  oldest: { needs: { editor: true, oldest: true }, runTests: oldest },
  integration: { needs: { editor: true }, runTests: () => integration() },
  e2e: { needs: { editor: true }, runTests: e2e },
};

const ALL = { needs: { editor: true, oldest: true }, runTests: all };

const [kind, ...options] = argv.slice(2);
const LAUNCHES = ["test/integration/launches.ts"];
/** The files of the unit tests, relative to the checkout. */
const UNIT = testFiles("test/unit");
/** All in one process made it so large that starting another one from it took 80 ms instead of 4. */
const FILES_OF_A_PROCESS = 20;

let passed = 0;
/** @type {string[]} */
const failed = [];
/** @type {string[]} how long each part took */
const minutes = [];
/** @typedef {{ name: string, folder: string, from: number }} Part what runs, where its counts are, and since when */
/** @type {Set<Part>} */
const running = new Set();
/** @type {NodeJS.ProcessEnv} */
let env = {};
/** @type {Promise<boolean> | undefined} */
let isBuilt;

const startedAt = Date.now();
const compiled = mkdtempSync(join(tmpdir(), "plumbline-"));

await runScript(async () => {
  const { needs, runTests } = (kind === undefined ? ALL : KINDS[kind]) ?? {};
  if (!runTests) throw new SetupError(`No kind of test is called ${kind}: ${Object.keys(KINDS).join(", ")}`);
  process.once("exit", close);
  try {
    // Hundreds of processes and threads load the same sources, and would translate them anew each time.
    env = { ...plain(await setUp(needs)), NODE_COMPILE_CACHE: compiled };
    await runTests();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    stderr.write(`${error.message}\n`);
    failed.push("nothing was run, because the set-up failed");
  }
  exit(failed.length > 0 ? 1 : 0);
});

async function all() {
  await check(async () => twoAtATime([...unitJobs(), ...(await oldestJobs())]));
  await twoAtATime([() => integration({ isQuiet: true }), ...(await e2eJobs())]);
}

/** @param {() => Promise<unknown>} units */
async function check(units) {
  await twoAtATime(
    CHECKS.map((name) => async () => {
      const isGood = name === "build" ? await build() : await npmRun(name, { isQuiet: true });
      if (isGood) passed += 1;
      else failed.push(name);
    }),
  );
  await units();
}

/** @param {readonly (() => Promise<unknown>)[]} jobs begun in this order */
async function twoAtATime(jobs) {
  const waiting = [...jobs];
  const next = async () => {
    for (let job; (job = waiting.shift());) await job();
  };
  await Promise.all([next(), next()]);
}

function unit() {
  return twoAtATime(unitJobs());
}

function unitJobs() {
  return jobs("unit", ["--timeout=120000"], UNIT, FILES_OF_A_PROCESS);
}

async function oldest() {
  await twoAtATime(await oldestJobs());
}

/**
 * The unit tests once more, on the Node of the oldest supported editor, but for those about the checkout itself, which
 * are no different there; then, unless tests were picked, that editor itself.
 */
async function oldestJobs() {
  if (!isPackagedEditorSupported) {
    stdout.write("The oldest runtimes are tried on Linux (x64) only.\n");
    return [];
  }
  const how = { isQuiet: true };
  if (!(await npmRun("build:oldest", how)) || !(await build()) || !(await npmRun("build:test", how))) {
    failed.push("oldest: not run, because the build failed");
    return [];
  }
  const files = UNIT.filter((file) => dirname(file) !== join("test", "unit"));
  const inNode = jobs("unit on the oldest Node", ["--timeout=120000"], files, FILES_OF_A_PROCESS, {
    cwd: join(ROOT, "dist-test/oldest"),
    env: {
      PATH: [OLDEST_EDITOR.nodeFolder, env["PATH"]].join(delimiter),
      NODE_OPTIONS: "--disable-warning=ExperimentalWarning", // of type stripping: files are still called .ts
    },
  });
  if (options.length > 0) return inNode;
  const inEditor = () => tests("smoke in the oldest editor", [...LAUNCHES, "--launch", "oldest editor"], 5, how);
  return [...inNode, inEditor];
}

async function integration({ isQuiet = false } = {}) {
  if (!(await build()) || !(await npmRun("build:test", { isQuiet }))) {
    failed.push("integration: not run, because the build failed");
    return;
  }
  await tests("integration", [...LAUNCHES, ...options], 40, { isQuiet });
}

async function e2e() {
  await twoAtATime(await e2eJobs());
}

async function e2eJobs() {
  if (!(await build())) {
    failed.push("e2e: not run, because the build failed");
    return [];
  }
  rmSync(join(ROOT, "test/e2e/out"), { recursive: true, force: true });
  const args = ["--require=test/e2e/screenshots.ts", "--timeout=240000", "--slow=60000"];
  return jobs("e2e", args, testFiles("test/e2e"), 1);
}

/**
 * Jobs that run test files in processes of their own, so many in each; or one for all if tests were picked, which most
 * files then don't have.
 *
 * @param {string} name
 * @param {readonly string[]} args of Mocha
 * @param {readonly string[]} files
 * @param {number} size
 * @param {Parameters<typeof tests>[3]} [how]
 */
function jobs(name, args, files, size, how) {
  const all = [...MOCHA, ...args];
  if (options.length > 0) return [() => tests(name, [...all, ...files, ...options], 45, how)];
  const groups = Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    files.slice(index * size, (index + 1) * size),
  );
  return groups.map((some, index) => {
    const part = size === 1 ? basename(some[0] ?? "") : `${index + 1} of ${groups.length}`;
    return () => tests(`${name} (${part})`, [...all, ...some], 20, { ...how, isQuiet: true });
  });
}

/** @param {string} folder */
function testFiles(folder) {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name))
    .sort();
}

/**
 * Builds once, and makes the package from the same files if that is tested as well: no file is written while tests run.
 */
async function build() {
  return (isBuilt ??= npmRun(kind === undefined || kind === "e2e" ? "package" : "build"));
}

/**
 * @param {string} script
 * @param {{ isQuiet?: boolean }} [how]
 */
async function npmRun(script, { isQuiet = false } = {}) {
  const part = begin(script, isQuiet);
  const { code, isLate, output } = await run("npm", ["run", "--silent", script], {
    cwd: ROOT,
    env,
    limitMs: left(10),
    quiet: isQuiet,
  });
  if (isQuiet) stdout.write(heading(script) + output);
  if (isLate) stdout.write(`${script} took too long and was ended.\n`);
  end(part);
  return code === 0;
}

/**
 * Runs a program that reports through the counting reporter, and adds up its counts. A run that broke off, had nothing
 * to run or failed without saying what counts as a failure too.
 *
 * @param {string} name
 * @param {string[]} args of Node
 * @param {number} limitMinutes
 * @param {{ isQuiet?: boolean, cwd?: string, env?: NodeJS.ProcessEnv }} [how] whether its output is shown at its end;
 *   where it runs; what differs in its environment from ours
 */
async function tests(name, args, limitMinutes, { isQuiet = false, cwd = ROOT, env: more = {} } = {}) {
  if (Date.now() > startedAt + LIMIT_MS) {
    failed.push(`${name}: not run, because all tests together took too long`);
    return;
  }
  const part = begin(name, isQuiet);
  const { code, signal, isLate, output } = await run("node", args, {
    cwd,
    env: { ...env, ...more, PLUMBLINE_TEST_COUNTS: join(part.folder, "counts.json") },
    limitMs: left(limitMinutes),
    quiet: isQuiet,
  });
  if (isQuiet) stdout.write(heading(name) + output);
  const counts = end(part);
  /** @param {string} why */
  const fail = (why) => failed.push(`${name}: ${why}`);
  if (isLate) fail(`took too long and was ended${during(counts)}`);
  else if (!counts || counts.running !== undefined) fail(`broke off (${code ?? signal})${during(counts)}`);
  else if (counts.passes + counts.failures === 0) fail("no test was run");
  else if (counts.pending > 0) fail(`${counts.pending} tests were left out`);
  else if (code !== 0 && counts.failures === 0) fail(`ended with ${code ?? signal} after its tests`);
}

/** @param {number} minutes for one part, out of those left for all of them */
function left(minutes) {
  return Math.max(1, Math.min(minutes * MINUTE_MS, startedAt + LIMIT_MS - Date.now()));
}

/** @param {string} name */
function heading(name) {
  return `\n── ${name} ${"─".repeat(Math.max(0, 70 - name.length))}\n`;
}

/**
 * @param {string} name
 * @param {boolean} isQuiet
 * @returns {Part}
 */
function begin(name, isQuiet) {
  if (!isQuiet) stdout.write(heading(name));
  const part = { name, folder: mkdtempSync(join(tmpdir(), "plumbline-")), from: Date.now() };
  running.add(part);
  return part;
}

/**
 * Ends a part, and adds up its counts, if there are any.
 *
 * @param {Part} part
 */
function end(part) {
  running.delete(part);
  const { name, folder, from } = part;
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
 * Prints the summary, however the run ends.
 *
 * @param {number} code
 */
function close(code) {
  rmSync(compiled, { recursive: true, force: true, maxRetries: 10 });
  for (const part of running) failed.push(`${part.name}: was ended from outside${during(end(part))}`);
  if (code !== 0 && failed.length === 0) failed.push("the tests broke off");
  if (minutes.length > 0) stdout.write(`\nMinutes: ${minutes.join(", ")}\n`);
  if (failed.length > 0) stdout.write(`\nFailed:\n${failed.map((name) => `  ${name}\n`).join("")}`);
  stdout.write(`\n${passed} passed, ${failed.length} failed\n`);
}
