import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { exactProcessorTime } from "../../../../support/turns.ts";
import { occurrencesIn } from "../../../../../src/local/code/symbols/occurrences.ts";

/** Code that contains `go`, and what each occurrence is, in order; in brackets, what it is part of. */
const FIXTURES: Readonly<Record<string, readonly [code: string, expected: string]>> = {
  JavaScript: [
    'import { go } from "./go";\nconst { go } = require("go");\nexport { go } from "x";\n// go\nfunction go() {}\n' +
      'go(1); a.go(); new go(); a.go; let x = go; "go"; `go ${go}`; <a.go />;\na?.go(); ({ go, go: 1 }); gone; $go; go.x;\n',
    "import text import text import comment definition(go) " +
      "call call call reference reference(x) text(x) text(x) reference(x) call(x) call reference reference reference",
  ],
  TypeScript: [
    'import type { go } from "x";\nclass A extends go<T> {\n  @go go(x: go) {\n    go!();\n    return go<T>(x.go);\n  }\n}\nnew a.go<T>();\n',
    "import reference(A) call(A) definition(go) reference(go) call(go) call(go) reference(go) call",
  ],
  TSX: ["const a = (\n  <go>go {go}</go>\n);\n", "call(a) text(a) reference(a) reference(a)"],
  Python: [
    'from a import go as went\nimport go.b\n# go\n@go\ndef go():\n    go(); x.go(); x = go; "go"; f"{go}"\nclass A(go): pass\n',
    "import import comment call definition(go) call(go) call(go) reference(go) text(go) reference(go) reference(A)",
  ],
  Go: [
    'package main\nimport "a/gone"\n// gone\nfunc f() {\n\tgone(); x.gone(); var x gone; "gone"; gone[int](x)\n}\n',
    "text comment call(f) call(f) reference(f) text(f) reference(f)",
  ],
  Rust: [
    'use a::{b, go};\n// go\nfn f() {\n    go(1); a.go(); a::go(); go!(); let x: go = go; "go"; go::<T>();\n}\n',
    "import comment call(f) call(f) call(f) call(f) reference(f) reference(f) text(f) call(f)",
  ],
  Java: [
    'import a.go;\n// go\n@go class A extends go {\n  void f() {\n    go(1); a.go(); new go(); new a.go<T>(); go x = "go";\n  }\n}\n',
    "import comment call reference(A) call(f) call(f) call(f) call(f) reference(f) text(f)",
  ],
  C: [
    '#include "go.h"\n#define MAX go(1)\n// go\nint f() {\n  go(1); p->go(); go x; "go";\n}\n',
    "text call(MAX) comment call(f) call(f) reference(f) text(f)",
  ],
  "C++": [
    'using a::go;\nint f() {\n  go(1); a::go(); a.go<T>(); new go(1); go x(1); auto z = &go; R"(go)";\n}\n',
    "import call(f) call(f) call(f) call(f) reference(f) reference(f) text(f)",
  ],
  "C#": [
    'using a.go;\n// go\n[go] class A : go {\n  void f() {\n    go(1); a.go(); new go(); a?.go(); go<T>(1); var y = $"go {go}";\n  }\n}\n',
    "import comment call reference(A) call(f) call(f) call(f) call(f) call(f) text(f) reference(f)",
  ],
  Ruby: [
    '# go\ngo(1); a.go; go; :go; "go #{go}"\ndef go(x); end\n',
    "comment call call reference reference text reference definition(go)",
  ],
  PHP: [
    "<?php\nuse A\\go;\n// go\ngo(1); $a->go(); a::go(); new go(); $go; 'go'; A\\go(); $a?->go();\nfunction f(go $x) {}\n",
    "import comment call call call call reference text call call reference(f)",
  ],
  Shell: [
    '# go\ngo 1; $(go); echo go; echo "$go"\ngo() {\n  go\n}\n',
    "comment call call reference reference definition(go) call(go)",
  ],
  Kotlin: ["fun go() {\n}\nfun f() {\n  go()\n  x = go\n}\n", "definition(go) call(f) reference(f)"],
  Fortran: [
    "SUBROUTINE GO(k)\n  k = 1\nEND SUBROUTINE\nsubroutine f\n  call Go(1)\n  x = go_on + gO\nend subroutine\n",
    "definition(GO) call(f) reference(f)",
  ],
  "Common Lisp": [
    "(defun go (x)\n  x)\n\n(defun go-on (x)\n  (Go x) (let-go x) (go* x))\n",
    "definition(go) reference(go-on)",
  ],
  Markdown: ["# go\n\nSay `go(1)`.\n", "text text"],
};

