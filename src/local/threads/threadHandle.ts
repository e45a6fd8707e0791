import { existsSync } from "node:fs";
import process from "node:process";
import { Worker } from "node:worker_threads";
import type { FromThread, Job, News, ThreadData, ToThread } from "./messages.ts";

/** A job failed; `message` is for the log. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

/** A job was ended with its thread, since it went on beyond its limit. */
export class JobOverdue extends Error {
  override readonly name = "JobOverdue";
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`the job took more than ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

/** Who is told to stop, or is over its limit, has so long to notice. */
const GRACE_MS = 500;

/** Beside this program where it was built to be shipped, else beside this file. */
const PROGRAM = ["./thread.js", "./thread.ts"]
  .map((name) => new URL(name, import.meta.url))
  .find((url) => existsSync(url));

/** A thread that does one job at a time. */
export class ThreadHandle {
  readonly #worker: Worker;
  readonly #children = new Set<number>();
  readonly #idle: () => void;
  #heard: (message: FromThread) => void = () => undefined;
  #broke: (error: Error) => void = () => undefined;

  /** `idle` is called after each job, unless the thread is `gone`, or will be at once since it holds too much memory. */
  constructor(data: ThreadData, { idle, gone }: { readonly idle: () => void; readonly gone: () => void }) {
    if (!PROGRAM) throw new Error("The program of the threads is missing.");
    this.#idle = idle;
    this.#worker = new Worker(PROGRAM, { workerData: data });
    this.#worker.unref();
    this.#worker.on("message", (message: FromThread) => {
      if (message.type !== "child") this.#heard(message);
      else if (message.isRunning) this.#children.add(message.pid);
      else this.#children.delete(message.pid);
    });
    let broken: Error | undefined;
    this.#worker.on("error", (error) => {
      broken = error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.once("exit", () => {
      for (const pid of this.#children) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // it has ended
        }
      }
      gone();
      this.#broke(broken ?? new Error("a thread was ended"));
    });
  }

  /** As `Threads.run` does it, once. */
  async run(job: Job, signal: AbortSignal, take: (news: News) => Promise<void>): Promise<void> {
    const { promise: ended, resolve, reject } = Promise.withResolvers<undefined>();
    const timers: NodeJS.Timeout[] = [];
    const endAfter = (ms: number, onEnd?: () => void) => {
      const end = () => {
        onEnd?.();
        void this.end();
      };
      timers.push(setTimeout(end, Math.min(ms, 2 ** 31 - 1)));
    };
    const stop = () => {
      this.#post({ type: "stop" });
      endAfter(GRACE_MS);
    };
    let taking: Promise<void> = Promise.resolve();
    this.#broke = reject;
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
        case "ended":
          taking.then(() => {
            if (message.isSpent) void this.end();
            else this.#idle();
            if (message.failure === undefined) resolve(undefined);
            else reject(new JobFailure(message.failure));
          }, reject);
          break;
        case "child":
          break;
      }
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    this.#post({ type: "begin", job });
    try {
      await ended;
      signal.throwIfAborted();
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
      timers.forEach(clearTimeout);
    }
  }

  /** Ends the thread, whatever it does, and the processes that it has started. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}
