import process from "node:process";

/** Milliseconds of this thread's processor. Linux may bring them up to date only every 4 ms. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

/** The same up to date, as Linux brings it when a thread gives its processor away: so it does for a moment. */
export function exactProcessorTime(): number {
  Atomics.wait(nothing, 0, 0, 0.001);
  return processorTime();
}

/** The most processor time of this thread between two turns: what others wait, whatever else the machine does. */
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
