import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { JsonObject } from "../../../../src/api/http/json.ts";
import { countMatch } from "../../../../src/api/search/matchCount.ts";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";

const place = (line: number, column: number) => ({ offset: 0, line, column });
const span = (line: number, start: number, end: number) => ({ start: place(line, start), end: place(line, end) });
const chunk = (content: string, ...ranges: readonly object[]) => ({ content, contentStart: place(0, 0), ranges });

/** Matches, each with the count that the service gives it. */
const COUNTED: readonly (readonly [what: string, match: object, count: number])[] = [
  ["ranges that touch", { type: "content", chunkMatches: [chunk("abc", span(0, 0, 1), span(0, 1, 2))] }, 2],
  [
    "ranges that overlap and repeat",
    { type: "content", chunkMatches: [chunk("aaa", span(0, 0, 2), span(0, 1, 3), span(0, 1, 3))] },
    3,
  ],
  [
    "one range over three lines",
    { type: "content", chunkMatches: [chunk("a\nb\nc", { start: place(0, 0), end: place(2, 1) })] },
    1,
  ],
  [
    "ranges behind the end of a line that was cut",
    { type: "content", chunkMatches: [chunk("ab", span(0, 0, 1), span(0, 80, 82), span(0, 90, 92))] },
    3,
  ],
  ["several chunks", { type: "content", chunkMatches: [chunk("a", span(0, 0, 1)), chunk("b", span(0, 0, 1))] }, 2],
  [
    "line matches",
    {
      type: "content",
      lineMatches: [
        {
          line: "abab",
          lineNumber: 1,
          offsetAndLengths: [
            [0, 1],
            [1, 1],
          ],
        },
        { line: "only shown", lineNumber: 2, offsetAndLengths: [] },
      ],
    },
    2,
  ],
  [
    "the symbols of a file",
    {
      type: "symbol",
      symbols: [
        { name: "a", line: 1 },
        { name: "b", line: 2 },
        { name: "c", line: 2 },
      ],
    },
    3,
  ],
  [
    "what matched in a diff",
    {
      type: "commit",
      content: "```diff\na b\n@@ -1,1 +1,1 @@\n+ab\n```",
      ranges: [
        [3, 1, 1],
        [3, 2, 1],
      ],
    },
    2,
  ],
  ["a commit without ranges", { type: "commit", content: "```COMMIT_EDITMSG\na\n```", ranges: [] }, 1],
  ["a path, however often it matched", { type: "path", path: "a/a", pathMatches: [span(0, 0, 1), span(0, 2, 3)] }, 1],
  ["a repository", { type: "repo", repository: "r", repositoryMatches: [span(0, 0, 1)] }, 1],
  ["a content match without anything", { type: "content", chunkMatches: [] }, 1],
  ["what nobody knows", { type: "galaxy" }, 1],
];

describe("counting matches as the service does", () => {
  for (const [what, match, count] of COUNTED) {
    it(`counts ${what} as ${count}, in the heading, the repository and the row`, () => {
      assert.equal(countMatch(JsonObject.expect(match, "match")), count);
      const store = new MatchStore();
      store.append(Buffer.from(JSON.stringify([{ repository: "r", ...match }])));
      assert.equal(store.counts.ranges, count);
      assert.equal(store.repositories(0, 1)[0]?.rangeCount, count);
      assert.equal(store.items(0, 0, 1)[0]?.rangeCount, count);
    });
  }
});
