import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { PatternError, toPattern } from "../../../../../src/local/code/patterns/pattern.ts";
import { mayMatchLineEnd } from "../../../../../src/local/code/patterns/re2.ts";
import { forRipgrep } from "../../../../../src/local/code/ripgrep/translation.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { ripgrep } from "../../runningService.ts";

describe("a regular expression of the query language", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

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
    ["\\bякорь\\b", ["якорь поднят", "(якорь)"], ["якоря", "якорька"]],
    ["\\ben\\b", ["en Vorrat", "é en"], ["Straßen", "enß"]],
    ["\\bπλοίο", ["το πλοίο"], ["αεροπλοίο"]],
    ["\\b(?:rs|έξι)\\b", ["rs", "ä rs ä", "έξι"], ["körs", "rsä"]],
    ["ä\\b|\\bö", ["ä", "xä", "ö", "öx"], ["äx", "xö"]],
    ["(?i)\\bÄNKER\\b", ["änker"], ["bänker"]],
    ["\\b船\\b", ["船", "(船)"], ["木船"]],
    ["\\b=", ["ä=", "a="], [" ="]],
    ["\\b[а-я]+\\b", ["да"], ["даX"]],
    ["\\Aa", ["ab"], ["ba"]],
    ["a\\z", ["ba"], ["ab"]],
    ["a(?i)b", ["aB"], ["Ab"]],
    ["[\\D]", ["x"], ["1"]],
    ["\\p{Greek}", ["α"], ["a"]],
    ["(?i:a)b", ["Ab"], ["AB"]],
    ["a\\nb", ["a\nb", "a\r\nb"], ["a\rb", "a\n\nb"]],
    ["a\nb", ["a\nb", "a\r\nb"], ["ab"]],
    ["a\\n{2}b", ["a\n\nb", "a\r\n\r\nb", "a\r\n\nb"], ["a\nb"]],
    ["\\Qa\n(\\E", ["a\n(", "a\r\n("], ["a("]],
    ["a\\r\\nb", ["a\r\nb"], ["a\nb"]],
    ["a\\r?\\nb", ["a\nb", "a\r\nb"], ["ab"]],
    ["a[^\\n]b", ["a\rb"], ["a\nb", "a\r\nb"]],
  ];
  cases.forEach(([source, found, missed], index) => {
    it(`${source} finds the same in names and in content, which is what RE2 finds`, async () => {
      const pattern = toPattern({ kind: "regexp", text: source }, true);
      const texts = [...found, ...missed];
      assert.deepEqual(
        texts.filter((text) => pattern.isIn(text)),
        found,
      );
      const folder = temporary.write(`case${index}`, Object.fromEntries(texts.map((text, at) => [`${at}.txt`, text])));
      const args = ["--files-with-matches", "--multiline", "--text", "--sort=path", "--null"];
      const files: string[] = [];
      const { signal } = new AbortController();
      for await (const printed of ripgrep([...args, `--regexp=${forRipgrep(source)}`, "--", folder], "\0", { signal }))
        files.push(...printed.toString().split("\0"));
      assert.deepEqual(
        files,
        found.map((_, at) => path.join(folder, `${at}.txt`)),
      );
    });
  });

  it("has its places told from left to right, in UTF-16", () => {
    const placesIn = (text: string, source: string) => [
      ...toPattern({ kind: "regexp", text: source }, false).placesIn(text),
    ];
    assert.deepEqual(placesIn("😀 Ab ab", "a(b)"), [
      [3, 5],
      [6, 8],
    ]);
    assert.deepEqual(placesIn("one\ntwo", "(?m)^"), [
      [0, 0],
      [4, 4],
    ]);
    assert.deepEqual(placesIn("one", "two"), []);
  });

  it("is about lines however they end, with its places in the text as it is", () => {
    const text = "one;\r\ntwo;\r\n\r\n😀 one;\nthree;";
    const found = (source: string) => {
      const pattern = toPattern({ kind: "regexp", text: source }, true);
      const places = [...pattern.placesIn(text)];
      assert.equal(pattern.isIn(text), places.length > 0, source);
      return places;
    };
    assert.deepEqual(found("one;$"), [
      [0, 4],
      [17, 21],
    ]);
    assert.deepEqual(found("^$"), [[12, 12]]);
    assert.deepEqual(found("two;\\s+😀.*$"), [[6, 21]]);
    assert.deepEqual(found("(?-m);$"), [[27, 28]]);
    // A pattern that names the carriage return is matched against the text as it is, unless the return may be missing
    // there.
    assert.deepEqual(found("two;\\r$"), [[6, 11]]);
    assert.deepEqual(found("two[^\\r\\n]*$"), [[6, 10]]);
    assert.deepEqual(found("two;\\r?$"), [[6, 10]]);
    assert.deepEqual(found("\\r\\n"), [
      [4, 6],
      [10, 12],
      [12, 14],
    ]);
  });

  it("is refused with a reason where RE2 refuses it", () => {
    for (const source of [
      "a(b",
      "[[:nonsense:]]",
      "\\C",
      "(?=a)",
      "\\1",
      "(a{100}){11}",
      "a{1001}",
      "*a",
      "a**",
      "[z-a]",
    ])
      assert.throws(
        () => toPattern({ kind: "regexp", text: source }, false),
        (error) => error instanceof PatternError && error.message.length > 10 && !error.message.startsWith("error"),
        source,
      );
  });

  it("takes a time that grows with the text only", () => {
    const text = "a".repeat(50_000);
    for (const source of ["^(a+)+$", "(a|a)*c", "(.*)(.*)(.*)b$", "(a?){30}a{30}c"]) {
      const pattern = toPattern({ kind: "regexp", text: source }, false);
      assert.equal(pattern.isIn(`${text}_b`), source.endsWith("b$"), source);
    }
  });

  it("leaves to ripgrep what is wrong with it", () => {
    assert.equal(forRipgrep("a(b"), "a(b");
    assert.equal(forRipgrep("\\w[&&b]"), "[0-9A-Za-z_][\\&\\&b]");
  });

  it("is known to go over the end of a line, or not to", () => {
    const going = [
      "\\s+",
      "a[^b]c",
      "a\\nb",
      "a\\r",
      "a\\x0d",
      "[\\r]",
      "(?s)a.b",
      "(?is:a.b)",
      "\\W",
      "[\\s\\S]",
      "[\\D]",
      "\\x0a",
      "\\x{a}",
      "[[:space:]]",
      "\\PL",
      "[^[:alpha:]]",
      "a\nb",
    ];
    const staying = [
      "a.b",
      "\\S+",
      "\\w\\d",
      "[^\\s]",
      "[^a\\n]",
      "a\\\\sb",
      "[a-z]",
      "\\[^a]",
      "\\Q[^a]\\s\\E",
      "\\p{Lu}",
      "(?i)a",
      "\\x41",
      "[]a]",
      "^a$",
    ];
    assert.deepEqual(
      going.filter((source) => !mayMatchLineEnd(source)),
      [],
    );
    assert.deepEqual(
      staying.filter((source) => mayMatchLineEnd(source)),
      [],
    );
  });
});
