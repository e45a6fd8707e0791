const TURN_MS = 1000;

/**
 * Calls `then` once this process has run for `ms` milliseconds; the returned function cancels that. Time while the
 * process was suspended, as when a laptop's lid is closed, counts as two turns of a second or less: what it waits for
 * did not continue either. (The clock of timers continues during sleep on macOS and Windows.)
 */
export function awakeTimeout(ms: number, then: () => void): () => void {
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
