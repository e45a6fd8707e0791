import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  compileQuery,
  edited,
  isOn,
  portableQuery,
  readAsBefore,
  switched,
  writtenOf,
} from "../../../../src/core/query/queryFields.ts";
import { addFragment, removeFragment } from "../../../../src/core/query/queryEdit.ts";
import { queryParts } from "../../../../src/core/query/queryParts.ts";
import { TOGGLES } from "../../../../src/core/query/queryToggles.ts";
import { NO_FIELDS, type SearchFields } from "../../../../src/protocol/writtenQuery.ts";

const written = (text: string, fields: Partial<SearchFields> = {}) => ({ text, fields: { ...NO_FIELDS, ...fields } });
const compiled = (text: string, fields: Partial<SearchFields> = {}) => compileQuery(written(text, fields), "keyword");

describe("a text and the fields beside it", () => {
  it("are searched for as one line", () => {
    for (const [text, fields, line] of [
      [" parse it ", {}, "parse it"],
      ["parse", { case: true }, "case:yes parse"],
      ["parse it", { words: true }, "/\\bparse\\b/ /\\bit\\b/"],
      ["a b", { patternType: "standard" }, "patternType:standard a b"],
      ["a b", { patternType: "keyword" }, "a b"],
      ["a.b c", { words: true, patternType: "regexp" }, "patternType:regexp \\ba.b\\b \\bc\\b"],
      ["x", { include: "*.ts", exclude: "test" }, "file:\\.ts$ -file:(^|/)test(/|$) x"],
      ["x", { include: "!*.md" }, "-file:\\.md$ x"],
    ] as const)
      assert.equal(compiled(text, fields), line);
  });

  it("let the text win over a toggle", () => {
    assert.equal(compiled("x case:no", { case: true }), "x case:no");
    assert.equal(compiled("x CASE:yes", { case: true }), "x CASE:yes");
    assert.equal(compiled("x patternType:keyword", { patternType: "regexp" }), "x patternType:keyword");
    assert.equal(
      compiled("a.b patterntype:regexp", { words: true, patternType: "standard" }),
      "\\ba.b\\b patterntype:regexp",
    );
    assert.equal(isOn("case", written("x case:no", { case: true }), "keyword"), false);
    assert.equal(isOn("regexp", written("x patternType:keyword", { patternType: "regexp" }), "keyword"), false);
  });

  it("are narrowed further by Include and Exclude, for both sides of an OR", () => {
    assert.equal(compiled("x file:^src/ -file:a", { include: "*.ts" }), "file:\\.ts$ x file:^src/ -file:a");
    assert.equal(compiled("a or b", { case: true, exclude: "t" }), "case:yes -file:(^|/)t(/|$) (a or b)");
    assert.equal(compiled("(a or b)", { case: true }), "case:yes ((a or b))");
    assert.equal(compiled("", { include: "*.ts" }), "file:\\.ts$", "all files of that kind");
  });

  it("are nothing without a text and files", () => {
    assert.equal(compiled("  ", { case: true, words: true, patternType: "regexp", include: " , " }), "");
    assert.equal(portableQuery(written(""), "regexp"), "");
  });

  it("keep apart what never closes in a text", () => {
    for (const text of ["parse(", '"open', "ends\\", "a or b("]) {
      const line = compiled(text, { case: true, include: "*.ts" });
      const parts = queryParts(line).map((part) => part.text);
      assert.deepEqual(parts.slice(0, 2), ["case:yes", "file:\\.ts$"], line);
      assert.ok(line.includes(text), line);
    }
  });

  it("mean the same everywhere as one line that is copied", () => {
    assert.equal(portableQuery(written("a b"), "keyword"), "a b");
    assert.equal(portableQuery(written("a b"), "standard"), "patternType:standard a b");
    assert.equal(portableQuery(written("a or b"), "regexp"), "patternType:regexp (a or b)");
    assert.equal(portableQuery(written("a", { patternType: "keyword" }), "regexp"), "patternType:keyword a");
    const fields = { case: true, words: true, patternType: "standard", include: "*.ts, src/**", exclude: "t" } as const;
    for (const text of ["a b", "a or (b c)", "x file:y", "case:no z"]) {
      const line = portableQuery(written(text, fields), "keyword");
      assert.equal(portableQuery(written(line), "keyword"), line, "a line is a text without fields");
      assert.equal(compiled(line), compiled(text, fields));
    }
  });
});

