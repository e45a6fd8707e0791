/** Smaller bodies say more about the latency of a link than about its speed. */
const MEASURABLE_BYTES = 64 * 1024;
/**
 * 10 MB/s, about 100 Mbit/s. gzip shrinks what a service sends to a fifth, so that below this speed it comes in less
 * than half the time; from about 60 MB/s on, packing takes longer than sending (see test/bench).
 */
const SLOW_BYTES_PER_MS = 10_000;

/** How fast bodies came from one origin, and so whether to ask for compressed ones. The last large one counts. */
export class LinkSpeed {
  #isSlow = false;

  /** Records that a body of so many bytes, as they came over the wire, took so long from its headers to its end. */
  observe(bytes: number, durationMs: number): void {
    if (bytes >= MEASURABLE_BYTES) this.#isSlow = bytes < durationMs * SLOW_BYTES_PER_MS;
  }

  /** For the header of that name: compressed answers from slow links only. */
  get acceptEncoding(): "gzip" | "identity" {
    return this.#isSlow ? "gzip" : "identity";
  }
}
