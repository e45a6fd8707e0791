// What the tests reach: functions and branches of the syntax tree, counted by V8 in every process, thread and page.
//   npm run coverage -- collect NAME [KIND|FILE…]   runs test files one after the other, by default all; what it is told
//                                                   to end in the middle of is continued by the same command
//   npm run coverage -- total NAME                  how much was reached, by folder
//   npm run coverage -- compare OLD… NEW            what all OLD ones reached, still exists, and NEW didn't reach
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { argv, exit, stdout } from "node:process";
import { isEnding, run } from "../editor/children.mjs";
import { ROOT } from "../editor/places.mjs";
import { plain, runScript, setUp, SetupError, step } from "../editor/setup.mjs";
import { argsOfFile, meantFiles, needsOf } from "../kinds.mjs";
import { hasPiece, reachedBy, readPieces, writePiece } from "./collections.ts";
import type { Element } from "./elements.ts";
import { elementsIn, reachedIn } from "./reached.ts";

const LIMIT_MS = 20 * 60_000;

const [command, ...names] = argv.slice(2);
await runScript(async () => {
  const [name, ...more] = names;
  if (name !== undefined && command === "collect") await collect(name, more);
  else if (name !== undefined && command === "total") tellTotal(name);
  else if (more.length > 0 && command === "compare") compare(names.slice(0, -1), names.at(-1) ?? "");
  else throw new SetupError("npm run coverage -- collect NAME [KIND|FILE…] | total NAME | compare OLD… NEW");
});

/** Runs what is not collected yet. A file that fails is collected too, and named at the end. */
async function collect(name: string, wanted: readonly string[]): Promise<void> {
  const paths = meantFiles(wanted).filter((file) => !hasPiece(name, file));
  const env = plain(await setUp(needsOf(paths)));
  for (const build of ["--debug", "--integration"])
    await step(`Building (${build})`, () => run("node", ["esbuild.mjs", build], { cwd: ROOT, env, quiet: true }));
  for (const [index, file] of paths.entries()) {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
    const from = Date.now();
    // What comes from a cache of compiled code is counted by function only.
    const counting = { ...env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: "1" };
    const options = { cwd: ROOT, env: counting, quiet: true, limitMs: LIMIT_MS };
    const { code, output } = await run("node", argsOfFile(file), options);
    if (isEnding()) return;
    const seconds = (Date.now() - from) / 1000;
    const keys = [...reachedIn(folder)].sort();
    rmSync(folder, { recursive: true, maxRetries: 10 });
    writePiece(name, { file, seconds, hasPassed: code === 0, keys });
    stdout.write(`${index + 1} of ${paths.length}  ${file}  ${seconds.toFixed(1)} s, ${keys.length} reached\n`);
    if (code !== 0) stdout.write(output);
  }
  tellTotal(name);
  exit(0);
}

function tellTotal(name: string): void {
  const pieces = readPieces(name);
  const reached = reachedBy(name);
  const elements = sources().flatMap((file) => elementsIn(file).map(({ kind, key }) => ({ file, kind, key })));
  const share = (all: readonly Pick<Element, "key">[]) => {
    const some = all.filter(({ key }) => reached.has(key)).length;
    return `${some} of ${all.length} (${((100 * some) / Math.max(1, all.length)).toFixed(1)} %)`.padEnd(24);
  };
  const layers = new Set(elements.map(({ file }) => file.split("/").slice(0, 2).join("/")));
  stdout.write(`\n${pieces.length} test files reach:\n`);
  for (const place of ["src", ...layers]) {
    const there = elements.filter(({ file }) => file === place || file.startsWith(`${place}/`));
    const functions = share(there.filter(({ kind }) => kind === "function"));
    stdout.write(
      `${place.padEnd(17)}${functions} functions, ${share(there.filter(({ kind }) => kind !== "function"))} branches\n`,
    );
  }
  const failed = pieces.filter(({ hasPassed }) => !hasPassed).map(({ file }) => `  ${file}\n`);
  if (failed.length > 0) stdout.write(`\nFailed:\n${failed.join("")}`);
}

/** What is in an outer element that is missing is not told: it goes without saying. */
function compare(before: readonly string[], after: string): void {
  const [first = new Set<string>(), ...others] = before.map(reachedBy);
  const now = reachedBy(after);
  const isLost = ({ key }: Element) => first.has(key) && others.every((each) => each.has(key)) && !now.has(key);
  let lost = 0;
  for (const file of sources()) {
    for (const element of elementsIn(file).filter(isLost)) {
      lost += 1;
      if (element.outer && isLost(element.outer)) continue;
      stdout.write(`${file}:${element.line}  ${element.name} (${element.kind})\n`);
    }
  }
  stdout.write(`\n${lost} functions and branches that ${before.join(" and ")} reached, ${after} doesn't.\n`);
  exit(lost > 0 ? 1 : 0);
}

function sources(): string[] {
  return globSync("src/**/*.ts", { cwd: ROOT })
    .filter((file) => !file.endsWith(".d.ts"))
    .map((file) => file.split(sep).join("/"))
    .sort();
}
