import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { gitCommand } from "./gitCommand.ts";

/** An object as git keeps it. */
export interface GitObject {
  readonly hash: string;
  readonly type: string;
  readonly content: Buffer;
}

/** A process that nobody asks for so long ends. */
const IDLE_MS = 2_000;

const readers = new Map<string, ObjectReader>();

/**
 * Reads an object, such as `COMMIT:PATH` names one; no line breaks may be in its name. `undefined` where the repository
 * has none, or one of more than `maxBytes`. One git process per repository answers all who ask, one after the other: to
 * start one for each takes longer than all the rest. Rejects where there is no git, and where it fails.
 */
export async function readObject(root: string, name: string, maxBytes: number): Promise<GitObject | undefined> {
  const reader = readers.get(root) ?? new ObjectReader(root);
  readers.set(root, reader);
  return reader.read(name, maxBytes);
}

interface Request {
  readonly maxBytes: number;
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: Error) => void;
}

class ObjectReader {
  readonly #root: string;
  readonly #git: ChildProcessWithoutNullStreams;
  /** In the order in which git answers. */
  readonly #requests: Request[] = [];
  #chunks: Buffer[] = [];
  #length = 0;
  /** So many bytes make the next step possible. */
  #needed = 1;
  /** Bytes of an object that is too large, and are let go. */
  #skipping = 0;
  #head: Omit<GitObject, "content"> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(root: string) {
    this.#root = root;
    const { file, args, options } = gitCommand(root, ["cat-file", "--batch"]);
    this.#git = spawn(file, args, { ...options, stdio: "pipe" });
    this.#git.stderr.resume();
    this.#git.stdout.on("data", (chunk: Buffer) => {
      this.#take(chunk);
    });
    this.#git.stdin.on("error", () => undefined); // it has ended: that is told below
    this.#git.once("error", (error) => {
      this.#end(error);
    });
    this.#git.once("close", () => {
      this.#end(new Error("git cat-file ended"));
    });
  }

  read(name: string, maxBytes: number): Promise<GitObject | undefined> {
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      this.#requests.push({ maxBytes, resolve, reject });
      this.#git.stdin.write(`${name}\n`);
    });
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length >= this.#needed && this.#length > 0) {
      const bytes = this.#chunks.length === 1 ? (this.#chunks[0] ?? chunk) : Buffer.concat(this.#chunks);
      const taken = this.#step(bytes);
      const rest = bytes.subarray(taken);
      this.#chunks = [rest];
      this.#length = rest.length;
      if (taken === 0) return;
    }
  }

  /** How many of the bytes are done with; none where more have to come. */
  #step(bytes: Buffer): number {
    if (this.#skipping > 0) {
      const skipped = Math.min(this.#skipping, bytes.length);
      this.#skipping -= skipped;
      return skipped;
    }
    if (this.#head) {
      const size = this.#needed - 1; // a line break follows
      this.#answer({ ...this.#head, content: Buffer.from(bytes.subarray(0, size)) });
      this.#head = undefined;
      this.#needed = 1;
      return size + 1;
    }
    const end = bytes.indexOf("\n");
    if (end < 0) return 0;
    const [, hash = "", type = "", size] =
      /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(bytes.subarray(0, end).toString()) ?? [];
    if (size === undefined) this.#answer(undefined);
    else if (Number(size) > (this.#requests[0]?.maxBytes ?? 0)) {
      this.#skipping = Number(size) + 1;
      this.#answer(undefined);
    } else {
      this.#head = { hash, type };
      this.#needed = Number(size) + 1;
    }
    return end + 1;
  }

  #answer(object: GitObject | undefined): void {
    this.#requests.shift()?.resolve(object);
    if (this.#requests.length > 0) return;
    this.#idle = setTimeout(() => {
      this.#leave();
      this.#git.stdin.end();
    }, IDLE_MS).unref();
  }

  #end(error: Error): void {
    clearTimeout(this.#idle);
    this.#leave();
    for (const { reject } of this.#requests.splice(0)) reject(error);
  }

  #leave(): void {
    if (readers.get(this.#root) === this) readers.delete(this.#root);
  }
}
