import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { gitCommand } from "./gitCommand.ts";
import { ObjectFrames, type GitObject } from "./objectFrames.ts";

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
  readonly #frames = new ObjectFrames(() => this.#requests[0]?.maxBytes ?? 0);
  #idle: NodeJS.Timeout | undefined;

  constructor(root: string) {
    this.#root = root;
    const { file, args, options } = gitCommand(root, ["cat-file", "--batch"]);
    this.#git = spawn(file, args, { ...options, stdio: "pipe" });
    this.#git.stderr.resume();
    this.#git.stdout.on("data", (chunk: Buffer) => {
      // A copy: what is kept of an object must not keep the whole chunk.
      for (const found of this.#frames.take(chunk))
        this.#answer(found && { ...found, content: Buffer.from(found.content) });
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
