import { setTimeout as sleep } from "node:timers/promises";
import { isSettled, type Conversation, type Outcome, type Question } from "../model/conversation.ts";
import { isAbort, OFFLINE_CODES, ServiceError } from "../model/errors.ts";
import { pollSchedule, type PollSchedule, type RunTimes } from "./pollSchedule.ts";
import type { CodeSearchService } from "../model/service.ts";

export interface WatchOptions {
  readonly signal?: AbortSignal;
  /** The conversation as returned when the question was asked: its content is kept if the service lags behind. */
  readonly asked?: Conversation;
  /** If it is left out, the user counts as looking all the time. */
  readonly attention?: Attention;
  /** Polls are timed by these, and what is watched is added to them. */
  readonly runTimes?: RunTimes;
  /**
   * Called when the service can't be reached or fails, more than once or before the first state. It is asked again; the
   * next state that is yielded ends the trouble.
   */
  readonly onMiss?: (error: ServiceError) => void;
  /** Replaced in tests. */
  readonly clock?: Clock;
}

/** Whether the user is looking at what is being waited for. */
export interface Attention {
  readonly isLooking: boolean;
  /** Whether the user would notice now that it has come. */
  readonly isThere: boolean;
  /** Resolves when the user begins to look; rejects with an `AbortError` when stopped. */
  waitForFocus(signal: AbortSignal): Promise<void>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after that many milliseconds; rejects with an `AbortError` when stopped. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
}

/** The service itself has trouble, which may pass. */
const PASSING: readonly string[] = ["rateLimited", "quotaExceeded", "serverError", "unavailable", "signingIn"];
/** After a valid answer: a login wall or a proxy is in between. That may pass too. */
const BETWEEN: readonly string[] = ["notAService", "malformed", "proxyUnauthorized"];
const PATIENCE_MS = 600_000;
/** How often to look at an answer that is being written on this machine. */
const WRITTEN_MS = 250;
/** The longest wait that is accepted from a service, which may be wrong. Shorter while the user looks. */
const OBEYED_MS = { looking: 600_000, alone: 3_600_000 };
/** The longest wait between two tries after failures. */
const RETRY_MS = 30_000;
/**
 * The longest wait while the user is there, so that they are told of an answer, or of an outage, within seconds; a
 * ninetieth of the time that the question has taken, if that is longer.
 */
const THERE = { longestMs: 2000, part: 1 / 90 };
/** How many times slower polling is while the user doesn't look. */
const UNATTENDED = 3;
/** Between two polls, however often the user begins to look. */
const AT_LEAST_MS = 1000;
/** A wait that took this much longer than planned was slept through. */
const ASLEEP_MS = 5000;

/**
 * Yields every observed state of the conversation, the settled one last. Polls when the answer is likely to come: less
 * often while the user doesn't look, and at once when they begin to. A service that can't be reached is polled until it
 * can. A service that fails is polled for ten minutes, not counting the time that it says to wait. Such a wait is
 * obeyed for ten minutes at a time, or an hour while the user doesn't look. Any other failure is thrown. An unknown
 * state that hasn't changed for ten minutes is yielded as `unknown`, and is the last one. Aborting rejects with an
 * `AbortError`.
 */
