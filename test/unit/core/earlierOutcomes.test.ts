import assert from "node:assert/strict";
import type { Conversation, Outcome } from "../../../src/core/conversation.ts";
import { withEarlierOutcomes } from "../../../src/core/earlierOutcomes.ts";

const failed: Outcome = { status: "failed", code: "internal", reason: "Cut.", partialAnswer: "| a" };
const canceled: Outcome = { status: "canceled", partialAnswer: "" };
const answered = (answer: string): Outcome => ({ status: "completed", answer });

function conversation(...outcomes: readonly Outcome[]): Conversation {
  const rest = { listedSources: [], suggestedFollowUps: [] };
  const questions = outcomes.map((outcome, index) => ({
    id: String(index),
    text: `${String(index)}?`,
    outcome,
    ...rest,
  }));
  return { name: "users/1/conversations/1", title: "", questions };
}

describe("withEarlierOutcomes", () => {
  const outcomes = (now: Conversation, before?: Conversation) =>
    withEarlierOutcomes(now, before).questions.map(({ outcome }) => outcome);

  it("keeps that an earlier question failed or was stopped, where only its answer is told", () => {
    const now = conversation(answered("| a"), answered(""), answered("Yes."));
    assert.deepEqual(outcomes(now, conversation(failed, canceled)), [failed, canceled, answered("Yes.")]);
  });

  it("takes what is told of the last question, of another answer, and of another question", () => {
    assert.deepEqual(outcomes(conversation(answered("| a")), conversation(failed)), [answered("| a")]);
    const now = conversation(answered("| a | b |"), answered("Yes."));
    assert.deepEqual(outcomes(now, conversation(failed)), [answered("| a | b |"), answered("Yes.")]);
    const [first] = conversation(failed).questions;
    const other = { ...conversation(), questions: first ? [{ ...first, text: "Another?" }] : [] };
    assert.deepEqual(outcomes(conversation(answered("| a"), answered("")), other), [answered("| a"), answered("")]);
    assert.deepEqual(outcomes(now), [answered("| a | b |"), answered("Yes.")]);
  });

  it("keeps that it is somebody else's, where that is not told again", () => {
    const now = conversation(answered("Yes."));
    assert.equal(withEarlierOutcomes(now, { ...now, isOwner: false }).isOwner, false);
    assert.equal(withEarlierOutcomes({ ...now, isOwner: true }, { ...now, isOwner: false }).isOwner, true);
    assert.equal("isOwner" in withEarlierOutcomes(now, now), false);
  });
});
