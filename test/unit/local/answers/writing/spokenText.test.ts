import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { SpokenText } from "../../../../../src/local/answers/writing/spokenText.ts";

function spoken(parts: readonly string[]): string {
  const text = new SpokenText();
  for (const part of parts) text.add(part);
  return text.whole;
}

/** What is said, and which part of it is meant for others. */
const TEXTS: readonly (readonly [name: string, said: string, meant: string])[] = [
  ["an answer without thoughts", "It is so.\n\n- And so.", "It is so.\n\n- And so."],
  ["thoughts in tags", "\n<think>\nHm </thin.\n</THINK>\n\nIt is so.", "It is so."],
  ["thoughts under another name", "<Reasoning>Hm, </think>.</reasoning> It is so.", "It is so."],
  ["thoughts in letters that are longer in lower case", "<think>İİİ</THINK>It is so.", "It is so."],
  ["thoughts alone", "<think>Hm.", ""],
  ["thoughts of which only the end is marked", "Hm, maybe.\n </think> \n\nIt is so.", "It is so."],
  ["thoughts that end with the text", "Hm, maybe.\n</think>", ""],
  ["a second end of thoughts", "Hm.\n</think>\nIt ends with\n</think>\nthere.", "It ends with\n</think>\nthere."],
  [
    "a tag in a sentence",
    "It ends at `</think>` there.\n</think> is it.",
    "It ends at `</think>` there.\n</think> is it.",
  ],
  [
    "a tag in code",
    "So:\n\n```html\n<think>\n</think>\n```\n\nThere.",
    "So:\n\n```html\n<think>\n</think>\n```\n\nThere.",
  ],
  ["a tag in longer fences", "~~~~\n~~~\n</think>\n~~~~\nThere.", "~~~~\n~~~\n</think>\n~~~~\nThere."],
  ["a tag behind code", "Hm:\n```\nnow()\n```\n</think>\nIt is so.", "It is so."],
  ["thoughts that left a block of code open", "Hm:\n```js\nnow(\n</think>\n\nIt is so.\n", "It is so.\n"],
  [
    "thoughts that left one open, before an answer with code",
    "Hm:\n```js\nnow(\n</think>\n\nSo:\n\n```js\nnow()\n```\n\nThere.",
    "So:\n\n```js\nnow()\n```\n\nThere.",
  ],
  [
    "thoughts that left one open, before an answer with code of no language",
    "Hm:\n```\nnow(\n</think>\nSo:\n```\nnow()\n```",
    "So:\n```\nnow()\n```",
  ],
  ["code that is left open, without an end of thoughts", "So:\n```js\nnow()\n", "So:\n```js\nnow()\n"],
  [
    "thoughts of which only the end is marked, in a line",
    "Hm, maybe.</think>It is so.\n\nThere.",
    "It is so.\n\nThere.",
  ],
  ["thoughts that end before a line", "Hm.\nMaybe.</think>\n\nIt is so.", "It is so."],
  ["thoughts that end at the beginning of a line", "Hm.\n</think>It is so.", "It is so."],
  ["thoughts in brackets", "[THINK]Hm.[/THINK]It is so.", "It is so."],
  ["thoughts in brackets of which only the end is marked", "Hm.[/THINK]It is so.", "It is so."],
  [
    "thoughts in a channel",
    "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>It is so.",
    "It is so.",
  ],
  ["a final channel alone", "<|channel|>final<|message|>It is so.", "It is so."],
  ["thoughts between tokens", "<|START_THINKING|>Hm.<|END_THINKING|>It is so.", "It is so."],
  ["thoughts between other tokens", "<|begin_of_thought|>Hm.<|end_of_thought|>It is so.", "It is so."],
  ["thoughts between triangles", "◁think▷Hm.◁/think▷It is so.", "It is so."],
  ["thoughts with a prefix", "<seed:think>Hm.</seed:think>It is so.", "It is so."],
  ["other tags first", "<thinner> is one.", "<thinner> is one."],
];

describe("what a model says", () => {
  for (const [name, said, meant] of TEXTS) {
    it(`is told from its thoughts, however it comes: ${name}`, () => {
      for (let length = 1; length <= said.length; length++)
        assert.equal(spoken(said.match(new RegExp(`[^]{1,${length}}`, "g")) ?? []), meant, `${length} at once`);
    });
  }

  it("is told at once where the code of an answer begins in code that thoughts left open", () => {
    const text = new SpokenText();
    text.add("Hm:\n```js\nnow(\n</think>\n\nSo:\n");
    assert.match(text.text, /^Hm:/); // it may be code about such a tag
    text.add("```js\n");
    assert.equal(text.text, "So:\n```js\n");
  });
});
