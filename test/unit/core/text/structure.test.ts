import assert from "node:assert/strict";
import process from "node:process";
import { describe, it } from "mocha";
import { outlineOf } from "../../../../src/core/text/outline.ts";
import { partsOf } from "../../../../src/core/text/blocks.ts";
import { structureOf } from "../../../../src/core/text/structure.ts";

describe("what is within what in a file", () => {
  /** Each name with its lines, zero-based. */
  const outline = (language: string, code: string) =>
    outlineOf(code.split("\n"), language).map(({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`);

  const TEXTS: Readonly<Record<string, readonly [language: string, code: string, ...outline: string[]]>> = {
    "a template": [
      "JavaScript",
      "class All {\n  one() {\n    say(`\nclass Not {\nat ${a ? `the\nmargin` : {}}\n`);\n  }\n  two() {\n    go();\n  }\n}",
      ..."All 0-11|one 1-7|Not 3-3|two 8-10".split("|"),
    ],
    "a backtick in a regular expression": [
      "TypeScript",
      "class All {\n  one() {\n    return /[`/]/.test(a) || b / c;\n  }\n  two() {\n    go(`\nat the margin\n`);\n  }\n}",
      ..."All 0-9|one 1-3|two 4-8".split("|"),
    ],
    "three quotation marks": [
      "Python",
      'class All:\n    def one(self):\n        """\nat the margin, it\'s\n"""\n        return 1\n\n    def two(self):  # """\n        go()',
      ..."All 0-8|one 1-5|two 7-8".split("|"),
    ],
    "a raw string of Go": ["Go", "func one() {\n\tgo(`\nat the margin\n`)\n\treturn\n}", "one 0-5"],
    "a string of Rust": [
      "Rust",
      'mod all {\n    fn one<\'a>(x: &\'a str) {\n        go("\\\nat the margin\n");\n    }\n    fn two() {\n        go(r#"\nat "the" margin\n"#);\n    }\n}',
      ..."all 0-11|one 1-5|two 6-10".split("|"),
    ],
    "a raw string of C++": ["C++", 'void one() {\n  go(R"x(\nat the )" margin\n)x");\n  end();\n}', "one 0-5"],
    "a string of C that goes on": ["C", 'void one(int a) {\n  go("at \\\nthe margin");\n  end();\n}', "one 0-4"],
    "a text block of Java": [
      "Java",
      'class All {\n  void one() {\n    go("""\nat the margin\n""");\n    end();\n  }\n}',
      ..."All 0-7|one 1-6".split("|"),
    ],
    "a verbatim string of C#": [
      "C#",
      'class All {\n  void One() {\n    go(@"\nat ""the"" margin \\");\n    end();\n  }\n}',
      ..."All 0-6|One 1-5".split("|"),
    ],
    "a here-document of PHP": [
      "PHP",
      "<?php\nclass All {\n  function one() {\n    go(<<<'SQL'\nselect it's\nSQL);\n    end();\n  }\n}",
      ..."All 1-8|one 2-7".split("|"),
    ],
    "HTML in PHP": [
      "PHP",
      "<?php\nfunction one() {\n  ?>\n<p>it's\n</p>\n  <?php // it's\n  end();\n}\nfunction two() {\n  end();\n}",
      ..."one 1-7|two 8-10".split("|"),
    ],
    "a here-document of a shell": [
      "Shell",
      "one() {\n  cat <<EOF | sort\nit's at the margin\nEOF\n  end <<< 1\n}\ntwo() {\n  end\n}",
      ..."one 0-5|two 6-8".split("|"),
    ],
    "a here-document of Ruby": [
      "Ruby",
      "class All\n  def one\n    go(<<~SQL)\nat the margin\n    SQL\n    finish\n  end\nend",
      ..."All 0-7|one 1-6".split("|"),
    ],
    "a long bracket of Lua": [
      "Lua",
      "local function zero()\n  go()\nend\nfunction one()\n  go([[\nat the margin\n]])\n  finish()\nend",
      ..."zero 0-2|one 3-8".split("|"),
    ],
    "a comment": [
      "TypeScript",
      "class All {\n  one() {\n/*\nclass Not {}\n*/\n    go();\n  }\n  two() {\n// go();\n    end();\n  }\n}",
      ..."All 0-11|one 1-6|two 7-10".split("|"),
    ],
  };
  for (const [what, [language, code, ...expected]] of Object.entries(TEXTS)) {
    it(`is told whatever stands at the left margin: ${what}`, () => {
      assert.deepEqual(outline(language, code), expected);
    });
  }

  for (const language of ["JavaScript", "C", "C#", "Java", "Go", "Rust", "PHP", "Swift"])
    it(`has no definitions in comments of ${language}`, () => {
      const code =
        "/*\n * Copyright (C) 2005 Somebody\n * the function opens (a door)\n */\n/**\n * class Not\n * Returns it (or not) {\n */";
      assert.deepEqual(outline(language, code), []);
    });

  it("is told across directives and labels", () => {
    const code = `#ifdef A
#include <a.h>
#endif

int one(int a)
{
#ifdef A
  if (a)
    goto fail;
#else
#define B 1
  go();
#endif
// go();
fail:
  return 1;
}

class Two {
public:
  void three() {
  }
private:
  int four;
};`;
    assert.deepEqual(outline("C++", code), ["one 4-16", "Two 18-24", "three 20-21"]);
  });

  it("has functions of C whose type stands on a line of its own, or whose parameters follow", () => {
    const code = `/* One. */
static char *
one(int a,
    int b)
{
  return 0;
}

int
two(argc, argv)
int argc;
char **argv;
{
  go();
}

int three(a)
  int a;
{
  struct stat info;
  struct stat *other = go();
}

static struct kind *four(int a)
{
  go();
}

CALL(a)
int five;`;
    assert.deepEqual(outline("C", code), ["one 0-6", "two 8-14", "three 16-21", "four 23-26"]);
  });

  it("has no definition where a function of C is only declared, on one line or several", () => {
    const code = `int one(int a, int b);
static int two(int a,
    int b);
int three(int a,
    int b)
{
  go();
}
int four(a, b)
  int a;
{
  go();
}`;
    assert.deepEqual(outline("C", code), ["three 3-7", "four 8-12"]);
  });

  it("has no definition where a statement or a call opens a block, whatever the language", () => {
    for (const [language, ...heads] of [
      ["Go", "if rows.IsNil() {", "for rows.Next() {", "go func() {", 't.Run("a", func(t *T) {', "Run: func(c *C) {"],
      ["Rust", "while all.next() {", "match self.kind() {", "Ok(if a.is_empty() {", "return all.map(|a| {"],
      ["PHP", "foreach ($all->read() as $one) {", "return array_map(function ($one) {", "usort($all, function ($a) {"],
      ["JavaScript", "setTimeout(function () {", "return wrap(async function named(a) {", "all.forEach(function (a) {"],
      ["C", "isOpen(at) == 0) {", "return sizeof(at) {"],
    ] as const) {
      const lines = ["head {", ...heads.flatMap((head) => [`  ${head}`, "    call();", "  }"]), "}"];
      assert.deepEqual(outlineOf(lines, language), [], language);
    }
    const kept = ["[Symbol.iterator]() {", "select(on) {", "void Shop.Open() {", "on(std::function<void()> f) {"];
    const lines = kept.flatMap((head) => [`  ${head}`, "    call();", "  }"]);
    const names = outlineOf(lines, undefined).map(({ name }) => name);
    assert.deepEqual(names, ["[Symbol.iterator]", "select", "Shop.Open", "on"]);
    assert.deepEqual(
      outlineOf(["type Handler func(w Writer) error", "type Args struct {", "}"], "Go").map(({ name }) => name),
      ["Handler", "Args"],
    );
  });

  it("is as it looks where a text is never closed, or a language isn't known", () => {
    const code = "function one() {\n  go(`\n}\nfunction two() {\n}".split("\n");
    assert.deepEqual(structureOf(code, "JavaScript"), code);
    assert.deepEqual(structureOf(code, undefined), code);
  });

  it("is told as fast as a file is long, whatever is in it", () => {
    const hostile: readonly (readonly [language: string, text: string])[] = [
      ["JavaScript", "`${".repeat(200_000)],
      ["JavaScript", "/*".repeat(300_000)],
      ["JavaScript", `= /${"[".repeat(20)}`.repeat(30_000)],
      ["Rust", `"${'\\"'.repeat(300_000)}`],
      ["Shell", Array.from({ length: 60_000 }, (_, at) => `<<a${at}`).join("\n")],
      ["C++", Array.from({ length: 60_000 }, (_, at) => `R"a${at}(`).join(" ")],
      ["C", "foo(a\n".repeat(100_000)],
      ["Haskell", "{-".repeat(300_000)],
      ["Haskell", `{-${" -}".repeat(200_000)}x`],
      ["Haskell", "foo\n".repeat(100_000)],
      ["OCaml", "(*".repeat(300_000)],
      ["Elixir", `@doc """\n${"  @doc\n".repeat(80_000)}`],
      ["C#", `[A${" ]".repeat(300_000)}x`],
      ["C++", `template <${"> ".repeat(300_000)}x`],
      ["C", "#define A\n".repeat(60_000)],
    ];
    for (const [language, text] of hostile) {
      const lines = text.split("\n");
      const before = process.cpuUsage();
      structureOf(lines, language);
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 1_000_000, `${language}: ${text.slice(0, 20)}`);
    }
  });

  it("has the head of a block as its first part, with all its parameters and the brace below", () => {
    for (const head of [
      "void one(int a,\n         int b)\n{",
      "function one(\n  a,\n  b,\n) {",
      "function one(a, b) {",
    ]) {
      const lines = `${head}\n  two();\n  three();\n}`.split("\n");
      const last = head.split("\n").length - 1;
      assert.deepEqual(
        partsOf(lines, { startLine: 0, line: 0, endLine: lines.length - 1 }).map((part) => [part.line, part.endLine]),
        [
          [0, last],
          [last + 1, last + 1],
          [last + 2, last + 2],
        ],
      );
    }
  });
});
