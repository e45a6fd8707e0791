import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { literalQuery } from "../../../../src/core/query/literalQuery.ts";

describe("A query for text as it is written", () => {
  it("is quoted, with quotes and backslashes of the text kept", () => {
    assert.equal(literalQuery('  print("a\\n") or repo:x '), '"print(\\"a\\\\n\\") or repo:x"');
  });

  it("takes of several lines the one that says most", () => {
    assert.equal(literalQuery("{\r\n  return parse(value);\r\n}\n"), '"return parse(value);"');
  });

  it("is none for blanks", () => {
    assert.equal(literalQuery(" \n\t\n"), undefined);
  });

  it("has a bounded length", () => {
    assert.equal(literalQuery("a".repeat(5_000_000))?.length, 202);
  });
});
