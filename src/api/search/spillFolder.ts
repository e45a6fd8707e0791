import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { isRunning } from "../../core/model/isRunning.ts";

const NAME = /^matches-(\d+)-[\w-]+$/;

/**
 * Names a file for matches in `folder`, which is made if it is missing. The name contains the number of its process, so
 * that several windows can share a folder, and {@link removeStaleFiles} finds the files that are no longer in use.
 */
export function newSpillFile(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `matches-${process.pid}-${randomUUID()}`);
}

/** Removes the files of processes that have ended; never those of a running one, nor anything else. */
export function removeStaleFiles(folder: string): void {
  for (const name of listFolder(folder)) {
    const pid = NAME.exec(name)?.[1];
    const path = join(folder, name);
    if (pid === undefined || isInUse(path, Number(pid))) continue;
    try {
      rmSync(path, { force: true });
    } catch {
      // another window was faster, or still holds it: the next start tries again
    }
  }
}

function isInUse(path: string, pid: number): boolean {
  if (pid !== process.pid) return isRunning(pid);
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return modified >= performance.timeOrigin; // else it is of an earlier process that had the same number
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing was ever spilled there
  }
}
