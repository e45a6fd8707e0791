// @ts-check
// Mocha's usual report, and its numbers in the file that PLUMBLINE_TEST_COUNTS names. No file: the run broke off.
import { writeFileSync } from "node:fs";
import Mocha from "mocha";

/** @typedef {{ passes: number, failures: number, pending: number, failed: string[] }} Counts `failed` has a line for each: title and what was thrown */

export default class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    /** @type {string[]} */
    const failed = [];
    runner.on("fail", (test, error) => failed.push(`${test.fullTitle()}: ${String(error).split("\n", 1)[0]}`));
    runner.once("end", () => {
      const file = process.env["PLUMBLINE_TEST_COUNTS"];
      const { passes, failures, pending } = this.stats;
      if (file) writeFileSync(file, JSON.stringify({ passes, failures, pending, failed }));
    });
  }
}
