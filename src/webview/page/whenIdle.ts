/** Calls back when the page has nothing else to do, in `timeoutMs` milliseconds at the latest. Safari can't tell: there, soon. */
export function whenIdle(then: () => void, timeoutMs: number): void {
  if ("requestIdleCallback" in globalThis) globalThis.requestIdleCallback(then, { timeout: timeoutMs });
  else setTimeout(then, 1);
}
