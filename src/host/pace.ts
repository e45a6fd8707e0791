import type * as vscode from "vscode";

/** Milliseconds between two refreshes of a view: just above what the editor debounces by. */
export const VIEW_INTERVAL_MS = 260;

/**
 * Lets something happen at once and then at most once in `intervalMs`, the last time always. The editor debounces tree
 * refreshes and view messages by 200 ms: fired faster than that, nothing would be drawn until the end.
 */
export class Pace implements vscode.Disposable {
  readonly #intervalMs: number;
  readonly #action: () => void;
  #timer: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(intervalMs: number, action: () => void) {
    this.#intervalMs = intervalMs;
    this.#action = action;
  }

  /** Asks for the action: now, or when the interval since the last time is over. */
  request(): void {
    if (this.#timer) return;
    const wait = this.#last + this.#intervalMs - Date.now();
    if (wait <= 0) this.#run();
    else
      this.#timer = setTimeout(() => {
        this.#run();
      }, wait);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    this.dispose();
    this.#last = Date.now();
    this.#action();
  }
}
