import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { inEditor } from "../../../../src/core/sources/editorLines.ts";
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
});
