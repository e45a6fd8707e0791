import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { excerptOf } from "../../../../src/core/sources/excerpt.ts";

const TEXT = "zero\n  one\n\n    two\r\n  three";

describe("an excerpt", () => {
  it("is the lines without the indentation that they share", () => {
    assert.equal(excerptOf(TEXT, { startLine: 1, endLine: 4 }), "one\n\n  two\nthree");
    assert.equal(excerptOf(TEXT, { startLine: 0, endLine: 1 }), "zero\n  one");
    assert.equal(excerptOf(TEXT, { startLine: 4, endLine: 4 }), "three");
  });

  it("is empty where nothing is there", () => {
    assert.equal(excerptOf(TEXT, { startLine: 5, endLine: 9 }), "");
    assert.equal(excerptOf(TEXT, { startLine: 2, endLine: 2 }), "");
    assert.equal(excerptOf("", { startLine: 0, endLine: 0 }), "");
  });

  it("says where something is left out", () => {
    const long = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");
    const excerpt = excerptOf(long, { startLine: 3, endLine: 29 }).split("\n");
    assert.deepEqual([excerpt.length, excerpt[0], excerpt.at(-2), excerpt.at(-1)], [11, "line 3", "line 12", "…"]);
    assert.equal(excerptOf(long, { startLine: 20, endLine: 29 }).split("\n").at(-1), "line 29");
    assert.equal(excerptOf("x".repeat(5_000), { startLine: 0, endLine: 0 }), `${"x".repeat(119)}…`);
  });

  it("shows what would turn its words around", () => {
    assert.equal(excerptOf("a\u202eb", { startLine: 0, endLine: 0 }), "a[U+202E]b");
  });
});
