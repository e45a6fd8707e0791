// @ts-check
// Mocha's usual report, with its numbers so far in the file that PLUMBLINE_TEST_COUNTS names: a run that is ended in the
// middle leaves what it found, and what it was running. At the end, also what took how long.
import { AssertionError } from "node:assert";
import { renameSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";
import Mocha from "mocha";

const ROOT = join(import.meta.dirname, "../..");

/** @typedef {{ title: string, seconds: number }} Timed a test with its title in full */
/** @typedef {{ files: Record<string, number>, slow: Timed[] }} Times in seconds: by file of the checkout, and of tests that took over a second */
/** @typedef {{ passes: number, failures: number, pending: number, failed: string[], running?: string | undefined, times?: Times | undefined }} Counts `failed` has a line for each: title and what was thrown; `running` is the title of the test that has not ended */

export default class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    /** @type {string[]} */
    const failed = [];
    runner.on("fail", (test, error) => failed.push(`${test.fullTitle()}: ${inALine(error)}`));
    const file = process.env["PLUMBLINE_TEST_COUNTS"];
    if (!file) return;
    /** @param {{ running?: string, times?: Times }} more */
    const write = (more) => {
      const { passes, failures, pending } = this.stats;
      /** @type {Counts} */
      const counts = { passes, failures, pending, failed, ...more };
      writeFileSync(`${file}.new`, JSON.stringify(counts));
      renameSync(`${file}.new`, file);
    };
    /** @type {Record<string, number>} */
    const files = {};
    /** @type {Timed[]} */
    const slow = [];
    let from = 0;
    for (const event of ["hook", "test"])
      runner.on(event, (/** @type {Mocha.Runnable} */ one) => {
        from = performance.now();
        write({ running: one.fullTitle() });
      });
    for (const event of ["hook end", "test end"])
      runner.on(event, (/** @type {Mocha.Runnable} */ one) => {
        const seconds = (performance.now() - from) / 1000;
        if (one.file) files[sourceOf(one.file)] = (files[sourceOf(one.file)] ?? 0) + seconds;
        if (seconds > 1) slow.push({ title: one.fullTitle(), seconds });
      });
    runner.once("end", () => write({ times: { files, slow } }));
  }
}

/**
 * The path in the checkout, with slashes, of what a test file was built from.
 *
 * @param {string} file
 */
function sourceOf(file) {
  return relative(ROOT, file)
    .replaceAll(sep, "/")
    .replace("dist-test/", "test/")
    .replace(/\.cjs$/, ".ts");
}

/**
 * The first line of what was thrown. For a comparison, that line doesn't say what differed: both sides are added. For a
 * time limit in a browser, it doesn't say what was waited for: a line of its log is added.
 *
 * @param {unknown} error
 */
function inALine(error) {
  const [first = "", ...log] = stripVTControlCharacters(String(error)).split("\n");
  if (error instanceof AssertionError && error.generatedMessage && log.length > 0)
    return `${first} ${[error.actual, error.expected].map(inALimitedLine).join(" !== ")}`;
  const waited = log.find((line) => line.startsWith("  - waiting for"));
  return waited ? `${first} ${waited.trim()}` : first;
}

/** @param {unknown} side of a comparison: Mocha has made it text */
function inALimitedLine(side) {
  return String(side).replaceAll(/\s+/g, " ").slice(0, 300);
}
