// @ts-check
// What the parts of a run came to: what passed and failed, how long it took, and the lines at the end.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { stdout } from "node:process";
import { writeTimes } from "./times.mjs";

/** @typedef {import("./support/countingReporter.mjs").Counts} Counts */
/** @typedef {{ name: string, folder: string, from: number }} Part what runs, where its counts are, and since when */
/** @typedef {{ code: number | null, signal?: NodeJS.Signals | null, isLate: boolean, output: string }} End */

const MINUTE_MS = 60_000;
const MOST_SLOW = 20;

/** The only one of a run. Nothing is lost if the run is ended early, as long as `close` is called. */
export class Report {
  #passed = 0;
  /** @type {string[]} */
  #failed = [];
  /** @type {Set<Part>} */
  #running = new Set();
  /** Seconds of a lane. @type {Map<string, number>} */
  #kinds = new Map();
  /** @type {Record<string, number>} */
  #times = {};
  /** @type {{ name: string, seconds: number }[]} */
  #slow = [];
  #from = Date.now();
  #busyBefore = 0;
  #limitMs;

  /**
   * @param {{ limitMs: number, isQuiet: boolean }} options the limit of the whole run, counted from `begin`; and
   *   whether what a part prints is shown at its end, because others run beside it
   */
  constructor({ limitMs, isQuiet }) {
    this.#limitMs = limitMs;
    this.isQuiet = isQuiet;
  }

  get hasFailed() {
    return this.#failed.length > 0;
  }

  /** What happens from here on counts: everything is set up. */
  begin() {
    this.#from = Date.now();
    this.#busyBefore = busySeconds();
  }

  /**
   * How long a part may take, out of what is left for all.
   *
   * @param {number} minutes
   */
  leftMs(minutes) {
    return Math.max(1, Math.min(minutes * MINUTE_MS, this.#from + this.#limitMs - Date.now()));
  }

  get isOver() {
    return Date.now() > this.#from + this.#limitMs;
  }

  /** @param {string} why */
  fail(why) {
    this.#failed.push(why);
  }

  /**
   * Runs something that is good or not, and shows what it printed.
   *
   * @param {string} name
   * @param {() => Promise<End>} work
   */
  async check(name, work) {
    const part = this.#beginPart(name);
    const { code, isLate, output } = await work();
    this.#endPart(part, "checks", output + (isLate ? `${name} took too long and was ended.\n` : ""));
    this.#times[name] = (Date.now() - part.from) / 1000;
    if (code === 0) this.#passed += 1;
    else this.fail(name);
    return code === 0;
  }

  /**
   * Runs a program that reports through the counting reporter into the file that it is given, and adds up its counts. A
   * run that broke off, had nothing to run or failed without saying what counts as a failure too.
   *
   * @param {string} name
   * @param {{ kind: string, isTimed: boolean }} how whether it is typical how long its files take
   * @param {(countsFile: string) => Promise<End>} work
   */
  async tests(name, { kind, isTimed }, work) {
    const part = this.#beginPart(name);
    const { code, signal, isLate, output } = await work(countsFile(part));
    const counts = this.#endPart(part, kind, output);
    if (isTimed) this.#addTimes(counts);
    const fail = (/** @type {string} */ why) => this.fail(`${name}: ${why}`);
    if (isLate) fail(`took too long and was ended${during(counts)}`);
    else if (!counts || counts.running !== undefined) fail(`broke off (${code ?? signal})${during(counts)}`);
    else if (counts.passes + counts.failures === 0) fail("no test was run");
    else if (counts.pending > 0) fail(`${counts.pending} tests were left out`);
    else if (code !== 0 && counts.failures === 0) fail(`ended with ${code ?? signal} after its tests`);
  }

  /**
   * Prints the summary, however the run ends.
   *
   * @param {number} code
   * @param {{ writesTimes: boolean }} options whether what was measured becomes what is known
   */
  close(code, { writesTimes }) {
    for (const part of this.#running) {
      const counts = this.#endPart(part, part.name, "");
      this.fail(`${part.name}: was ended from outside${during(counts)}`);
    }
    if (code !== 0 && !this.hasFailed) this.fail("the tests broke off");
    if (this.#kinds.size > 0) this.#tellTimes();
    if (writesTimes) writeTimes(this.#times);
    if (this.hasFailed) stdout.write(`\nFailed:\n${this.#failed.map((name) => `  ${name}\n`).join("")}`);
    stdout.write(`\n${this.#passed} passed, ${this.#failed.length} failed\n`);
  }

  /** @param {string} name */
  #beginPart(name) {
    const part = { name, folder: mkdtempSync(join(tmpdir(), "plumbline-")), from: Date.now() };
    this.#running.add(part);
    if (!this.isQuiet) stdout.write(heading(name));
    return part;
  }

  /**
   * Ends a part, shows its output, and adds up its counts, if there are any.
   *
   * @param {Part} part
   * @param {string} kind
   * @param {string} output
   */
  #endPart(part, kind, output) {
    const { name, folder, from } = part;
    this.#running.delete(part);
    stdout.write(this.isQuiet ? heading(name) + output : output);
    const file = countsFile(part);
    /** @type {Counts | undefined} */
    const counts = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    rmSync(folder, { recursive: true });
    this.#passed += counts?.passes ?? 0;
    this.#failed.push(...(counts?.failed ?? []).map((title) => `${name}: ${title}`));
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + (Date.now() - from) / 1000);
    return counts;
  }

  /** @param {Counts | undefined} counts */
  #addTimes(counts) {
    const { files = {}, slow = [] } = counts?.times ?? {};
    for (const [file, seconds] of Object.entries(files)) this.#times[file] = (this.#times[file] ?? 0) + seconds;
    this.#slow.push(...slow.map(({ title, seconds }) => ({ name: title, seconds })));
  }

  #tellTimes() {
    const inMinutes = (/** @type {number} */ seconds) => (seconds / 60).toFixed(1);
    const kinds = [...this.#kinds].map(([kind, seconds]) => `${kind} ${inMinutes(seconds)}`);
    const slow = this.#slow.sort((one, other) => other.seconds - one.seconds).slice(0, MOST_SLOW);
    const rows = slow.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${name}\n`);
    if (rows.length > 0) stdout.write(`\nThe slowest tests, in seconds:\n${rows.join("")}`);
    const all = inMinutes((Date.now() - this.#from) / 1000);
    const busy = inMinutes(busySeconds() - this.#busyBefore);
    stdout.write(
      `\nMinutes of one of two lanes: ${kinds.join(", ")}\n` +
        `It took ${all} minutes, in which the processors of this machine were busy for ${busy}.\n`,
    );
  }
}

/** How long all processors of this machine have been busy, whatever with: most of it ends with processes unseen by us. */
function busySeconds() {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;
}

/** @param {string} name */
function heading(name) {
  return `\n── ${name} ${"─".repeat(Math.max(0, 70 - name.length))}\n`;
}

/** @param {Part} part */
function countsFile({ folder }) {
  return join(folder, "counts.json");
}

/** @param {Counts | undefined} counts */
function during(counts) {
  return counts?.running === undefined ? "" : ` in: ${counts.running}`;
}
