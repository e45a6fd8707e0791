import { fork, type ChildProcess } from "node:child_process";
import { ServiceError } from "../../core/model/errors.ts";
import type { FromLocalProcess, ToLocalProcess } from "../../core/model/localProcess.ts";
import type { ToBorrower, ToLender } from "../../core/model/modelChannel.ts";
import { SymbolCalls } from "./symbolCalls.ts";
import { isDebugged, watchService } from "./watchdog.ts";

/** Where a service listens. Its tokens came over the process's channel and are sent only to that process. */
export interface LocalAddress {
  readonly baseUrl: string;
  /** That of the person. */
  readonly token: string;
  /** For agents: what is held back from them is not found with it. */
  readonly agentToken: string;
  /** What it announces: see `Endpoint`. */
  readonly capabilities: string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** Carries messages between the process and the models that are lent to it. */
  readonly models: ModelChannel;
  /** Asks the process for the definitions in texts. */
  readonly symbols: Pick<SymbolCalls, "ask">;
}

/** This side of the messages about models with one process. The process sends none before it has received one. */
export interface ModelChannel {
  send(message: ToBorrower): void;
  /** Replaces the previous listener. */
  listen(listener: (message: ToLender) => void): void;
}

type Start = Extract<ToLocalProcess, { type: "start" }>;

export interface ServiceProcessOptions {
  /** Path of the program. */
  readonly program: string;
  /** Makes the first message to the process. */
  readonly start: () => Promise<Start>;
  readonly log: {
    info(line: string): void;
    debug(line: string): void;
    hide(secret: string): void;
  };
  readonly words: { readonly late: string; readonly endedAtOnce: string };
  /** The process hung and was ended. It is being started again. */
  readonly onHung: () => void;
  /** Replaced in tests. */
  readonly watch?: typeof watchService;
  readonly platform?: string;
}

const START_MS = 20_000;
const TRIES = 3;
/** How long the process may take to end when asked to. */
const GRACE_MS = 2000;
/** A process that can read no file is replaced at most once in this time: the next one may not be able to, either. */
const UNABLE_AGAIN_MS = 10 * 60_000;

/**
 * A process of the local service: started when first needed, and again after it has ended. It never outlives this
 * process, and is replaced if it hangs.
 */
export class ServiceProcess {
  readonly #options: ServiceProcessOptions;
  #child: ChildProcess | undefined;
  #address: Promise<LocalAddress> | undefined;
  #isOver = false;
  #replacedAt = -Infinity;

  constructor(options: ServiceProcessOptions) {
    this.#options = options;
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process if it isn't running. Throws a `ServiceError` if it can't be started. */
  async start(): Promise<LocalAddress> {
    const address = (this.#address ??= this.#launch());
    try {
      return await address;
    } catch (error) {
      if (this.#address === address) this.#address = undefined;
      throw error;
    }
  }

  send(message: ToLocalProcess): void {
    if (this.#child?.connected) this.#child.send(message);
  }

  /** Ends the process for good. Resolves when it has ended: one that hangs is killed. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (this.#child) await end(this.#child);
  }

  /** Starts the process. If something else ends it meanwhile, it is started again, with `TRIES` starts at most. */
  async #launch(): Promise<LocalAddress> {
    const { program, log, words, start, platform = process.platform } = this.#options;
    for (let tries = 1; ; tries++) {
      const message = await start();
      if (this.#isOver) throw new ServiceError("unreachable", words.endedAtOnce);
      const child = fork(program, [], {
        stdio: ["ignore", "ignore", "pipe", "ipc"],
        execArgv: [],
        windowsHide: true, // a server of the editor has no console, and would get one in a window
      });
      this.#child = child;
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        log.info(`local service: ${text.trimEnd()}`);
      });
      try {
        const address = await this.#ready(child, message);
        if (!isDebugged()) this.#watch(child, address);
        return address;
      } catch (error) {
        if (wasKilled(child, platform) && tries < TRIES) continue;
        void end(child);
        throw error;
      }
    }
  }

  #ready(child: ChildProcess, first: Start): Promise<LocalAddress> {
    const { log, words } = this.#options;
    let isReady = false;
    let hear: ((message: ToLender) => void) | undefined;
    const send = (message: ToLocalProcess): void => {
      if (child.connected) child.send(message);
    };
    const symbols = new SymbolCalls(send);
    const models: ModelChannel = {
      send,
      listen: (listener) => {
        hear = listener;
      },
    };
    return new Promise((resolve, reject) => {
      const fail = (message: string): void => {
        reject(new ServiceError("unreachable", message));
      };
      const timer = setTimeout(() => {
        fail(words.late);
      }, START_MS);
      const ended = new Promise<void>((end) => {
        child.once("exit", (code, signal) => {
          clearTimeout(timer);
          log.info(`local service: ended (${signal ?? code})`);
          if (this.#child === child) {
            this.#child = undefined;
            if (isReady) this.#address = undefined;
          }
          fail(words.endedAtOnce);
          symbols.end();
          end();
        });
      });
      child.on("message", (message) => {
        const news = message as FromLocalProcess; // our own program, over a channel of its own
        switch (news.type) {
          case "ready":
            clearTimeout(timer);
            isReady = true;
            log.hide(news.token);
            log.hide(news.agentToken);
            log.info(`local service: listening at ${news.baseUrl}`);
            resolve({
              baseUrl: news.baseUrl,
              token: news.token,
              agentToken: news.agentToken,
              capabilities: news.capabilities,
              ...{ ended, models, symbols },
            });
            break;
          case "failed":
            fail(news.message);
            break;
          case "log":
            if (news.level === "debug") log.debug(`local service: ${news.message}`);
            else log.info(`local service: ${news.message}`);
            break;
          case "symbols":
            symbols.take(news);
            break;
          default:
            hear?.(news);
        }
      });
      child.once("error", (error) => {
        fail(error.message);
      });
      this.send(first);
    });
  }

  #watch(child: ChildProcess, { baseUrl, ended }: LocalAddress): void {
    const { watch = watchService, log, onHung } = this.#options;
    const replace = () => {
      child.kill("SIGKILL");
      onHung();
      // Where the system does not answer, it may not let the process end, either.
      const late = new Promise<void>((resolve) => setTimeout(resolve, GRACE_MS).unref());
      void Promise.race([ended, late])
        .then(() => {
          if (this.#child === child) this.#child = this.#address = undefined;
          return this.start();
        })
        .catch(() => undefined); // the next caller of `start` gets its error
    };
    const stop = watch({
      baseUrl,
      onHung: () => {
        log.info("local service: does not respond any more, and is started again");
        replace();
      },
      onUnable: () => {
        if (performance.now() - this.#replacedAt < UNABLE_AGAIN_MS) return;
        this.#replacedAt = performance.now();
        log.info("local service: can read no file any more, and is started again");
        replace();
      },
    });
    void ended.then(stop);
  }
}

/**
 * Whether something else has ended a process. Windows has no signals: there its status is 1, which is also the status
 * of a process that failed before it could say why, and that will fail again.
 */
function wasKilled({ signalCode, exitCode }: ChildProcess, platform: string): boolean {
  return signalCode !== null || (platform === "win32" && exitCode === 1);
}

/** Asks a process to end, and kills it if it has not ended after a while. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // Windows has no signals: the process would end at once and leave unfinished what it has begun.
  if (process.platform === "win32" && child.connected) child.disconnect();
  else child.kill();
  const late = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
  await ended;
  clearTimeout(late);
}
