// @ts-check
// Runs the soak on the Node it needs: `npm run soak`, or `npm run soak -- --short`. With `--built`, it uses what is built,
// because other tests use that as well.
import { join } from "node:path";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";
import { run } from "../editor/children.mjs";
import { ROOT } from "../editor/places.mjs";
import { runScript, setUp, step } from "../editor/setup.mjs";

const LIMIT_MS = 180 * 60_000;

await runScript(async () => {
  const env = await setUp();
  if (!argv.includes("--built"))
    await step("Building Plumbline", () => run("npm", ["run", "--silent", "build"], { cwd: ROOT, env, quiet: true }));
  const figures = pathToFileURL(join(import.meta.dirname, "figures.mjs")).href;
  // Both processes take the options from here: the host, and the service that it starts.
  const options = ["--disable-warning=ExperimentalWarning", "--expose-gc", `--import=${figures}`];
  const { code, isLate } = await run("node", [join("test", "soak", "run.ts"), ...argv.slice(2)], {
    cwd: ROOT,
    env: { ...env, NODE_OPTIONS: options.join(" ") },
    limitMs: LIMIT_MS,
  });
  if (isLate) console.error("The soak took too long and was ended.");
  exit(isLate ? 1 : (code ?? 1));
});
