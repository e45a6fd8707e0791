import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { addFragment, hasFragment, hasOperator, removeFragment } from "../../../src/core/queryEdit.ts";

describe("editing a query", () => {
  const table: [query: string, fragment: string, edited: string][] = [
    ["parse", "lang:go", "parse lang:go"],
    ["", "lang:go", "lang:go"],
    ["parse lang:go", "lang:go", "parse lang:go"],
    ["a or b", "lang:go", "(a or b) lang:go"],
    ["a AND b", "lang:go", "(a AND b) lang:go"],
    ["(a or b) file:x", "lang:go", "((a or b) file:x) lang:go"],
    ['"a or b"', "lang:go", '"a or b" lang:go'],
    ["/a or b/", "lang:go", "/a or b/ lang:go"],
    ["android orchid", "lang:go", "android orchid lang:go"],
    ["parse count:10", "count:all", "parse count:all"],
    ["parse", "count:all", "parse count:all"],
    ["a or b", "-file:(^|/)node_modules/", "(a or b) -file:(^|/)node_modules/"],
    ['say "unclosed', "lang:go", 'say "unclosed lang:go'],
    ["f(x y)", "lang:go", "f(x y) lang:go"],
    ["not a", "lang:go", "not a lang:go"],
    ["a or not (b and c)", "lang:go", "(a or not (b and c)) lang:go"],
    ["((a or b) and (c or (d e)))", "lang:go", "(((a or b) and (c or (d e)))) lang:go"],
    ['"a or (b" or c', "lang:go", '("a or (b" or c) lang:go'],
    ["patternType:regexp a/b or c/d", "lang:go", "(patternType:regexp a/b or c/d) lang:go"],
    ["patternType:regexp (foo|bar) baz", "lang:go", "patternType:regexp (foo|bar) baz lang:go"],
    ["/x (and) y/ or z", "lang:go", "(/x (and) y/ or z) lang:go"],
    ["say 'and'", "lang:go", "say 'and' lang:go"],
  ];
  for (const [query, fragment, edited] of table) {
    it(`adds ${fragment} to ${JSON.stringify(query)}`, () => {
      assert.equal(addFragment(query, fragment), edited);
    });
  }

  for (const [query, fragment, edited] of table.filter(
    ([query, fragment]) => !hasFragment(query, fragment) && !query.includes("count:"),
  )) {
    it(`takes ${fragment} out of ${JSON.stringify(edited)} again`, () => {
      assert.equal(removeFragment(edited, fragment), query);
    });
  }

  it("finds a fragment only where it is a part of its own", () => {
    assert.equal(hasFragment("parse lang:go", "lang:go"), true);
    assert.equal(hasFragment("parse lang:gopher", "lang:go"), false);
    assert.equal(hasFragment('"lang:go"', "lang:go"), false);
    assert.equal(hasFragment('lang:"c++" x', 'lang:"c++"'), true);
    assert.equal(hasFragment('content:"a b" x', "b"), false);
  });

  it("leaves a query alone that doesn't have the fragment", () => {
    assert.equal(removeFragment("a or b", "lang:go"), "a or b");
  });

  it("sees operators within parentheses, and none within words and quotes", () => {
    assert.deepEqual(["(a or b) c", "a (b and c)", "order", '"x and y"', "not a"].map(hasOperator), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
