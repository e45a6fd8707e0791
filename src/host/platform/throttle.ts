import type * as vscode from "vscode";

/** Milliseconds between two refreshes of a view: just above what the editor debounces by. */
export const VIEW_INTERVAL_MS = 260;

/**
 * Lets something happen at once and then at most once in `intervalMs`, the last time always. The editor debounces tree
 * refreshes and view messages by 200 ms: fired faster than that, nothing would be drawn until the end.
 */
export class Throttle implements vscode.Disposable {
  readonly #intervalMs: number;
  readonly #action: () => void;
  /** Runs for an interval after each time. */
  #rest: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;
  #held: NodeJS.Timeout | undefined;
  #isWanted = false;

  constructor(intervalMs: number, action: () => void) {
    this.#intervalMs = intervalMs;
    this.#action = action;
  }

  /** Asks for the action: now, or when the interval since the last time is over. */
  request(): void {
    if (this.#rest ?? this.#held) this.#isWanted = true;
    else this.#run();
  }

  /** Lets nothing happen before `release`, or before `ms` are over: whom it is for has not taken the last yet. */
  hold(ms: number): void {
    clearTimeout(this.#held);
    this.#held = setTimeout(() => {
      this.release();
    }, ms);
  }

  release(): void {
    clearTimeout(this.#held);
    this.#held = undefined;
    if (this.#isWanted && !this.#rest) this.#run();
  }

  /** Asks for the action where nobody requests it within `ms`: it would use up the interval of what comes soon. */
  requestWithin(ms: number): void {
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      this.request();
    }, ms);
  }

  dispose(): void {
    clearTimeout(this.#rest);
    clearTimeout(this.#patience);
    clearTimeout(this.#held);
    this.#rest = this.#patience = this.#held = undefined;
    this.#isWanted = false;
  }

  #run(): void {
    this.dispose();
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (this.#isWanted && !this.#held) this.#run();
    }, this.#intervalMs);
    this.#action();
  }
}
