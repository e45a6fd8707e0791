// The entry inside the extension host: runs every bundled test beside it whose name PLUMBLINE_TEST_FILES matches.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { takeCoverage } from "node:v8";

/** Rejects if a test failed or was skipped. */
export async function run(): Promise<void> {
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({
    ui: "bdd",
    timeout: 120_000,
    color: Boolean(env["FORCE_COLOR"]),
    forbidOnly: true,
    forbidPending: true,
    reporter: join(__dirname, "../../test/support/countingReporter.mjs"),
    ...(env["PLUMBLINE_TEST_GREP"] ? { grep: env["PLUMBLINE_TEST_GREP"] } : {}),
  });
  const files = new RegExp(env["PLUMBLINE_TEST_FILES"] ?? "\\.test\\.cjs$");
  for (const name of readdirSync(__dirname).sort()) {
    if (files.test(name)) mocha.addFile(join(__dirname, name));
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  takeCoverage(); // for nobody, unless NODE_V8_COVERAGE is set: what runs us may be ended by a signal
  if (failures > 0) throw new Error(`${String(failures)} failed`);
}
