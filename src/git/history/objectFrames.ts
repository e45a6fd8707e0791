/** An object as git stores it. */
export interface GitObject {
  readonly hash: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The line in front of an object; that of one that is not there repeats its name. */
const HEADER_AT_MOST = 1024 * 1024;

/**
 * Splits what `git cat-file --batch` prints into the requested objects, in their order. `undefined` stands for an
 * object that the repository does not have, or that is larger than `maxBytes` returns for it; that one is skipped, not
 * kept.
 */
export class ObjectFrames {
  readonly #maxBytes: () => number;
  #chunks: Buffer[] = [];
  #length = 0;
  /** The number of bytes that the next step needs. */
  #needed = 1;
  /** Bytes still to skip of an object that is too large. */
  #skipping = 0;
  #head: Omit<GitObject, "content"> | undefined;

  constructor(maxBytes: () => number = () => Infinity) {
    this.#maxBytes = maxBytes;
  }

  /** The objects that this chunk completes. Their contents are parts of it, or of earlier chunks. */
  *take(chunk: Buffer): Generator<GitObject | undefined, void> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length >= this.#needed && this.#length > 0) {
      const bytes = this.#chunks.length === 1 ? (this.#chunks[0] ?? chunk) : Buffer.concat(this.#chunks);
      const { taken, object } = this.#step(bytes);
      const rest = bytes.subarray(taken);
      this.#chunks = [rest];
      this.#length = rest.length;
      if (taken === 0) return;
      if (object) yield object.found;
    }
  }

  /** How many of the bytes are used up, 0 if more have to come first; and the object that ends there. */
  #step(bytes: Buffer): { readonly taken: number; readonly object?: { readonly found: GitObject | undefined } } {
    if (this.#skipping > 0) {
      const taken = Math.min(this.#skipping, bytes.length);
      this.#skipping -= taken;
      return { taken };
    }
    if (this.#head) {
      const size = this.#needed - 1; // a line break follows
      const found = { ...this.#head, content: bytes.subarray(0, size) };
      this.#head = undefined;
      this.#needed = 1;
      return { taken: size + 1, object: { found } };
    }
    const end = bytes.indexOf("\n");
    if (end < 0) {
      if (bytes.length > HEADER_AT_MOST) throw new Error("git cat-file prints something else");
      return { taken: 0 };
    }
    const [, hash = "", type = "", size] =
      /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(bytes.toString("latin1", 0, end)) ?? [];
    if (size === undefined) return { taken: end + 1, object: { found: undefined } };
    if (Number(size) > this.#maxBytes()) {
      this.#skipping = Number(size) + 1;
      return { taken: end + 1, object: { found: undefined } };
    }
    this.#head = { hash, type };
    this.#needed = Number(size) + 1;
    return { taken: end + 1 };
  }
}
