import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { writingHelp } from "../../../../src/core/conversations/writingHelp.ts";

describe("What helps when a model wrote no more", () => {
  it("is to go on, where the same model can, perhaps later", () => {
    for (const code of [
      undefined,
      "rateLimited",
      "loading",
      "overloaded",
      "unreachable",
      "brokenOff",
      "timeout",
      "noPermission",
    ])
      assert.equal(writingHelp(code, true)[0], "continue", code);
  });

  it("is another model first, where this one would fail again", () => {
    for (const code of ["quota", "notFound", "blocked"])
      for (const hasWords of [true, false]) assert.equal(writingHelp(code, hasWords)[0], "chooseModel", code);
    assert.ok(writingHelp("quota", true).includes("continue"), "another one can go on with the words");
    assert.deepEqual(writingHelp("blocked", true), ["chooseModel", "edit", "answerAgain"]);
  });

  it("is to ask about less, to answer again with more room, or another model, where there is too little context", () => {
    for (const hasWords of [true, false])
      assert.deepEqual(writingHelp("contextTooSmall", hasWords), ["edit", "answerAgain", "chooseModel"]);
  });

  it("is never to go on with what was refused, never ended, or has no room", () => {
    for (const code of ["blocked", "endless", "contextTooSmall"])
      assert.ok(!writingHelp(code, true).includes("continue"), code);
  });

  it("is never to go on where there are no words, and always to answer again", () => {
    for (const code of [undefined, "quota", "timeout", "badAnswer", "empty", "failed", "a code of a later version"]) {
      assert.ok(!writingHelp(code, false).includes("continue"), code);
      assert.ok(writingHelp(code, false).includes("answerAgain"), code);
    }
  });
});
