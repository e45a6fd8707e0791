import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isToggled, TOGGLES, turnToggle } from "../../../../src/core/query/queryToggles.ts";

describe("a toggle of a query", () => {
  it("edits the query, and takes back what it did", () => {
    for (const toggle of TOGGLES) {
      const on = turnToggle(toggle, "parse", "keyword", true);
      assert.notEqual(on, "parse", toggle);
      assert.ok(isToggled(toggle, on, "keyword"), toggle);
      assert.equal(turnToggle(toggle, on, "keyword", false), "parse", toggle);
    }
  });

  it("does so with words of every script where the local service reads it", () => {
    const on = turnToggle("words", "якорь", "keyword", true, true);
    assert.equal(on, "/\\bякорь\\b/");
    assert.equal(turnToggle("words", on, "keyword", false, true), "якорь");
    assert.equal(turnToggle("words", "якорь", "keyword", true), "якорь");
  });

  it("takes the place of another way to read the query", () => {
    const phrase = turnToggle("phrase", "a b", "keyword", true);
    assert.equal(phrase, "a b patternType:standard");
    assert.equal(turnToggle("regexp", phrase, "keyword", true), "a b patternType:regexp");
  });

  it("says what is so without a word in the query, and writes what is not", () => {
    assert.ok(isToggled("phrase", "a b", "standard"));
    assert.equal(turnToggle("phrase", "a b", "standard", false), "a b patternType:keyword");
    assert.ok(isToggled("regexp", "a", "regexp"));
    assert.equal(turnToggle("regexp", "a", "regexp", false), "a patternType:keyword");
    assert.ok(!isToggled("regexp", "a patternType:keyword", "regexp"));
  });
});
