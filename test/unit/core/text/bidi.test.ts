import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  isolated,
  sideBySide,
  withMarkedBidiControls,
  withoutBidiControls,
  withoutBidiControlsIn,
  withoutReordering,
  withVisibleBidiControls,
} from "../../../../src/core/text/bidi.ts";

const REORDERING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
const MARKS = "\u061c\u200e\u200f";

describe("direction characters", () => {
  it("are taken out of names, and nothing else is", () => {
    assert.equal(withoutBidiControls(`a${REORDERING}b${MARKS}\u05d0 c\u200d`), "ab\u05d0 c\u200d");
  });

  it("that are only marks stay in prose", () => {
    assert.equal(withoutReordering(`a${REORDERING}b${MARKS}`), `ab${MARKS}`);
  });

  it("isolate what is quoted in a sentence, where its letters run to the left", () => {
    assert.equal(isolated("Where is \u05d0\u05d1 read?"), "\u2068Where is \u05d0\u05d1 read?\u2069");
    assert.equal(isolated("\u0645\u2069\u0627"), "\u2068\u0645\u0627\u2069");
    assert.equal(isolated("Wo wird \u00fc gelesen? \u4f60"), "Wo wird \u00fc gelesen? \u4f60");
  });

  it("keep parts of a row in their order, where letters of one run to the left", () => {
    assert.equal(sideBySide(["src/\u05d0\u05d1", "", undefined, "2"]), "\u2066src/\u05d0\u05d1\u2069 · 2");
    assert.equal(sideBySide(["\u0645\u202e", "main", false]), "\u2066\u0645\u2069 · main");
    assert.equal(sideBySide(["src", "2"]), "src · 2");
  });

  it("are taken out of every text of plain data, whose keys and other values stay", () => {
    const of = (controls: string) => ({
      [`k${REORDERING}`]: [`a${controls}`, 1, undefined, { b: `c${controls}` }, true],
    });
    assert.deepEqual(withoutBidiControlsIn(of(REORDERING + MARKS)), of(""));
  });

  it("are marked where they stand, so that all else keeps its place", () => {
    const marked = withMarkedBidiControls(`a${REORDERING}${MARKS}b`);
    assert.equal(marked, `a${"\ufffd".repeat(12)}b`);
  });

  it("are written out in code", () => {
    assert.equal(withVisibleBidiControls("a\u202e\u061cb"), "a[U+202E][U+061C]b");
  });
});
