import { randomUUID } from "node:crypto";
import { link, mkdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../core/model/errors.ts";

/** While the work goes on, the file is touched this often. */
const TOUCH_MS = 2_000;
/** Untouched for so long, it was left behind by a window that ended. */
const STALE_MS = 10_000;
const POLL_MS = 50;
const GIVE_UP_MS = 60_000;

/**
 * Does some work while no other window of this machine does its own under the same lock: an empty file that is there or
 * not. Rejects with `timeout` where the lock can't be had in a minute.
 */
export async function withRefreshLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(lockFile), { recursive: true });
  for (const deadline = Date.now() + GIVE_UP_MS; !(await take(lockFile));) {
    if (Date.now() > deadline) throw new ServiceError("timeout", "Another window is still signing in.");
    await sleep(POLL_MS * (0.5 + Math.random()));
  }
  const touch = setInterval(() => void utimes(lockFile, new Date(), new Date()).catch(() => undefined), TOUCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    await rm(lockFile, { force: true });
  }
}

async function take(lockFile: string): Promise<boolean> {
  try {
    await writeFile(lockFile, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    // Windows says EPERM of a file that is being removed.
    if (!(error instanceof Error && "code" in error && (error.code === "EEXIST" || error.code === "EPERM")))
      throw error;
    if (await isStale(lockFile)) await removeStale(lockFile);
    return false;
  }
}

async function isStale(lockFile: string): Promise<boolean> {
  const stats = await stat(lockFile).catch(() => undefined); // just released
  return stats !== undefined && Date.now() - stats.mtimeMs > STALE_MS;
}

/** Moves the lock away first: only one window can do that, and it puts back what turns out to be a new one. */
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
