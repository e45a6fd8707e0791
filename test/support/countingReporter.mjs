// @ts-check
// Mocha's usual report, with its numbers so far in the file that PLUMBLINE_TEST_COUNTS names: a run that is ended in the
// middle leaves what it found, and what it was running.
import { AssertionError } from "node:assert";
import { renameSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import Mocha from "mocha";

/** @typedef {{ passes: number, failures: number, pending: number, failed: string[], running?: string }} Counts `failed` has a line for each: title and what was thrown; `running` is the title of the test that has not ended */

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
    /** @param {string} [running] */
    const write = (running) => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(`${file}.new`, JSON.stringify({ passes, failures, pending, failed, running }));
      renameSync(`${file}.new`, file);
    };
    for (const event of ["hook", "test"])
      runner.on(event, (/** @type {Mocha.Runnable} */ one) => write(one.fullTitle()));
    runner.once("end", () => write());
  }
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