/**
 * Code with `hum` as parameters, as local variables, and otherwise: `_hum` is what is marked as none of them, where
 * that is not plain.
 */
const LOCALS: Readonly<Record<string, string>> = {
  TypeScript: `function f(hum: string, ...rest) { return hum + this.hum! + { hum: 1 }["hum"]; }
const g = (hum) => hum(1), h = hum => hum;
function i() { const hum = 3; return hum; }
function j({ hum, a: b }: X, [c]) { hum(); }
for (const hum of list) hum;
try {} catch (hum) { hum.x(); }
type T = (hum: number) => void;
function k(hum = 1) { () => hum; }`,
  Python: `def f(hum, b=1): return hum
def g():
    hum = 1
    if hum: pass
def h(*hum, **c): hum
z = [hum for hum in a]
w = lambda hum: hum
def i():
    for hum in a: hum()
    with a as q: q`,
  Go: `package p
func (hum *R) f(a int) { hum.x() }
func g() { hum := 1; hum++ }
func h() { if hum := f(); hum > 0 { hum() } }
func i() { for hum := range x { hum() } }
func j(a, hum int, d ...string) { func(hum int) { hum++ }(1) }`,
  Rust: `fn a(hum: u8, mut b: u8) { hum }
fn b() { let hum = 1; hum; for hum in j { hum } }
fn c() { match k { Some(hum) => hum }; if let Some(hum) = x { hum; } }
fn d() { let p = |hum, r: u8| hum; }`,
  Java: `class A { void f(int hum) { x(hum); }
void g() { int hum = 1; hum++; for (int hum : l) { hum.x(); } try (R hum = h) { hum.x(); } catch (E hum) { hum.y(); } }
void h(String... hum) { x = (hum) -> hum; y = hum -> hum; } }`,
  "C++": `int f(int hum, int (*b)(int)) { return hum; }
int g(int *hum);
int h() { int hum = 1; for (auto &hum : k) { hum; } return hum; }
int i() { for (int hum = 0; hum < 1; hum++) {} auto n = [](int hum) { return hum; }; }`,
  "C#": `class A { void F(int hum) { X(hum); }
void G() { var hum = 1; foreach (var hum in g) { hum.X(); } try {} catch (E hum) { hum.Y(); } }
void H() { X(hum => hum); X((hum, k) => hum); if (l is M hum) { hum.X(); } } }`,
  Ruby: "def f(hum, b = 1) hum end\ndef g\n  hum = 1\n  hum\nend\ndef h(*hum)\n  x.each { |hum| hum }\nend",
  PHP: "<?php\nfunction f($hum) { $hum; return fn($hum) => $hum; }",
};
/** The same with what has the name as well, but is no variable, or one that is declared elsewhere. */
const NO_LOCALS: Readonly<Record<string, string>> = {
  TypeScript: `function f(a) { for (hum of a) {} return a.hum; }
function g() { const { hum } = tools(); hum(); }
function h() { if (x) { const other = 1; } hum(); }
class A { constructor(private hum: number, b: hum) { this.hum = hum; } hum = 1; }`,
  Python: `def f(b: "hum", c: "list[hum]") -> "hum | None": return f(hum=1) + self.hum
def g():
    global hum
    hum = 1
class A:
    hum = 1
def h():
    from b import hum
    hum()`,
  Go: "package p\nfunc f() { if x := f(); x > 0 {}; hum() }\nfunc g() { h := hum(1); a.hum(); T{hum: h} }",
  Rust: "fn b() { let a = hum(1); a::hum(); x.hum(); T { hum: 1 } }\nfn c() { if let Some(hum2) = hum() {} hum(); }",
  Java: "class A { int hum; void f(hum b) { this.hum = 1; hum(); x.hum(b); } }",
  "C++": "int f(X *p) { return p->hum + a::hum + hum(1); }\nstruct A { int hum; };",
  "C#": "class A { int hum; void F(hum b) { this.hum = 1; X(hum: 1); hum(); } } class Q : hum { }",
  Ruby: "def h\n  hum(1)\n  x.hum\nend",
  PHP: "<?php\nfunction f() { $this->hum; A::$hum; hum(1); }\nclass C { public $hum; private hum $x; }",
};

