import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseSourceLink, printSourceLink, type SourceLocation } from "../../../src/core/sourceLink.ts";

const BASE = "https://code.example.com";
const FILE = { repository: "github.com/a/b", path: "src/c.ts" };
const lines = (startLine: number, endLine = startLine): SourceLocation => ({ ...FILE, range: { startLine, endLine } });

describe("parseSourceLink", () => {
  const table: [link: string, expected: SourceLocation | undefined][] = [
    ["/github.com/a/b/-/blob/src/c.ts", FILE],
    ["https://code.example.com/github.com/a/b/-/blob/src/c.ts", FILE],
    ["/r/github.com/a/b/-/blob/src/c.ts", FILE],
    ["/github.com/a/b/-/raw/src/c.ts", FILE],
    ["/github.com/a/b@main/-/blob/src/c.ts", { ...FILE, revision: "main" }],
    ["/github.com/a/b@feature/x/-/blob/src/c.ts", { ...FILE, revision: "feature/x" }],
    ["/github.com/a/b/-/blob/src/c.ts?L12", lines(11)],
    ["/github.com/a/b/-/blob/src/c.ts?L12=", lines(11)],
    ["/github.com/a/b/-/blob/src/c.ts?L12-20", lines(11, 19)],
    ["/github.com/a/b/-/blob/src/c.ts?L12-L20", lines(11, 19)],
    ["/github.com/a/b/-/blob/src/c.ts?L12&subtree=true", lines(11)],
    ["/github.com/a/b/-/blob/src/c.ts#L12", lines(11)],
    ["/github.com/a/b/-/blob/src/c.ts#L12$references", lines(11)],
    ["/github.com/a/b/-/blob/src/c.ts#L12&tab=references", lines(11)],
    [
      "/github.com/a/b/-/blob/src/c.ts?L12:3-15:7",
      { ...FILE, range: { startLine: 11, endLine: 14, startColumn: 2, endColumn: 6 } },
    ],
    ["/github.com/a/b/-/blob/src/c.ts?L12:3", lines(11)],
    ["/github.com/a/b/-/blob/src/c.ts?L0", FILE],
    ["/github.com/a/b/-/blob/src/c.ts?L20-12", FILE],
    ["/github.com/a/b/-/blob/src/c.ts?Lx", FILE],
    ["/github.com/a/b/-/blob/my%20file+1.ts", { ...FILE, path: "my file+1.ts" }],
    ["/b/-/blob/c.ts", { repository: "b", path: "c.ts" }],
    ["/github.com/a/b/-/blob/src/-/c.ts", { ...FILE, path: "src/-/c.ts" }],
    ["/r/-/blob/c.ts", { repository: "r", path: "c.ts" }],
    ["/github.com/a/b/-/blob/..%2F..%2Fetc/passwd", undefined],
    ["/github.com/a/b/-/blob/x%5C..%5C..%5Cy", undefined],
    ["/github.com/a%2F../b/-/blob/src/c.ts", undefined],
    ["/github.com/a/b/-/blob/src//c.ts", undefined],
    ["/github.com/a/b", undefined],
    ["/github.com/a/b/-/tree/src", undefined],
    ["/github.com/a/b/-/blob/src/", undefined],
    ["/github.com/a/b/-/blob/bad%zz", undefined],
    ["https://evil.example.com/github.com/a/b/-/blob/src/c.ts", undefined],
    ["//evil.example.com/github.com/a/b/-/blob/src/c.ts", undefined],
    ["https://user:pw@code.example.com/github.com/a/b/-/blob/src/c.ts", undefined],
    ["http://code.example.com/github.com/a/b/-/blob/src/c.ts", undefined],
    ["javascript:alert(1)", undefined],
    ["", undefined],
  ];
  for (const [link, expected] of table) {
    it(`reads ${JSON.stringify(link)}`, () => {
      assert.deepEqual(parseSourceLink(link, BASE), expected);
    });
  }

  it("knows an instance below a path, and nothing beside it", () => {
    const base = "https://example.com/code";
    assert.deepEqual(parseSourceLink("https://example.com/code/a/-/blob/b.ts", base), {
      repository: "a",
      path: "b.ts",
    });
    assert.deepEqual(parseSourceLink("/a/-/blob/b.ts", base), { repository: "a", path: "b.ts" });
    assert.equal(parseSourceLink("https://example.com/codex/a/-/blob/b.ts", base), undefined);
  });
});

describe("printSourceLink", () => {
  const places: SourceLocation[] = [
    FILE,
    lines(0),
    lines(3, 9),
    {
      ...FILE,
      revision: "feature/ä b",
      path: "a b/c+d/é%20.ts",
      range: { startLine: 1, endLine: 2, startColumn: 3, endColumn: 4 },
    },
    { repository: "odd name+x", path: "#?&.ts" },
  ];
  for (const place of places) {
    it(`prints what is read back as ${JSON.stringify(place)}`, () => {
      assert.deepEqual(parseSourceLink(printSourceLink(place), BASE), place);
    });
  }
});
