// @ts-check
// Sets up what is missing, runs tests, and ends with what failed and one line, `N passed, N failed`, even if it is told
// to end early. Two parts run at a time, the longest first; the output of each is shown at its end.
//   node test/run.mjs                      what every change needs: `npm test`
//   node test/run.mjs all                  that, and what is worth an hour now and then: `npm run test:all`
//   node test/run.mjs KIND [--grep TEXT]   one kind of test, or those of its tests with this text in their names
//   node test/run.mjs … --write-times      the same, and writes into times.json how long each file took
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { argv, exit, stderr } from "node:process";
import { run } from "./editor/children.mjs";
import { isPackagedEditorSupported, OLDEST_EDITOR, ROOT } from "./editor/places.mjs";
import { plain, runScript, setUp, SetupError } from "./editor/setup.mjs";
import { LAUNCHES, mochaArgs, testFiles } from "./kinds.mjs";
import { ON_OLDEST_NODE } from "./oldest/files.mjs";
import { Report } from "./report.mjs";
import { inGroups, secondsOf } from "./times.mjs";

/** @typedef {{ name: string, seconds: number, run: () => Promise<void> }} Job with the seconds that it is known to take */
/** @typedef {{ needs: NonNullable<Parameters<typeof setUp>[0]>, jobs: () => Job[] }} Kind */

const MINUTE_MS = 60_000;
/** All in one process made it so large that starting another one from it took 80 ms instead of 4. */
const FILES_OF_A_PROCESS = 20;
/** The files of a process share an editor; the more files, the fewer editors, and the worse can lanes be filled. */
const FILES_OF_AN_EDITOR = 7;

/** @type {Record<string, Kind>} */
const KINDS = {
  check: { needs: {}, jobs: () => [...checks(), ...unit()] },
  unit: { needs: {}, jobs: unit },
  oldest: { needs: { oldestEditor: true }, jobs: () => [...onOldestNode({ isWhole: true }), ...inOldestEditor()] },
  page: { needs: { browser: true }, jobs: pages },
  integration: { needs: { editor: true }, jobs: integration },
  e2e: { needs: { editor: true }, jobs: e2e },
  agents: { needs: { agents: true }, jobs: withAgents },
  all: {
    needs: { editor: true, oldestEditor: true },
    jobs: () => [...ofEveryChange(), ...onOldestNode({ isWhole: true }), ...inOldestEditor(), soak()],
  },
};
/** @type {Kind} */
const EVERY_CHANGE = {
  needs: { editor: true, oldestNode: true },
  jobs: () => [...ofEveryChange(), ...onOldestNode()],
};

const [kind, ...options] = argv.slice(2).filter((word) => word !== "--write-times");
/** Where the package is tested, it is made from what is built: no file is written while tests run. */
const PRODUCT = [undefined, "all", "e2e"].includes(kind) ? "package" : "build";
/** Whoever runs all tests may have a limit as well, and would then not learn what failed. */
const report = new Report({ limitMs: (kind === "all" ? 60 : 52) * MINUTE_MS, isQuiet: options.length === 0 });
const compiled = mkdtempSync(join(tmpdir(), "plumbline-"));
/** @type {NodeJS.ProcessEnv} */
let env = {};
/** @type {Map<string, Promise<boolean>>} */
const builds = new Map();

await runScript(async () => {
  const { needs, jobs } = (kind === undefined ? EVERY_CHANGE : KINDS[kind]) ?? {};
  if (!jobs) throw new SetupError(`No kind of test is called ${kind}: ${Object.keys(KINDS).join(", ")}`);
  process.once("exit", (code) => {
    rmSync(compiled, { recursive: true, force: true, maxRetries: 10 });
    report.close(code, { writesTimes: argv.includes("--write-times") });
  });
  try {
    // Hundreds of processes and threads load the same sources, and would translate them anew each time.
    env = { ...plain(await setUp(needs)), NODE_COMPILE_CACHE: compiled };
    report.begin();
    if (kind === "all") env["PLUMBLINE_TEST_DEPTH"] = "all";
    await twoAtATime(jobs());
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    stderr.write(`${error.message}\n`);
    report.fail("nothing was run, because the set-up failed");
  }
  exit(report.hasFailed ? 1 : 0);
});

/**
 * The longest first: at the end, one lane would wait for it alone. Before all, what the others wait for.
 *
 * @param {readonly Job[]} jobs
 */
async function twoAtATime(jobs) {
  const waiting = [...jobs].sort((one, other) => other.seconds - one.seconds);
  const next = async () => {
    for (let job; (job = waiting.shift());) await job.run();
  };
  await Promise.all([next(), next()]);
}

/** What `npm test` and `npm run test:all` both run, the latter more thoroughly. */
function ofEveryChange() {
  return [...checks(), ...unit(), ...pages(), ...integration(), ...e2e()];
}

/** @returns {Job[]} */
function checks() {
  const scripts = ["lint", "types", "format", "unused"].map((name) => ({
    name,
    seconds: secondsOf([name]),
    run: async () => void (await report.check(name, () => npmRun(name))),
  }));
  return [{ name: "build", seconds: Infinity, run: async () => void (await built(PRODUCT)) }, ...scripts];
}

function unit() {
  return mocha("unit", { groups: inGroups(testFiles("unit"), FILES_OF_A_PROCESS) });
}

/**
 * What can differ on the Node of the oldest supported editor; if `isWhole`, all unit tests but those about the checkout
 * itself.
 */
