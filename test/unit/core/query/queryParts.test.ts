import assert from "node:assert/strict";
import process from "node:process";
import { describe, it } from "mocha";
import { queryParts } from "../../../../src/core/query/queryParts.ts";
import { queryProblem } from "../../../../src/core/query/queryProblem.ts";
import { wholeWords } from "../../../../src/core/query/wholeWords.ts";
import { tokenize } from "../../../../src/local/search/query/queryTokens.ts";

const partsOf = (query: string) => queryParts(query).map(({ text }) => text);
const tokensOf = (query: string) => tokenize(query).map(({ source }) => source);

describe("the parts of a query", () => {
  // What the client edits must be what a service reads: both must recognize quotes, patterns and escapes.
  it("end where the tokens of the local service do, whatever is in quotes and patterns", () => {
    const pieces = ["a", "b", " ", " ", "\t", "\u00a0", '"', "'", "/", "\\", "-", "file:", "content:", "or", "|", "é"];
    let seed = 7;
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 20_000; round++) {
      const query = Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)]).join("");
      assert.deepEqual(partsOf(query), tokensOf(query), JSON.stringify(query));
    }
  });

  for (const [query, parts] of [
    ["(a b) c", ["(a b)", "c"]],
    ["(a or (b c)) d", ["(a or (b c))", "d"]],
    ["f(x y) z", ["f(x y)", "z"]],
    ["repo:has.file(path:a content:b c) d", ["repo:has.file(path:a content:b c)", "d"]],
    ['("a ) b" or /c ) d/) e', ['("a ) b" or /c ) d/)', "e"]],
    ["a (b", ["a", "(b"]],
  ] as const)
    it(`keep parentheses whole: ${query}`, () => {
      assert.deepEqual(partsOf(query), parts);
    });

  for (const [what, query] of [
    ["one word", "a".repeat(100_000)],
    ["slashes that close nothing", "/a ".repeat(30_000)],
    ["slashes before one that is escaped", `${"/a ".repeat(30_000)}\\/ `],
    ["parentheses that never close", "(".repeat(100_000)],
    ["groups in groups", `${"(a ".repeat(20_000)}${")".repeat(20_000)}`],
  ] as const)
    it(`are found at once, and what is wrong with them: ${what}`, () => {
      const before = process.threadCpuUsage();
      assert.equal(
        queryParts(query)
          .map(({ text }) => text)
          .join("").length,
        query.replaceAll(what.startsWith("slashes") ? " " : "", "").length,
      );
      queryProblem(query, "keyword");
      wholeWords(query, "keyword");
      const { user } = process.threadCpuUsage(before);
      assert.ok(user < 1_000_000, `${user / 1000} ms`); // it once took 5 to 70 s, or overflowed the stack
    });
});
