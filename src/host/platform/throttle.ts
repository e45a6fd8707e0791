import type * as vscode from "vscode";

/** Milliseconds between two refreshes of a view: just above the editor's debounce interval. */
export const VIEW_INTERVAL_MS = 260;

/**
 * Runs an action at once, and then at most once in `intervalMs`. The last request always leads to a run. The editor
 * debounces tree refreshes and view messages by 200 ms: if they came faster than that, nothing would be drawn until the
 * end.
 */
export class Throttle implements vscode.Disposable {
  readonly #intervalMs: number;
  readonly #action: () => void;
  /** Runs for an interval after each run of the action. */
  #rest: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;
  #held: NodeJS.Timeout | undefined;
  #isWanted = false;

  constructor(intervalMs: number, action: () => void) {
    this.#intervalMs = intervalMs;
    this.#action = action;
  }

  /** Requests the action: it runs now, or when the interval since the last run is over. */
  request(): void {
    if (this.#rest ?? this.#held) this.#isWanted = true;
    else this.#run();
  }

  /** Holds the action back until `release`, for `ms` at most: the receiver has not taken the last update yet. */
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

  /** Requests the action after `ms`, unless it runs earlier. Running now would delay a request that comes soon. */
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
