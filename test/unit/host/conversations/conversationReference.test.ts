import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { plainTitle, tabTitle } from "../../../../src/host/conversations/conversationReference.ts";

describe("a title where code can't be drawn", () => {
  it("has its code without backticks, and nothing else taken from it", () => {
    assert.equal(plainTitle("Is `a * b` 2 * 3, and *what* of `c`?"), "Is a * b 2 * 3, and *what* of c?");
    assert.equal(plainTitle("An `open one"), "An `open one");
  });

  it("is as long in a tab as what is shown of it", () => {
    const shown = "is read by 8 of these ten functions";
    assert.equal(tabTitle(`\`feed\` ${shown}`), `feed ${shown}`);
  });
});
