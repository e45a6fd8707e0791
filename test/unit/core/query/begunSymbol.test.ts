import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { begunSymbol } from "../../../../src/core/query/begunSymbol.ts";

describe("a symbol that is begun in a query", () => {
  it("is looked for with the filters of the query, and without its other words", () => {
    assert.equal(begunSymbol("type:symbol par"), "type:symbol /^par/ count:200");
    assert.equal(begunSymbol("par type:symbol"), undefined, "the filter is last");
    assert.equal(
      begunSymbol("repo:one type:symbol count:5 other lang:go case:yes pa"),
      "repo:one type:symbol lang:go case:yes /^pa/ count:200",
    );
    assert.equal(begunSymbol("select:symbol.method $on"), "select:symbol.method type:symbol /^\\$on/ count:200");
    assert.equal(begunSymbol("Type:Symbol größ"), "Type:Symbol /^größ/ count:200");
  });

  it("is none in a query about anything else, nor one letter, a pattern, or what is quoted or combined", () => {
    for (const query of [
      "par",
      "type:file par",
      "select:file par",
      "type:symbol p",
      "type:symbol ",
      "type:symbol par ",
      "type:symbol /par",
      'type:symbol "par',
      "type:symbol a.par",
      "type:symbol lang:go",
      "type:symbol not par",
      "type:symbol (a or b) par",
      "",
    ])
      assert.equal(begunSymbol(query), undefined, query);
  });
});
