import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseMarkdown, parsePiece } from "../../../../src/core/markdown/markdown.ts";
import { cutMarkdown } from "../../../../src/core/markdown/markdownPieces.ts";
import type { Block } from "../../../../src/protocol/markdown.ts";
import { hostileAnswer, hostileNames } from "../../../support/hostile/corpus.ts";
import { grown } from "../../../support/hostile/grown.ts";
import { checkBlocks, depthOf } from "../../../support/hostile/knownNodes.ts";
import { leastProcessorTime } from "../../../support/turns.ts";

const TURN_MS = 100;

/** Parses, accepting every link. */
const blocksOf = (text: string): Block[] =>
  parseMarkdown(
    text,
    () => ({ target: { kind: "web", index: 0 }, title: "" }),
    () => 0,
  );

describe("A hostile answer", function () {
  this.timeout(120_000); // each takes a second or less if nothing else runs

  for (const file of hostileNames) {
    it(`is nothing but nodes that we know: ${file}`, () => {
      const blocks = blocksOf(hostileAnswer(file));
      assert.ok(blocks.length > 0);
      checkBlocks(blocks);
    });
  }

  it("loses none of its words but comments", () => {
    const text = JSON.stringify(blocksOf(hostileAnswer("rawHtml.md")));
    for (const word of ["onerror", "iframe", "inside", "visible after", "shall stay readable", "<input name"]) {
      assert.ok(text.includes(word), word);
    }
    assert.ok(!text.includes("nobody shall see") && !text.includes("over two lines"));
  });

  it("can't hide or reorder code", () => {
    const blocks = blocksOf(hostileAnswer("bidi.md"));
    assert.doesNotMatch(JSON.stringify(blocks), /[\u202A-\u202E\u2066-\u2069]/);
  });

  for (const [name, make] of Object.entries(grown)) {
    it(`is read in bounded time and depth: ${name}`, () => {
      const blocks = blocksOf(make());
      checkBlocks(blocks);
      assert.ok(depthOf(blocks) < 120, "depth");
      structuredClone(blocks);
    });

    it(`is cut into pieces that are each parsed in a short turn: ${name}`, () => {
      const pieces = cutMarkdown(make()).markdown;
      for (const piece of new Set([pieces[0], pieces[1], pieces.at(-2), pieces.at(-1)])) {
        const tookMs = leastProcessorTime(() => parsePiece(piece ?? ""));
        assert.ok(tookMs < TURN_MS, `${tookMs} ms`);
      }
    });
  }
});