describe("the uses of a name", () => {
  for (const [language, code] of Object.entries(LOCALS))
    it(`are not those of parameters and local variables in ${language}`, async () => {
      for (const { role, line, column } of await occurrencesIn(code, language, "hum")) {
        const at = (code.split("\n")[line] ?? "").slice(Math.max(0, column - 9), column);
        const isMember = /this\.$|\{ $|\["$/.test(at) && !/(?:\) \{ |\{ \{ |\(\{ )$/.test(at);
        if (!isMember) assert.equal(role, "local", `line ${line + 1}: ${at}`);
      }
    });

  for (const [language, code] of Object.entries(NO_LOCALS))
    it(`are those of members, types, arguments and what is declared elsewhere in ${language}`, async () => {
      const found = await occurrencesIn(code, language, "hum");
      assert.deepEqual(
        found.filter(({ role }) => role === "local" || role === "text"),
        [],
      );
    });

  it("are extensions where what it names is given further members, and its parts are told", async () => {
    for (const [language, code, expected] of [
      ["Go", "package p\nfunc (h *hum) a() {}\nfunc (h hum[T]) b(x hum) {}\n", "extension extension reference"],
      ["Rust", "impl Display for hum {}\nimpl<T> hum<T> {}\nimpl hum for T {}\n", "extension extension reference"],
      ["C#", "public partial class hum { }\npartial struct hum { }\nclass hum { }\n", "part part definition"],
      [
        "Swift",
        "struct hum {}\nextension hum: P {\n}\npublic extension A.hum {\n}\nlet a: hum\n",
        "definition extension extension reference",
      ],
      [
        "Kotlin",
        "class hum\nfun hum.area() = 1\nfun <T> hum.go(a: hum) = 1\n",
        "definition extension extension reference",
      ],
      ["Dart", "class hum {}\nextension More on hum {}\n", "definition extension"],
    ] as const)
      assert.equal(
        (await occurrencesIn(code, language, "hum")).map(({ role, isPart }) => (isPart ? "part" : role)).join(" "),
        expected,
        language,
      );
  });

  it("are definitions also as the last part of the name of a module", async () => {
    for (const [language, code, owner] of [
      ["Elixir", "defmodule Song.Bird.Hum do\nend\nHum\n", "Song.Bird"],
      ["Perl", "package Song::Hum;\nHum->new;\n", "Song"],
    ] as const) {
      const found = await occurrencesIn(code, language, "Hum");
      assert.deepEqual(
        found.map(({ role }) => role),
        ["definition", "reference"],
      );
      assert.deepEqual([found[0]?.symbol?.name, found[0]?.symbol?.containerName], ["Hum", owner]);
    }
  });

  it("are none in comments that begin a line, nor in the middle of a long string, also without a grammar", async () => {
    for (const [language, code, roles] of [
      ["Kotlin", "fun f() {\n  // hum\n  hum()\n  /* a\n   * hum\n   */\n}\n", "comment call comment"],
      ["Kotlin", 'val f = """\n  hum\n  ${hum}\n  $hum\n"""\nfun g() = 1\n', "text reference reference"],
      [
        "Elixir",
        'defmodule A do\n  @moduledoc """\n  A hum.\n  """\n  # hum\n  @spec hum(\n    a\n  ) :: b\n  def f, do: hum(1)\nend\n',
        "text comment call call",
      ],
      ["Swift", "func f() {\n  /// hum\n  hum()\n}\n", "comment call"],
      ["Kotlin", "fun f() {\n  --hum\n  hum()\n}\n", "reference call"],
      ["Perl", "sub f {\n  my $a = g()\n    // hum();\n  # hum\n}\n", "call comment"],
      ["Lua", "function f()\n  -- hum\n  hum()\n  --[[\n  hum\n  ]]\nend\n", "comment call text"],
      ["Clojure", "(defn f []\n  ; hum\n  (hum))\n", "comment reference"],
      ["Haskell", "f :: Int\nf = hum\n-- hum\n", "reference comment"],
    ] as const)
      assert.equal((await occurrencesIn(code, language, "hum")).map(({ role }) => role).join(" "), roles, language);
  });

  it("are no paths of imports", async () => {
    for (const [language, code] of [
      ["TypeScript", 'import { a } from "./hum/hum";\nimport "hum";\nexport { b } from "./hum";\n'],
      ["Python", "from hum import a\nfrom a.hum.b import c\n"],
      ["Go", 'package p\nimport "a/hum"\n'],
      ["Java", "import com.hum.Other;\n"],
      ["C", '#include "hum.h"\n#include <hum>\n'],
    ] as const)
      assert.deepEqual(
        [...new Set((await occurrencesIn(code, language, "hum")).map(({ role }) => role))],
        ["text"],
        language,
      );
  });

  for (const [language, code, expected] of [
    [
      "Kotlin",
      "import com.hum.Other\nimport com.other.hum\nfun f(hum: Int, x: hum = hum) {\n  hum + x.hum\n  hum(hum = 1)\n}\nfun g() = hum\n",
      "text import local reference reference local reference local reference reference",
    ],
    [
      "Kotlin",
      "fun f() {\n  val hum = hum()\n  if (a) {\n    hum + 1\n  }\n}\nfun g(\n  hum: Int,\n) {\n  hum\n}\nclass A(val hum: Int) {\n  fun h() = hum\n}\n",
      "local call local local local reference reference",
    ],
    [
      "Kotlin",
      "fun f() {\n  for (hum in all) {\n    hum\n  }\n  hum\n  all.map { hum -> hum }\n}\n",
      "local local reference local local",
    ],
    [
      "Swift",
      "import hum\nfunc f(of hum: Int) {\n  open(hum: hum)\n  self.hum = hum\n}\nfunc g() {\n  guard let hum = other else { return }\n  hum\n}\n",
      "import local reference local reference local local local",
    ],
    [
      "Dart",
      "import 'hum.dart' show hum;\nint f(String hum, {int x = 1}) {\n  return hum;\n}\nvoid g() {\n  final String hum = 'x';\n  Door hum2 = 1;\n  hum;\n}\n",
      "text import local local local local",
    ],
    [
      "Lua",
      "function f(hum, x)\n  local y = hum\nend\nfunction g()\n  local hum = 1\n  return hum\nend\nfunction h()\n  return hum\nend\n",
      "local local local local reference",
    ],
    [
      "Scala",
      "import a.{hum, b}\ndef f(x: Int) = {\n  val hum = x\n  hum\n}\ndef g(x: Int) = hum\n",
      "import local local reference",
    ],
    [
      "Kotlin",
      "fun f(s: S) = when (s) { hum -> 1 }\nfun g() {\n  return when { hum -> 1; else -> all.map { hum -> hum } }\n}\n",
      "reference reference local local",
    ],
    [
      "Swift",
      "@available(iOS 13, *) extension hum: Codable {\n  func a() {}\n}\n@MainActor extension Mod.hum {\n}\nnonisolated extension hum {\n}\n",
      "extension extension extension",
    ],
    [
      "Lua",
      'local hum = require("hum.other")\nfunction M.hum(x)\n  return hum(x)\nend\n',
      "import text definition call",
    ],
  ] as const)
    it(`are locals or imports in ${language}, which has no grammar: ${code.slice(0, 30).replaceAll("\n", " ")}`, async () => {
      const roles = (await occurrencesIn(code, language, "hum")).map(({ role }) => role);
      assert.equal(roles.join(" "), expected);
    });

  it("are not those of texts in the annotations of Python that are no types", async () => {
    const code = 'a: Literal["hum"] = 1\nb: Annotated[int, "hum"] = "hum"\n';
    const roles = (await occurrencesIn(code, "Python", "hum")).map(({ role }) => role);
    assert.deepEqual(roles, ["text", "text", "text"]);
  });

  for (const [language, [code, expected]] of Object.entries(FIXTURES)) {
    it(`are told apart in ${language}`, async () => {
      const name = language === "Go" ? "gone" : "go"; // there, `go` is a keyword
      const found = await occurrencesIn(code, language, name);
      const lines = code.split("\n");
      for (const { line, column } of found)
        assert.equal((lines[line] ?? "").slice(column, column + name.length).toLowerCase(), name);
      assert.equal(
        found.map(({ role, symbol }) => (symbol ? `${role}(${symbol.name})` : role)).join(" "),
        expected.replace(/ +/g, " "),
      );
    });
  }

  it("are found where a macro stands that is not for the parser", async () => {
    const code =
      "MY_API void run(void);\nclass A {\n  MY_API(1) void go() MY_API { }\n#if MY_API\n  {\n#else\n  {\n#endif\n};\n";
    assert.deepEqual(
      (await occurrencesIn(code, "C++", "MY_API")).map(({ role, line }) => `${role} ${line}`),
      ["reference 0", "call 2", "reference 2", "reference 3"],
    );
    const around = "cfg_rt! {\n  pub fn go() {}\n}\n";
    assert.deepEqual(
      (await occurrencesIn(around, "Rust", "cfg_rt")).map(({ role, line }) => `${role} ${line}`),
      ["call 0"],
    );
  });

  for (const [language, name, code, expected] of [
    [
      "TypeScript",
      "go",
      "function f() {\n  const go = useCallback(() => {});\n  go();\n  return go;\n}\nfunction g(go) { go(); }\n",
      "definition call reference local local",
    ],
    ["Python", "or", "x = a or b\ndef f():\n    return a or b\n", ""],
    ["Python", "is", "def f():\n    return a is b\n", ""],
    ["Lua", "or", "function f()\n  return a or b\nend\n", ""],
    ["Lua", "or", "function M.or(x)\nend\nx = M.or(1)\n", "definition call"],
    ["C#", "go", "record R(int Id, params string[] go) { int A => go.Length; }\n", "definition reference"],
    [
      "Python",
      "go",
      'x = cast("go", y)\nT = TypeVar("T", bound="go")\ndef f(a: Annotated["go", "go"]): pass\nprint("go")\n',
      "reference reference reference text text",
    ],
    ["Rust", "Go", "impl Display for &Go {}\nimpl Display for &mut Go {}\n", "extension extension"],
  ] as const)
    it(`are what they are in ${language}: ${code.slice(0, 40).replaceAll("\n", " ")}`, async () => {
      const roles = (await occurrencesIn(code, language, name)).map(({ role }) => role);
      assert.equal(roles.join(" "), expected);
    });

  it("are told in no time where a long function declares a name on each line, without a grammar", async () => {
    const code = `fun f() {\n${"    val hum = 1\n".repeat(40_000)}  other()\n}\nfun g() = hum\n`;
    const before = exactProcessorTime();
    const roles = (await occurrencesIn(code, "Kotlin", "hum")).map(({ role }) => role);
    const tookMs = exactProcessorTime() - before;
    assert.deepEqual(
      [roles.length, new Set(roles.slice(0, -1)), roles.at(-1)],
      [40_001, new Set(["local"]), "reference"],
    );
    assert.ok(tookMs < 4_000, `${tookMs} ms`);
  });

  it("are each in the smallest definition, soon in a file that has one on each line", async () => {
    const count = 40_000;
    const code = `class Outer {\n${"    fun hum() = hum()\n".repeat(count)}    init {\n        hum()\n    }\n}\n`;
    const before = exactProcessorTime();
    const found = await occurrencesIn(code, "Kotlin", "hum");
    const tookMs = exactProcessorTime() - before;
    assert.equal(found.length, 2 * count + 1);
    assert.ok(found.slice(0, -1).every(({ line, symbol }) => symbol?.line === line && symbol.name === "hum"));
    assert.equal(found.at(-1)?.symbol?.name, "Outer");
    assert.ok(tookMs < 3_000, `${tookMs} ms`);
  });

  it("are none where a name is a word of the language, or part of another name", async () => {
    assert.deepEqual(await occurrencesIn("class A { get size() { return targeted; } }\n", "JavaScript", "get"), []);
    for (const form of ["NFC", "NFD"]) {
      const text = "größe = 1\n".normalize(form);
      for (const name of ["gr", "gro"]) assert.deepEqual(await occurrencesIn(text, "Python", name), [], form);
    }
  });

  it("are those of a private name, whether it is written with its sign or without", async () => {
    const code = "class A {\n  #go() {}\n  run() { this.#go(); }\n}\n";
    for (const name of ["go", "#go"])
      assert.deepEqual(
        (await occurrencesIn(code, "TypeScript", name)).map(({ role }) => role),
        ["definition", "call"],
        name,
      );
  });

  it("are found where the name ends in a sign", async () => {
    const found = await occurrencesIn("def empty?; end\nx.empty? && x.empty\n", "Ruby", "empty?");
    assert.deepEqual(
      found.map(({ role }) => role),
      ["definition", "call"],
    );
  });
});
