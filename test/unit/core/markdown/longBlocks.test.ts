import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { cutLongBlock, joinBlocks } from "../../../../src/core/markdown/longBlocks.ts";
import { parseMarkdown } from "../../../../src/core/markdown/markdown.ts";
import { blockStarts } from "../../../../src/core/markdown/settledEnd.ts";
import { seededRandom } from "../../../support/randomMatches.ts";

const parse = (text: string) =>
  parseMarkdown(
    text,
    () => undefined,
    () => 0,
  );
const WORDS = "words that fill a line of an answer ".repeat(8);
const many = (line: (at: number) => string) => Array.from({ length: 40 }, (_, at) => line(at)).join("");

describe("A long block of a growing answer", () => {
  for (const [what, text] of [
    ["a list", many((at) => `- **item** ${at} \`code\` ${WORDS}\n`)],
    ["a list with stars and blank lines", many((at) => `* item ${at} ${WORDS}\n\n`)],
    ["a numbered list", many((at) => `${at + 7}. item ${at} ${WORDS}\n`)],
    ["a list of tasks", many((at) => `- [${at % 2 ? "x" : " "}] item ${at} ${WORDS}\n`)],
    ["nested lists", many((at) => `- item ${at}\n  1. below ${WORDS}\n     - more\n  2. ${WORDS}\n`)],
    [
      "a list with code and paragraphs",
      many((at) => `- item ${at} ${WORDS}\n\n  \`\`\`ts\n  - no item\n  \`\`\`\n\n  more\n`),
    ],
    ["a table", `| a | b |\n| :- | -: |\n${many((at) => `| ${at} \`x\` | ${WORDS} |\n`)}`],
    ["a table in which cells are missing", `| a | b |\n| - | - |\n${many((at) => `| ${at % 3 ? WORDS : ""}|\n`)}`],
    ["a quote", many((at) => `> ${at} ${WORDS}\n>\n`)],
    ["a quoted list", many((at) => `> Words ${at}\n>\n> - ${WORDS}\n> - two\n>\n`)],
  ] as const) {
    it(`is cut into parts that read the same: ${what}`, () => {
      const parts = cutLongBlock(text);
      assert.ok(parts.length > 5, `${parts.length}`);
      assert.ok(parts.every(({ length }) => length < 3_000));
      assert.deepEqual(joinBlocks(parts.map(parse)), parse(text));
    });

    it(`is cut at the same places while it grows: ${what}`, () => {
      const whole = cutLongBlock(text);
      for (let length = 0; length < text.length; length += 97) {
        const grown = cutLongBlock(text.slice(0, length)).slice(0, -1);
        assert.deepEqual(grown, whole.slice(0, grown.length));
      }
    });
  }

  it("is cut between sentences if it is prose without a break, and at the same places while it grows", () => {
    const text = "It says [so](/a.ts) here. 1. is no item, - neither is this. ".repeat(2_000);
    const whole = cutLongBlock(text);
    assert.equal(whole.join(""), text);
    assert.ok(whole.every((part) => part.length < 16_000 && /^It says|^here/.test(part)));
    for (let length = 0; length < text.length; length += 7_001) {
      const grown = cutLongBlock(text.slice(0, length)).slice(0, -1);
      assert.deepEqual(grown, whole.slice(0, grown.length));
    }
    assert.ok(joinBlocks(whole.map(parse)).every(({ type }) => type === "paragraph"));
    const withCode = `${text}\`code\``;
    assert.deepEqual(cutLongBlock(withCode), [withCode]);
  });

  it("is not cut within a link or what is emphasised, though a sentence ends there", () => {
    const link = `[${"It ends. And goes on. ".repeat(100)}](/a.ts)`;
    for (let before = 5_500; before < 8_500; before += 500) {
      const text = `${"So it is. ".repeat(before / 10)}${link} here. ${"So it is. ".repeat(2_000)}`;
      const parts = cutLongBlock(text);
      assert.equal(parts.filter((part) => part.includes(link)).length, 1);
      assert.equal(parts.join(""), text);
    }
    for (const marks of ["**", "_", "~~"]) {
      const text = `Here ${marks}${"it ends. And goes on. ".repeat(1_000)}so${marks} it is. `;
      assert.deepEqual(cutLongBlock(text), [text]);
    }
  });

  it("reads the same in parts whatever stands where", () => {
    const random = seededRandom(11);
    const below = (limit: number) => Math.floor(random() * limit);
    const fill = " word".repeat(60);
    const lines = [
      ...[
        "- item",
        "- item",
        "- item",
        "* item",
        "1. item",
        "2. item",
        "3) item",
        "+ item",
        "-",
        "-  item",
        "10. item",
      ],
      ...["  - below", " - beside", " 2. beside", "   1. below", "  in the item", "    in code", "\tin code", "lazy"],
      ...[
        "> quoted",
        "> - quoted",
        ">",
        "> > twice",
        "| a | b |",
        "| - | - |",
        "| c | d",
        "a | b",
        "```ts",
        "  ```",
        "```",
      ],
      ...["# Heading", "---", "- - -", "***", "===", "<b>x</b>", "**bold**", "[ ] x", "-5", "2024. was"],
    ];
    let cuts = 0;
    for (let round = 0; round < 400; round++) {
      // Of few kinds, so that blocks are long.
      const kinds = Array.from({ length: 1 + below(4) }, () => lines[below(lines.length)] ?? "");
      const isLoose = below(2) === 0;
      const text = Array.from({ length: 20 + below(20) }, () => {
        const line = below(8) === 0 ? (lines[below(lines.length)] ?? "") : (kinds[below(kinds.length)] ?? "");
        const isLong = below(3) > 0 && /[a-z]$/.test(line) && !line.startsWith("`");
        return `${line}${isLong ? fill : ""}\n${isLoose && below(3) === 0 ? "\n" : ""}`;
      }).join("");
      const starts = [0, ...blockStarts(text, 0), text.length];
      for (const [index, end] of starts.slice(1).entries()) {
        const block = text.slice(starts[index], end);
        const parts = cutLongBlock(block);
        cuts += parts.length - 1;
        assert.deepEqual(joinBlocks(parts.map(parse)), parse(block), JSON.stringify([parts, block]));
      }
    }
    assert.ok(cuts > 60, `${cuts} cuts`);
  });
});
