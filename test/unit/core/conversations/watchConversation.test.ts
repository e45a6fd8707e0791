import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Conversation, Outcome, Question } from "../../../../src/core/model/conversation.ts";
import { ServiceError } from "../../../../src/core/model/errors.ts";
import { reason } from "../../../../src/core/model/reasons.ts";
import {
  watchConversation,
  withAsked,
  type WatchOptions,
} from "../../../../src/core/conversations/watchConversation.ts";
import { VirtualTime } from "./virtualTime.ts";

const PROCESSING: Outcome = { status: "processing", steps: [] };
const UNKNOWN: Outcome = { status: "processing", steps: [], partialAnswer: "So far.", unknownState: "pondering" };
const COMPLETED: Outcome = { status: "completed", answer: "Yes." };
const MINUTE_MS = 60_000;

function conversation(outcome: Outcome, fields: Partial<Question> = {}): Conversation {
  const question = { id: "0", text: "Is it?", outcome, listedSources: [], suggestedFollowUps: [], ...fields };
  return { name: "users/1/conversations/7", title: "", questions: [question] };
}

/** A service that is asked, and answers, at times of the virtual clock. */
class Service {
  readonly polls: number[] = [];
  readonly #time: VirtualTime;
  readonly #answer: (elapsedMs: number) => Conversation | Error;
  readonly #from: number;

  constructor(time: VirtualTime, answer: (elapsedMs: number) => Conversation | Error) {
    this.#time = time;
    this.#answer = answer;
    this.#from = time.now();
  }

