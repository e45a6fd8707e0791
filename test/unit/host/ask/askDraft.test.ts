import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AskDraft } from "../../../../src/host/ask/askDraft.ts";

describe("what was typed in the ask box and not asked", () => {
  it("is there again, once, also for another service", () => {
    const draft = new AskDraft();
    draft.keep("Why is", "one");
    assert.equal(draft.take(), "Why is");
    assert.equal(draft.take(), "");
  });

  it("goes with each service that it was typed for, and with no other", () => {
    const draft = new AskDraft();
    draft.keep("Why is", "one");
    draft.forget("three");
    draft.keep(`${draft.take()} that`, "two"); // the service was switched
    draft.forget("one");
    assert.equal(draft.take(), "");
    draft.keep("Who", "two");
    draft.forget("one");
    assert.equal(draft.take(), "Who");
  });
});
