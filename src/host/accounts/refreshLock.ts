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
const GIVE_UP_MS = 60_000;
/** What a process of another machine, with the same home, has not ended by then was left behind: it can't be looked for. */
const ELSEWHERE_MS = 600_000;
/** Where only its clock tells when the machine was started. */
const CLOCKS_APART_MS = 60_000;

/**
 * Does some work while no other process does its own under the same lock, whatever happens to it: a lock is never taken from
 * a process that lives, suspended or not, and none is left by one that has ended. Rejects with `signingIn` where the lock
 * can't be had in a minute (`giveUpMs` in tests).
 *
 * Whoever wants the lock puts up a file that tells which process it is, then looks for others: it has the lock where it finds
 * no other that lives, else it takes its file away and tries again a moment later. Of two, the one that looks last sees both
 * files. No file is ever replaced, so that none can be taken for another.
 */
export async function withRefreshLock<T>(
  lockFile: string,
  work: () => Promise<T>,
  giveUpMs: number = GIVE_UP_MS,
): Promise<T> {
  const folder = path.dirname(lockFile);
  const prefix = `${path.basename(lockFile)}.`;
  const own = `${prefix}${[process.pid, ...PROCESS].join(".")}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  try {
    for (const deadline = Date.now() + giveUpMs; !(await take(folder, prefix, own));) {
      if (Date.now() > deadline) throw new ServiceError("signingIn", "The lock is held by another process.");
      await sleep(POLL_MS * (0.5 + Math.random()));
    }
    return await work();
  } finally {
    await rm(path.join(folder, own), { force: true });
  }
}

async function take(folder: string, prefix: string, own: string): Promise<boolean> {
  if (await isHeld(folder, prefix, own)) return false;
  await writeFile(path.join(folder, own), "", { flag: "wx", mode: 0o600 });
  if (!(await isHeld(folder, prefix, own))) return true;
  await rm(path.join(folder, own), { force: true });
  return false;
}

/** Whether another process that lives has put up its file. Removes those of processes that have ended. */
async function isHeld(folder: string, prefix: string, own: string): Promise<boolean> {
  let isHeld = false;
  for (const name of await readdir(folder)) {
    if (name === own || !name.startsWith(prefix)) continue;
    const file = path.join(folder, name);
    if (await lives(file, name.slice(prefix.length))) isHeld = true;
    else await rm(file, { force: true });
  }
  return isHeld;
}

async function lives(file: string, owner: string): Promise<boolean> {
  const [pid = "", machine = "", boot = "", started = ""] = owner.split(".");
  if (machine !== MACHINE) {
    const stats = await stat(file).catch(() => undefined); // just taken away
    return stats !== undefined && Date.now() - stats.mtimeMs < ELSEWHERE_MS;
  }
  if (boot !== BOOT || !isRunning(Number(pid))) return false;
  if (boot === "") {
    const stats = await stat(file).catch(() => undefined);
    if (stats === undefined || stats.mtimeMs < Date.now() - os.uptime() * 1000 - CLOCKS_APART_MS) return false;
  }
  // Another process may have its number by now.
  const startedNow = startOf(pid);
  return started === "" || startedNow === "" || started === startedNow;
}

/** When a process was started, in ticks since the machine was: empty where the system doesn't say. */
function startOf(pid: number | string): string {
  // Its name stands in parentheses, and may hold anything.
  return read(`/proc/${pid}/stat`).replace(/^.*\)/s, "").trim().split(" ")[19] ?? "";
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

/** Containers number their processes each for itself. */
function processSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

const MACHINE = createHash("sha256").update(`${os.hostname()} ${processSpace()}`).digest("hex").slice(0, 16);
/** Another one with every start of the machine, where that can be had. */
const BOOT = read("/proc/sys/kernel/random/boot_id");
const PROCESS = [MACHINE, BOOT, startOf(process.pid)];
