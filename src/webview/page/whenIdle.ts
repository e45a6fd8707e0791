/** Calls back when the page is idle, in `timeoutMs` milliseconds at the latest; soon in Safari, which can't tell. */
export function whenIdle(then: () => void, timeoutMs: number): void {
  if ("requestIdleCallback" in globalThis) globalThis.requestIdleCallback(then, { timeout: timeoutMs });
  else setTimeout(then, 1);
}