  getConversation(): Promise<Conversation> {
    const elapsedMs = this.#time.now() - this.#from;
    this.polls.push(elapsedMs);
    if (this.polls.length > 2000) throw new Error("asked too often");
    const answer = this.#answer(elapsedMs);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }
}

async function watch(
  answer: (elapsedMs: number) => Conversation | Error,
  { time = new VirtualTime(), ...options }: WatchOptions & { time?: VirtualTime } = {},
) {
  const service = new Service(time, answer);
  const seen: Conversation[] = [];
  for await (const state of watchConversation(service, "7", { clock: time, ...options })) seen.push(state);
  const statuses = seen.map(({ questions }) => questions.at(-1)?.outcome.status);
  return { seen, statuses, polls: service.polls, time };
}

describe("watchConversation", () => {
  it("yields every state and ends with the settled one", async () => {
    const { statuses } = await watch((elapsed) => conversation(elapsed < 3000 ? PROCESSING : COMPLETED));
    assert.equal(statuses.at(-1), "completed");
    assert.deepEqual(new Set(statuses.slice(0, -1)), new Set(["processing"]));
  });

  it("asks once of a conversation that is settled", async () => {
    const { polls } = await watch(() => conversation(COMPLETED));
    assert.deepEqual(polls, [0]);
  });

  it("goes on as usual where the clock is set back meanwhile", async () => {
    for (const backMs of [1000, 3_600_000, 90 * 86_400_000]) {
      const time = new VirtualTime({ now: Date.now() });
      const from = time.now();
      const clock = {
        now: () => time.now() - (time.now() - from > 5000 ? backMs : 0),
        wait: (delayMs: number, signal: AbortSignal) => time.wait(delayMs, signal),
      };
      const { polls, statuses } = await watch((elapsed) => conversation(elapsed < 40_000 ? PROCESSING : COMPLETED), {
        time,
        clock,
      });
      assert.equal(statuses.at(-1), "completed");
      assert.ok((polls.at(-1) ?? 0) < 60_000, `set back by ${backMs} ms: ${polls.join(", ")}`);
    }
  });

  it("goes on while a conversation has no questions yet, but not for ever", async () => {
    const none = { ...conversation(COMPLETED), questions: [] };
    const found = await watch((elapsed) => (elapsed < 2000 ? none : conversation(COMPLETED)));
    assert.equal(found.statuses.at(-1), "completed");
    const { polls } = await watch(() => none);
    assert.ok((polls.at(-1) ?? 0) >= 10 * MINUTE_MS && (polls.at(-1) ?? 0) < 12 * MINUTE_MS, String(polls.at(-1)));
  });

  it("keeps what was asked where the service has not got that far", async () => {
    const asked = {
      ...conversation(COMPLETED),
      questions: [
        ...conversation(COMPLETED).questions,
        ...conversation(PROCESSING, { id: "1", text: "And?" }).questions,
      ],
    };
    const lagging = { ...conversation(COMPLETED, { text: "" }) };
    const done = { ...asked, questions: asked.questions.map((question) => ({ ...question, outcome: COMPLETED })) };
    const { seen } = await watch((elapsed) => (elapsed < 2000 ? lagging : done), { asked });
    assert.ok(seen.length > 1);
    for (const { questions } of seen)
      assert.deepEqual(
        questions.map(({ text }) => text),
        ["Is it?", "And?"],
      );
  });

  it("watches a state that nobody knows for ten minutes, and then says so", async () => {
    const { seen, statuses, polls } = await watch(() => conversation(UNKNOWN));
    assert.deepEqual(new Set(statuses.slice(0, -1)), new Set(["processing"]));
    assert.deepEqual(seen.at(-1)?.questions[0]?.outcome, {
      status: "unknown",
      state: "pondering",
      partialAnswer: "So far.",
    });
    assert.ok((polls.at(-1) ?? 0) >= 10 * MINUTE_MS && (polls.at(-1) ?? 0) < 12 * MINUTE_MS, String(polls.at(-1)));
  });

  it("gives up on a question that a service which is done never shows, and keeps its words", async () => {
    const before = conversation(COMPLETED).questions;
    const asked = {
      ...conversation(COMPLETED),
      questions: [...before, ...conversation(PROCESSING, { id: "1", text: "And?" }).questions],
    };
    const { seen, polls } = await watch(() => conversation(COMPLETED), { asked });
    const last = seen.at(-1)?.questions;
    assert.deepEqual([last?.map(({ text }) => text), last?.at(-1)?.outcome.status], [["Is it?", "And?"], "unknown"]);
    assert.ok((polls.at(-1) ?? 0) >= 10 * MINUTE_MS && (polls.at(-1) ?? 0) < 12 * MINUTE_MS, String(polls.at(-1)));
  });

  it("keeps a question that a service which lags behind leaves out of its answer to a stop", () => {
    const [first] = conversation(COMPLETED).questions;
    const follow = conversation(PROCESSING, { id: "1", text: "And?" }).questions;
    const shown = { ...conversation(COMPLETED), questions: [...(first ? [first] : []), ...follow] };
    const { questions } = withAsked(conversation(COMPLETED), shown);
    assert.deepEqual(
      questions.map(({ text, outcome }) => [text, outcome.status]),
      [
        ["Is it?", "completed"],
        ["And?", "processing"],
      ],
    );
  });

  it("watches what was just asked for ten minutes, whatever the service's clock says", async () => {
    const time = new VirtualTime();
    const behind = { ...conversation(UNKNOWN), updatedAt: time.now() - 11 * MINUTE_MS };
    const { polls } = await watch(() => behind, { time, asked: conversation(PROCESSING) });
    assert.ok((polls.at(-1) ?? 0) >= 10 * MINUTE_MS, String(polls.at(-1)));
  });

  it("says at once that nobody knows a state that is old", async () => {
    const time = new VirtualTime();
    const old = { ...conversation(UNKNOWN), updatedAt: time.now() - 11 * MINUTE_MS };
    assert.deepEqual((await watch(() => old, { time })).statuses, ["unknown"]);
  });

  it("waits for as long as it takes where the service can't be reached, and says so", async () => {
    const missed: string[] = [];
    const { statuses } = await watch(
      (elapsed) => (elapsed < 3 * 60 * MINUTE_MS ? new ServiceError("unreachable", "gone") : conversation(COMPLETED)),
      { onMiss: ({ code }) => missed.push(code) },
    );
    assert.deepEqual(statuses, ["completed"]);
    assert.deepEqual(new Set(missed), new Set(["unreachable"]));
  });

  it("says nothing of a single lost poll", async () => {
    const missed: string[] = [];
    let polls = 0;
    await watch(
      () => (++polls === 2 ? new ServiceError("timeout", "late") : conversation(polls < 5 ? PROCESSING : COMPLETED)),
      { onMiss: ({ code }) => missed.push(code) },
    );
    assert.deepEqual(missed, []);
  });

  it("gives up after ten minutes of failures of the service, and at once on what waiting can't mend", async () => {
    const time = new VirtualTime();
    const from = time.now();
    await assert.rejects(
      watch(() => new ServiceError("serverError", "busy"), { time }),
      { code: "serverError" },
    );
    assert.ok(time.now() - from >= 10 * MINUTE_MS && time.now() - from < 11 * MINUTE_MS);
    await assert.rejects(
      watch(() => new ServiceError("unauthorized", "no")),
      { code: "unauthorized" },
    );
  });

  it("goes on behind a login wall that comes between, but not where there is nothing else", async () => {
    const wall = new ServiceError("notAService", "a web page");
    const { statuses } = await watch((elapsed) => {
      if (elapsed >= MINUTE_MS && elapsed < 3 * MINUTE_MS) return wall;
      return conversation(elapsed < MINUTE_MS ? PROCESSING : COMPLETED);
    });
    assert.equal(statuses.at(-1), "completed");
    await assert.rejects(
      watch(() => wall),
      { code: "notAService" },
    );
  });

  it("gives up at once on an answer that is nested too deeply: no login wall sends that", async () => {
    const deep = new ServiceError("malformed", reason("tooDeep"));
    const time = new VirtualTime();
    const from = time.now();
    await assert.rejects(
      watch((elapsed) => (elapsed < MINUTE_MS ? conversation(PROCESSING) : deep), { time }),
      { code: "malformed" },
    );
    assert.ok(time.now() - from < 2 * MINUTE_MS);
  });

  it("does not ask before the time that the service names, even if somebody begins to look", async () => {
    const time = new VirtualTime({ looks: [5000] });
    const retryAt = time.now() + MINUTE_MS;
    const { polls } = await watch(
      (elapsed) =>
        elapsed < MINUTE_MS ? new ServiceError("rateLimited", "slow down", { retryAt }) : conversation(COMPLETED),
      { time, attention: time },
    );
    assert.deepEqual(polls, [0, MINUTE_MS]);
  });

  it("waits as long as the service says, as often as it says so", async () => {
    const time = new VirtualTime();
    const { statuses, polls } = await watch(
      (elapsed) =>
        elapsed < 24 * MINUTE_MS
          ? new ServiceError("rateLimited", "slow down", { retryAt: time.now() + 8 * MINUTE_MS })
          : conversation(COMPLETED),
      { time },
    );
    assert.deepEqual([statuses, polls], [["completed"], [0, 8, 16, 24].map((minutes) => minutes * MINUTE_MS)]);
  });

  it("waits no day because a service says so: ten minutes while somebody looks, an hour while nobody does", async () => {
    const polled = async (time: VirtualTime) => {
      const answer = (elapsed: number) =>
        elapsed < 100 * MINUTE_MS
          ? new ServiceError("rateLimited", "tomorrow", { retryAt: time.now() + 24 * 60 * MINUTE_MS })
          : conversation(COMPLETED);
      return (await watch(answer, { time, attention: time })).polls.map((at) => at / MINUTE_MS);
    };
    assert.deepEqual(await polled(new VirtualTime()), [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    const away = new VirtualTime();
    away.isLooking = false;
    assert.deepEqual(await polled(away), [0, 60, 120]);
    const back = new VirtualTime({ looks: [25 * MINUTE_MS] });
    back.isLooking = false;
    assert.deepEqual((await polled(back)).slice(0, 3), [0, 25, 35]);
  });

  it("does not hurry where the service names a time that no timer can wait for", async () => {
    const retryAt = Date.now() + 30 * 24 * 60 * MINUTE_MS;
    let polls = 0;
    const service = {
      getConversation: () => {
        polls++;
        return Promise.reject(new ServiceError("quotaExceeded", "next month", { retryAt }));
      },
    };
    const watching = watchConversation(service, "7", { signal: AbortSignal.timeout(100) }).next();
    await assert.rejects(watching, { name: "AbortError" });
    assert.equal(polls, 1);
  });

  it("asks less often while nobody looks, and at once when somebody begins to", async () => {
    const answer = (elapsed: number) => conversation(elapsed < 2 * MINUTE_MS ? PROCESSING : COMPLETED);
    const watched = await watch(answer);
    const time = new VirtualTime({ looks: [50_000] });
    time.isLooking = false;
    const alone = await watch(answer, { time, attention: time });
    const before = (polls: readonly number[]) => polls.filter((at) => at < 50_000).length;
    assert.ok(before(alone.polls) < before(watched.polls) * 0.5, `${before(alone.polls)} ${before(watched.polls)}`);
    // at most once a second: if it was asked just before, then a moment later
    assert.ok(
      alone.polls.some((at) => at >= 50_000 && at < 51_000),
      alone.polls.join(" "),
    );
  });

  it("has an answer of two minutes within two seconds while the user is there, also where they look elsewhere", async () => {
    const answer = (elapsed: number) => conversation(elapsed < 2 * MINUTE_MS ? PROCESSING : COMPLETED);
    for (const isLooking of [true, false]) {
      const time = new VirtualTime();
      Object.assign(time, { isLooking, isThere: true });
      const { polls } = await watch(answer, { time, attention: time });
      const gaps = polls.slice(1).map((at, index) => at - (polls[index] ?? 0));
      assert.ok(Math.max(...gaps) <= 2000, gaps.join(" "));
      assert.ok(polls.length < 100, String(polls.length));
    }
  });

  it("notices within ten seconds that a service is down, while the user is there", async () => {
    const time = new VirtualTime();
    time.isThere = true;
    const down = new ServiceError("refused", "ECONNREFUSED");
    let misses = 0;
    await watch(
      (elapsed) =>
        elapsed > 60_000 && elapsed < 70_000 ? down : conversation(elapsed < 90_000 ? PROCESSING : COMPLETED),
      { time, attention: time, onMiss: () => misses++ },
    );
    assert.ok(misses > 0);
  });

  it("asks at most once a second, however often somebody begins to look", async () => {
    const time = new VirtualTime({ looks: Array.from({ length: 100 }, (_, index) => 5000 + index * 10) });
    const { polls } = await watch((elapsed) => conversation(elapsed < 10_000 ? PROCESSING : COMPLETED), {
      time,
      attention: time,
    });
    const gaps = polls.slice(1).map((at, index) => at - (polls[index] ?? 0));
    assert.ok(Math.min(...gaps.filter((_, index) => (polls[index] ?? 0) >= 4000)) >= 1000, gaps.join(" "));
  });

  it("asks as often as it may where asking costs next to nothing, whatever was learned", async () => {
    const runTimes = { past: [300], longestWaitMs: 500, add: () => undefined };
    const { polls } = await watch((elapsed) => conversation(elapsed < 20_000 ? PROCESSING : COMPLETED), { runTimes });
    const waits = polls.map((at, index) => at - (polls[index - 1] ?? 0));
    assert.ok(Math.max(...waits) <= 500, String(waits));
    assert.ok((polls.at(-1) ?? 0) <= 20_500);
  });

  it("learns how long an answer took: from the service, else by its own clock", async () => {
    const learned: number[] = [];
    const runTimes = { past: [], add: (time: number) => learned.push(time) };
    await watch(
      (elapsed) => conversation(elapsed < MINUTE_MS ? PROCESSING : COMPLETED, { stats: { timeMs: 59_000 } }),
      {
        runTimes,
      },
    );
    await watch((elapsed) => conversation(elapsed < MINUTE_MS ? PROCESSING : COMPLETED), { runTimes });
    assert.equal(learned[0], 59_000);
    assert.ok(Math.abs((learned[1] ?? 0) - MINUTE_MS) < 3000, String(learned[1]));
  });

  it("learns nothing from what was stopped, was settled before, or was slept through", async () => {
    const learned: number[] = [];
    const runTimes = { past: [], add: (time: number) => learned.push(time) };
    const canceled: Outcome = { status: "canceled", partialAnswer: "" };
    await watch((elapsed) => conversation(elapsed < 5000 ? PROCESSING : canceled), { runTimes });
    await watch(() => conversation(COMPLETED), { runTimes });
    const time = new VirtualTime();
    time.sleepsMs = MINUTE_MS;
    await watch((elapsed) => conversation(elapsed < 5000 ? PROCESSING : COMPLETED), { runTimes, time });
    assert.deepEqual(learned, []);
  });

  it("stops in the middle of a wait with an AbortError", async () => {
    const abort = new AbortController();
    const service = { getConversation: () => Promise.resolve(conversation(PROCESSING)) };
    const watched = (async () => {
      for await (const { name } of watchConversation(service, "7", { signal: abort.signal }))
        setTimeout(() => {
          abort.abort(name);
        }, 5);
    })();
    await assert.rejects(watched, { name: "AbortError" });
  });
});
