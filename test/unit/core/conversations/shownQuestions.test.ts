import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { shownQuestions } from "../../../../src/core/conversations/shownQuestions.ts";
import type { Question } from "../../../../src/core/model/conversation.ts";

const asked = (id: string, insteadOf?: number): Question => ({
  id,
  text: "?",
  outcome: { status: "completed", answer: "" },
  listedSources: [],
  suggestedFollowUps: [],
  ...(insteadOf !== undefined && { insteadOf }),
});
const shown = (...questions: readonly Question[]) => shownQuestions(questions).map(({ id }) => id);

describe("a question that was asked instead of another", () => {
  it("is shown in its place, the last one of several", () => {
    assert.deepEqual(shown(asked("a"), asked("b"), asked("c", 0)), ["c", "b"]);
    assert.deepEqual(shown(asked("a"), asked("b"), asked("c", 0), asked("d", 2), asked("e")), ["d", "b", "e"]);
    assert.deepEqual(shown(asked("a"), asked("b", 0), asked("c", 0)), ["c"]);
  });

  it("is shown as any other where it names none before it", () => {
    assert.deepEqual(shown(asked("a", 0), asked("b", 7), asked("c", -1)), ["a", "b", "c"]);
  });
});