describe("a toggle beside the text", () => {
  it("finds whole words of every script at the local service, and is taken out of the text again", () => {
    const whole = written("якорь", { words: true });
    assert.equal(compileQuery(whole, "keyword", true), "/\\bякорь\\b/");
    assert.equal(portableQuery(whole, "standard", true), "patternType:standard /\\bякорь\\b/");
    assert.equal(compileQuery(whole, "keyword"), "якорь");
    assert.equal(isOn("words", written("/\\bякорь\\b/ x"), "keyword", true), false);
    assert.deepEqual(switched("words", written("/\\bякорь\\b/"), "keyword", true), written("якорь"));
  });

  it("is a field, and leaves the text alone", () => {
    for (const type of ["keyword", "standard", "regexp"] as const)
      for (const toggle of TOGGLES) {
        const before = written("parse it");
        const wasOn = isOn(toggle, before, type);
        const after = switched(toggle, before, type);
        assert.equal(after.text, "parse it");
        assert.equal(isOn(toggle, after, type), !wasOn, `${toggle} ${type}`);
        assert.equal(isOn(toggle, { ...after, text: "other" }, type), !wasOn, "it stays");
        assert.equal(isOn(toggle, switched(toggle, after, type), type), wasOn);
      }
  });

  it("takes out of the text what says otherwise, so that every click is seen", () => {
    assert.deepEqual(switched("case", written("x case:yes"), "keyword"), written("x"));
    assert.deepEqual(switched("case", written("x case:no"), "keyword"), written("x", { case: true }));
    assert.deepEqual(
      switched("regexp", written("x patternType:standard"), "keyword"),
      written("x", { patternType: "regexp" }),
    );
    assert.deepEqual(switched("words", written("/\\bx\\b/"), "keyword"), written("x"));
  });

  it("reads the text in one way at a time", () => {
    const phrase = switched("phrase", written("a b"), "keyword");
    const regexp = switched("regexp", phrase, "keyword");
    assert.deepEqual(regexp, written("a b", { patternType: "regexp" }));
    assert.deepEqual(switched("regexp", regexp, "keyword"), written("a b"));
  });
});

describe("a query that is edited", () => {
  it("keeps its fields while its text changes", () => {
    const fields = { case: true, include: "*.ts" };
    const withGo = (query: string) => addFragment(query, "lang:go");
    assert.deepEqual(edited(written("x", fields), "keyword", withGo), written("x lang:go", fields));
  });

  it("becomes one line where only a field can be what is taken away", () => {
    const without = (query: string) => removeFragment(query, "file:\\.ts$");
    const query = written("x", { case: true, include: "*.ts" });
    assert.deepEqual(edited(query, "keyword", without), written("case:yes x"));
    assert.deepEqual(edited(written("x"), "keyword", without), written("x"));
  });

  it("is read as it was, whatever the setting is by then", () => {
    const old = writtenOf({ text: "a" });
    assert.deepEqual(readAsBefore(old, "regexp", "keyword"), written("a", { patternType: "regexp" }));
    assert.deepEqual(readAsBefore(old, "keyword", "keyword"), written("a"));
    assert.deepEqual(readAsBefore(written("a patternType:standard"), "regexp", "keyword").fields, NO_FIELDS);
    const own = written("a", { patternType: "standard" });
    assert.deepEqual(readAsBefore(own, "regexp", "keyword"), own);
  });
});
