import { Worker } from "node:worker_threads";
import { awakeTimeout } from "../../../core/model/awakeTimeout.ts";

/** A disk that was asleep may take this long. */
const ANSWERS_WITHIN_MS = 5000;
/** For so long, a folder that has answered is not asked again. */
const FRESH_MS = 1000;
/** After that time, one that has not answered is asked once more: something else may be mounted there now. */
const AGAIN_MS = 60_000;
/** How many threads may hang at a time. */
const HANGING_AT_MOST = 8;

/** What looks into folders: `began` is called once it does, and `answered` once the system has said anything. */
export type Look = (folder: string, began: () => void, answered: () => void) => void;

/**
 * Which folders don't answer now, as those on a mount that hangs: whoever looks into one waits for good, and a process
 * has few threads for files. So nobody else looks before this has, in threads of its own.
 */
export class SilentFolders {
  readonly #look: Look;
  readonly #withinMs: number;
  readonly #silent = new Set<string>();
  readonly #lookedAt = new Map<string, number>();
  readonly #looking = new Map<string, Promise<void>>();

  /** All are for tests. */
  constructor({ look = lookInThreads(), withinMs = ANSWERS_WITHIN_MS }: { look?: Look; withinMs?: number } = {}) {
    this.#look = look;
    this.#withinMs = withinMs;
  }

  /** Waits for none that is known to be silent, and some seconds at most. */
  async among(folders: readonly string[]): Promise<ReadonlySet<string>> {
    await Promise.all(folders.map((folder) => this.#known(folder)));
    return new Set(folders.filter((folder) => this.#silent.has(folder)));
  }

  async #known(folder: string): Promise<void> {
    const isSilent = this.#silent.has(folder);
    const age = performance.now() - (this.#lookedAt.get(folder) ?? -Infinity);
    if (age < (isSilent ? AGAIN_MS : FRESH_MS)) {
      if (!isSilent) await this.#looking.get(folder);
      return;
    }
    this.#lookedAt.set(folder, performance.now());
    const looking = this.#ask(folder);
    this.#looking.set(folder, looking);
    if (!isSilent) await looking;
  }

  /** Resolves when the folder has answered, or is found to be silent. */
  #ask(folder: string): Promise<void> {
    return new Promise((resolve) => {
      let stopWaiting = (): void => undefined;
      const began = () => {
        stopWaiting = awakeTimeout(this.#withinMs, () => {
          this.#silent.add(folder);
          resolve();
        });
      };
      const answered = () => {
        stopWaiting();
        this.#silent.delete(folder);
        this.#lookedAt.set(folder, performance.now());
        resolve();
      };
      this.#look(folder, began, answered);
    });
  }
}

/**
 * Looks into one folder after the other. A thread that hangs is left to itself, and another one goes on. In tests, a
 * named pipe that is opened stands in for a folder on a mount that hangs.
 */
export function lookInThreads(how: "opendirSync" | "openSync" = "opendirSync"): Look {
  const waiting: Parameters<Look>[] = [];
  let free: Worker | undefined;
  let isBusy = false;
  let hanging = 0;
  const next = (): void => {
    if (isBusy || hanging === HANGING_AT_MOST) return;
    const asked = waiting.shift();
    if (!asked) return;
    const [folder, began, answered] = asked;
    const thread = (free ??= startThread(how));
    isBusy = true;
    let isHanging = false;
    let stopWaiting = (): void => undefined;
    const end = () => {
      stopWaiting();
      thread.removeAllListeners("message").removeAllListeners("error");
      if (isHanging) {
        hanging -= 1;
        void thread.terminate();
      } else isBusy = false;
      answered();
      next();
    };
    thread.on("message", (message) => {
      if (message !== "begins") {
        end();
        return;
      }
      began();
      stopWaiting = awakeTimeout(GOES_ON_AFTER_MS, () => {
        isHanging = true;
        isBusy = false;
        free = undefined;
        hanging += 1;
        next();
      });
    });
    thread.once("error", () => {
      free = undefined;
      end();
    });
    thread.postMessage(folder);
  };
  return (...asked) => {
    waiting.push(asked);
    next();
  };
}

/** The others need not wait until one is given up. */
const GOES_ON_AFTER_MS = 500;

function startThread(how: string): Worker {
  const thread = new Worker(PROGRAM, { eval: true, workerData: how });
  thread.unref();
  return thread;
}

/** That a folder is gone, or may not be read, is an answer, too. */
const PROGRAM = `
const fs = require("node:fs");
const { parentPort, workerData: how } = require("node:worker_threads");
parentPort.on("message", (folder) => {
  parentPort.postMessage("begins");
  try {
    const opened = fs[how](folder);
    if (typeof opened === "number") fs.closeSync(opened);
    else opened.closeSync();
  } catch {}
  parentPort.postMessage("answers");
});
`;
