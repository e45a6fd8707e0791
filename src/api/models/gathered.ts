import { finished, type Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isAbort } from "../../core/model/errors.ts";

/** How long to let data gather once there are words: a fast model sends hundreds of events a second. */
const REST_MS = 50;
/** How long, if it comes faster than anyone reads. */
const FAST_REST_MS = 200;
/** Fast means more bytes in a millisecond than some hundred events a second have, */
const FAST_BYTES_A_MS = 20;
/** but not this many at once: those were waiting, and a longer rest would hold the answer up. */
const WAITING_BYTES = 32 * 1024;
/** An answer that is longer than this is not even read meanwhile: reading is most of the work. */
const LONG_BYTES = 64 * 1024;

/**
 * The bytes of a body as they come or, while it `mayRest`, those of each {@link REST_MS} together, or of each {@link
 * FAST_REST_MS} if they come fast. The end of a short body is reported at once, as is a break, after everything that
 * came before it: what is not read yet waits where no break can discard it. After an abort, nothing more comes. Leaving
 * the loop destroys the body.
 */
export async function* gathered(body: Readable, mayRest: () => boolean): AsyncGenerator<Buffer, void> {
  let chunks: Buffer[] = [];
  let size = 0;
  let ending: { readonly error: Error | null | undefined } | undefined;
  let isResting = false;
  let takenAt = performance.now();
  let wake = (): void => undefined;
  const woken = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  body.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (!isResting) wake();
    else if (size > LONG_BYTES) body.pause();
  });
  finished(body, (error) => {
    ending = { error };
    wake();
  });
  try {
    for (;;) {
      while (chunks.length === 0 && !ending) await woken();
      if (mayRest()) await nextTurn(); // what waits in the process comes before what waits in the socket
      if (ending?.error && (chunks.length === 0 || isAbort(ending.error))) throw ending.error;
      if (chunks.length === 0) return;
      const bytes = Buffer.concat(chunks);
      const now = performance.now();
      const isFast = bytes.length >= FAST_BYTES_A_MS * (now - takenAt) && bytes.length < WAITING_BYTES;
      const restMs = isFast ? FAST_REST_MS : REST_MS;
      takenAt = now;
      chunks = [];
      body.pause();
      yield bytes;
      if (mayRest() && !ending) {
        const timer = setTimeout(() => {
          wake();
        }, restMs);
        isResting = true;
        if (size <= LONG_BYTES) body.resume();
        await woken();
        isResting = false;
        clearTimeout(timer);
      }
      body.resume();
    }
  } finally {
    body.destroy();
  }
}