export async function* watchConversation(
  service: Pick<CodeSearchService, "getConversation">,
  name: string,
  options: WatchOptions = {},
): AsyncGenerator<Conversation, void> {
  const { asked, runTimes, onMiss, clock: given = CLOCK, signal = new AbortController().signal } = options;
  const clock = onlyForward(given);
  const attention = options.attention ?? ALWAYS_LOOKING;
  const run = new Run(clock, runTimes, asked !== undefined);
  let before = asked;
  let unclearSince: number | undefined;
  let failures = 0;
  let failingSince = 0;
  for (;;) {
    let delayMs: number;
    let notBefore = 0;
    let waitsMs = 0;
    try {
      const read = withAsked(await service.getConversation(name, { signal }), before);
      failures = 0;
      before = read;
      // A question that was just asked can't be older than that, whatever the service's clock says.
      const changedAt = asked ? Infinity : (read.updatedAt ?? Infinity);
      unclearSince = isUnclear(read) ? (unclearSince ?? Math.min(clock.now(), changedAt)) : undefined;
      const isGivenUp = unclearSince !== undefined && clock.now() - unclearSince >= PATIENCE_MS;
      const conversation = isGivenUp ? givenUp(read) : read;
      run.observe(conversation);
      yield conversation;
      if (isSettled(conversation) || isGivenUp) return;
      delayMs = (isWritten(conversation) ? WRITTEN_MS : run.delayMs()) * (attention.isLooking ? 1 : UNATTENDED);
      if (attention.isThere) delayMs = Math.min(delayMs, Math.max(THERE.longestMs, run.elapsedMs() * THERE.part));
    } catch (error) {
      if (isAbort(error) || !(error instanceof ServiceError)) throw error;
      if (failures++ === 0) failingSince = clock.now();
      const isBetween = BETWEEN.includes(error.code) && error.reason?.code !== "tooDeep"; // that is no accident
      const mayPass = PASSING.includes(error.code) || (before !== undefined && isBetween);
      const isPassing = mayPass && clock.now() - failingSince < PATIENCE_MS;
      if (!isPassing && !OFFLINE_CODES.includes(error.code)) throw error;
      if (failures > 1 || before === undefined) onMiss?.(error);
      const wantedMs = Math.max(0, (error.retryAt ?? 0) - given.now());
      notBefore = Math.min(wantedMs, OBEYED_MS.looking); // the user may begin to look
      waitsMs = attention.isLooking ? notBefore : Math.min(wantedMs, OBEYED_MS.alone);
      delayMs = Math.max(Math.min(1000 * 2 ** (failures - 1), RETRY_MS), waitsMs);
    }
    const from = clock.now();
    await pause(delayMs, Math.max(AT_LEAST_MS, notBefore), { clock, attention, signal });
    if (clock.now() - from > delayMs + ASLEEP_MS) run.isMeasured = false;
    failingSince += Math.min(waitsMs, clock.now() - from); // waiting as told is not a failure
  }
}

/** The question that is being answered now, and for how long it has been. */
class Run {
  /** Whether it is worth learning from how long it took. */
  isMeasured = false;
  readonly #clock: Clock;
  readonly #runTimes: RunTimes | undefined;
  readonly #schedule: PollSchedule;
  #isJustAsked: boolean;
  #id: string | undefined;
  #startedAt = 0;
  #observedAt = 0;

  constructor(clock: Clock, runTimes: RunTimes | undefined, isJustAsked: boolean) {
    this.#clock = clock;
    this.#runTimes = runTimes;
    this.#schedule = pollSchedule(runTimes?.past ?? []);
    this.#isJustAsked = isJustAsked;
    this.#startedAt = clock.now();
  }

  observe({ questions }: Conversation): void {
    const now = this.#clock.now();
    const running = questions.findLast(({ outcome }) => outcome.status === "processing");
    if (running === undefined) this.#learn(questions.find(({ id }) => id === this.#id));
    else if (running.id !== this.#id) {
      this.#id = running.id;
      this.#startedAt = this.#isJustAsked ? now : startOf(running, now);
      this.#isJustAsked = false;
      this.isMeasured = true;
    }
    this.#observedAt = now;
  }

  elapsedMs(): number {
    return this.#clock.now() - this.#startedAt;
  }

