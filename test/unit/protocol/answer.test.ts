import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseAnswerIntent } from "../../../src/protocol/answer.ts";

describe("What a page sends", () => {
  it("is an intent about code only with a known action and a number", () => {
    const intent = { type: "code", action: "insert", index: 3 };
    assert.deepEqual(parseAnswerIntent({ ...intent, text: "rm -rf /", language: "sh" }), intent);
    assert.deepEqual(parseAnswerIntent({ ...intent, from: 1, to: 4 }), { ...intent, from: 1, to: 4 });
    assert.deepEqual(parseAnswerIntent({ ...intent, from: 1 }), intent);
    for (const wrong of [{ action: "run" }, { index: -1 }, { index: "3" }, { index: 1.5 }, { action: "__proto__" }]) {
      assert.equal(parseAnswerIntent({ ...intent, ...wrong }), undefined);
    }
  });

  it("is an intent about a source only with a number", () => {
    assert.deepEqual(parseAnswerIntent({ type: "compareSource", index: 2, path: "/etc/passwd" }), {
      type: "compareSource",
      index: 2,
    });
    assert.equal(parseAnswerIntent({ type: "compareSource", index: "2" }), undefined);
    assert.deepEqual(parseAnswerIntent({ type: "openSource", index: 2, isKept: true }), {
      type: "openSource",
      index: 2,
      isKept: true,
    });
    assert.deepEqual(parseAnswerIntent({ type: "openSource", index: 2, isKept: 1 }), { type: "openSource", index: 2 });
    assert.deepEqual(parseAnswerIntent({ type: "checkSources", index: 2 }), { type: "checkSources" });
  });

  it("looks for a mention only with words and the text around them", () => {
    const intent = { type: "mention", text: "how ", words: "car" };
    assert.deepEqual(parseAnswerIntent({ ...intent, at: 1 }), intent);
    for (const wrong of [{ words: 4 }, { text: 1 }])
      assert.equal(parseAnswerIntent({ ...intent, ...wrong }), undefined);
  });

  it("is what the box holds only as text", () => {
    assert.deepEqual(parseAnswerIntent({ type: "draft", text: "", at: 1 }), { type: "draft", text: "" });
    assert.equal(parseAnswerIntent({ type: "draft", text: ["a"] }), undefined);
  });

  it("is about what is above the box only with a number, and about what is in it only with text", () => {
    assert.deepEqual(parseAnswerIntent({ type: "about", index: 0, text: "x" }), { type: "about", index: 0 });
    assert.equal(parseAnswerIntent({ type: "about", index: "file:///etc/passwd" }), undefined);
    for (const type of ["recall", "preview"]) {
      assert.deepEqual(parseAnswerIntent({ type, text: "Why?" }), { type, text: "Why?" });
      assert.equal(parseAnswerIntent({ type }), undefined);
    }
    for (const type of ["addContext", "leave"]) assert.deepEqual(parseAnswerIntent({ type, uri: "x" }), { type });
  });

  it("is nothing where it is no intent at all", () => {
    for (const message of [null, 1, "ready", {}, { type: "eval" }, [], { type: "openSource", index: NaN }]) {
      assert.equal(parseAnswerIntent(message), undefined);
    }
  });
});
