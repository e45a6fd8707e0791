export interface TypingPauseParts {
  /** Begins the search for what was followed last. */
  readonly search: () => void;
  /** Ends the search that was begun before, if it still runs. */
  readonly end: () => void;
  /** For tests; otherwise 300 ms, as in the editor's own search. How long typing must have paused before a search. */
  readonly delayMs?: number;
}

const DELAY_MS = 300;

/** Searches for what a person types: at each pause, until the next key. */
export class TypingPause {
  readonly #parts: TypingPauseParts;
  #line = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: TypingPauseParts) {
    this.#parts = parts;
  }

  /** Takes the line that would be searched for now; empty if none would. The same one again changes nothing. */
  follow(line: string): void {
    if (line === this.#line) return;
    this.settle();
    this.#parts.end();
    this.#line = line;
    const { search, delayMs = DELAY_MS } = this.#parts;
    if (line !== "") this.#timer = setTimeout(search, delayMs);
  }

  /** Begins no further search until something else is typed. The one that runs goes on. */
  settle(): void {
    clearTimeout(this.#timer);
    this.#line = "";
  }
}
