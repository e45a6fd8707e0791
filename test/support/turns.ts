import process from "node:process";

/** Processor time of this thread in milliseconds. Linux may update it only every 4 ms. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

/**
 * The same, but up to date: Linux updates it when a thread gives up its processor, so the thread does that for a
 * moment.
 */
export function exactProcessorTime(): number {
  Atomics.wait(nothing, 0, 0, 0.001);
  return processorTime();
}

/**
 * The least processor time of this thread in milliseconds that some short work takes, of three times: its garbage may
 * be collected during one of them, and that of all who worked before.
 */
export function leastProcessorTime(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = processorTime();
    work();
    return processorTime() - before;
  });
  return Math.min(...times);
}

/**
 * The longest processor time of this thread between two turns: how long others wait, whatever else the machine does.
 */
export function watchTurns(now = processorTime): { stop(): number } {
  let longestMs = 0;
  let isOn = true;
  let last = now();
  const turn = () => {
    const time = now();
    longestMs = Math.max(longestMs, time - last);
    last = time;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop() {
      isOn = false;
      return longestMs;
    },
  };
}
