import assert from "node:assert/strict";
import type { MatchedItem } from "../../../../src/core/model/matches.ts";
import { areRowsLong } from "../../../../src/core/search/longRows.ts";

/** Matches in files of one line each; each match is at this place of its line. */
function found(texts: readonly string[], start = 0): Parameters<typeof areRowsLong>[0] {
  return {
    itemsAsFound: (from, to) =>
      texts.slice(from, to).map((_, offset) => ({ index: from + offset, lineCount: 1 }) as unknown as MatchedItem),
    lines: (item) => [{ line: 0, text: texts[item] ?? "", ranges: [{ start, end: start + 1 }] }],
  };
}

const times = (count: number, text: string) => Array.from({ length: count }, () => text);

describe("rows that are cut", () => {
  it("are many if most of the first ones are long", () => {
    assert.equal(areRowsLong(found([...times(9, "x".repeat(80)), ...times(8, "short")])), true);
    assert.equal(areRowsLong(found([...times(9, "x".repeat(80)), ...times(10, "short")])), false);
  });

  it("are not many where there are few", () => {
    assert.equal(areRowsLong(found(times(7, "x".repeat(80)))), false);
    assert.equal(areRowsLong(found([])), false);
  });

  it("are long from their match on, without the blanks at their end", () => {
    assert.equal(areRowsLong(found(times(20, "x".repeat(80)), 60)), false, "it begins at the match");
    assert.equal(areRowsLong(found(times(20, `x${" ".repeat(90)}`))), false);
  });
});
