import { framesOf } from "../http/eventStream.ts";

/** What is so long is posted; each message costs about as much as to copy some 100 kB. */
const BATCH_BYTES = 256 * 1024;
/** So long an event may wait for others: nobody sees it. */
const WAIT_MS = 5;

/** Posts whole events. `taken` is to be called once, when their memory may be written again. */
export type PostBytes = (bytes: Uint8Array, taken: () => void) => void;

/**
 * Joins events that follow each other closely, each as it was, in their order, in memory that both threads have and that is used
 * again once it was taken. The first event is posted at once, and none waits for long.
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

  /** An event whose data is an array of what is JSON already, each element in pieces. */
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

  /** Posts what waits, before anything else is told. */
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

  /** Posts nothing by itself any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
