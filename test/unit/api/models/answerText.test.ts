import assert from "node:assert/strict";
import process from "node:process";
import { describe, it } from "mocha";
import { AnswerText } from "../../../../src/api/models/answerText.ts";

describe("the text of a model", () => {
  it("has nothing of what was thought before it, wherever the pieces are cut", () => {
    const whole = "<think>a </thin b</think>\nThe <b>answer</b>.";
    for (let size = 1; size <= whole.length; size++) {
      const text = new AnswerText([]);
      let shown = "";
      for (let at = 0; at < whole.length; at += size) shown += text.add(whole.slice(at, at + size));
      assert.equal((shown + text.end().text).trimStart(), "The <b>answer</b>.", String(size));
    }
  });

  it("has no call, even if there is only one tool", () => {
    const text = new AnswerText(["read"]);
    const shown = ["Let me look.\n", '<tool_call>{"name":"read"', ',"arguments":{}}</tool_call>'].map((piece) =>
      text.add(piece),
    );
    assert.deepEqual(shown, ["Let me look.\n", "", ""]);
    assert.deepEqual(
      text.end().calls.map(({ name }) => name),
      ["read"],
    );
  });

  it("is shown although it begins as a call does, once it is longer than any", () => {
    const text = new AnswerText(["read"]);
    const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at}\n`);
    let shown = text.add("```\n");
    for (const [at, line] of lines.entries()) {
      shown += text.add(line);
      if (at === 100) assert.equal(shown, "");
    }
    assert.ok(shown.length > 20_000, String(shown.length));
    const { text: rest, calls } = text.end();
    assert.deepEqual([shown + rest, calls], [`\`\`\`\n${lines.join("")}`, []]);
  });

  it("is found at once behind much that was thought", () => {
    const text = new AnswerText([]);
    const before = process.threadCpuUsage();
    text.add("<think>");
    for (let piece = 0; piece < 200_000; piece++) text.add("and then, ");
    assert.equal(text.add("</think>It is."), "It is.");
    const { user } = process.threadCpuUsage(before);
    assert.ok(user < 2_000_000, `${user / 1000} ms`);
  });
});
