import { existsSync } from "node:fs";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { awakeTimeout } from "../../core/model/awakeTimeout.ts";
import type { Log } from "../base/log.ts";
import type { DefinitionRequest, FileDefinitions } from "../code/symbols/fileDefinitions.ts";
import type { FromThread, Job, News, ThreadData, ThreadStart, ToThread } from "./messages.ts";
import { l10n } from "../base/l10n.ts";

/** A job failed; `message` is for the log. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

/** A job was ended together with its thread, since it ran beyond its limit. */
export class JobOverdue extends Error {
  override readonly name = "JobOverdue";
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`the job took more than ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

/**
 * How long a job that is told to stop, or is over its limit, has to notice: on a busy machine, its turn may come late.
 */
const GRACE_MS = 3000;
/** How long a job that has noticed has to end by itself. */
const ENDING_MS = 10_000;
/**
 * How long a thread that is to end may take to do so by itself. One that does not notice starts no processes either.
 */
const LEAVING_MS = 1000;
/** How much longer if it has processes that have not ended: once it is gone, the system never reaps them. */
const COLLECTING_MS = 10_000;

const SEARCHES = programNamed("thread");
/** The program of a thread that takes only parsing jobs. */
export const PARSES = programNamed("parserThread");

/** Beside this program in a build to be shipped, else beside this file. */
function programNamed(name: string): URL | undefined {
  return [`./${name}.js`, `./${name}.ts`].map((file) => new URL(file, import.meta.url)).find((url) => existsSync(url));
}

export interface ThreadOptions {
  /** Called after each job, unless the thread is ending, which it also is if it holds too much memory. */
  readonly idle: () => void;
  readonly gone: () => void;
  readonly log: Log;
  /** By default, the one that searches and finds answers. */
  readonly program?: URL | undefined;
  /** For tests; 10 s. How long a job that has noticed that it is to stop may take to end. */
  readonly endingMs?: number;
  /** Answers the thread's requests for the definitions in a file. */
  readonly define?: (request: DefinitionRequest, signal: AbortSignal) => Promise<FileDefinitions>;
}

/** A thread that does one job at a time. */
export class ThreadHandle {
  readonly #worker: Worker;
  readonly #children = new Set<number>();
  readonly #idle: () => void;
  readonly #define: ThreadOptions["define"];
  readonly #endingMs: number;
  readonly #stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #isEnding = false;
  #end: Promise<void> | undefined;
  readonly #left: Promise<undefined>;
  #heard: (message: FromThread) => void = () => undefined;
  #broke: (error: Error) => void = () => undefined;

  constructor(data: ThreadData, { idle, gone, log, define, program = SEARCHES, endingMs }: ThreadOptions) {
    if (!program) throw new Error("The program of the threads is missing.");
    const left = Promise.withResolvers<undefined>();
    this.#left = left.promise;
    this.#idle = idle;
    this.#define = define;
    this.#endingMs = endingMs ?? ENDING_MS;
    this.#worker = new Worker(program, { workerData: { ...data, stopFlag: this.#stopFlag } satisfies ThreadStart });
    this.#worker.unref();
    this.#worker.on("message", (message: FromThread) => {
      if (message.type === "log") log("warning", message.message);
      else if (message.type !== "child") this.#heard(message);
      else if (message.isRunning) this.#begun(message.pid);
      else this.#children.delete(message.pid);
    });
    let broken: Error | undefined;
    this.#worker.on("error", (error) => {
      this.#isEnding = true;
      broken = error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.once("exit", () => {
      for (const pid of this.#children) kill(pid);
      left.resolve(undefined);
      gone();
      this.#broke(broken ?? new Error("a thread was ended"));
    });
  }

  /** Whether it takes no more jobs; it may not be gone yet. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Does one job, as described for `Threads.run`. */
  async run(job: Job, signal: AbortSignal, take: (news: News) => Promise<void>): Promise<void> {
    const { promise: ended, resolve, reject } = Promise.withResolvers<undefined>();
    let ends: (() => void)[] = [];
    const clearEnds = () => {
      for (const clear of ends) clear();
      ends = [];
    };
    const endAfter = (ms: number, onEnd?: () => void) => {
      const end = () => {
        onEnd?.();
        void this.end();
      };
      ends.push(awakeTimeout(ms, end));
    };
    /**
     * The thread may still be at the job when this run is over: it is free, and its limits are lifted, only once it
     * says so.
     */
    let isAnsweringHere = true;
    const stop = () => {
      if (!isAnsweringHere) return;
      Atomics.store(this.#stopFlag, 0, 1);
      this.#post({ type: "stop" });
      endAfter(GRACE_MS);
    };
    let taking: Promise<void> = Promise.resolve();
    this.#broke = (error) => {
      isAnsweringHere = false;
      clearEnds();
      reject(error);
    };
    this.#heard = (message) => {
      switch (message.type) {
        case "news":
          taking = taking
            .then(() => take(message.news))
            .then(() => {
              this.#post({ type: "taken" });
            });
          taking.catch(reject);
          break;
        case "limit":
          endAfter(message.limitMs + GRACE_MS, () => {
            reject(new JobOverdue(message.limitMs));
          });
          break;
        case "stopping":
          clearEnds();
          endAfter(this.#endingMs);
          break;
        case "ended": {
          const settle = () => {
            isAnsweringHere = false;
            clearEnds();
            if (message.isSpent) void this.end();
            else if (!this.#isEnding) this.#idle();
            if (message.failure === undefined) resolve(undefined);
            else reject(new JobFailure(message.failure));
          };
          taking.then(settle, settle);
          break;
        }
        case "define":
          this.#define?.(message.request, signal).then((definitions) => {
            this.#post({ type: "defined", id: message.id, definitions });
          }, reject);
          break;
        case "child":
        case "log":
          break;
      }
    };
    Atomics.store(this.#stopFlag, 0, 0);
    this.#post({ type: "begin", job, language: l10n.language });
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    try {
      await ended;
      signal.throwIfAborted();
    } catch (error) {
      if (!signal.aborted) stop(); // where the news could not be taken in
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Ends the thread, whatever it is doing, and the processes that it has started. */
  end(): Promise<void> {
    this.#isEnding = true;
    return (this.#end ??= this.#collectAndEnd());
  }

  async #collectAndEnd(): Promise<void> {
    Atomics.store(this.#stopFlag, 0, 1);
    this.#post({ type: "end" });
    for (const pid of this.#children) kill(pid);
    await this.#leftWithin(LEAVING_MS);
    if (this.#children.size > 0) await this.#leftWithin(COLLECTING_MS);
    await this.#worker.terminate();
  }

  async #leftWithin(ms: number): Promise<void> {
    const over = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      over.resolve(undefined);
    }, ms);
    await Promise.race([this.#left, over.promise]);
    clearTimeout(timer);
  }

  #begun(pid: number): void {
    this.#children.add(pid);
    if (this.#isEnding) kill(pid);
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended
  }
}
