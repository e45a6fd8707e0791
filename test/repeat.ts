// Finds tests that fail now and then: runs each test file many times beside busy loops, one file at a time, and says
// which one failed how. What it is told to end in the middle of is continued by the same command, at the same commit.
//   npm run repeat -- [--times N] [--busy N] [--draw N [--seed N]] [KIND|FILE…]
// By default each file of every kind twenty times beside four loops; or so many files, drawn from these by the seed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exit, stdout } from "node:process";
import { parseArgs } from "node:util";
import { isEnding, run } from "./editor/children.mjs";
import { ROOT } from "./editor/places.mjs";
import { plain, runScript, setUp, step } from "./editor/setup.mjs";
import { argsOfFile, kindOf, meantFiles, needsOf } from "./kinds.mjs";
import { seededRandom } from "./support/randomMatches.ts";

const LIMIT_MS = 40 * 60_000;
const KEPT = join(ROOT, "dist-test/repeated.json");

/** How often each file has passed and failed at a commit. */
interface Kept {
  readonly commit: string;
  readonly files: Record<string, { passed: number; failed: number }>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: "string", default: "20" },
    busy: { type: "string", default: "4" },
    draw: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});

await runScript(async () => {
  const files = drawn(meantFiles(positionals));
  const env = plain(await setUp(needsOf(files)));
  if (files.some((file) => kindOf(file) !== "unit")) {
    for (const words of [["package"], ["build:test"]])
      await step(`Building (${words.join(" ")})`, () =>
        run("npm", ["run", "--silent", ...words], { cwd: ROOT, env, quiet: true }),
      );
  }
  const kept = read(execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim());
  for (let count = 0; count < Number(values.busy); count++) void run("node", ["--eval", "for (;;);"], { env });
  for (const file of files) {
    const counts = (kept.files[file] ??= { passed: 0, failed: 0 });
    while (counts.passed + counts.failed < Number(values.times)) {
      const { code, isLate, output } = await run("node", argsOfFile(file), {
        ...{ cwd: ROOT, env, quiet: true },
        limitMs: LIMIT_MS,
      });
      if (isEnding()) return;
      if (code === 0) counts.passed += 1;
      else counts.failed += 1;
      write(kept);
      if (code !== 0) stdout.write(`${output}${isLate ? `${file} took too long and was ended.\n` : ""}`);
    }
    stdout.write(`${file}: ${counts.passed} passed, ${counts.failed} failed\n`);
  }
  exit(files.some((file) => kept.files[file]?.failed) ? 1 : 0);
});

function drawn(files: string[]): string[] {
  if (values.draw === undefined) return files;
  const random = seededRandom(Number(values.seed));
  const waiting = [...files];
  const take = () => waiting.splice(Math.floor(random() * waiting.length), 1);
  return Array.from({ length: Math.min(Number(values.draw), files.length) }, take).flat();
}

function read(commit: string): Kept {
  const kept = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, "utf8")) as Kept) : undefined;
  return kept?.commit === commit ? kept : { commit, files: {} };
}

function write(kept: Kept): void {
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(kept, undefined, 2));
}
