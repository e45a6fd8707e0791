import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { nearestOf } from "../../../../src/core/text/oneEdit.ts";

describe("the word that is meant", () => {
  const known = ["lang", "file", "path", "r", "javascript", "c"];
  for (const [word, expected] of [
    ["lnag", "lang"],
    ["lag", "lang"],
    ["langs", "lang"],
    ["fike", "file"],
    ["alng", "lang"],
    ["javascrpt", "javascript"],
    ["xavascript", "javascript"],
    ["gnal", undefined],
    ["rx", undefined],
    ["lnagx", undefined],
    ["", undefined],
  ] as const)
    it(`is ${expected ?? "none"} for "${word}"`, () => {
      assert.equal(nearestOf(word, known), expected);
    });
});
