import process from "node:process";
import { Worker } from "node:worker_threads";

const LOOK_MS = 500;
/** How long a process whose parent is gone may take to end in an orderly way. */
const GRACE_MS = 2000;

/**
 * Ends this process when its parent is gone, however that happened and whatever keeps this process busy: another thread
 * watches the parent, and kills this process if it has not ended by itself after a short while.
 */
export function endWithParent(): void {
  const workerData = { parent: process.ppid, lookMs: LOOK_MS, graceMs: GRACE_MS };
  new Worker(WATCH, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}

/** A process that has lost its parent gets a new one, except on Windows. */
const WATCH = `
  const { parent, lookMs, graceMs } = require("node:worker_threads").workerData;
  const isGone = () => {
    if (process.ppid !== parent) return true;
    try {
      process.kill(parent, 0);
      return false;
    } catch (error) {
      return error.code === "ESRCH";
    }
  };
  const looking = setInterval(() => {
    if (!isGone()) return;
    clearInterval(looking);
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs);
  }, lookMs);
`;
