import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { decodeMatch } from "../../../../src/api/search/decodeMatch.ts";
import { JsonObject } from "../../../../src/api/http/json.ts";
import { leastProcessorTime } from "../../../support/turns.ts";

const decode = (match: unknown) => decodeMatch(JsonObject.expect(match, "match"));
const range = (startLine: number, start: number, endLine: number, end: number) => ({
  start: { offset: 0, line: startLine, column: start },
  end: { offset: 0, line: endLine, column: end },
});

const ascending = (count: number, step: number, endLine = 0) =>
  Array.from({ length: count }, (_, at) =>
    endLine === 0 ? range(0, at * step, 0, at * step + 1) : range(at * step, 0, endLine, 1),
  );
const pairs = (count: number) => Array.from({ length: count }, (_, at) => [at * 3, 1]);
const triples = (count: number) => Array.from({ length: count }, (_, at) => [1, at * 3, 1]);
const chunkOf = (content: string, ranges: readonly unknown[]) => ({
  content,
  contentStart: { offset: 0, line: 0, column: 0 },
  ranges,
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
    assert.deepEqual(lines, [
      {
        line: 8,
        text: "😀 two two",
        ranges: [{ start: 3, end: 6 }],
        context: { before: ["one"], after: [] },
      },
    ]);
    assert.deepEqual([item.path, item.revision, item.rangeCount, item.lineCount], ["src/a.ts", "c1", 1, 1]);
  });

  it("reads the lines of a chunk by either name that its text may have", () => {
    const chunk = { contentStart: { offset: 9, line: 7, column: 0 }, ranges: [range(8, 0, 8, 3)] };
    const read = (text: object) => decode({ type: "content", chunkMatches: [{ ...chunk, ...text }] }).lines;
    assert.equal(read({ context: "one\ntwo" })[0]?.text, "two");
    assert.deepEqual(read({ context: "one\ntwo" }), read({ content: "one\ntwo" }));
    assert.deepEqual(read({ content: "one\ntwo", context: "other" }), read({ content: "one\ntwo" }));
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

  it("counts the lines of symbols from one, and takes their column from their page where it tells", () => {
    const { lines } = decode({
      type: "symbol",
      path: "a.go",
      symbols: [
        { name: "main", line: 12, kind: "FUNCTION", url: "/r/-/blob/a.go?L12:6-12:10" },
        { name: "run", containerName: "Server", line: 20, kind: "METHOD", url: "r/-/blob/a.go#L20" },
      ],
    });
    assert.deepEqual(lines, [
      { line: 11, text: "main", ranges: [], symbol: { kind: "function", container: "", column: 5 } },
      { line: 19, text: "run", ranges: [], symbol: { kind: "method", container: "Server" } },
    ]);
  });

  it("brings the lines around a match along, as far as they came without a gap", () => {
    const { lines } = decode({
      type: "content",
      chunkMatches: [
        { content: "a\nb\r\nhit\nd", contentStart: { line: 3, column: 0 }, ranges: [range(5, 0, 5, 3)] },
        { content: "far", contentStart: { line: 9, column: 0 }, ranges: [range(9, 0, 9, 3)] },
      ],
    });
    assert.deepEqual(lines[0]?.context, { before: ["a", "b"], after: ["d"] });
    assert.deepEqual(lines[1], { line: 9, text: "far", ranges: [{ start: 0, end: 3 }] });
  });

  it("tells where a match is in a line that is cut before it, but no text", () => {
    const { lines } = decode({
      type: "content",
      chunkMatches: [
        {
          content: "ab😀\nlong\nshort hit",
          contentStart: { line: 3, column: 0 },
          ranges: [range(3, 3, 3, 6), range(3, 900, 3, 903), range(4, 2, 4, 800), range(5, 6, 5, 9)],
          contentTruncated: true,
        },
      ],
    });
    const places = lines.map(({ line, text, textStart, ranges }) => [line, text, textStart, ranges]);
    assert.deepEqual(places, [
      [3, "", 3, [{ start: 0, end: 0 }]],
      [4, "long", undefined, [{ start: 2, end: 4 }]],
      [5, "short hit", undefined, [{ start: 6, end: 9 }]],
    ]);
  });

  it("takes a chunk that begins within its line for a part of it", () => {
    const part = (column: number, start: number, more: object = {}) => ({
      content: `.hit.${column}`,
      contentStart: { line: 3, column },
      ranges: [range(3, start, 3, start + 3)],
      contentTruncated: true,
      ...more,
    });
    const { lines } = decode({
      type: "content",
      chunkMatches: [
        { content: "above", contentStart: { line: 2, column: 0 }, ranges: [] },
        part(900, 901, { contentStartUtf16: 1_800 }),
        part(0, 1),
        part(100, 101),
      ],
    });
    const ranges = [{ start: 1, end: 4 }];
    assert.deepEqual(
      lines.map(({ line, text, textStart, ranges: marked }) => ({ line, text, textStart, ranges: marked })),
      [
        { line: 3, text: ".hit.0", textStart: undefined, ranges },
        { line: 3, text: ".hit.100", textStart: 100, ranges },
        { line: 3, text: ".hit.900", textStart: 1_800, ranges },
      ],
    );
    assert.deepEqual(
      lines.map(({ context }) => context?.before),
      [["above"], ["above"], ["above"]],
    );
  });

  it("reads what a service tells of path, branch, language and the age of what it searched", () => {
    const { item } = decode({
      type: "path",
      path: "src/😀/main.go",
      repository: "r",
      branches: ["topic", "other"],
      language: "Go",
      repoLastFetched: "2026-01-02T03:04:05Z",
      pathMatches: [range(0, 6, 0, 10), range(0, 4, 0, 5)],
    });
    assert.deepEqual(item.labelRanges, [
      { start: 4, end: 6 },
      { start: 7, end: 11 },
    ]);
    assert.deepEqual(
      [item.branches, item.language, item.fetchedAt],
      [["topic", "other"], "Go", Date.UTC(2026, 0, 2, 3, 4, 5)],
    );
    assert.equal(decode({ type: "path", path: "a", repository: "r" }).item.branches, undefined);
  });

  it("describes repositories, persons and teams", () => {
    const { item } = decode({
      type: "repo",
      repository: "host/name",
      repositoryMatches: [range(0, 5, 0, 9)],
      description: "What it is for",
      archived: true,
      fork: true,
      repoStars: 4321,
    });
    assert.deepEqual(item.labelRanges, [{ start: 5, end: 9 }]);
    assert.deepEqual([item.description, item.traits, item.stars], ["What it is for", ["fork", "archived"], 4321]);
    const person = decode({ type: "person", email: "a@b.example", user: { username: "ann", displayName: "Ann B" } });
    assert.deepEqual([person.item.label, person.item.description], ["ann", "Ann B · a@b.example"]);
    assert.equal(decode({ type: "team", name: "core", displayName: "Core team" }).item.description, "Core team");
  });

  it("tells for every line of a diff in which file it stands, and where", () => {
    const { item, lines } = decode({
      type: "commit",
      repository: "r",
      oid: "abc1",
      message: "Change it",
      authorName: "Ann",
      authorDate: "2026-01-02T03:04:05Z",
      content: "```diff\na.go b.go\n@@ -3,2 +3,2 @@ func\n one\n-old x\n+new x\n```",
      ranges: [
        [4, 5, 1],
        [5, 5, 1],
      ],
    });
    const paths = { oldPath: "a.go", newPath: "b.go" };
    assert.deepEqual(lines, [
      { line: 3, text: "-old x", ranges: [{ start: 5, end: 6 }], diff: { ...paths, side: "old", line: 3 } },
      { line: 3, text: "+new x", ranges: [{ start: 5, end: 6 }], diff: { ...paths, side: "new", line: 3 } },
    ]);
    assert.deepEqual(item.commit, {
      hash: "abc1",
      author: "Ann",
      message: "Change it",
      authoredAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      files: [paths],
    });
  });

  it("shows a commit by its subject, and counts the lines of its message without the fence", () => {
    const { item, lines } = decode({
      type: "commit",
      repository: "r",
      message: "Fix it\n\nBody",
      url: "/r/-/commit/abc",
      content: "```COMMIT_EDITMSG\nFix it\n```",
      ranges: [[1, 0, 3]],
    });
    assert.deepEqual([item.label, item.webPath, item.path], ["Fix it", "/r/-/commit/abc", ""]);
    assert.deepEqual(lines, [{ line: 0, text: "Fix it", ranges: [{ start: 0, end: 3 }] }]);
  });

  it("agrees with the obvious way for generated files, chunks and ranges", () => {
    const pieces = ["a", "é", "e\u0301", "漢", "😀", "👩‍👩‍👧", "\ud83d", "\udc00", "\t", " "];
    let seed = 7;
    const below = (limit: number): number => (seed = (seed * 48271) % 0x7fffffff) % limit;
    for (let round = 0; round < 300; round++) {
      const file = Array.from({ length: 1 + below(12) }, () =>
        Array.from({ length: below(8) }, () => pieces[below(pieces.length)]).join(""),
      );
      const width = (line: number) => Array.from(file[line] ?? "").length;
      /** Every matched unit, by line: the meaning of the ranges, painted one code point after another. */
      const painted = new Map<number, Set<number>>();
      const touched = new Set<number>();
      const chunkMatches = Array.from({ length: 1 + below(3) }, () => {
        const first = below(file.length);
        const last = first + below(file.length - first);
        const ranges = Array.from({ length: 1 + below(3) }, () => {
          const startLine = first + below(last - first + 1);
          const endLine = startLine + below(last - startLine + 1);
          const start = below(width(startLine) + 1);
          const end = endLine === startLine ? start + below(width(endLine) - start + 3) : below(width(endLine) + 3);
          for (let line = startLine; line <= endLine; line++) {
            if (line === endLine && line > startLine && end === 0) continue;
            touched.add(line);
            const units = painted.get(line) ?? new Set();
            painted.set(line, units);
            let unit = 0;
            for (const [place, point] of Array.from(file[line] ?? "").entries()) {
              const isIn = (line > startLine || place >= start) && (line < endLine || place < end);
              for (let each = 0; each < point.length; each++) if (isIn) units.add(unit + each);
              unit += point.length;
            }
          }
          return range(startLine, start, endLine, end);
        });
        return { content: file.slice(first, last + 1).join("\n"), contentStart: { line: first, column: 0 }, ranges };
      });
      const { lines } = decode({ type: "content", chunkMatches });
      const about = JSON.stringify({ file, chunkMatches });
      assert.deepEqual(
        lines.map(({ line }) => line),
        [...touched].sort((a, b) => a - b),
        about,
      );
      for (const { line, text, ranges } of lines) {
        assert.equal(text, file[line], about);
        const units = ranges.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at));
        assert.deepEqual(
          units,
          [...(painted.get(line) ?? [])].sort((a, b) => a - b),
          about,
        );
      }
    }
  });

  it("reads the line of a symbol out of its page where it has none of its own", () => {
    const symbols = ["/r/-/blob/a.go?L12:6-12:10", "r/-/blob/a.go#L20", "/r/-/blob/a.go"].map((url) => ({
      name: "a",
      url,
    }));
    const { lines } = decode({ type: "symbol", path: "a.go", symbols });
    assert.deepEqual(
      lines.map(({ line, symbol }) => [line, symbol?.column]),
      [
        [11, 5],
        [19, undefined],
        [0, undefined],
      ],
    );
  });

  it("reads a commit without a message by its label and its text", () => {
    const label = "[r](/r) › [Ann](/r/-/commit/abc): [Fix \\[it\\] (now)](/r/-/commit/abc)";
    const diff = decode({ type: "commit", label, content: "```diff\na a\n@@ -1,1 +1,1 @@\n-x\n+y\n```", ranges: [] });
    assert.deepEqual([diff.item.label, diff.item.commit?.message], ["Fix [it] (now)", "Fix [it] (now)"]);
    const message = decode({
      type: "commit",
      label,
      content: "```COMMIT_EDITMSG\nFix it\n\nBecause.\n```",
      ranges: [],
    });
    assert.deepEqual([message.item.label, message.item.commit?.message], ["Fix [it] (now)", "Fix it\n\nBecause."]);
    assert.equal(decode({ type: "commit", label: "plain" }).item.label, "plain");
  });

  it("takes ranges that end before they begin, and lines before the first, as what is nearest, and keeps the row", () => {
    const { lines } = decode({
      type: "content",
      chunkMatches: [
        {
          content: "abc def\nghi",
          contentStart: { line: 4, column: 0 },
          ranges: [range(4, 5, 4, 2), range(5, 1, 4, 0)],
        },
        { content: "first", contentStart: { line: -3, column: 0 }, ranges: [range(-3, -2, -3, 2.5)] },
      ],
    });
    assert.deepEqual(
      lines.map(({ line, text, ranges }) => [line, text, ranges]),
      [
        [0, "first", [{ start: 0, end: 2 }]],
        [4, "abc def", [{ start: 5, end: 5 }]],
        [5, "ghi", [{ start: 1, end: 1 }]],
      ],
    );
    const old = decode({ type: "content", lineMatches: [{ line: "x", lineNumber: -1, offsetAndLengths: [[-4, 5]] }] });
    assert.deepEqual(old.lines, [{ line: 0, text: "x", ranges: [{ start: 0, end: 1 }] }]);
    assert.equal(decode({ type: "symbol", symbols: [{ name: "a", line: -7.5 }] }).lines[0]?.line, 0);
    assert.equal(decode({ type: "symbol", symbols: [{ name: "a", line: 1e300 }] }).lines[0]?.line, 2 ** 31 - 2);
    const commit = decode({
      type: "commit",
      content: "```COMMIT_EDITMSG\nFix it",
      ranges: [
        [1, 3, -2],
        [-1, 0, 1],
      ],
    });
    assert.deepEqual(commit.lines, [{ line: 0, text: "Fix it", ranges: [{ start: 3, end: 3 }] }]);
  });

  for (const [what, match] of [
    ["one long line with very many ranges", { chunkMatches: [chunkOf("ab ".repeat(120_000), ascending(40_000, 3))] }],
    ["the same with emoji", { chunkMatches: [chunkOf("a😀 ".repeat(120_000), ascending(40_000, 3))] }],
    [
      "old line matches",
      { lineMatches: [{ line: "a😀 ".repeat(120_000), lineNumber: 0, offsetAndLengths: pairs(40_000) }] },
    ],
    [
      "ranges that all reach to the end of the world",
      { chunkMatches: [chunkOf("a\n".repeat(20_000), ascending(20_000, 1, 1_000_000_000))] },
    ],
    ["a range over a million lines", { chunkMatches: [chunkOf("\n".repeat(1_000_000), ascending(1, 1, 2_000_000))] }],
    [
      "two places with millions of lines in between",
      {
        chunkMatches: [
          chunkOf("\n".repeat(4_000_000), [
            range(0, 0, 0, 0),
            range(2_000_000, 0, 2_000_000, 0),
            range(3_999_999, 0, 3_999_999, 0),
          ]),
        ],
      },
    ],
    ["a path", { path: "a😀 ".repeat(120_000), pathMatches: ascending(40_000, 3) }],
    [
      "the label of a commit without a message",
      { type: "commit", label: "[".repeat(60_000), content: "x", ranges: [[1, 0, 1]] },
    ],
    [
      "the fence of a commit",
      { type: "commit", message: "x", content: `${"`".repeat(60_000)} x\ny`, ranges: [[2, 0, 1]] },
    ],
    ["a commit", { type: "commit", content: `\`\`\`diff\n${"a😀 ".repeat(120_000)}`, ranges: triples(40_000) }],
  ] as const) {
    it(`takes no longer for ${what} than it takes to read them`, () => {
      const before = process.cpuUsage();
      const { item, lines } = decode({ type: "content", ...match });
      const { user } = process.cpuUsage(before);
      assert.ok(lines.length > 0 || item.labelRanges, "something was read");
      assert.ok(user < 2_000_000, `${user / 1000} ms`); // it once took half a minute, and takes a twentieth of a second
    });
  }

  it("spends no time on a label that nobody could read", () => {
    const label = "[x\\]".repeat(1_000_000);
    let shown: string | undefined;
    const tookMs = leastProcessorTime(() => {
      shown = decode({ type: "diff", repository: "r", label, content: "x" }).item.label;
    });
    assert.equal(shown, "r");
    assert.ok(tookMs < 50, `${tookMs} ms`); // it once took 700
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
