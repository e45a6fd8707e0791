import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { PatternType } from "../../../../src/core/model/search.ts";
import { isWholeWords, partialWords, wholeWords } from "../../../../src/core/query/wholeWords.ts";

describe("whole words", () => {
  const table: [type: PatternType, query: string, whole: string][] = [
    ["keyword", "parse", "/\\bparse\\b/"],
    ["keyword", "parse event lang:go", "/\\bparse\\b/ /\\bevent\\b/ lang:go"],
    ["keyword", '"event stream" -file:test', "/\\bevent stream\\b/ -file:test"],
    ["keyword", "a.b", "/\\ba\\.b\\b/"],
    ["keyword", "src/core", "/\\bsrc\\/core\\b/"],
    ["keyword", "$value", "/\\$value\\b/"],
    ["keyword", '"call("', "/\\bcall\\(/"],
    ["keyword", "(foo or bar) and not baz", "(/\\bfoo\\b/ or /\\bbar\\b/) and not /\\bbaz\\b/"],
    ["keyword", "((a or b) and c) lang:go", "((/\\ba\\b/ or /\\bb\\b/) and /\\bc\\b/) lang:go"],
    ["keyword", "/pars(e|ing)/", "/\\b(?:pars(e|ing))\\b/"],
    ["keyword", '"or"', "/\\bor\\b/"],
    ["keyword", '"lang:go"', "/\\blang:go\\b/"],
    ["standard", "new Map lang:go", "/\\bnew Map\\b/ lang:go"],
    ["regexp", "pars(e|ing) lang:go", "\\b(?:pars(e|ing))\\b lang:go"],
    ["regexp", "foo bar", "\\bfoo\\b \\bbar\\b"],
    ["keyword", "foo patternType:regexp", "\\bfoo\\b patternType:regexp"],
    ["regexp", "foo patternType:keyword", "/\\bfoo\\b/ patternType:keyword"],
  ];

  for (const [type, query, whole] of table) {
    it(`of the ${type} query ${query} are ${whole}, and back`, () => {
      assert.equal(wholeWords(query, type), whole);
      assert.equal(isWholeWords(query, type), false);
      assert.equal(isWholeWords(whole, type), true);
      assert.equal(wholeWords(whole, type), whole);
      assert.equal(partialWords(whole, type), query);
    });
  }

  const local: [type: PatternType, query: string, whole: string][] = [
    ["keyword", "якорь", "/\\bякорь\\b/"],
    ["keyword", "naïveté парус lang:go", "/\\bnaïveté\\b/ /\\bпарус\\b/ lang:go"],
    ["keyword", "cafe\u0301", "/\\bcafe\u0301\\b/"],
    ["keyword", "錨", "/\\b錨\\b/"],
    ["keyword", '"два слова"', "/\\bдва слова\\b/"],
    ["keyword", '"ändern("', "/\\bändern\\(/"],
    ["standard", "új hajó", "/\\búj hajó\\b/"],
    ["regexp", "пар(ус|а)", "\\b(?:пар(ус|а))\\b"],
    ["regexp", "ветер", "\\bветер\\b"],
  ];
  for (const [type, query, whole] of local)
    it(`of the ${type} query ${query} are ${whole} at the local service, and back anywhere`, () => {
      assert.equal(wholeWords(query, type, true), whole);
      assert.equal(isWholeWords(query, type, true), false);
      assert.equal(isWholeWords(whole, type, true), true);
      assert.equal(wholeWords(whole, type, true), whole);
      assert.equal(partialWords(whole, type), query);
    });

  it("are open at letters of other scripts, where a service may know the ends of ASCII words only", () => {
    assert.equal(wholeWords("якорь parse", "keyword"), "якорь /\\bparse\\b/");
    assert.equal(wholeWords("é1", "keyword"), "/é1\\b/");
  });

  it("are not asked for where there is no text, and no ends of words", () => {
    for (const query of ["", "lang:go", "->", "repo:x or repo:y"]) {
      assert.equal(wholeWords(query, "keyword"), query);
      assert.equal(isWholeWords(query, "keyword"), false);
    }
  });

  it("leave a query of another pattern type as it is", () => {
    assert.equal(wholeWords("foo patternType:literal", "keyword"), "foo patternType:literal");
  });
});