  delayMs(): number {
    const delayMs = this.#schedule.delayAfter(this.elapsedMs());
    return Math.min(delayMs, this.#runTimes?.longestWaitMs ?? Infinity);
  }

  /** The answer came somewhere between the last two observations. A question that the user stopped says nothing. */
  #learn(question: Question | undefined): void {
    if (question?.outcome.status !== "completed" && question?.outcome.status !== "failed") return;
    const now = this.#clock.now();
    const measured = this.isMeasured ? (now + this.#observedAt) / 2 - this.#startedAt : 0;
    const timeMs = question.stats?.timeMs ?? measured;
    if (timeMs > 0) this.#runTimes?.add(timeMs);
  }
}

/**
 * When the service began to answer it: by the service's clock, unless that can't be right. Never later than `now`, nor
 * an hour before it.
 */
export function startOf({ createdAt }: Question, now: number): number {
  return createdAt !== undefined && createdAt <= now && now - createdAt < 3_600_000 ? createdAt : now;
}

/**
 * A conversation as a service that lags behind has `read` it: questions that were asked stay, with their words, until
 * the service has them. If the service settles the conversation without one, its outcome is unknown.
 */
export function withAsked(read: Conversation, before: Conversation | undefined): Conversation {
  if (!before) return read;
  const questions = read.questions.map((question, index) => {
    const text = question.text || before.questions[index]?.text;
    return text === undefined || text === question.text ? question : { ...question, text };
  });
  const missing = before.questions
    .slice(questions.length)
    .map((question) => (isSettled(read) ? { ...question, outcome: LOST } : question));
  return { ...read, questions: [...questions, ...missing] };
}

const LOST: Outcome = { status: "processing", steps: [], unknownState: "" };

/** A conversation without questions, or in an unknown state: it may have ended. */
function isUnclear({ questions }: Conversation): boolean {
  const outcome = questions.at(-1)?.outcome;
  return outcome === undefined || (outcome.status === "processing" && outcome.unknownState !== undefined);
}

/** Only the service on this machine has answers that are written for this client. */
function isWritten({ questions }: Conversation): boolean {
  return questions.some(({ outcome, written }) => outcome.status === "processing" && written !== undefined);
}

function givenUp(conversation: Conversation): Conversation {
  const questions = conversation.questions.map((question) => {
    const { outcome } = question;
    if (outcome.status !== "processing" || outcome.unknownState === undefined) return question;
    const { unknownState: state, partialAnswer = "" } = outcome;
    return { ...question, outcome: { status: "unknown", state, partialAnswer } as const };
  });
  return { ...conversation, questions };
}

/** Waits until the time is over or the user begins to look, but at least `atLeastMs`. */
async function pause(
  delayMs: number,
  atLeastMs: number,
  { clock, attention, signal }: { clock: Clock; attention: Attention; signal: AbortSignal },
): Promise<void> {
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  const from = clock.now();
  const waited = clock.wait(delayMs, either).then(() => true);
  try {
    if ((await Promise.race([waited, attention.waitForFocus(either)])) === true) return;
  } finally {
    done.abort(); // ends the other one too
  }
  const left = Math.min(delayMs, atLeastMs) - (clock.now() - from);
  if (left > 0) await clock.wait(left, signal);
}

/** Timers for longer than this fire at once. */
const TIMER_AT_MOST_MS = 2 ** 31 - 1;

/** The same clock, but one that stands still where somebody sets it back: what is waited for would come hours later. */
function onlyForward(clock: Clock): Clock {
  let last = clock.now();
  let setBackMs = 0;
  return {
    now() {
      setBackMs = Math.max(setBackMs, last - clock.now());
      return (last = clock.now() + setBackMs);
    },
    wait: (delayMs, signal) => clock.wait(delayMs, signal),
  };
}

const CLOCK: Clock = {
  now: () => Date.now(),
  wait: (delayMs, signal) => sleep(Math.min(delayMs, TIMER_AT_MOST_MS), undefined, { signal }),
};

const ALWAYS_LOOKING: Attention = {
  isLooking: true,
  isThere: false, // nobody is: it is a program that waits
  waitForFocus: (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        reject(new DOMException("stopped", "AbortError"));
      });
    }),
};
