// @ts-check
// Runs the benchmarks on the Node they need: `npm run bench`, or `npm run bench -- --short`.
import { join } from "node:path";
import { argv, exit } from "node:process";
import { run } from "../editor/children.mjs";
import { ROOT } from "../editor/places.mjs";
import { plain, runScript, setUp, step } from "../editor/setup.mjs";

const isShort = argv.includes("--short");
const LIMIT_MS = (isShort ? 8 : 25) * 60_000;

await runScript(async () => {
  const env = plain(await setUp({ editor: true }), { reachesOthers: true });
  await step("Building Plumbline", () => run("npm", ["run", "--silent", "build"], { cwd: ROOT, env, quiet: true }));
  const { code, isLate } = await run("node", [join("test", "bench", "run.ts"), ...argv.slice(2)], {
    cwd: ROOT,
    env,
    limitMs: LIMIT_MS,
  });
  if (isLate) console.error("The benchmarks took too long and were ended.");
  exit(isLate ? 1 : (code ?? 1));
});
