// @ts-check
// Child processes that never outlive this one. Each gets a process group of its own, so that what it
// starts in turn (a browser, a server) ends with it.
import { spawn, spawnSync } from "node:child_process";

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null, isLate: boolean, output: string }} End */

const GRACE_MS = 8000;
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
let isStopping = false;

/**
 * Runs a command to its end and then ends whatever it left running. Never rejects: a command that can't be started
 * ends with code 127. With `quiet`, what it prints is collected in `output` and not shown. After `limitMs` it is ended
 * and `isLate` is true.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, limitMs?: number }} [options]
 * @returns {Promise<End>}
 */
export async function run(command, args, { cwd, env, quiet = false, limitMs } = {}) {
  const isWindows = process.platform === "win32";
  const words = [command, ...args].map(quotedForCmd).join(" ");
  const child = spawn(isWindows ? words : command, isWindows ? [] : args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: env ?? process.env,
    stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    detached: !isWindows,
    shell: isWindows, // npm and code are .cmd files there
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  }
  let isLate = false;
  const limit = limitMs && setTimeout(() => ((isLate = true), void end(child)), limitMs);
  const [code, signal] = await new Promise((resolve) => {
    child.once("exit", (...how) => resolve(how));
    child.once("error", (error) => ((output += error.message), resolve([127, null])));
  });
  clearTimeout(limit || undefined);
  signalGroup(child, "SIGKILL");
  running.delete(child);
  return { code, signal, isLate, output };
}

/**
 * Quotes a word for cmd if necessary. What needs no quotes gets none: in a script that is called by a quoted name,
 * `%~dp0` is wrong.
 *
 * @param {string} word
 */
function quotedForCmd(word) {
  return /^[\w.:/\\@=-]+$/.test(word) ? word : `"${word}"`;
}

/** When this process is told to end, ends everything that `run` started, then this process. */
export function endWithSignals() {
  for (const [signal, code] of Object.entries(EXIT_CODES)) process.on(signal, () => stop(code));
  process.on("exit", () => {
    for (const child of running) signalGroup(child, "SIGKILL");
  });
  // npm runs us in a shell, and a shell that is told to end doesn't tell us.
  const { npm_lifecycle_event: script } = process.env;
  const parent = process.ppid;
  if (script) setInterval(() => process.ppid !== parent && stop(EXIT_CODES.SIGTERM), 1000).unref();
}

/** Whether this process was told to end: what `run` has resolved with since then says nothing. */
export function isEnding() {
  return isStopping;
}

/** @param {number} exitCode */
function stop(exitCode) {
  if (isStopping) return; // npm passes on the signal that the terminal has already sent
  isStopping = true;
  void Promise.all([...running].map(end)).then(() => process.exit(exitCode));
}

/** @param {import("node:child_process").ChildProcess} child */
async function end(child) {
  signalGroup(child, "SIGTERM");
  const kill = setTimeout(() => signalGroup(child, "SIGKILL"), GRACE_MS);
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once("exit", resolve));
  }
  clearTimeout(kill);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    // Without groups, what it has started can only be found while it runs itself; afterwards its number may be
    // another's.
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (!hasEnded) spawnSync("taskkill", ["/t", "/f", "/pid", String(child.pid)], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // the group is empty: all processes in it have ended
  }
}
