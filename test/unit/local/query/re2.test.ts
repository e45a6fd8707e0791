import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { translateRe2 } from "../../../../src/local/query/re2.ts";

describe("a regular expression of the query language", () => {
  const finds = (source: string, text: string): boolean | undefined => {
    const { forRegExp } = translateRe2(source);
    return forRegExp === undefined ? undefined : new RegExp(forRegExp, "mu").test(text);
  };

  const cases: readonly (readonly [source: string, found: readonly string[], missed: readonly string[]])[] = [
    ["\\d+", ["a1"], ["٣"]],
    ["^\\w+$", ["a_1"], ["é"]],
    ["^\\W$", ["é", "-"], ["a"]],
    ["\\s", ["\t", " "], ["\u00a0", "\v"]],
    ["a.c", ["a\u2028c", "a😀c"], ["a\nc", "ac"]],
    ["(?s)a.c", ["a\nc"], ["ac"]],
    ["(?i)abc", ["ABC"], ["ab"]],
    ["(?P<name>a)b", ["ab"], ["b"]],
    ["a{2}", ["aa"], ["a{2}"]],
    ["a{x}", ["a{x}"], ["ax"]],
    ["[]a]", ["]", "a"], ["["]],
    ["[^]a]", ["b"], ["]"]],
    ["[[]", ["["], ["]"]],
    ["[[:alpha:]]", ["x"], ["1", ":"]],
    ["[a\\-z]", ["-", "z"], ["b"]],
    ["[a-c&&b]", ["c", "&"], ["d"]],
    ["\\Qa.b\\E+", ["a.b", "a.bb"], ["axb"]],
    ["\\x41\\x{1F600}", ["A😀"], ["A"]],
    ["\\p{Lu}", ["É"], ["é"]],
    ["\\pN", ["1"], ["a"]],
    ["\\a", ["\x07"], ["a"]],
    ["a\\/b", ["a/b"], ["ab"]],
    ["\\bfoo\\b", ["a foo."], ["food"]],
  ];
  for (const [source, found, missed] of cases) {
    it(`${source} finds what RE2 finds`, () => {
      for (const text of found) assert.equal(finds(source, text), true, JSON.stringify(text));
      for (const text of missed) assert.equal(finds(source, text), false, JSON.stringify(text));
    });
  }

  it("is left to ripgrep where it can't be had here", () => {
    for (const source of ["\\Aa", "a\\z", "a(?i)b", "[\\D]", "\\p{Greek}", "[[:nonsense:]]", "\\C"])
      assert.equal(translateRe2(source).forRegExp, undefined, source);
    assert.equal(translateRe2("a(b").forRipgrep, "a(b");
    assert.equal(translateRe2("\\w[&&b]").forRipgrep, "[0-9A-Za-z_][\\&\\&b]");
  });
});
