import type { Log } from "../base/log.ts";
import type { DefinitionRequest, FileDefinitions } from "../code/symbols/fileDefinitions.ts";
import type { DefinitionsJob, Job, News, ThreadData } from "./messages.ts";
import { Parsers } from "./parsers.ts";
import { StalledReaders } from "./stalledReaders.ts";
import { ThreadHandle } from "./threadHandle.ts";
import { Semaphore } from "../base/semaphore.ts";

export interface RunOptions {
  /** Ends the job. */
  readonly signal: AbortSignal;
  /** Takes in the job's news, one piece after the other; the job waits while it is far ahead. */
  readonly take: (news: News) => Promise<void> | void;
  /** Ends what `take` waits for, and the job with it: it has taken nothing for long, and others wait. */
  readonly drop?: () => void;
}

/**
 * How many jobs of a kind work at once, and how many may have begun: one that waits for its reader lets others work.
 */
const LIMITS = {
  search: { working: 4, begun: 12 },
  answer: { working: 2, begun: 2 },
  lookUp: { working: 2, begun: 2 },
};
const LETS_OTHERS_WORK_AFTER_MS = 1_000;
/** How many threads are kept for the next jobs. */
const KEPT = 2;

/** Threads that may be shared. */
export type SharedThreads = Pick<Threads, keyof Threads>;

/**
 * Does the work of the service in threads: whatever a query, a question or a repository causes there, the service
 * itself goes on, and what is stopped does stop. A limited number of jobs are done at once; others wait for their turn.
 */
export class Threads {
  readonly #data: ThreadData;
  readonly #log: Log;
  readonly #parsers: Parsers;
  readonly #idle: ThreadHandle[] = [];
  readonly #all = new Set<ThreadHandle>();
  readonly #turns = {
    search: { working: new Semaphore(LIMITS.search.working), begun: new Semaphore(LIMITS.search.begun) },
    answer: { working: new Semaphore(LIMITS.answer.working), begun: new Semaphore(LIMITS.answer.begun) },
    lookUp: { working: new Semaphore(LIMITS.lookUp.working), begun: new Semaphore(LIMITS.lookUp.begun) },
  };
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #stalled = new StalledReaders();

  constructor(data: ThreadData, log: Log) {
    this.#data = data;
    this.#log = log;
    this.#parsers = new Parsers(data, log);
  }

  /** Has a thread ready when the first job comes. */
  prepare(): void {
    if (this.#all.size === 0 && !this.#closing.signal.aborted) this.#idle.push(this.#start());
  }

  /** Has threads that find definitions ready, for a search that will ask for them. */
  prepareParsers(): void {
    if (!this.#closing.signal.aborted) this.#parsers.prepare();
  }

  /**
   * Does a job, to its end. Rejects with the signal's reason once that is aborted, with `JobOverdue` if the job
   * exceeded its limit, with `JobFailure` if it failed, and with anything else if its thread broke.
   */
  async run(job: Exclude<Job, DefinitionsJob>, { signal, take, drop = () => undefined }: RunOptions): Promise<void> {
    const ending = AbortSignal.any([signal, this.#closing.signal]);
    const turns = this.#turns[job.type];
    const end = await this.#stalled.whileWaiting(turns.begun.acquire(ending));
    try {
      const letOthersWork = await turns.working.acquire(ending);
      try {
        const thread = this.#takeIdle() ?? this.#start();
        const running = thread.run(job, ending, async (news) => {
          const timer = setTimeout(letOthersWork, LETS_OTHERS_WORK_AFTER_MS);
          try {
            await this.#stalled.whileTaking(drop, () => take(news));
          } finally {
            clearTimeout(timer);
          }
        });
        this.#running.add(running);
        try {
          await running;
        } finally {
          this.#running.delete(running);
        }
      } finally {
        letOthersWork();
      }
    } finally {
      end();
    }
  }

  /** What is defined in a file. Rejects with the signal's reason once that is aborted. */
  define(request: DefinitionRequest, signal: AbortSignal): Promise<FileDefinitions> {
    return this.#parsers.read(request, AbortSignal.any([signal, this.#closing.signal]));
  }

  /** Ends all jobs and threads, and the processes that they have started. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running); // so that they end their processes by themselves
    await Promise.all([...[...this.#all].map((thread) => thread.end()), this.#parsers.close()]);
  }

  #takeIdle(): ThreadHandle | undefined {
    let thread = this.#idle.pop();
    while (thread?.isEnding) thread = this.#idle.pop();
    return thread;
  }

  #start(): ThreadHandle {
    const thread = new ThreadHandle(this.#data, {
      idle: () => {
        if (this.#idle.length < KEPT && !this.#closing.signal.aborted) this.#idle.push(thread);
        else void thread.end();
      },
      log: this.#log,
      define: (request, signal) => this.#parsers.read(request, signal),
      gone: () => {
        this.#all.delete(thread);
        const at = this.#idle.indexOf(thread);
        if (at >= 0) this.#idle.splice(at, 1);
      },
    });
    this.#all.add(thread);
    return thread;
  }
}
