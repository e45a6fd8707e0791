import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Conversation, Outcome } from "../../../src/core/conversation.ts";
import { ServiceError } from "../../../src/core/errors.ts";
import { pollDelays, watchConversation } from "../../../src/core/watchConversation.ts";

const PROCESSING: Outcome = { status: "processing", steps: [] };
const COMPLETED: Outcome = { status: "completed", answer: "Yes." };

function conversation(outcome: Outcome): Conversation {
  const question = { id: "0", text: "Is it?", outcome, listedSources: [], suggestedFollowUps: [] };
  return { name: "users/1/conversations/7", title: "", questions: [question] };
}

/** A service that gives these answers, one a call. */
function serviceOf(...answers: (Conversation | Error)[]) {
  return {
    getConversation: () => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error("asked too often");
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
}

const noWait = { wait: () => Promise.resolve() };

async function statuses(watched: AsyncIterable<Conversation>): Promise<(string | undefined)[]> {
  const seen = [];
  for await (const { questions } of watched) seen.push(questions.at(-1)?.outcome.status);
  return seen;
}

describe("watchConversation", () => {
  it("yields every state and ends with the settled one", async () => {
    const service = serviceOf(conversation(PROCESSING), conversation(PROCESSING), conversation(COMPLETED));
    assert.deepEqual(await statuses(watchConversation(service, "7", noWait)), [
      "processing",
      "processing",
      "completed",
    ]);
  });

  it("goes on while a conversation has no questions yet", async () => {
    const service = serviceOf({ ...conversation(COMPLETED), questions: [] }, conversation(COMPLETED));
    assert.deepEqual(await statuses(watchConversation(service, "7", noWait)), [undefined, "completed"]);
  });

  it("asks again after a moment without connection", async () => {
    const service = serviceOf(new ServiceError("unreachable", "gone"), conversation(COMPLETED));
    const missed: string[] = [];
    const onMiss = ({ code }: ServiceError) => missed.push(code);
    assert.deepEqual(await statuses(watchConversation(service, "7", { ...noWait, onMiss })), ["completed"]);
    assert.deepEqual(missed, ["unreachable"]);
  });

  it("gives up when the service can't be reached for a minute", async () => {
    const gone = Array.from({ length: 100 }, () => new ServiceError("unreachable", "gone"));
    await assert.rejects(statuses(watchConversation(serviceOf(...gone), "7", noWait)), { code: "unreachable" });
  });

  it("gives up at once on what waiting can't mend", async () => {
    const service = serviceOf(new ServiceError("unauthorized", "no"));
    await assert.rejects(statuses(watchConversation(service, "7", noWait)), { code: "unauthorized" });
  });

  it("stops in the middle of a wait with an AbortError", async () => {
    const abort = new AbortController();
    const watched = statuses(watchConversation(serviceOf(conversation(PROCESSING)), "7", { signal: abort.signal }));
    setTimeout(() => {
      abort.abort();
    }, 5);
    await assert.rejects(watched, { name: "AbortError" });
  });
});

describe("pollDelays", () => {
  it("asks at most 70 times in three minutes", () => {
    let total = 0;
    let polls = 0;
    for (const delayMs of pollDelays()) {
      if ((total += delayMs) > 180_000) break;
      polls++;
    }
    assert.ok(polls <= 70, String(polls));
  });
});
