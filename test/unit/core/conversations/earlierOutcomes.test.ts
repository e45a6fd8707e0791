import assert from "node:assert/strict";
import type { Conversation, Outcome } from "../../../../src/core/model/conversation.ts";
import { withEarlierOutcomes } from "../../../../src/core/conversations/earlierOutcomes.ts";

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

  it("keeps what branches stood for of the very same answer, and of no other", () => {
    const tips = [{ repository: "r", revision: "main", commit: "a".repeat(40) }];
    const [known] = conversation(answered("See main.")).questions;
    const before = { ...conversation(), questions: known ? [{ ...known, tips }] : [] };
    const tipsOf = (now: Conversation) => withEarlierOutcomes(now, before).questions[0]?.tips;
    assert.deepEqual(tipsOf(conversation(answered("See main."))), tips);
    assert.equal(tipsOf(conversation(answered("See another."))), undefined);
    assert.equal(tipsOf(conversation(failed)), undefined);
  });

  it("keeps what there was of an answer that was stopped, where nothing is told of it any more", () => {
    const stopped = (partialAnswer: string): Outcome => ({ status: "canceled", partialAnswer });
    const running: Outcome = { status: "processing", steps: ["Reads."], partialAnswer: "| a" };
    for (const before of [running, stopped("| a")])
      assert.deepEqual(outcomes(conversation(canceled), conversation(before)), [stopped("| a")]);
    assert.deepEqual(outcomes(conversation(stopped("| a | b")), conversation(running)), [stopped("| a | b")]);
    assert.deepEqual(outcomes(conversation(canceled), conversation({ status: "processing", steps: [] })), [canceled]);
    const [question] = conversation(running).questions;
    const other = { ...conversation(), questions: question ? [{ ...question, text: "Another?" }] : [] };
    assert.deepEqual(outcomes(conversation(canceled), other), [canceled]);
    const later = conversation(answered(""), answered("Yes."));
    assert.deepEqual(outcomes(later, conversation(stopped("| a"))), [stopped("| a"), answered("Yes.")]);
    const turns = [{ role: "assistant", text: "Reads." }];
    const known = { ...conversation(), questions: question ? [{ ...question, turns }] : [] };
    assert.deepEqual(withEarlierOutcomes(conversation(canceled), known).questions[0]?.turns, turns);
  });

  it("keeps that it is somebody else's, where that is not told again", () => {
    const now = conversation(answered("Yes."));
    assert.equal(withEarlierOutcomes(now, { ...now, isOwner: false }).isOwner, false);
    assert.equal(withEarlierOutcomes({ ...now, isOwner: true }, { ...now, isOwner: false }).isOwner, true);
    assert.equal("isOwner" in withEarlierOutcomes(now, now), false);
  });
});
