import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mayBeDefinedAt } from "../../../../../src/local/code/symbols/definingPlaces.ts";

/** Lines in which `go` is only used. */
const USES: Readonly<Record<string, readonly string[]>> = {
  JavaScript: [
    ...[
      "go(1);",
      "a.go();",
      "x = go;",
      "return go(1);",
      "if (go(1)) {",
      "  go(() => {",
      "  go(function (x) {",
      "a.go = 1;",
    ],
    ...[
      "// go {",
      " * go()",
      "  a: go,",
      "new go();",
      "[go]",
      "`${go}`",
      '"go"',
      "  go: 1,",
      "const x = go;",
      "go.x = 1;",
      "(go)",
    ],
  ],
  TypeScript: ["x: go;", "a.go<T>();", "class A extends go {", "import { go } from 'x';", "x as go;"],
  Python: ["go(1)", "x.go = 1", "x = go", "import go", "if go:", "f(go=1)"],
  Go: ["go.Run()", "x.go(1)", "x := go(1)", "return go", "go := 1", "f(go)"],
  Rust: ["go(1);", "x.go();", "let x = go;", "use a::go;", "go::run();", "x: go"],
  Java: ["x.go(1);", "return go(1);", "new go();", "import a.go;", "if (go) {", "x = go;"],
  C: ["go(1);", "return go(1);", "p->go = 1;", "if (go(1)) {", "x = go;", "x + go;"],
  "C++": ["a.go(1);", "return go(1);", "p->go(1);", "x = go(1);"],
  "C#": ["x.go(1);", "return go(1);", "using go;", "x = go;"],
  Ruby: ["go(1)", "x.go", "x = go", "if go"],
  PHP: ["go(1);", "$x->go();", "new go();", "use A\\go;", "echo go;"],
  Shell: ["if go; then"],
};

describe("a name that is only used", () => {
  for (const [language, lines] of Object.entries(USES)) {
    it(`is told by the line that it is in, in ${language}`, () => {
      const wrong = lines.filter((line) => mayBeDefinedAt(line, line.indexOf("go"), line.indexOf("go") + 2, language));
      assert.deepEqual(wrong, []);
    });
  }

  it("is looked at as the whole word, of which it may be a part", () => {
    assert.equal(mayBeDefinedAt("function category() {}", 13, 15, "JavaScript"), true);
    assert.equal(mayBeDefinedAt("x.category();", 6, 8, "JavaScript"), false);
  });

  it("is judged by what a CR alone doesn't separate from it: parsers begin a line there", () => {
    const judge = (line: string, language: string) =>
      mayBeDefinedAt(line, line.indexOf("go"), line.indexOf("go") + 2, language);
    assert.equal(judge("// sails\rfunction go() {", "JavaScript"), true);
    assert.equal(judge("/* sails\r * away */ function go() {", "TypeScript"), true);
    assert.equal(judge("int sail;\rint go(\rint knots) {", "C"), true);
    assert.equal(judge("function sail() {\r go(1);\r}", "JavaScript"), false);
  });

  it("may be defined beside words in any alphabet, and in one", () => {
    for (const [language, line, name] of [
      ["JavaScript", "a.go = größe => 1;", "go"],
      ["JavaScript", "const à = {}, ä = { go(ü) {} };", "go"],
      ["TypeScript", "namespace Größe.go {", "go"],
      ["C#", "namespace Größe.go;", "go"],
      ["Ruby", "ÄNDERN = 1", "ÄNDERN"],
      ["C", "ÄNDERN(x);", "ÄNDERN"],
    ] as const) {
      const bytes = Buffer.from(line);
      const start = bytes.indexOf(name);
      const end = start + Buffer.byteLength(name);
      assert.ok(mayBeDefinedAt(bytes.toString("latin1"), start, end, language), line);
    }
  });

  it("may be defined anywhere in a language that is not parsed", () => {
    assert.equal(mayBeDefinedAt("go()", 0, 2, "Kotlin"), true);
  });

  it("is told in a moment, however long the line is", () => {
    const line = "f(go),".repeat(200_000);
    const startedAt = process.cpuUsage().user;
    for (let at = line.indexOf("go"); at >= 0; at = line.indexOf("go", at + 200))
      mayBeDefinedAt(line, at, at + 2, "JavaScript");
    assert.ok(process.cpuUsage().user - startedAt < 2_000_000);
  });
});
