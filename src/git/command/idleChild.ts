import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { Socket } from "node:net";

/** How long a process may do nothing at all. */
const IDLE_MS = 10_000;
/** How long it may print nothing where the system doesn't tell what it does. */
const SILENT_MS = 120_000;
const TURN_MS = 1000;

export interface IdleLimits {
  readonly idleMs?: number;
  readonly silentMs?: number;
}

/**
 * Calls `then` once if a process is idle: it prints nothing, uses no processor time and reads nothing for ten seconds.
 * Where that can't be seen, it is if it prints nothing for two minutes. What it has printed and nobody has taken counts
 * as work, and so does no time in which this machine or this process was suspended.
 */
export function onceIdle(
  child: ChildProcess,
  then: () => void,
  { idleMs = IDLE_MS, silentMs = SILENT_MS }: IdleLimits = {},
): void {
  const turnMs = Math.min(TURN_MS, idleMs / 4);
  let last = "";
  let idleForMs = 0;
  let from = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    idleForMs += Math.min(now - from, 2 * turnMs);
    from = now;
    const work = child.pid === undefined ? undefined : workOf(child.pid);
    const state = `${work ?? ""} ${bytesFrom(child.stdout)} ${bytesFrom(child.stderr)}`;
    if (state !== last || (child.stdout?.readableLength ?? 0) > 0) idleForMs = 0;
    last = state;
    if (idleForMs < (work === undefined ? silentMs : idleMs)) return;
    clearInterval(timer);
    then();
  }, turnMs);
  const end = () => {
    clearInterval(timer);
  };
  child.once("exit", end).once("error", end);
}

function bytesFrom(output: Readable | null): number {
  return output instanceof Socket ? output.bytesRead : 0;
}

/** Its processor time and what it has read so far; `undefined` where the system doesn't tell. */
function workOf(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    const times = status
      .slice(status.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13); // user and system
    return [...times, /^rchar: .*$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[0] ?? ""].join(" ");
  } catch {
    return undefined; // another system, or it has just ended
  }
}
