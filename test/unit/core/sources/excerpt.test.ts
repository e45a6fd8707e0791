import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { excerptOf } from "../../../../src/core/sources/excerpt.ts";
import type { LineRange } from "../../../../src/core/sources/sourceLink.ts";
import { TextLines } from "../../../../src/core/text/textLines.ts";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";

const TEXT = "zero\n  one\n\n    two\r\n  three";

const excerpt = async (text: string, range: LineRange) =>
  excerptOf(await TextLines.read(text, new TimeSlices()), range);

describe("an excerpt", () => {
  it("is the lines without the indentation that they share", async () => {
    assert.equal(await excerpt(TEXT, { startLine: 1, endLine: 4 }), "one\n\n  two\nthree");
    assert.equal(await excerpt(TEXT, { startLine: 0, endLine: 1 }), "zero\n  one");
    assert.equal(await excerpt(TEXT, { startLine: 4, endLine: 4 }), "three");
  });

  it("is of the same lines, however they end", async () => {
    for (const end of ["\n", "\r\n"]) {
      const text = ["zero", "  one", "", "    two", "  three"].join(end);
      assert.equal(await excerpt(text, { startLine: 1, endLine: 3 }), "one\n\n  two");
      assert.equal(await excerpt(text, { startLine: 4, endLine: 4 }), "three");
    }
  });

  it("is empty where nothing is there", async () => {
    assert.equal(await excerpt(TEXT, { startLine: 5, endLine: 9 }), "");
    assert.equal(await excerpt(TEXT, { startLine: 2, endLine: 2 }), "");
    assert.equal(await excerpt("", { startLine: 0, endLine: 0 }), "");
  });

  it("says where something is left out", async () => {
    const long = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");
    const shown = (await excerpt(long, { startLine: 3, endLine: 29 })).split("\n");
    assert.deepEqual([shown.length, shown[0], shown.at(-2), shown.at(-1)], [11, "line 3", "line 12", "…"]);
    assert.equal((await excerpt(long, { startLine: 20, endLine: 29 })).split("\n").at(-1), "line 29");
    assert.equal(await excerpt("x".repeat(5_000), { startLine: 0, endLine: 0 }), `${"x".repeat(119)}…`);
  });

  it("shows what would turn its words around", async () => {
    assert.equal(await excerpt("a\u202eb", { startLine: 0, endLine: 0 }), "a[U+202E]b");
  });
});
