import { framesOf } from "../base/eventStream.ts";

/** Events of this size are posted; each message costs about as much as copying some 100 kB. */
const BATCH_BYTES = 256 * 1024;
/** How long an event may wait for others: nobody notices. */
const WAIT_MS = 5;

/** Posts whole events. `taken` must be called once, when their memory may be reused. */
export type PostBytes = (bytes: Uint8Array, taken: () => void) => void;

/**
 * Joins events that closely follow each other, unchanged and in order, in memory that both threads share and that is
 * reused once it was taken. The first event is posted at once, and none waits for long.
 */
export class EventBatch {
  readonly #post: PostBytes;
  readonly #free: Buffer[] = [];
  #open: Buffer | undefined;
  #length = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasPosted = false;

  constructor(post: PostBytes) {
    this.#post = post;
  }

  /** Adds an event whose data is an array of values that are JSON already, each in pieces. */
  add(event: string, elements: readonly (readonly Buffer[])[]): void {
    const pieces = framesOf(event, elements);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (this.#length + length > BATCH_BYTES) this.flush();
    this.#open ??= this.#free.pop() ?? Buffer.from(new SharedArrayBuffer(Math.max(BATCH_BYTES, length)));
    if (this.#open.length < length) this.#open = Buffer.from(new SharedArrayBuffer(length));
    for (const piece of pieces) this.#length += piece.copy(this.#open, this.#length);
    if (!this.#hasPosted || this.#length >= BATCH_BYTES) this.flush();
    else
      this.#timer ??= setTimeout(() => {
        this.flush();
      }, WAIT_MS);
  }

  /** Posts what is waiting; to be called before anything else is reported. */
  flush(): void {
    this.stop();
    const memory = this.#open;
    if (!memory || this.#length === 0) return;
    const bytes = memory.subarray(0, this.#length);
    this.#open = undefined;
    this.#length = 0;
    this.#hasPosted = true;
    this.#post(bytes, () => {
      if (memory.length === BATCH_BYTES) this.#free.push(memory);
    });
  }

  /** Stops posting on its own. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
