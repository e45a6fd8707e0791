import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { queryWhileTyping } from "../../../../src/core/query/queryWhileTyping.ts";
import { NO_FIELDS } from "../../../../src/protocol/writtenQuery.ts";

describe("what a query is searched for while it is typed", () => {
  const typed = (text: string, fields = {}) =>
    queryWhileTyping({ text, fields: { ...NO_FIELDS, ...fields } }, "keyword");

  it("is the line that Enter would search for", () => {
    assert.equal(typed(" tokenize "), "tokenize");
    assert.equal(typed("tokenize lang:go", { case: true, include: "*.go" }), "case:yes file:\\.go$ tokenize lang:go");
  });

  it("is nothing below three characters, however long the filters beside them are", () => {
    for (const text of ["", "  ", "ab", "𝒂𝒃", "a b", "repo:undici lang:typescript a", "日本"])
      assert.equal(typed(text), "");
    for (const text of ["abc", "𝒂𝒃𝒄", "a b c", "repo:undici abc", "日本語", "ab c"]) assert.equal(typed(text), text);
  });

  it("is filters alone only if they have values of that length", () => {
    for (const text of ["repo:", "-file:", "lang:c", "repo:un"]) assert.equal(typed(text), "");
    for (const text of ["repo:undici", "file:test lang:go"]) assert.equal(typed(text), text);
  });

  it("is nothing while a filter has no value, or a quote no end", () => {
    for (const text of ["fetch repo:", "fetch -lang: ", '"fetch the', "fetch 'the", 'fetch content:"the'])
      assert.equal(typed(text), "");
    for (const text of ['"fetch the"', 'fetch content:"the end"', "don't fetch", '"name": fetch', "std::fetch"])
      assert.equal(typed(text), text);
  });

  it("is nothing while something in it can't be read, the word at its end included", () => {
    for (const text of ["fetch type:sym", "fetch count:al", "/fetch(/", "fetch file:(src"])
      assert.equal(typed(text), "");
    assert.equal(typed("fetch(", { patternType: "regexp" }), "");
    assert.equal(typed("fetch("), "fetch(");
  });
});
