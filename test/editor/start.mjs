// @ts-check
// `npm start [-- FOLDER]`: sets up what is missing and opens an editor with Plumbline, on the folder or the sample.
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { argv, cwd, env, stdout } from "node:process";
import { makeSample } from "../support/sample.mjs";
import { run } from "./children.mjs";
import { CACHE, isPackagedEditorSupported, ROOT } from "./places.mjs";
import { commandExists, runScript, setUp, SetupError, step } from "./setup.mjs";

await runScript(async () => {
  const ownFolder = requireFolder(argv[2]);
  const desktop = ["code", "code-insiders", "codium"].find((name) => commandExists(name));
  if (!desktop && !isPackagedEditorSupported) {
    throw new SetupError("Please install VS Code first, with its `code` command on the PATH.");
  }
  // A person who isn't root has a browser of their own.
  const needs = desktop ? {} : { editor: true, browser: process.getuid?.() === 0 };
  const options = { cwd: ROOT, env: await setUp(needs) };
  const folder = ownFolder ?? join(CACHE, "sample");
  if (!ownFolder) makeSample(folder);

  if (desktop) {
    await step("Building Plumbline", () => run("npm", ["run", "build"], { ...options, quiet: true }));
    const { code } = await run(desktop, ["--new-window", `--extensionDevelopmentPath=${ROOT}`, folder], options);
    if (code !== 0) throw new SetupError(`${desktop} did not start (${code}).`);
    stdout.write(`Plumbline is in the new window of ${desktop}, on ${folder}\n`);
  } else {
    const { code } = await run("node", ["test/editor/open.ts", folder, ownFolder ? "own" : "sample"], options);
    process.exitCode = code ?? 1;
  }
});

/**
 * @param {string | undefined} name relative to the person's folder, which is not where npm runs us
 * @returns {string | undefined}
 */
function requireFolder(name) {
  if (name === undefined) return undefined;
  const folder = resolve(env["INIT_CWD"] ?? cwd(), name);
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) throw new SetupError(`There is no folder ${folder}`);
  if (!stats.isDirectory()) throw new SetupError(`This is a file, not a folder: ${folder}`);
  return folder;
}
