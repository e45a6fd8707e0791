import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { revealRow } from "../../../../src/host/platform/revealRow.ts";

const OPTIONS = { select: true, focus: false };

/** A view that refuses the first few rows, and notes them all. */
function refusing(count: number) {
  const asked: string[] = [];
  const reveal = (row: string) => {
    asked.push(row);
    return asked.length > count ? Promise.resolve() : Promise.reject(new Error("Cannot resolve tree item"));
  };
  return { view: { reveal }, asked };
}

describe("a row that is to be revealed", () => {
  it("is revealed once the editor knows it, as it is by then", async () => {
    const { view, asked } = refusing(2);
    const rows = ["read first", "read again", "read last", "none"];
    assert.equal(await revealRow(view, () => rows[asked.length], OPTIONS), true);
    assert.deepEqual(asked, ["read first", "read again", "read last"]);
  });

  it("is given up when there is none any more", async () => {
    const { view, asked } = refusing(9);
    assert.equal(await revealRow(view, () => (asked.length < 2 ? "a" : undefined), OPTIONS), false);
    assert.deepEqual(asked, ["a", "a"]);
  });

  it("is given up when the editor refuses it for good", async () => {
    const { view, asked } = refusing(Infinity);
    assert.equal(await revealRow(view, () => "a", OPTIONS), false);
    assert.equal(asked.length, 20);
  });
});
