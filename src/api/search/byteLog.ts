import { closeSync, constants, openSync, readSync, rmSync, writeSync } from "node:fs";
import { ZEROS_BEHIND } from "./jsonScan.ts";

/** How much a {@link ByteLog} may take, in bytes. */
export interface ByteLimits {
  /** The newest bytes are in memory, at most about this many; older ones move to the file. */
  readonly memory: number;
  /** All of them, in memory and in the file. */
  readonly total: number;
}

/**
 * Most searches find little: the first block is small, and each is twice as large as the one before, up to the largest.
 */
const FIRST_BLOCK_BYTES = 32 * 1024;
const LARGEST_BLOCK_BYTES = 1024 * 1024;
const FILE_FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

/**
 * Bytes that are appended and read by position: the newest in memory, the older ones in a file that is made when the
 * first of them leave memory, that only its owner can read, and that {@link dispose} removes.
 *
 * Both writing and reading are synchronous. A block of a megabyte goes to the page cache in less than a millisecond and
 * a row comes back from it in microseconds, which is less than a promise per row costs; and a tree that is asked for
 * rows gets them in the same turn, so that nothing can grow in between.
 */
export class ByteLog {
  readonly #newFile: (() => string) | undefined;
  readonly #limits: ByteLimits;
  /** In order. The last one is being written to. */
  #blocks: Block[] = [];
  #nextBlockBytes = FIRST_BLOCK_BYTES;
  #memoryBytes = 0;
  #end = 0;
  #file: { readonly path: string; readonly descriptor: number; bytes: number } | undefined;
  #failure: unknown;

  /** Without `newFile`, which names a file that does not exist, everything stays in memory. */
  constructor(limits: ByteLimits, newFile?: () => string) {
    this.#limits = limits;
    this.#newFile = newFile;
  }

  /** Bytes of memory in use, including the part that is still free to be written to. */
  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  get fileBytes(): number {
    return this.#file?.bytes ?? 0;
  }

  /** Why the file could not be written. From then on there is no room for more than fits into memory. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Whether this many more bytes can be kept. */
  hasRoom(byteCount: number): boolean {
    const mayLeaveMemory = this.#newFile !== undefined && this.#failure === undefined;
    return this.#end + byteCount <= (mayLeaveMemory ? this.#limits.total : this.#limits.memory);
  }

  /** Copies bytes to where they can be examined; only {@link keep} keeps them. */
  stage(copied: Uint8Array): Staged {
    const { bytes, view, used: from } = this.#blockFor(copied.length + ZEROS_BEHIND);
    const to = from + copied.length;
    bytes.set(copied, from);
    bytes.fill(0, to, to + ZEROS_BEHIND);
    return { bytes, view, from, to, position: this.#end };
  }

  /** Keeps what was staged last. */
  keep({ from, to }: Staged): void {
    const block = this.#blocks.at(-1);
    if (!block) return;
    block.used = to;
    this.#end += to - from;
    while (this.#memoryBytes > this.#limits.memory && this.#blocks.length > 1) {
      if (!this.#moveOldest()) break;
    }
  }

  /** Bytes that were kept together. Valid until the next call of any method. */
  read(position: number, byteCount: number): Buffer {
    if (this.#file && position < this.#file.bytes) {
      const bytes = Buffer.allocUnsafe(byteCount);
      const got = readSync(this.#file.descriptor, bytes, 0, byteCount, position);
      if (got < byteCount) throw new Error(`The file of these results is shorter than it was: ${this.#file.path}`);
      return bytes;
    }
    const block = this.#blocks.findLast(({ start }) => start <= position);
    if (!block) throw new RangeError("Nothing was kept there.");
    return block.bytes.subarray(position - block.start, position - block.start + byteCount);
  }

  /** Moves everything to the file, if there can be one; what is appended later starts in memory again. */
  park(): void {
    while (this.#blocks.length > 0) {
      if (!this.#moveOldest()) break;
    }
  }

  /** Removes the file and forgets everything. */
  dispose(): void {
    this.#blocks = [];
    this.#memoryBytes = 0;
    if (!this.#file) return;
    closeSync(this.#file.descriptor);
    try {
      rmSync(this.#file.path, { force: true });
    } catch {
      // a scanner holds it on Windows: it is stale from now on, and removed as such
    }
    this.#file = undefined;
  }

  #blockFor(byteCount: number): Block {
    const last = this.#blocks.at(-1);
    if (last && last.bytes.length - last.used >= byteCount) return last;
    if (last?.used === 0) this.#memoryBytes -= this.#blocks.pop()?.bytes.length ?? 0;
    const bytes = Buffer.allocUnsafeSlow(Math.max(this.#nextBlockBytes, byteCount));
    this.#nextBlockBytes = Math.min(2 * this.#nextBlockBytes, LARGEST_BLOCK_BYTES);
    const view = new DataView(bytes.buffer);
    const block = { start: this.#end, bytes, view, used: 0 };
    this.#blocks.push(block);
    this.#memoryBytes += block.bytes.length;
    return block;
  }

  #moveOldest(): boolean {
    const block = this.#blocks[0];
    if (!block || !this.#newFile || this.#failure !== undefined) return false;
    try {
      this.#file ??= createFile(this.#newFile());
      for (let done = 0; done < block.used;) {
        done += writeSync(this.#file.descriptor, block.bytes, done, block.used - done, block.start + done);
      }
    } catch (error) {
      this.#failure = error; // a full disk, or a folder that can't be written: what is in memory stays there
      return false;
    }
    this.#file.bytes = block.start + block.used;
    this.#blocks.shift();
    this.#memoryBytes -= block.bytes.length;
    return true;
  }
}

/**
 * Bytes to examine from `from` to `to`, followed by {@link ZEROS_BEHIND} zeros; found at `position` once they are kept.
 */
export interface Staged {
  readonly bytes: Buffer;
  /** A view of the same bytes. */
  readonly view: DataView;
  readonly from: number;
  readonly to: number;
  readonly position: number;
}

interface Block {
  readonly start: number;
  readonly bytes: Buffer;
  readonly view: DataView;
  used: number;
}

function createFile(path: string): { path: string; descriptor: number; bytes: number } {
  return { path, descriptor: openSync(path, FILE_FLAGS, 0o600), bytes: 0 };
}
