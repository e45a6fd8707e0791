// @ts-check
// Sets up what is missing, runs the tests, and ends with one line: `N passed, N failed`.
//   node test/run.mjs [check | unit | oldest | integration | e2e] [--grep TEXT]
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { run } from "./editor/children.mjs";
import { isPackagedEditorSupported, OLDEST_EDITOR, ROOT } from "./editor/places.mjs";
import { runScript, setUp, SetupError } from "./editor/setup.mjs";

const MINUTE_MS = 60_000;
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
/** @type {NodeJS.ProcessEnv} */
let env = {};
/** @type {boolean | undefined} */
let isBuilt;

await runScript(async () => {
  const names = kind === undefined ? ["check", "oldest", "integration", "e2e"] : [kind];
  const kinds = names.map((name) => KINDS[name]).filter((one) => one !== undefined);
  if (kinds.length === 0) throw new SetupError(`No kind of test is called ${kind}: ${Object.keys(KINDS).join(", ")}`);
  try {
    env = await setUp(Object.assign({}, ...kinds.map(({ needs }) => needs)));
    for (const { runTests } of kinds) await runTests();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    stderr.write(`${error.message}\n`);
    failed.push("nothing was run, because the set-up failed");
  }
  if (failed.length > 0) stdout.write(`\nFailed:\n${failed.map((name) => `  ${name}\n`).join("")}`);
  stdout.write(`\n${passed} passed, ${failed.length} failed\n`);
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
  return tests("unit", UNIT, 25 * MINUTE_MS);
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
  await tests("unit on the oldest Node", UNIT, 25 * MINUTE_MS, {
    cwd: join(ROOT, "dist-test/oldest"),
    env: {
      PATH: [OLDEST_EDITOR.nodeFolder, env["PATH"]].join(delimiter),
      NODE_OPTIONS: "--disable-warning=ExperimentalWarning", // of type stripping: files are still called .ts
    },
  });
  if (options.length > 0) return;
  await tests("smoke in the oldest editor", [...LAUNCHES, "--launch", "oldest editor"], 5 * MINUTE_MS);
}

async function integration() {
  if (!(await build()) || !(await npmRun("build:test"))) {
    failed.push("integration: not run, because the build failed");
    return;
  }
  await tests("integration", [...LAUNCHES, ...options], 30 * MINUTE_MS);
}

async function e2e() {
  if (!(await build())) {
    failed.push("e2e: not run, because the build failed");
    return;
  }
  const args = ["--require=test/e2e/screenshots.ts", "--timeout=240000", "--slow=60000", "test/e2e/**/*.test.ts"];
  await tests("e2e", [...MOCHA, ...args, ...options], 35 * MINUTE_MS);
}

async function build() {
  return (isBuilt ??= await npmRun("build"));
}

/** @param {string} script */
async function npmRun(script) {
  heading(script);
  const { code, isLate } = await run("npm", ["run", "--silent", script], { cwd: ROOT, env, limitMs: 10 * MINUTE_MS });
  if (isLate) stdout.write(`${script} took too long and was ended.\n`);
  return code === 0;
}

/**
 * Runs a program that reports through the counting reporter and adds up what it says. A run that broke off, that had
 * nothing to run or that failed without saying what counts as a failure too.
 *
 * @param {string} name
 * @param {string[]} args of Node
 * @param {number} limitMs
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [place] where it runs; what of its environment is other than ours
 */
async function tests(name, args, limitMs, { cwd = ROOT, env: more = {} } = {}) {
  heading(name);
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  const file = join(folder, "counts.json");
  const { code, signal, isLate } = await run("node", args, {
    cwd,
    env: { ...env, ...more, PLUMBLINE_TEST_COUNTS: file },
    limitMs,
  });
  /** @type {import("./support/countingReporter.mjs").Counts | undefined} */
  const counts = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  rmSync(folder, { recursive: true });

  passed += counts?.passes ?? 0;
  const failures = counts?.failed ?? [];
  if (isLate) failures.push("took too long and was ended");
  else if (!counts) failures.push(`broke off (${code ?? signal})`);
  else if (counts.passes + counts.failures === 0) failures.push("no test was run");
  else if (counts.pending > 0) failures.push(`${counts.pending} tests were left out`);
  else if (code !== 0 && failures.length === 0) failures.push(`ended with ${code ?? signal} after its tests`);
  failed.push(...failures.map((title) => `${name}: ${title}`));
}

/** @param {string} name */
function heading(name) {
  stdout.write(`\n── ${name} ${"─".repeat(Math.max(0, 70 - name.length))}\n`);
}
