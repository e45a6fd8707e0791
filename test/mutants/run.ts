// Whether the tests notice faults. Puts faults into sources, one at a time, and for each runs the test files that reach
// it according to a collection (`npm run coverage`), the quickest first, until one fails or five minutes are over. What
// the compiler notices doesn't count. Works in a copy of the checkout; what is found is kept beside the collection, and
// the same command goes on there after an interruption.
//   npm run mutants -- COLLECTION [--count N] [--seed N] [--among GLOB[:FROM-TO]]…   by default 60 faults, seed 1, src/**
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { exit, stdout } from "node:process";
import { parseArgs } from "node:util";
import { folderOf, readPieces } from "../coverage/collections.ts";
import { isEnding } from "../editor/children.mjs";
import { ROOT } from "../editor/places.mjs";
import { plain, runScript, setUp, SetupError } from "../editor/setup.mjs";
import { needsOf } from "../kinds.mjs";
import { seededRandom } from "../support/randomMatches.ts";
import { compiles } from "./compiler.ts";
import { Copy, withFault, type Outcome, type Placed } from "./copy.ts";
import { faultsIn, type Fault } from "./faults.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    among: { type: "string", multiple: true, default: ["src/**/*.ts"] },
  },
});

await runScript(async () => {
  const [collection] = positionals;
  if (collection === undefined)
    throw new SetupError("npm run mutants -- COLLECTION [--count N] [--seed N] [--among …]");
  const pieces = readPieces(collection).filter(({ hasPassed }) => hasPassed);
  pieces.sort((one, other) => one.seconds - other.seconds);
  const env = plain(await setUp(needsOf(pieces.map(({ file }) => file))));
  const results = `${folderOf(collection)}-mutants.json`;
  const outcomes = (existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : {}) as Record<string, Outcome>;
  const copy = new Copy(env);
  process.once("exit", () => {
    copy.remove();
  });
  const missed: string[] = [];
  for (const fault of draw(Number(values.seed), Number(values.count))) {
    const title = `${fault.file}:${fault.line}:${fault.column}  ${fault.what}: ${inALine(fault)}`;
    const outcome = outcomes[title] ?? (await copy.judge(fault, pieces));
    if (isEnding()) return;
    outcomes[title] = outcome;
    writeFileSync(results, JSON.stringify(outcomes, undefined, 2));
    const { foundBy, reaching, tried } = outcome;
    const told = foundBy ? `found by ${foundBy}` : `MISSED by ${tried} of ${reaching} test files`;
    stdout.write(`${title}\n    ${told}\n`);
    if (!foundBy) missed.push(title);
  }
  stdout.write(`\n${Number(values.count) - missed.length} of ${values.count} faults were found.\n`);
  exit(missed.length > 0 ? 1 : 0);
});

/** The same faults whenever the sources are the same: each file and line is as likely as it has faults to offer. */
function* draw(seed: number, count: number): Generator<Placed> {
  const all = values.among.flatMap((among) => {
    const [, glob = "", from, to] = /^(.*?)(?::(\d+)-(\d+))?$/.exec(among) ?? [];
    const files = globSync(glob, { cwd: ROOT }).filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"));
    return files.sort().flatMap((path) => {
      const file = path.split(sep).join("/");
      const isWanted = ({ line }: Fault) => line >= Number(from ?? 0) && line <= Number(to ?? Infinity);
      return faultsIn(file, readFileSync(join(ROOT, path), "utf8"))
        .filter(isWanted)
        .map((fault) => ({ file, ...fault }));
    });
  });
  const random = seededRandom(seed);
  for (let drawn = 0; drawn < count && all.length > 0;) {
    const [fault] = all.splice(Math.floor(random() * all.length), 1);
    if (!fault || !compiles(fault.file, withFault(fault))) continue;
    drawn += 1;
    yield fault;
  }
}

function inALine({ file, start, end, replacement }: Placed): string {
  const before = readFileSync(join(ROOT, file), "utf8").slice(start, end);
  return (replacement === ";" ? before : `${before} → ${replacement}`).replaceAll(/\s+/g, " ").slice(0, 160);
}
