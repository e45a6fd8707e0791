import assert from "node:assert/strict";
import type { Question } from "../../../../src/core/model/conversation.ts";
import { ServiceError } from "../../../../src/core/model/errors.ts";
import { PendingQuestions } from "../../../../src/core/conversations/pendingQuestions.ts";

const unknown = new ServiceError("unknownOutcome", "gone");
const refused = new ServiceError("unavailable", "busy");

function withQuestions(...texts: readonly string[]): { readonly questions: readonly Question[] } {
  const rest = { outcome: { status: "completed", answer: "" }, listedSources: [], suggestedFollowUps: [] } as const;
  return { questions: texts.map((text, index) => ({ id: String(index), text, ...rest })) };
}

describe("questions that the service hasn't got", () => {
  let pending: PendingQuestions;
  const texts = () => pending.all.map(({ text }) => text);

  beforeEach(() => {
    pending = new PendingQuestions();
  });

  it("stay when something else is asked after them, and when that is taken", () => {
    pending.begin("A", 1);
    pending.fail(refused);
    pending.begin("B", 1);
    assert.deepEqual(texts(), ["A", "B"]);
    assert.equal(pending.sending?.text, "B");
    pending.fail(refused);
    pending.taken(pending.begin("C", 1));
    assert.deepEqual(texts(), ["A", "B"]);
    assert.equal(pending.sending, undefined);
    assert.notEqual(pending.all[0]?.startedAt, pending.all[1]?.startedAt);
  });

  it("are asked again at the end, once, and looked for where nobody knows what became of them", () => {
    const first = pending.begin("A", 1);
    pending.fail(unknown);
    pending.begin("B", 1);
    pending.fail(refused);
    const again = pending.begin(" A ", 2);
    assert.deepEqual(texts(), ["B", " A "]);
    assert.equal(again.sentAt, first.startedAt);
    pending.fail(refused);
    assert.equal(pending.all[1]?.sentAt, first.startedAt);
    assert.equal(pending.begin("B", 2).sentAt, undefined);
  });

  it("are asked again for the place that they were for, which keeps them apart from those with the same words", () => {
    const insteadOf = { position: 0, goesOn: true };
    pending.begin("A", 1, insteadOf);
    pending.fail(unknown);
    assert.equal(pending.begin("A", 1).sentAt, undefined);
    pending.fail(refused);
    pending.begin("A", 1, insteadOf);
    assert.deepEqual(
      pending.all.map((question) => [question.insteadOf, question.sentAt !== undefined]),
      [
        [undefined, false],
        [insteadOf, true],
      ],
    );
  });

  it("are let go of when the service turns out to have them, after what was asked before", () => {
    pending.begin("A", 1);
    pending.fail(unknown);
    pending.reconcile(withQuestions("A"));
    assert.deepEqual(texts(), ["A"]);
    pending.begin("B", 1);
    pending.reconcile(withQuestions("A", "B", "A"));
    assert.deepEqual(texts(), ["B"]);
  });

  it("are discarded, but for the one on its way", () => {
    const a = pending.begin("A", 1);
    pending.fail(refused);
    const b = pending.begin("B", 1);
    pending.discard(a.startedAt);
    pending.discard(b.startedAt);
    assert.deepEqual(texts(), ["B"]);
  });

  it("come back, the last one that was sent as on its way, to be looked for", () => {
    const sent = { text: "B", startedAt: 6, position: 1, sentAt: 6 };
    const back = pending.bringBack([
      { text: "A", startedAt: 5, position: 1, sentAt: 5 },
      sent,
      { text: "C", startedAt: 7, position: 1, isForgotten: true },
    ]);
    assert.equal(back, sent);
    assert.equal(pending.sending, sent);
    assert.deepEqual(
      pending.all.map(({ failure }) => failure instanceof ServiceError),
      [true, false, true],
    );
    pending.reconcile(withQuestions("", "B"));
    assert.deepEqual(texts(), ["A", "C"]);
    assert.equal(pending.sending, undefined);
  });

  it("come back as failed where they failed, and before what is on its way", () => {
    pending.begin("C", 1);
    const back = pending.bringBack([
      { text: "A", startedAt: 5, position: 1, sentAt: 5 },
      { text: "B", startedAt: 6, position: 1, sentAt: 6, failure: refused },
    ]);
    assert.equal(back, undefined);
    assert.deepEqual(texts(), ["A", "B", "C"]);
    assert.ok(pending.all[0]?.failure instanceof ServiceError);
    assert.equal(pending.all[1]?.failure, refused);
    assert.equal(pending.sending?.text, "C");
  });
});