function onOldestNode({ isWhole = false } = {}) {
  if (!isPackagedEditorSupported) return [];
  const isOfCheckout = (/** @type {string} */ file) => dirname(file) === join("test", "unit");
  const files = testFiles("unit").filter((file) => !isOfCheckout(file));
  return mocha("unit", {
    name: "oldest Node",
    groups: isWhole ? [ON_OLDEST_NODE.syntax, ...inGroups(files, FILES_OF_A_PROCESS)] : Object.values(ON_OLDEST_NODE),
    needs: [PRODUCT, "build:oldest"],
    isTimed: false,
    cwd: join(ROOT, "dist-test/oldest"),
    more: {
      PATH: [OLDEST_EDITOR.nodeFolder, env["PATH"]].join(delimiter),
      NODE_OPTIONS: "--disable-warning=ExperimentalWarning", // of type stripping: files are still called .ts
    },
  });
}

/** @returns {Job[]} */
function inOldestEditor() {
  if (!isPackagedEditorSupported || options.length > 0) return [];
  const args = [...LAUNCHES, "--launch", "oldest editor"];
  return [tests("oldest editor", args, { kind: "integration", needs: [PRODUCT, "build:test"], isTimed: false })];
}

function pages() {
  return mocha("page", {
    groups: inGroups(testFiles("page"), FILES_OF_A_PROCESS),
    needs: [PRODUCT],
  });
}

/** Each launch is an editor; for tests that were picked, one after the other. */
function integration() {
  const all = testFiles("integration");
  const needs = [PRODUCT, "build:test"];
  if (options.length > 0) return [tests("integration", [...LAUNCHES, ...options], { kind: "integration", needs })];
  const isOf = (/** @type {RegExp} */ suffix) => (/** @type {string} */ file) => suffix.test(file);
  const launches = [
    { launch: "one folder", files: all.filter(isOf(/[\\/]\w+\.test\.ts$/)) },
    { launch: "many folders", files: all.filter(isOf(/\.folders\.test\.ts$/)) },
    ...(isPackagedEditorSupported
      ? [
          { launch: "recordings", files: all.filter(isOf(/\.recorded\.test\.ts$/)) },
          { launch: "Restricted Mode", files: all.filter(isOf(/\.untrusted\.test\.ts$/)) },
        ]
      : []),
  ];
  return launches.map(({ launch, files }) =>
    tests(`integration (${launch})`, [...LAUNCHES, "--launch", launch], {
      kind: "integration",
      files,
      needs,
      limitMinutes: 40,
    }),
  );
}

/** Only in the packaged editor: hands and eyes are those of a browser. */
function e2e() {
  if (!isPackagedEditorSupported) return [];
  rmSync(join(ROOT, "test/e2e/out"), { recursive: true, force: true });
  return mocha("e2e", {
    groups: inGroups(testFiles("e2e"), FILES_OF_AN_EDITOR),
    needs: [PRODUCT],
  });
}

/** With the programs of agents themselves: too large and too much of others' making for every change. */
function withAgents() {
  return mocha("agents", { groups: [[join("test", "agents", "agents.test.ts")]], needs: [PRODUCT], isTimed: false });
}

/** @returns {Job} */
function soak() {
  const name = "soak";
  const run = async () =>
    void ((await built(PRODUCT)) && (await report.check(name, () => npmRun(name, "--", "--short", "--built"))));
  return { name, seconds: secondsOf([name]), run };
}

/**
 * A job for each group of files; or one for all if tests were picked, which most files then don't have.
 *
 * @param {"unit" | "page" | "e2e" | "agents"} kind
 * @param {{ name?: string, groups: readonly (readonly string[])[] } & How} how a name other than that of the kind, and the
 *   files that share a process
 * @returns {Job[]}
 */
function mocha(kind, { name = kind, groups, ...how }) {
  const picked = options.length > 0 ? [groups.flat()] : groups;
  return picked.map((files, index) => {
    const part = files.length === 1 ? basename(files[0] ?? "") : `${index + 1} of ${picked.length}`;
    return tests(`${name} (${part})`, [...mochaArgs(kind), ...files, ...options], { ...how, kind: name, files });
  });
}

/**
 * A job that runs a program which reports through the counting reporter.
 *
 * @typedef {object} How
 * @property {readonly string[]} [needs] what must be built before
 * @property {readonly string[]} [files] from which it is known how long it takes
 * @property {boolean} [isTimed] whether it is typical how long it takes
 * @property {number} [limitMinutes]
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [more] what differs in its environment from ours
 * @param {string} name
 * @param {readonly string[]} args of Node
 * @param {How & { kind: string }} how
 * @returns {Job}
 */
function tests(name, args, how) {
  const { kind, needs = [], files = [], isTimed = true, limitMinutes = 20, cwd = ROOT, more = {} } = how;
  const work = async () => {
    for (const need of needs) {
      if (!(await built(need))) return report.fail(`${name}: not run, because ${need} failed`);
    }
    if (report.isOver) return report.fail(`${name}: not run, because all tests together took too long`);
    await report.tests(name, { kind, isTimed }, (countsFile) =>
      run("node", args, {
        cwd,
        env: { ...env, ...more, PLUMBLINE_TEST_COUNTS: countsFile },
        limitMs: report.leftMs(limitMinutes),
        quiet: report.isQuiet,
      }),
    );
  };
  return { name, seconds: secondsOf(files), run: work };
}

/**
 * Whether a script that builds something has succeeded; it runs once.
 *
 * @param {string} script
 */
function built(script) {
  const before = builds.get(script);
  if (before) return before;
  const now = report.check(script, () => npmRun(script));
  builds.set(script, now);
  return now;
}

/** @param {readonly string[]} words */
function npmRun(...words) {
  return run("npm", ["run", "--silent", ...words], {
    cwd: ROOT,
    env,
    limitMs: report.leftMs(40),
    quiet: report.isQuiet,
  });
}
