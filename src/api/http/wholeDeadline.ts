/** An answer may take a second longer for each time that this many bytes have come. */
const BYTES_A_SECOND = 64 * 1024;

/**
 * The time that a request has as a whole, from the first byte sent to the last one received, redirects included: so
 * many milliseconds, and a second more for each 64 kB that came. Silence has its own deadlines, but what comes one byte
 * at a time is never silent.
 */
export class WholeDeadline {
  /**
   * Aborted by the caller's own signal, or when time is up: the reason is then one that `failureOf` recognizes as such.
   */
  readonly signal: AbortSignal;
  readonly #started = performance.now();
  #wholeMs: number;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(wholeMs: number, signal: AbortSignal | undefined) {
    this.#wholeMs = wholeMs;
    const late = new AbortController();
    this.signal = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    this.#wait(late);
  }

  /** Allows it at least this long. */
  extend(wholeMs: number): void {
    this.#wholeMs = Math.max(this.#wholeMs, wholeMs);
  }

  /** Records that more of the answer has come. */
  came(bytes: number): void {
    this.#bytes += bytes;
  }

  /** The answer is there, or was given up: from now on, only the caller's signal counts. */
  end(): void {
    clearTimeout(this.#timer);
  }

  get #leftMs(): number {
    const allowedMs = this.#wholeMs + Math.floor(this.#bytes / BYTES_A_SECOND) * 1000;
    return this.#started + allowedMs - performance.now();
  }

  #wait(late: AbortController): void {
    this.#timer = setTimeout(
      () => {
        if (this.#leftMs > 0) this.#wait(late);
        else late.abort(Object.assign(new Error("It took too long as a whole."), { code: "UND_ERR_BODY_TIMEOUT" }));
      },
      Math.max(1, this.#leftMs),
    );
  }
}
