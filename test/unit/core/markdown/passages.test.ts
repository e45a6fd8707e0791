import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { foldedCode } from "../../../../src/core/markdown/passages.ts";
import type { PassageLines } from "../../../../src/core/model/conversation.ts";
import { readAnswers } from "../../../../src/core/sources/answerSources.ts";

const block = (lines: number) => `\`\`\`ts\n${"x\n".repeat(lines)}\`\`\``;
const passage = (at: number, lines: number) =>
  `### ${at}. \`f\` · [\`a.ts:${at}\`](/acme/shop/-/blob/a.ts?L${at})\n\n_in the code_\n\n${block(lines)}`;

function foldedIn(markdown: string, lines?: readonly PassageLines[]) {
  const outcome = { status: "completed", answer: markdown } as const;
  const question = { id: "0", text: "", outcome, listedSources: [], suggestedFollowUps: [] };
  const { answers } = readAnswers({ questions: [question] }, "https://example.com");
  return foldedCode(answers.get("0")?.blocks ?? [], lines);
}

describe("the code of passages", () => {
  const answer = `Best matches.\n\n${passage(1, 40)}\n\n${passage(2, 40)}`;

  it("is folded to its first lines, more of the first passage", () => {
    assert.deepEqual(foldedIn(answer), [
      { at: 3, shown: [0, 1, 2, 3, 4, 5, 6, 7], marks: [] },
      { at: 6, shown: [0, 1, 2], marks: [] },
    ]);
  });

  it("is folded to the lines that the service names, unless there are no such lines or passages", () => {
    const lines = [
      { shown: [0, 30], marks: [0, 1, 2] },
      { shown: [39], marks: [] },
    ];
    assert.deepEqual(
      foldedIn(answer, lines).map(({ shown }) => shown),
      [[0, 30], [39]],
    );
    assert.deepEqual(foldedIn(answer, lines.slice(1)), foldedIn(answer));
    assert.deepEqual(
      foldedIn(answer, [
        { shown: [40], marks: [40, 0, 1] },
        { shown: [], marks: [] },
      ]),
      foldedIn(answer),
    );
  });

  it("is not folded where that would hide a line or none", () => {
    assert.deepEqual(
      foldedIn(`${passage(1, 9)}\n\n${passage(2, 2)}`).map(({ shown }) => shown),
      [undefined, undefined],
    );
  });

  it("is no other code of an answer", () => {
    for (const words of [
      block(40),
      `### How it works\n\nIt does.\n\n${block(40)}`,
      `### 1. Install\n\nRun this.\n\n${block(40)}`,
      `### [\`a.ts\`](/acme/shop/-/blob/a.ts)\n\n${block(40)}`,
      passage(2, 40),
      `### 1. [\`a.ts\`](/acme/shop/-/blob/a.ts)\n\nOne.\n\nTwo.\n\n${block(40)}`,
    ])
      assert.deepEqual(foldedIn(words), [], words);
  });
});
