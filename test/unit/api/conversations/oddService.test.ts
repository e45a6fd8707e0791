import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createService } from "../../../../src/api/service.ts";
import { askOnce } from "../../../../src/core/conversations/askOnce.ts";
import { conversationId, type Outcome } from "../../../../src/core/model/conversation.ts";
import type { CodeSearchService } from "../../../../src/core/model/service.ts";
import { OddService, type Oddities, type OddOutcome } from "../../../support/oddService.ts";

const NEW: readonly Oddities[] = [
  { interface: "new" },
  { interface: "new", casing: "snake", hasExtras: true, owner: "~self" },
  { interface: "new", casing: "pascal", isSparse: true, emptyReads: 2, owner: "-" },
  { interface: "new", state: "word", answer: "text", emptyReads: 1 },
];
const LEGACY: readonly Oddities[] = [
  { interface: "legacy" },
  { interface: "legacy", casing: "camel", hasExtras: true, list: "conversations", followUp: "conversation" },
  { interface: "legacy", isSparse: true, emptyReads: 2, list: "items and next_cursor", followUp: "nothing" },
  { interface: "legacy", casing: "pascal", list: "edges and page_info" },
  { interface: "legacy", list: "data and next link", emptyReads: 1 },
];

async function withOddService(
  oddities: Oddities,
  use: (service: CodeSearchService, odd: OddService) => Promise<void>,
): Promise<void> {
  await using odd = await OddService.start(oddities);
  let remembered: "new" | "legacy" | undefined;
  const endpoint = {
    baseUrl: odd.baseUrl,
    token: () => Promise.resolve("secret"),
    client: "plumbline 1.2.3",
    log: () => undefined,
  };
  const service = createService(endpoint, { get: () => remembered, set: (name) => void (remembered = name) });
  try {
    await use(service, odd);
    assert.equal(remembered, oddities.interface);
  } finally {
    await service.close();
  }
}

/** Reads until a conversation has its questions. */
async function read(service: CodeSearchService, name: string) {
  for (let reads = 0; reads < 5; reads++) {
    const conversation = await service.getConversation(name);
    if ((conversation.questions.at(-1)?.text ?? "") !== "") return conversation;
  }
  throw new Error("The questions never came.");
}

const RETRY_AT = "2099-12-24T18:00:00Z";

/** What a service says about a question, in each interface, and what it means. */
const STATES: readonly (readonly [words: string, OddOutcome, Partial<Outcome>])[] = [
  ["processing", { state: "processing" }, { status: "processing" }],
  ["pending", { state: "pending" }, { status: "processing" }],
  ["completed", { state: "completed", answer: "So." }, { status: "completed", answer: "So." }],
  [
    "an internal error with a part of the answer",
    {
      state: "error",
      answer: "| a | b",
      error: { code: "ERROR_INTERNAL", kind: "InternalError", message: 'Ask to "continue".' },
    },
    { status: "failed", code: "internal", reason: 'Ask to "continue".', partialAnswer: "| a | b" },
  ],
  [
    "a used up quota",
    { state: "error", error: { code: "ERROR_QUOTA_EXCEEDED", kind: "RateLimitExceeded", message: "No more." } },
    { status: "failed", code: "quotaExceeded", reason: "No more.", partialAnswer: "" },
  ],
  [
    "a token limit",
    { state: "error", error: { code: "ERROR_TOKEN_LIMIT_EXCEEDED", kind: "TokenLimitExceeded", message: "Too much." } },
    { status: "failed", code: "tokenLimitExceeded", reason: "Too much.", partialAnswer: "" },
  ],
  [
    "a used up entitlement",
    {
      state: "error",
      error: { code: "ERROR_ENTITLEMENT_EXCEEDED", kind: "EntitlementExceeded", message: "Later.", retryAt: RETRY_AT },
    },
    { status: "failed", code: "entitlementExceeded", reason: "Later." },
  ],
  [
    "an error that nobody has heard of",
    { state: "failed", error: { code: "ERROR_MOON", kind: "Moon", message: "It is full." } },
    { status: "failed", code: "other", reason: "It is full." },
  ],
  ["canceled", { state: "canceled", answer: "Half" }, { status: "canceled", partialAnswer: "Half" }],
  ["canceled, in another spelling", { state: "cancelled" }, { status: "canceled", partialAnswer: "" }],
];

