import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Block } from "../../../../src/protocol/markdown.ts";
import { BlockKeys, foldNumbers } from "../../../../src/webview/markdown/blockKeys.ts";
import { seededRandom } from "../../../support/randomMatches.ts";

const [a, b, c, d] = ["a", "b", "c", "d"].map(paragraph) as [Block, Block, Block, Block];

describe("The keys of an answer's blocks", () => {
  it("stay while it grows, that of what is being written too", () => {
    const keys = new BlockKeys();
    const [first, second] = keys.of([a, paragraph("b, as far as")]);
    assert.deepEqual(keys.of([a, b, c]).slice(0, 2), [first, second]);
  });

  it("stay where something is put between them", () => {
    const keys = new BlockKeys();
    const before = keys.of([a, code("1"), b, c, code("2"), d]);
    // As after the check of citations: the code is read again, and reported as not found.
    const after = keys.of([a, code("1"), paragraph("Not found."), b, paragraph("c *(not found)*"), code("2"), d]);
    assert.deepEqual(
      after.filter((_, index) => index !== 2),
      before,
    );
    assert.ok(!before.includes(after[2] ?? NaN));
  });

  it("stay where something is taken out", () => {
    const keys = new BlockKeys();
    const [first, , third] = keys.of([a, b, c]);
    assert.deepEqual(keys.of([a, c]), [first, third]);
  });

  it("are new for what is of another type", () => {
    const keys = new BlockKeys();
    const [first, second] = keys.of([a, b]);
    const [again, code2] = keys.of([a, code("1")]);
    assert.equal(again, first);
    assert.notEqual(code2, second);
  });

  it("are never the same for two, and stay for what stays in its order", () => {
    const random = seededRandom(3);
    const below = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 300; round++) {
      const keys = new BlockKeys();
      const all = Array.from({ length: 12 }, (_, index) => (below(3) === 0 ? code(`${index}`) : paragraph(`${index}`)));
      let blocks = all.slice(0, below(12));
      let known = new Map(keys.of(blocks).map((key, index) => [blocks[index], key]));
      for (let step = 0; step < 5; step++) {
        const stays = blocks.filter(() => below(4) > 0);
        const isTwice = step === 4 && stays[0] !== undefined;
        blocks = [...stays.flatMap((block) => (below(4) === 0 ? [paragraph("new"), block] : [block])), code("end")];
        if (isTwice && stays[0]) blocks.push(stays[0]);
        const now = keys.of(blocks);
        assert.equal(new Set(now).size, blocks.length);
        if (!isTwice)
          for (const block of stays) assert.equal(now[blocks.indexOf(block)], known.get(block) ?? assert.fail());
        known = new Map(now.map((key, index) => [blocks[index], key]));
      }
    }
  });
});

describe("What can be folded", () => {
  it("has the same number with a paragraph more in front of it", () => {
    assert.deepEqual(foldNumbers([a, code("1"), b, code("2")]), [undefined, 0, undefined, 1]);
    assert.deepEqual(foldNumbers([a, code("1"), c, b, code("2")]).at(-1), 1);
  });
});

function paragraph(text: string): Block {
  return { type: "paragraph", content: [{ type: "text", text }] };
}

function code(text: string): Block {
  return { type: "code", language: "", text, index: 0 };
}
