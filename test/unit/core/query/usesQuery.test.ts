import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { usesQuery } from "../../../../src/core/query/usesQuery.ts";

describe("a query for the uses of a name", () => {
  const textOf = (name: string, tellsUses: boolean): string => {
    const { filters, pattern, patternType } = usesQuery(name, tellsUses);
    return `${patternType}: ${filters} ${pattern}`;
  };

  it("asks for uses where the service tells them", () => {
    assert.equal(textOf("parseQuery", true), "keyword: type:use parseQuery");
    assert.equal(textOf("$el", true), 'keyword: type:use "$el"');
    assert.equal(textOf("not", true), 'keyword: type:use "not"');
  });

  it("asks elsewhere for lines with the whole word, where its ends are those of a word", () => {
    assert.equal(textOf("parseQuery", false), "regexp: type:file case:yes \\bparseQuery\\b");
    assert.equal(textOf("not", false), "regexp: type:file case:yes \\bnot\\b");
    assert.equal(textOf("$el", false), 'keyword: type:file case:yes "$el"');
  });
});
