import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../core/model/errors.ts";
import { isRunning } from "../../core/model/isRunning.ts";

const POLL_MS = 50;
/**
 * On Windows a file that is being read can only be removed a moment later. Without `recursive`, `rm` does not retry.
 */
const REMOVAL = { force: true, recursive: true, maxRetries: 5, retryDelay: 50 };
const GIVE_UP_MS = 60_000;
/**
 * A process on another machine with the same home can't be looked up: after this time, its file counts as left behind.
 */
const ELSEWHERE_MS = 600_000;
/** By how much clocks may differ, if only a clock tells when the machine was started. */
const CLOCKS_APART_MS = 60_000;

/**
 * Runs `work` while no other process runs work under the same lock. A lock is never taken from a process that lives,
 * even if suspended. A process that has ended leaves none behind, whatever happened to it. Rejects with `signingIn` if
 * the lock can't be acquired within a minute (`giveUpMs` in tests).
 *
 * A process that wants the lock creates a file that names it, then looks for other files. If no other such process
 * lives, it has the lock. Otherwise it removes its file, and tries again a moment later. Of two, the one that looks
 * last sees both files. No file is ever replaced, so none can be mistaken for another.
 */
export async function withRefreshLock<T>(
  lockFile: string,
  work: () => Promise<T>,
  giveUpMs: number = GIVE_UP_MS,
): Promise<T> {
  const folder = path.dirname(lockFile);
  const prefix = `${path.basename(lockFile)}.`;
  const own = `${prefix}${[process.pid, ...PROCESS].join(".")}.${randomUUID()}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    for (const deadline = performance.now() + giveUpMs; !(await take(folder, prefix, own));) {
      if (performance.now() > deadline) throw new ServiceError("signingIn", "The lock is held by another process.");
      await sleep(POLL_MS * (0.5 + Math.random()));
    }
    return await work();
  } finally {
    await rm(path.join(folder, own), REMOVAL);
  }
}

async function take(folder: string, prefix: string, own: string): Promise<boolean> {
  if (await isHeld(folder, prefix, own)) return false;
  await writeFile(path.join(folder, own), "", { flag: "wx", mode: 0o600 });
  if (!(await isHeld(folder, prefix, own))) return true;
  await rm(path.join(folder, own), REMOVAL);
  return false;
}

/** Whether another living process has its file there. Removes the files of processes that have ended. */
async function isHeld(folder: string, prefix: string, own: string): Promise<boolean> {
  let isHeld = false;
  for (const name of await readdir(folder)) {
    if (name === own || !name.startsWith(prefix)) continue;
    const file = path.join(folder, name);
    if (await lives(file, name.slice(prefix.length))) isHeld = true;
    else await rm(file, REMOVAL);
  }
  return isHeld;
}

async function lives(file: string, owner: string): Promise<boolean> {
  const [pid = "", machine = "", boot = "", started = ""] = owner.split(".");
  if (machine !== MACHINE) {
    const stats = await stat(file).catch(() => undefined); // just removed
    return stats !== undefined && Date.now() - stats.mtimeMs < ELSEWHERE_MS;
  }
  if (boot !== BOOT || !isRunning(Number(pid))) return false;
  if (boot === "") {
    const stats = await stat(file).catch(() => undefined);
    if (stats === undefined || stats.mtimeMs < Date.now() - os.uptime() * 1000 - CLOCKS_APART_MS) return false;
  }
  // By now, another process may have its id.
  const startedNow = startOf(pid);
  return started === "" || startedNow === "" || started === startedNow;
}

/** When a process was started, in ticks since the start of the machine. Empty if the system doesn't say. */
function startOf(pid: number | string): string {
  // The process's name is in parentheses, and may contain anything.
  return read(`/proc/${pid}/stat`).replace(/^.*\)/s, "").trim().split(" ")[19] ?? "";
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

/** Each container numbers its own processes. */
function processSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

const MACHINE = createHash("sha256").update(`${os.hostname()} ${processSpace()}`).digest("hex").slice(0, 16);
/** Differs with every start of the machine. Empty if the system doesn't say. */
const BOOT = read("/proc/sys/kernel/random/boot_id");
const PROCESS = [MACHINE, BOOT, startOf(process.pid)];
