/** Smaller bodies say more of the delay of a link than of its speed. */
const MEASURABLE_BYTES = 64 * 1024;
/**
 * 10 MB/s, about 100 Mbit/s. What a service sends shrinks to a fifth with gzip, so that below this it comes in less than
 * half of the time; from about 60 MB/s on, packing takes longer than sending (see test/bench).
 */
const SLOW_BYTES_PER_MS = 10_000;

/** How fast bodies came from one origin, and so whether to ask for compressed ones. The last one that was large counts. */
export class LinkSpeed {
  #isSlow = false;

  /** A body of so many bytes, as they came over the wire, took so long from its headers to its end. */
  observe(bytes: number, durationMs: number): void {
    if (bytes >= MEASURABLE_BYTES) this.#isSlow = bytes < durationMs * SLOW_BYTES_PER_MS;
  }

  /** For the header of that name: compressed answers from slow links alone. */
  get acceptEncoding(): "gzip" | "identity" {
    return this.#isSlow ? "gzip" : "identity";
  }
}
