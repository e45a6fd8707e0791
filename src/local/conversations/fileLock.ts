import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Work under a lock takes milliseconds; a lock this old was left behind. */
const STALE_MS = 10_000;
const GIVE_UP_MS = 20_000;

/**
 * Does some work while no other process that uses the same lock file does its own. A lock of a process that has ended
 * is taken over. Rejects where the lock can't be had in twenty seconds.
 */
export async function withFileLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (let delayMs = 2; ; delayMs = Math.min(delayMs * 2, 50)) {
    try {
      await writeFile(lockFile, String(process.pid), { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && (error.code === "EEXIST" || error.code === "EPERM")))
        throw error;
      if (Date.now() > deadline) throw error;
    }
    if (await isStale(lockFile)) await removeStale(lockFile);
    else await sleep(delayMs * (0.5 + Math.random()));
  }
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

/** Whether a process of this machine is running; true where it can't be known. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

async function isStale(lockFile: string): Promise<boolean> {
  const [text, stats] = await Promise.all([
    readFile(lockFile, "utf8").catch(() => undefined),
    stat(lockFile).catch(() => undefined),
  ]);
  if (text === undefined || stats === undefined) return false; // just released
  const pid = Number(text);
  // An empty file: its owner is between creating and writing it.
  return Date.now() - stats.mtimeMs > STALE_MS || (text !== "" && pid !== process.pid && !isRunning(pid));
}

/** Moves the lock away first: only one process can do that, and it puts back what turns out to be a new one. */
async function removeStale(lockFile: string): Promise<void> {
  const moved = `${lockFile}.${randomUUID()}`;
  try {
    await rename(lockFile, moved);
  } catch {
    return; // somebody else was quicker
  }
  if (!(await isStale(moved))) await link(moved, lockFile).catch(() => undefined);
  await rm(moved, { force: true });
}