for (const oddities of [...NEW, ...LEGACY]) {
  const { interface: name, ...odd } = oddities;
  describe(`the ${name} interface of a service with ${JSON.stringify(odd)}`, () => {
    for (const [words, outcome, expected] of STATES) {
      it(`reads ${words}`, async () => {
        await withOddService(oddities, async (service, odd) => {
          const { name, questions } = await service.createConversation("How?");
          assert.deepEqual(
            questions.map(({ text }) => text),
            oddities.interface === "legacy" && oddities.emptyReads ? [] : ["How?"],
          );
          odd.outcome = () => outcome;
          const found = (await read(service, name)).questions[0]?.outcome;
          assert.deepEqual({ ...found, ...expected }, found);
          if (outcome.error?.retryAt !== undefined && oddities.interface === "new" && found?.status === "failed")
            assert.equal(found.retryAt, Date.parse(RETRY_AT));
        });
      });
    }

    it("asks on, cancels and deletes", async () => {
      await withOddService(oddities, async (service, odd) => {
        const { name } = await service.createConversation("How?");
        odd.outcome = (text) => (text === "How?" ? { state: "completed", answer: "So." } : { state: "processing" });
        const asked = await service.addQuestion(name, "And then?");
        assert.equal(asked.questions.at(-1)?.text, "And then?");
        assert.equal(asked.questions.at(-1)?.outcome.status, "processing");
        const before = await read(service, name);
        assert.equal(before.questions[0]?.outcome.status, "completed");
        await service.cancelConversation(name);
        const after = await read(service, name);
        assert.deepEqual(
          after.questions.map(({ outcome }) => outcome.status),
          ["completed", "canceled"],
        );
        assert.deepEqual(odd.asked, ["How?", "And then?"]);
        await service.createConversation("Other?");
        await service.deleteConversation(name);
        await assert.rejects(service.getConversation(name), { code: "notFound" });
        assert.equal((await service.listConversations()).conversations.length, 1);
      });
    });

    it("lists every conversation once, page by page", async () => {
      await withOddService(oddities, async (service, odd) => {
        for (let index = 0; index < 7; index++) await service.createConversation(`Question ${index}?`);
        const ids: string[] = [];
        let page: string | undefined;
        do {
          const list = await service.listConversations({ pageSize: 3, ...(page !== undefined && { page }) });
          ids.push(...list.conversations.map(({ name }) => conversationId(name)));
          page = list.next;
        } while (page !== undefined && ids.length < 20);
        assert.deepEqual(ids, ["2007", "2006", "2005", "2004", "2003", "2002", "2001"]);
        assert.equal(odd.asked.length, 7);
      });
    });

    for (const isFollowUp of [false, true]) {
      it(`asks ${isFollowUp ? "a follow-up" : "a question"} once though the answer to it gets lost`, async () => {
        await withOddService(oddities, async (service, odd) => {
          const conversation = isFollowUp ? await service.createConversation("First?") : undefined;
          await service.createConversation("Another?");
          if (conversation) await read(service, conversation.name);
          odd.losesNext = true;
          const looks = Array.from({ length: 6 }, () => 1);
          const found = await askOnce(service, { question: "How  is\nthis?", conversation }, {}, looks);
          assert.equal(found.questions.at(-1)?.text, "How  is\nthis?");
          if (conversation) assert.equal(found.name, conversation.name);
          assert.deepEqual(odd.asked.filter((text) => text.startsWith("How")).length, 1);
        });
      });
    }
  });
}
