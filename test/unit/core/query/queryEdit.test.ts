import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  addFragment,
  chooseFilter,
  fragmentsOf,
  hasFragment,
  hasOperator,
  removeFragment,
} from "../../../../src/core/query/queryEdit.ts";
import { evaluate } from "../../../../src/local/search/query/expression.ts";
import { parseQuery } from "../../../../src/local/search/query/query.ts";

describe("editing a query", () => {
  const table: [query: string, fragment: string, edited: string][] = [
    ["parse", "lang:go", "parse lang:go"],
    ["", "lang:go", "lang:go"],
    ["parse lang:go", "lang:go", "parse lang:go"],
    ["a or b", "lang:go", "(a or b) lang:go"],
    ["a AND b", "lang:go", "(a AND b) lang:go"],
    ["(a or b) file:x", "lang:go", "(a or b) file:x lang:go"],
    ["(a or b)", "lang:go", "((a or b)) lang:go"],
    ["parse (lang:go or lang:c)", "repo:^x$", "parse (lang:go or lang:c) repo:^x$"],
    ["(lang:go or lang:c)", "repo:^x$", "(lang:go or lang:c) repo:^x$"],
    ['"a or b"', "lang:go", '"a or b" lang:go'],
    ["/a or b/", "lang:go", "/a or b/ lang:go"],
    ["android orchid", "lang:go", "android orchid lang:go"],
    ["parse count:10", "count:all", "parse count:all"],
    ["parse", "count:all", "parse count:all"],
    ["select:symbol.class parse type:symbol", "select:symbol.function", "select:symbol.function parse type:symbol"],
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
    ([query, fragment]) => !hasFragment(query, fragment) && !/count:|select:/.test(query),
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

describe("choosing several filters of a kind", () => {
  const table: [query: string, filter: string, edited: string][] = [
    ["parse", "lang:go", "parse lang:go"],
    ["parse lang:go", "lang:c", "parse (lang:go or lang:c)"],
    ['parse (lang:go or lang:c) "x"', 'lang:"vim script"', 'parse (lang:go or lang:c or lang:"vim script") "x"'],
    ["lang:go", "lang:c", "(lang:go or lang:c)"],
    ["(a or b) lang:go", "lang:c", "(a or b) (lang:go or lang:c)"],
    ["parse (lang:go or lang:c)", "repo:^x$", "parse (lang:go or lang:c) repo:^x$"],
    ["repo:^x/a\\.b$ parse", "repo:^x/c$", "repo:^x/a\\.b$|^x/c$ parse"],
    ["repo:^a$|^b$ parse", "repo:^c$", "repo:^a$|^b$|^c$ parse"],
    ["parse repo:^a$@v1", "repo:^b$@v1", "parse repo:^a$|^b$@v1"],
    ["parse repo:^a$@v1", "repo:^b$", "parse (repo:^a$@v1 or repo:^b$)"],
    ["a or b", "repo:^x$", "(a or b) repo:^x$"],
    ["fix type:commit author:kim@x\\.org", "author:lee@x\\.org", "fix type:commit author:kim@x\\.org|lee@x\\.org"],
    // filters that find either of them when combined, or that must hold for everything
    ["parse type:file", "type:path", "parse type:file type:path"],
    ["parse -file:\\.min\\.js$", "-file:(^|/)vendor/", "parse -file:\\.min\\.js$ -file:(^|/)vendor/"],
    // filters that were written by hand
    ["parse repo:foo", "repo:^foo/bar$", "parse repo:foo repo:^foo/bar$"],
    ["parse repo:^a|b$", "repo:^a$", "parse repo:^a|b$ repo:^a$"],
    ["parse -lang:c", "lang:go", "parse -lang:c lang:go"],
    ["fix author:kim", "author:kim@x\\.org", "fix author:kim author:kim@x\\.org"],
    ["(lang:go or file:x) parse", "lang:c", "(lang:go or file:x) parse lang:c"],
    ["(lang:go and lang:c) parse", "lang:c", "(lang:go and lang:c) parse lang:c"],
  ];
  for (const [query, filter, edited] of table) {
    it(`chooses ${filter} in ${JSON.stringify(query)}, and takes it out again`, () => {
      assert.equal(chooseFilter(query, filter), edited);
      assert.ok(hasFragment(edited, filter));
      assert.equal(chooseFilter(edited, filter), edited);
      assert.equal(removeFragment(edited, filter), query);
    });
  }

  it("takes out the first as well, and leaves what was chosen last", () => {
    assert.equal(removeFragment("parse (lang:go or lang:c)", "lang:go"), "parse lang:c");
    assert.equal(removeFragment("parse repo:^a$|^b$|^c$", "repo:^a$"), "parse repo:^b$|^c$");
    assert.equal(removeFragment("parse (repo:^a$@v1 or repo:^b$ or repo:^c$)", "repo:^a$@v1"), "parse repo:^b$|^c$");
    assert.equal(removeFragment("parse repo:^a$|^b$", "repo:^a$|^b$"), "parse");
  });

  it("knows each of the alternatives, and nothing within other parentheses", () => {
    assert.deepEqual(fragmentsOf("(a or lang:c) repo:^a$|^b$ x (lang:go or lang:d)"), [
      ...["(a or lang:c)", "repo:^a$", "repo:^b$", "x", "lang:go", "lang:d"],
    ]);
  });

  it("finds in the local service what either of them finds, whatever else the query has", () => {
    const languages = ["Go", "C", "Python"];
    const found = (query: string): string[] => {
      const parsed = parseQuery(query, "keyword");
      assert.ok("query" in parsed, JSON.stringify(parsed));
      return ["a", "b", "c"].flatMap((repository) =>
        languages.flatMap((language) =>
          ["x", "y", "x y"]
            .filter((text) =>
              evaluate(parsed.query.condition, (leaf) => {
                if (leaf.on === "repository") return leaf.pattern.isIn(repository);
                if (leaf.on === "language") return leaf.languages.includes(language);
                return leaf.on === "text" ? text.includes(leaf.term.text) : undefined;
              }),
            )
            .map((text) => `${repository} ${language} ${text}`),
        ),
      );
    };
    for (const query of ["x", "x or y", "(x or y)", "not x", "x (y or lang:c)", "x -repo:^c$"]) {
      for (const [one = "", other = ""] of [
        ["lang:go", "lang:python"],
        ["repo:^a$", "repo:^b$"],
      ]) {
        for (const context of [query, chooseFilter(query, one.startsWith("repo") ? "lang:c" : "repo:^a$")]) {
          const either = new Set([...found(addFragment(context, one)), ...found(addFragment(context, other))]);
          const both = found(chooseFilter(chooseFilter(context, one), other));
          assert.deepEqual(both.sort(), [...either].sort(), context);
          assert.ok(context.startsWith("x (y") || both.length > 0, context);
        }
      }
    }
  });
});
