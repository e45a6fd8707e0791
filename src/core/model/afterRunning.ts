const TURN_MS = 1000;

/**
 * Calls `then` once this process has run for `ms` milliseconds; what is returned takes that back. Where it was suspended
 * meanwhile, as with the lid of a laptop closed, that counts as one turn of a second or less: what it waits for did not
 * go on either. (The clock of timers goes on during sleep on macOS and Windows.)
 */
export function afterRunning(ms: number, then: () => void): () => void {
  const turnMs = Math.min(TURN_MS, ms / 4);
  let leftMs = ms;
  let timer: NodeJS.Timeout;
  const next = () => {
    const from = performance.now();
    timer = setTimeout(
      () => {
        leftMs -= Math.min(performance.now() - from, 2 * turnMs);
        if (leftMs <= 0) then();
        else next();
      },
      Math.min(turnMs, leftMs),
    );
  };
  next();
  return () => {
    clearTimeout(timer);
  };
}
