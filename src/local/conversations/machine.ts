import { readFileSync, readlinkSync } from "node:fs";
import os from "node:os";

/**
 * What all processes have in common that can look each other up by number: their machine since it was started, and in it
 * their container. Several may have one home. Where the system has no name for that, it is the one of the machine, which
 * may change with the network: then a process that has ended is taken to be one of another machine, and waited for.
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
