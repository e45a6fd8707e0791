import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { decodeMatch } from "../../../src/api/decodeMatch.ts";
import { JsonObject } from "../../../src/api/json.ts";

const decode = (match: unknown) => decodeMatch(JsonObject.expect(match, "match"));
const range = (startLine: number, start: number, endLine: number, end: number) => ({
  start: { offset: 0, line: startLine, column: start },
  end: { offset: 0, line: endLine, column: end },
});

describe("decodeMatch", () => {
  it("turns code points into UTF-16 columns and takes ranges as places in the file", () => {
    const { item, lines } = decode({
      type: "content",
      path: "src/a.ts",
      repository: "r",
      commit: "c1",
      chunkMatches: [
        { content: "one\n😀 two two", contentStart: { offset: 9, line: 7, column: 0 }, ranges: [range(8, 2, 8, 5)] },
      ],
    });
    assert.deepEqual(lines, [{ line: 8, text: "😀 two two", ranges: [{ start: 3, end: 6 }] }]);
    assert.deepEqual([item.path, item.revision, item.rangeCount, item.lineCount], ["src/a.ts", "c1", 1, 1]);
  });

  it("sorts chunks that come in any order, joins ranges that overlap, and drops the CR of a CRLF file", () => {
    const chunk = (line: number, content: string, ...ranges: unknown[]) => ({
      content,
      contentStart: { line, column: 0 },
      ranges,
    });
    const { lines } = decode({
      type: "content",
      chunkMatches: [
        chunk(129, "b b\r", range(129, 2, 129, 3)),
        chunk(98, "aaa\r", range(98, 1, 98, 3), range(98, 0, 98, 2)),
      ],
    });
    assert.deepEqual(lines, [
      { line: 98, text: "aaa", ranges: [{ start: 0, end: 3 }] },
      { line: 129, text: "b b", ranges: [{ start: 2, end: 3 }] },
    ]);
  });

  it("clamps ranges to a line that was cut, and spreads a range over the lines that it spans", () => {
    const { lines } = decode({
      type: "content",
      chunkMatches: [
        {
          content: "abc\nde\nf",
          contentStart: { line: 0, column: 0 },
          ranges: [range(0, 1, 2, 0), range(2, 0, 2, 99)],
        },
      ],
    });
    assert.deepEqual(
      lines.map(({ line, ranges }) => [line, ranges]),
      [
        [0, [{ start: 1, end: 3 }]],
        [1, [{ start: 0, end: 2 }]],
        [2, [{ start: 0, end: 1 }]],
      ],
    );
  });

  it("reads line matches, also those without offsets", () => {
    const { lines } = decode({
      type: "content",
      lineMatches: [
        { line: "漢字 x", lineNumber: 4, offsetAndLengths: [[3, 1]] },
        { line: "only shown", lineNumber: 2, offsetAndLengths: [] },
      ],
    });
    assert.deepEqual(lines, [
      { line: 2, text: "only shown", ranges: [] },
      { line: 4, text: "漢字 x", ranges: [{ start: 3, end: 4 }] },
    ]);
  });

  it("counts the lines of symbols from one", () => {
    const { lines } = decode({
      type: "symbol",
      path: "a.go",
      symbols: [{ name: "main", line: 12, kind: "FUNCTION", url: "/x" }],
    });
    assert.deepEqual(lines, [{ line: 11, text: "main", ranges: [] }]);
  });

  it("shows a commit by its subject, with the fence of its text as line 0", () => {
    const { item, lines } = decode({
      type: "commit",
      repository: "r",
      message: "Fix it\n\nBody",
      url: "/r/-/commit/abc",
      content: "```COMMIT_EDITMSG\nFix it\n```",
      ranges: [[1, 0, 3]],
    });
    assert.deepEqual([item.label, item.webPath, item.path], ["Fix it", "/r/-/commit/abc", ""]);
    assert.deepEqual(lines, [{ line: 1, text: "Fix it", ranges: [{ start: 0, end: 3 }] }]);
  });

  it("keeps a type that it doesn't know", () => {
    assert.deepEqual(decode({ type: "galaxy", repository: "r" }).item.label, "r");
    assert.deepEqual(decode({ type: "galaxy" }).item, {
      type: "galaxy",
      repository: "",
      path: "",
      label: "galaxy",
      lineCount: 0,
      rangeCount: 1,
    });
  });
});
