import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { hasLongLine, partsOf } from "../../../../../src/local/search/results/lineParts.ts";
import type { FoundLines } from "../../../../../src/local/code/lines/foundLines.ts";

/** The same numbers in each run. */
function createRandom(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const MOST = 100;

describe("the parts of long lines", () => {
  const found = (text: string, ranges: FoundLines["ranges"]): FoundLines => {
    const bytes = Buffer.from(text);
    return {
      bytes,
      line: 5,
      offset: 1_000,
      ranges,
      ...(/^[\0-\x7f]*$/.test(text) && !/\n./.test(text) && { isAscii: true }),
    };
  };

  it("have each range once, and the text that is at their place, whatever the lines are", () => {
    const random = createRandom();
    const pieces = ["a", " ", "\t", "é", "漢字", "😀", "word".repeat(20), "\n", "x".repeat(300), "\r\n"];
    for (let round = 0; round < 2_000; round++) {
      const characters = Array.from({ length: 1 + random(60) }, () => pieces[random(pieces.length)] ?? "");
      const starts = characters.map((_, at) => Buffer.byteLength(characters.slice(0, at).join("")));
      const text = characters.join("");
      const ranges: [number, number][] = [];
      for (let at = 0; at < characters.length;) {
        const from = at + random(20);
        const to = from + 1 + random(3);
        const [start, end] = [starts[from], starts[to]];
        if (start === undefined || end === undefined) break;
        ranges.push([start, end]);
        at = to;
      }
      const lines = found(text, ranges);
      const parts = [...partsOf(lines, MOST)];
      assert.deepEqual(
        parts.flatMap((part) => part.ranges.map(({ start, end }) => [start.offset - 1_000, end.offset - 1_000])),
        ranges,
      );
      const whole = text.split("\n");
      let [last, end] = [-1, 0];
      for (const { line, text: part, utf16Column, column, offset, isCut, ranges: own } of parts) {
        const all = whole[line - 5] ?? "";
        if (line !== last) end = 0;
        assert.ok(utf16Column >= end, "parts overlap");
        [last, end] = [line, utf16Column + part.length];
        assert.equal(part, all.slice(utf16Column, end));
        assert.equal(isCut, end < all.length);
        assert.equal(column, Array.from(all.slice(0, utf16Column)).length);
        assert.equal(
          offset - 1_000,
          Buffer.byteLength([...whole.slice(0, line - 5), ""].join("\n") + all.slice(0, utf16Column)),
        );
        if (Buffer.byteLength(all) > MOST) assert.ok(Array.from(part).length <= MOST);
        else assert.equal(part, all);
        for (const { start } of own) assert.ok(start.line === line && start.column >= column);
      }
      assert.equal(
        hasLongLine(lines, MOST),
        whole.some((line) => Buffer.byteLength(line) > MOST),
      );
    }
  });

  it("are the beginning of a line that a match above reaches into, or that has none", () => {
    const lines = found(`ab\n${"c".repeat(300)}\n${"d".repeat(300)}`, [[0, 303]]);
    const parts = [...partsOf(lines, MOST)].map(({ line, text, column, ranges }) => [
      line,
      text,
      column,
      ranges.length,
    ]);
    assert.deepEqual(parts, [
      [5, "ab", 0, 1],
      [6, "c".repeat(100), 0, 0],
      [7, "d".repeat(100), 0, 0],
    ]);
  });

  it("are whole characters where bytes are no UTF-8", () => {
    const bytes = Buffer.from(`${"é".repeat(300)}hit${"é".repeat(300)}`, "latin1");
    const [part, ...others] = [...partsOf({ bytes, line: 0, offset: 0, ranges: [[300, 303]] }, MOST)];
    assert.equal(others.length, 0);
    assert.equal(part?.text.slice(300 - part.column, 303 - part.column), "hit");
  });
});
