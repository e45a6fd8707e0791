import { parentPort, workerData } from "node:worker_threads";
import { parserBytes, parsing } from "../code/symbols/treeSitter.ts";
import type { FromThread, Job, News, ThreadStart, ToThread } from "./messages.ts";

/** How far a job may be ahead of the reader of its news. With some lead, neither waits for the other all the time. */
const AHEAD_BYTES = 1024 * 1024;

/** What a thread does with the messages that come over its port. */
export interface ThreadProgram<J extends Job> {
  /** Does a job, which its signal stops. */
  readonly work: (job: J, signal: AbortSignal, language: string) => Promise<void>;
  /** Takes the answer to `define`. */
  readonly defined?: (id: number, definitions: Extract<ToThread, { type: "defined" }>["definitions"]) => void;
  /** Ends the thread. */
  readonly end: () => void;
}

/** The thread's end of the connection to its handle: one job at a time, and the news of it. */
export class ThreadPort {
  readonly data = workerData as ThreadStart;
  /** That of the running job, if there is one. */
  #stopping: AbortController | undefined;
  /** News that was reported but not taken in yet. */
  #untaken: { readonly length: number; readonly taken: (() => void) | undefined }[] = [];
  #aheadBytes = 0;
  #goOn: () => void = () => undefined;

  /** The thread's data decides how files are parsed in it. */
  constructor() {
    const { parsingAtMostMs, parserPagesAtMost } = this.data;
    parsing.isStopped = () => this.isStopped;
    parsing.fileAtMostMs = parsingAtMostMs ?? parsing.fileAtMostMs;
    parsing.pagesAtMost = parserPagesAtMost ?? parsing.pagesAtMost;
    parsing.tell = (message) => {
      this.post({ type: "log", message });
    };
  }

  /** Whether the job is to stop. Code that never awaits sees it too. */
  get isStopped(): boolean {
    return Atomics.load(this.data.stopFlag, 0) !== 0;
  }

  /** Handles messages from now on. */
  serve<J extends Job>({ work, defined, end }: ThreadProgram<J>): void {
    parentPort?.on("message", (message: ToThread) => {
      switch (message.type) {
        case "begin":
          this.#untaken = []; // of a job whose reader went away
          this.#aheadBytes = 0;
          this.#stopping = new AbortController();
          void this.#run(work(message.job as J, this.#stopping.signal, message.language), this.#stopping.signal);
          break;
        case "stop":
          if (!this.#stopping) break; // the job had ended: `stopping` would seem to be about the next one
          this.post({ type: "stopping" });
          this.#stopping.abort();
          this.#goOn();
          break;
        case "taken":
          this.#take();
          if (this.#aheadBytes < AHEAD_BYTES) this.#goOn();
          break;
        case "defined":
          defined?.(message.id, message.definitions);
          break;
        case "end":
          this.#stopping?.abort();
          end();
          break;
      }
    });
  }

  /** Reports news of the job, of about `length` bytes. `taken` is called once it was taken in. */
  tell(news: News, length = 0, taken?: () => void): void {
    this.#untaken.push({ length, taken });
    this.#aheadBytes += length;
    this.post({ type: "news", news });
  }

  /** Waits while the job is far ahead of the reader of its news, unless it is stopped. */
  async drained(signal: AbortSignal): Promise<void> {
    if (this.#aheadBytes < AHEAD_BYTES || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
  }

  post(message: FromThread): void {
    parentPort?.postMessage(message);
  }

  #take(): void {
    const [first] = this.#untaken.splice(0, 1);
    this.#aheadBytes -= first?.length ?? 0;
    first?.taken?.();
  }

  async #run(working: Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await working;
      this.#ended();
    } catch (error) {
      if (signal.aborted || this.isStopped) this.#ended();
      else this.#ended(error instanceof Error ? (error.stack ?? error.message) : "unknown failure");
    }
  }

  #ended(failure?: string): void {
    this.#stopping = undefined;
    const isSpent = parserBytes() > (this.data.parserBytesAtMost ?? PARSER_BYTES_AT_MOST);
    this.post({ type: "ended", isSpent, ...(failure === undefined ? {} : { failure }) });
  }
}

const PARSER_BYTES_AT_MOST = 300_000_000;
