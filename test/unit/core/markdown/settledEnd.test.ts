import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseMarkdown } from "../../../../src/core/markdown/markdown.ts";
import { blockStarts, settledEnd } from "../../../../src/core/markdown/settledEnd.ts";
import { seededRandom } from "../../../support/randomMatches.ts";

const parse = (text: string) =>
  parseMarkdown(
    text,
    () => undefined,
    () => 0,
  );

/** The parts into which a text is split. */
const partsOf = (text: string): readonly string[] => {
  const starts = [0, ...blockStarts(text, 0), text.length];
  return starts.slice(1).map((end, index) => text.slice(starts[index], end));
};

const PIECES = [
  "Words",
  "more words",
  "# Heading",
  "- item",
  "* item",
  "1. item",
  "2) item",
  "  - below",
  "  in the item",
  "    in code",
  "> quoted",
  "> - quoted",
  "| a | b |",
  "| - | - |",
  "```ts",
  "```",
  "**bold**",
  "*emphasis*",
  "---",
  "2024 was",
  "-5",
];

describe("The blocks of a growing answer", () => {
  it("begin behind blank lines, lists and tables too where none can go on", () => {
    const parts = ["Words.\n\n", "- one\n- two\n\n", "Words.\n\n", "| a |\n| - |\n\n", "1. one\n\n   more\n\n2. two"];
    assert.deepEqual(partsOf(parts.join("")), parts);
  });

  it("are one where a list may go on behind a blank line", () => {
    for (const text of ["- one\n\n- two", "1. one\n\n2. two", "Words\n- one\n\n- two", "- one\n\n  more\n\n* two"])
      assert.deepEqual(partsOf(text), [text]);
  });

  it("are the same read by themselves, whatever stands where", () => {
    const random = seededRandom(7);
    const below = (limit: number) => Math.floor(random() * limit);
    let cuts = 0;
    for (let round = 0; round < 1_500; round++) {
      const lines = Array.from({ length: 2 + below(9) }, () =>
        below(3) === 0 ? "" : (PIECES[below(PIECES.length)] ?? ""),
      );
      const text = lines.join("\n");
      const parts = partsOf(text);
      cuts += parts.length - 1;
      assert.deepEqual(parts.flatMap(parse), parse(text), JSON.stringify(text));
    }
    assert.ok(cuts > 500, `${cuts} cuts`);
  });

  it("are settled for good in front of the last one, whatever is added", () => {
    const random = seededRandom(8);
    const below = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 500; round++) {
      const lines = Array.from({ length: 9 }, () => (below(3) === 0 ? "" : (PIECES[below(PIECES.length)] ?? "")));
      const text = lines.join("\n");
      const at = below(text.length);
      const end = settledEnd(text.slice(0, at), 0);
      const apart = [...parse(text.slice(0, end)), ...parse(text.slice(end))];
      assert.deepEqual(apart, parse(text), JSON.stringify([text.slice(0, end), text]));
    }
  });
});
