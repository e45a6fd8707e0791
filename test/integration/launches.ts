// Runs the integration tests in a real extension host: all of them in one window, except those about many folders, in
// such a workspace, those about Restricted Mode, in an untrusted folder, and those that hold what was recorded, in an
// editor that remembers nothing else. The smoke test in the oldest editor runs
// only on request. Writes the sum of all launches to the file that PLUMBLINE_TEST_COUNTS names.
//   node test/integration/launches.ts [--grep TEXT] [--launch NAME] [--file NAME.test.ts]
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { env, stdout } from "node:process";
import { parseArgs } from "node:util";
import { runTests } from "@vscode/test-electron";
import { isPackagedEditorSupported, ROOT, SHIM } from "../editor/places.mjs";
import { createTemporaryProfile } from "../editor/temporaryProfile.ts";
import type { Counts } from "../support/countingReporter.mjs";
import { makeSample } from "../support/sample.mjs";
import { makeManyFolders } from "../support/manyFolders.ts";
import { layTraps } from "../support/traps.ts";

const TESTS = join(ROOT, "dist-test/integration");
const LAUNCHES = [
  { name: "one folder", files: /^\w+\.test\.cjs$/, isTrusted: true },
  { name: "many folders", files: /\.folders\.test\.cjs$/, isTrusted: true },
  ...(isPackagedEditorSupported
    ? [
        // Another version or system gives pages other fonts and colours.
        { name: "recordings", files: /\.recorded\.test\.cjs$/, isTrusted: true },
        // `runTests` makes every other editor trust all folders.
        { name: "Restricted Mode", files: /\.untrusted\.test\.cjs$/, isTrusted: false },
      ]
    : []),
];

const OLDEST = { name: "oldest editor", files: /^smoke\.test\.cjs$/, isTrusted: true };

const {
  grep,
  launch: only,
  file: onlyFile,
} = parseArgs({
  options: { grep: { type: "string", default: "" }, launch: { type: "string" }, file: { type: "string" } },
}).values;
const total: Counts = { passes: 0, failures: 0, pending: 0, failed: [] };
const built = onlyFile && basename(onlyFile).replace(/\.ts$/, ".cjs");
const tests = readdirSync(TESTS).filter((name) => !built || name === built);
const wanted = only === undefined ? LAUNCHES : [...LAUNCHES, OLDEST].filter(({ name }) => name === only);
let running: { readonly name: string; readonly countsFile: string } | undefined;
process.once("SIGTERM", () => {
  if (running && existsSync(running.countsFile)) {
    const counts = readCounts(running.countsFile);
    add(running.name, counts);
    total.running = `(${running.name}) ${counts.running ?? ""}`;
  }
  tell();
  process.exit(143);
});
for (const launch of wanted) {
  if (tests.some((name) => launch.files.test(name))) add(launch.name, await run(launch));
}
tell();
process.exitCode = total.failures > 0 ? 1 : 0;

function tell(): void {
  if (env["PLUMBLINE_TEST_COUNTS"]) writeFileSync(env["PLUMBLINE_TEST_COUNTS"], JSON.stringify(total));
}

/** Never rejects: a launch that broke off counts as a failure. */
async function run(launch: (typeof LAUNCHES)[number]): Promise<Counts> {
  const { name, files, isTrusted } = launch;
  stdout.write(`\n${name}\n`);
  const profile = createTemporaryProfile();
  const sample = join(profile.root, "sample");
  const countsFile = join(profile.root, "counts.json");
  running = { name, countsFile };
  mkdirSync(sample);
  makeSample(sample);
  const traps = isTrusted ? {} : layTraps(sample, profile.root);
  const many = files.source.includes("folders") ? makeManyFolders(join(profile.root, "many")) : undefined;
  try {
    await runTests({
      ...(isPackagedEditorSupported ? { vscodeExecutablePath: SHIM } : {}),
      extensionDevelopmentPath: [ROOT, join(ROOT, "test/support/modelProvider")],
      extensionTestsPath: join(TESTS, "index.cjs"),
      launchArgs: [
        many?.file ?? sample,
        `--user-data-dir=${profile.userDataDir}`,
        `--extensions-dir=${profile.extensionsDir}`,
        ...(isTrusted ? [] : ["--restricted"]),
        ...(launch === OLDEST ? ["--oldest"] : []),
      ],
      extensionTestsEnv: {
        ...profile.env,
        ...many?.env,
        ...traps,
        // The authority of the tests: services have certificates of it, as at a company.
        NODE_EXTRA_CA_CERTS: join(ROOT, "test/support/certificates/ca.pem"),
        PLUMBLINE_TEST_EDITOR: launch === OLDEST ? "oldest" : "newest",
        PLUMBLINE_TEST_COUNTS: countsFile,
        PLUMBLINE_TEST_FILES: built ? `^${built.replaceAll(".", "\\.")}$` : files.source,
        PLUMBLINE_TEST_GREP: grep,
        PLUMBLINE_TEST_PROFILE: profile.root,
      },
    });
    const counts = readCounts(countsFile);
    profile.remove();
    return counts;
  } catch (error) {
    stdout.write(`The editor's folders are left in ${profile.root}\n`);
    const counts = existsSync(countsFile) ? readCounts(countsFile) : broken("the run broke off");
    if (counts.running === undefined) return counts.failures > 0 ? counts : broken(String(error));
    return { ...counts, failures: counts.failures + 1, failed: [...counts.failed, `broke off in: ${counts.running}`] };
  }
}

function readCounts(file: string): Counts {
  return JSON.parse(readFileSync(file, "utf8")) as Counts;
}

function broken(why: string): Counts {
  return { passes: 0, failures: 1, pending: 0, failed: [why] };
}

function add(name: string, { passes, failures, pending, failed, times }: Counts) {
  total.passes += passes;
  total.failures += failures;
  total.pending += pending;
  total.failed.push(...failed.map((title) => `(${name}) ${title}`));
  const { files = {}, slow = [] } = total.times ?? {};
  total.times = { files: { ...files, ...times?.files }, slow: [...slow, ...(times?.slow ?? [])] };
}
