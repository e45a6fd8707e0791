import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { awakeTimeout } from "../../core/model/awakeTimeout.ts";
import { gitCommand } from "../command/gitCommand.ts";
import { ObjectFrames, type GitObject } from "./objectFrames.ts";
import { withPipes } from "../command/pipes.ts";

/** A process ends after this long without a request. */
const IDLE_MS = 2_000;
/** No object takes git this long: its disk does not answer, or it was suspended. */
const SILENT_MS = 30_000;

/**
 * Reads objects of repositories. One git process per repository answers all requests, one after the other: starting one
 * for each takes longer than all the rest. It ends after a while without requests, and with {@link dispose}; where it
 * says nothing for long, its requests fail.
 */
export class ObjectReaders {
  readonly #processes = new Map<string, ObjectProcess>();
  readonly #idleMs: number;
  readonly #silentMs: number;

  constructor(idleMs = IDLE_MS, silentMs = SILENT_MS) {
    this.#idleMs = idleMs;
    this.#silentMs = silentMs;
  }

  /**
   * An object by a name such as `COMMIT:PATH`, which must not contain line breaks. `undefined` if the repository has no
   * such object, or if it is larger than `maxBytes`. Rejects if there is no git, or if it fails.
   */
  async read(root: string, name: string, maxBytes: number): Promise<GitObject | undefined> {
    for (let tries = TRIES; ; tries--) {
      const process =
        this.#processes.get(root) ??
        new ObjectProcess(root, this.#idleMs, this.#silentMs, () => this.#processes.delete(root));
      this.#processes.set(root, process);
      try {
        return await process.read(name, maxBytes);
      } catch (error) {
        if (!(error instanceof NotAsked) || tries === 1) throw error;
      }
    }
  }

  /** Ends each process once it has answered its requests. Later requests are still answered. */
  dispose(): void {
    for (const process of this.#processes.values()) process.endWhenIdle();
  }
}

/** Git exits on an object that it would have to fetch, and so ends the process that other requests wait for. */
class NotAsked extends Error {
  override readonly name = "NotAsked";
}
/** How many processes are asked at most. */
const TRIES = 20;

interface Request {
  readonly maxBytes: number;
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: Error) => void;
}

class ObjectProcess {
  readonly #idleMs: number;
  readonly #silentMs: number;
  readonly #onEnd: () => void;
  readonly #git: ChildProcessWithoutNullStreams;
  /** In the order in which git answers. */
  readonly #requests: Request[] = [];
  readonly #frames = new ObjectFrames(() => this.#requests[0]?.maxBytes ?? 0);
  #idle: NodeJS.Timeout | undefined;
  #clearSilence: (() => void) | undefined;
  #hasEnded = false;

  /** `onEnd` is called when it accepts no more requests. */
  constructor(root: string, idleMs: number, silentMs: number, onEnd: () => void) {
    this.#idleMs = idleMs;
    this.#silentMs = silentMs;
    this.#onEnd = onEnd;
    const { file, args, options } = gitCommand(root, ["cat-file", "--batch"]);
    this.#git = withPipes(spawn(file, args, { ...options, stdio: "pipe" }));
    this.#git.stderr.resume();
    this.#git.stdout.on("data", (chunk: Buffer) => {
      try {
        this.#take(chunk);
      } catch (error) {
        this.#kill(error as Error);
      }
    });
    this.#git.stdin.on("error", () => undefined); // it has ended: that is reported below
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
      if (this.#requests.length === 1) this.#awaitWord();
      this.#git.stdin.write(`${name}\n`);
    });
  }

  /** Git answers what it was asked, then exits. */
  endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#leave();
    this.#git.stdin.end();
  }

  #take(chunk: Buffer): void {
    for (const found of this.#frames.take(chunk)) {
      if (this.#requests.length === 0) throw new Error("git cat-file prints more than it was asked for");
      // A copy: what is kept of an object must not keep the whole chunk in memory.
      this.#answer(found && { ...found, content: Buffer.from(found.content) });
    }
    this.#awaitWord();
  }

  #answer(object: GitObject | undefined): void {
    this.#requests.shift()?.resolve(object);
    if (this.#requests.length > 0) return;
    this.#idle = setTimeout(() => {
      this.endWhenIdle();
    }, this.#idleMs).unref();
  }

  /** Runs while git has not answered a request. */
  #awaitWord(): void {
    this.#clearSilence?.();
    if (this.#requests.length === 0) return;
    this.#clearSilence = awakeTimeout(this.#silentMs, () => {
      this.#kill(new Error("git cat-file says nothing"));
    });
  }

  #kill(error: Error): void {
    for (const { reject } of this.#requests.splice(0)) reject(error);
    this.#end(error);
    this.#git.kill("SIGKILL");
    this.#git.stdout.destroy(); // what it has printed since
  }

  #end(error: Error): void {
    clearTimeout(this.#idle);
    this.#clearSilence?.();
    this.#leave();
    const [first, ...others] = this.#requests.splice(0);
    first?.reject(error);
    for (const { reject } of others) reject(new NotAsked(error.message));
  }

  #leave(): void {
    if (this.#hasEnded) return; // another one has taken its place by now
    this.#hasEnded = true;
    this.#onEnd();
  }
}
