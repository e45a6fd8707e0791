import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { asInEditor, hasLoneCr, inEditor, onWire } from "../../../../src/core/sources/editorLines.ts";
import { linesOf } from "../../../../src/core/text/lines.ts";

describe("lines in a file as the editor counts them", () => {
  const table: readonly (readonly [name: string, text: string, wire: number, editor: number])[] = [
    ["LF", "one\ntwo\nthree anchor\n", 3, 3],
    ["CR and LF", "one\r\ntwo\r\nthree anchor\r\n", 3, 3],
    ["CR, CR and LF", "one\r\r\ntwo\r\r\nthree anchor\r\r\n", 3, 5],
    ["CR alone", "one\rtwo\rthree anchor\r", 1, 3],
    ["CR and LF in one file", "one\rtwo\nthree anchor\n", 2, 3],
    ["CR alone after CR and LF", "one\r\n\rtwo anchor", 2, 3],
    ["CR at the end", "one\ntwo anchor\r", 2, 2],
    ["separators that are no line ends", "one\u2028two\u0085three\ffour\vfive anchor", 1, 1],
  ];
  for (const [name, text, wire, editor] of table)
    it(`are found: ${name}`, () => {
      const line = linesOf(text).findIndex((each) => each.includes("anchor"));
      assert.equal(line + 1, wire);
      const startColumn = linesOf(text)[line]?.indexOf("anchor") ?? 0;
      const found = inEditor({ startLine: line, endLine: line, startColumn, endColumn: startColumn + 6 }, text);
      const shown = text.split(/\r\n|\r|\n/);
      assert.equal(found.startLine + 1, editor);
      assert.equal(shown[found.startLine]?.slice(found.startColumn, found.endColumn), "anchor");
    });

  it("are all that a line without columns consists of", () => {
    assert.deepEqual(inEditor({ startLine: 0, endLine: 0 }, "a\rb\rc\nd"), { startLine: 0, endLine: 2 });
    assert.deepEqual(inEditor({ startLine: 1, endLine: 2 }, "a\r\r\nb\r\r\nc\r\r\n"), { startLine: 2, endLine: 5 });
  });

  it("stay where they are if they are beyond the end", () => {
    assert.deepEqual(inEditor({ startLine: 9, endLine: 9, startColumn: 0 }, "a\rb"), {
      startLine: 1,
      endLine: 1,
      startColumn: 1,
    });
  });

  it("are called on the wire what they are called there", () => {
    const text = "one\r\r\ntwo\r\r\nthree needle";
    assert.deepEqual(onWire({ startLine: 4, endLine: 4 }, text), { startLine: 2, endLine: 2 });
    assert.deepEqual(onWire({ startLine: 1, endLine: 3 }, text), { startLine: 0, endLine: 1 });
    assert.deepEqual(onWire({ startLine: 1, startColumn: 1, endLine: 2, endColumn: 2 }, "a\rbc\rde\nf"), {
      startLine: 0,
      startColumn: 3,
      endLine: 0,
      endColumn: 7,
    });
    assert.deepEqual(onWire({ startLine: 7, endLine: 9 }, "a\rb\nc"), { startLine: 1, endLine: 1 });
  });

  /** All texts of at most so many of these characters. */
  const textsOf = (length: number): readonly string[] =>
    length === 0 ? [""] : ["", ...textsOf(length - 1).flatMap((text) => ["x", "\r", "\n"].map((end) => text + end))];

  it("are the same on the wire again, whatever ends them", () => {
    for (const text of new Set(textsOf(7))) {
      const { length } = linesOf(text);
      for (let startLine = 0; startLine < length; startLine++)
        for (let endLine = startLine; endLine < length; endLine++) {
          const lines = { startLine, endLine };
          assert.deepEqual(onWire(inEditor(lines, text), text), lines, JSON.stringify(text));
        }
    }
  });

  it("are the same in the editor again if they have columns", () => {
    for (const text of new Set(textsOf(6))) {
      const places = text
        .split(/\r\n|\r|\n/)
        .flatMap((line, at) => Array.from({ length: line.length + 1 }, (_, column) => [at, column] as const));
      for (const [at, [startLine, startColumn]] of places.entries())
        for (const [endLine, endColumn] of places.slice(at)) {
          const range = { startLine, startColumn, endLine, endColumn };
          assert.deepEqual(inEditor(onWire(range, text), text), range, JSON.stringify([text, range]));
        }
    }
  });

  it("differ only where there is a CR without LF", () => {
    for (const text of textsOf(6)) {
      const isOther = text.split(/\r\n|\r|\n/).length !== linesOf(text).length;
      assert.equal(hasLoneCr(text), isOther, JSON.stringify(text));
    }
  });

  it("are those of everyone in a text that has no such CR any more", () => {
    for (const text of textsOf(6)) assert.deepEqual(linesOf(asInEditor(text)), text.split(/\r\n|\r|\n/));
  });

  it("are found without delay in a long text", () => {
    const text = "a\r\r\nb\r".repeat(300_000);
    const range = { startLine: 250_000, endLine: 250_000 };
    const start = performance.now();
    assert.deepEqual(onWire(inEditor(range, text), text), range);
    assert.ok(performance.now() - start < 3_000);
  });
});
