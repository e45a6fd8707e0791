import { get } from "node:http";
import inspector from "node:inspector";
import { env } from "node:process";

export interface WatchdogOptions {
  /** Where the service answers `/healthz`. */
  readonly baseUrl: string;
  /** Called when the service has missed three questions in a row, once: then the watching ends. */
  readonly onHung: () => void;
  /** Called when it has said three times in a row that it can read no file, and again after three more. */
  readonly onUnable: () => void;
  /** Milliseconds per turn; set only in tests. */
  readonly turnMs?: number;
}

const TURN_MS = 1000;
/** How many turns pass between an answer and the next question. */
const PAUSE_TURNS = 5;
/** A question without an answer after this many turns is missed. */
const MISSED_TURNS = 5;
const MISSES = 3;
/** What a service answers that can read no file. */
const UNABLE = 503;

/**
 * Repeatedly asks a service on this machine whether it is there, and reports when it hangs. Time is counted in turns of
 * this process: if it is suspended or busy itself, the service is not blamed. Returns a function that stops the
 * watching.
 */
export function watchService({ baseUrl, onHung, onUnable, turnMs = TURN_MS }: WatchdogOptions): () => void {
  const stop = new AbortController();
  let misses = 0;
  let unable = 0;
  let turns = PAUSE_TURNS;
  let asked: AbortController | undefined;
  const onAnswer = (answered: AbortController, status: number | undefined): void => {
    if (asked !== answered) return; // too late
    asked = undefined;
    misses = 0;
    turns = PAUSE_TURNS;
    unable = status === UNABLE ? unable + 1 : 0;
    if (unable < MISSES) return;
    unable = 0;
    onUnable();
  };
  const timer = setInterval(() => {
    if (--turns > 0) return;
    if (asked) {
      asked.abort();
      misses += 1;
    }
    if (misses === MISSES) {
      end();
      onHung();
      return;
    }
    const question = (asked = new AbortController());
    turns = MISSED_TURNS;
    const signal = AbortSignal.any([question.signal, stop.signal]);
    get(`${baseUrl}/healthz`, { signal, agent: false }, (response) => {
      response.on("error", () => undefined).resume();
      onAnswer(question, response.statusCode);
    }).on("error", () => undefined); // a service that refuses has ended, which is noticed elsewhere
  }, turnMs);
  timer.unref();
  const end = (): void => {
    clearInterval(timer);
    stop.abort();
  };
  return end;
}

/** Whether a debugger may hold processes at breakpoints: this one, or those that it starts. */
export function isDebugged(): boolean {
  return (
    inspector.url() !== undefined ||
    env["NODE_OPTIONS"]?.includes("--inspect") === true ||
    "VSCODE_INSPECTOR_OPTIONS" in env
  );
}
