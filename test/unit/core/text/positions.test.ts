import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mergeRanges, utf16Columns } from "../../../../src/core/text/positions.ts";

/** The slow and obvious way. */
function reference(text: string, codePoints: number): number {
  return Array.from(text).slice(0, codePoints).join("").length;
}

describe("utf16Columns", () => {
  it("counts an emoji as one code point and two units", () => {
    assert.equal(utf16Columns("a😀b")(2), 3);
  });

  it("agrees with the obvious way for every column of generated text", () => {
    const pieces = ["a", "é", "e\u0301", "漢", "😀", "👩‍👩‍👧", "\ud83d", "\udc00", "\t", " "];
    let seed = 1;
    const random = (): number => (seed = (seed * 48271) % 0x7fffffff) / 0x7fffffff;
    for (let round = 0; round < 500; round++) {
      const text = Array.from(
        { length: Math.floor(random() * 12) },
        () => pieces[Math.floor(random() * pieces.length)],
      ).join("");
      const columnOf = utf16Columns(text);
      for (let column = 0; column <= text.length + 2; column++) {
        assert.equal(columnOf(column), reference(text, column), JSON.stringify([text, column]));
      }
    }
  });

  it("is clamped to the text, also where the column is no finite number", () => {
    assert.equal(utf16Columns("abc")(Infinity), 3);
    assert.equal(utf16Columns("abc")(-1), 0);
    assert.deepEqual([-1, Infinity].map(utf16Columns("😀b")), [0, 3]);
  });
});

describe("mergeRanges", () => {
  it("sorts and joins ranges that overlap, touch or repeat", () => {
    const ranges = [
      { start: 8, end: 9 },
      { start: 0, end: 3 },
      { start: 2, end: 5 },
      { start: 5, end: 6 },
      { start: 8, end: 9 },
    ];
    assert.deepEqual(mergeRanges(ranges), [
      { start: 0, end: 6 },
      { start: 8, end: 9 },
    ]);
  });
});
