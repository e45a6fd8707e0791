import { readFileSync, readlinkSync } from "node:fs";
import os from "node:os";

/**
 * Identifies the processes that can look each other up by number: those on the same machine since it was started, and
 * in the same container. Several machines may share a home. If the system does not name this, it is the name of the
 * machine, which may change with the network: a process that has ended then counts as one of another machine, and is
 * waited for.
 */
export const MACHINE = bootOf() ?? os.hostname();

function bootOf(): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return undefined;
  }
}

/**
 * When a process of this machine was started, in ticks since the machine was; `undefined` if the system doesn't tell.
 */
export function startOf(pid: number): string | undefined {
  try {
    // The process's name is in parentheses, and may contain anything.
    return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ")[19];
  } catch {
    return undefined;
  }
}
