import assert from "node:assert/strict";
import { isHeir } from "../../../../../src/local/answers/passages/heirs.ts";
import { occurrencesIn } from "../../../../../src/local/code/symbols/occurrences.ts";

const CASES: readonly (readonly [language: string, code: string, lines: readonly number[]])[] = [
  [
    "TypeScript",
    "class A extends Base {\n  b: Base;\n}\ninterface B extends C, Base {}\nclass D implements Base<E> {}\nclass F<T extends Base> {}\nclass G extends H<Base> {}\nfunction f(a: Base) {}\nclass I\n  extends J\n  implements Base {}\n",
    [1, 4, 5, 11],
  ],
  [
    "Python",
    "class A(Base):\n    x: Base = Base()\n\nclass B(C, m.Base, metaclass=D): pass\n\ndef f(a: Base): pass\n",
    [1, 4],
  ],
  [
    "Java",
    "class A extends Base {\n  Base b;\n}\ninterface B extends Base {}\nclass C<T extends Base> implements D, Base {}\nenum E implements Base { X }\nrecord F(Base b) implements Base {}\n",
    [1, 4, 5, 6, 7],
  ],
  [
    "C#",
    "class A : B, Base\n{\n  Base b;\n}\npublic class C\n    : Base\n{\n}\nclass D<T> : E where T : Base\n{\n}\nrecord F(Base B) : Base;\n",
    [1, 6, 12],
  ],
  ["C++", "class A : public Base {\n  Base b;\n};\nstruct B final : C, Base {};\nclass D : E<Base> {};\n", [1, 4]],
  [
    "Kotlin",
    "class A(val b: Base) : Base by b\nobject C : Base {\n  val x: Base = y\n}\nclass D(val b: Base)\nfun f() = object : Base {\n}\n",
    [1, 2, 6],
  ],
  ["Swift", "class A: Base {\n  let b: Base\n}\nextension B: Base {\n}\nstruct C: D, Base {\n}\n", [1, 4, 6]],
  ["Scala", "class A(b: Base) extends C with Base {\n  val b: Base = 1\n}\n", [1]],
  [
    "Rust",
    "impl Base for A {\n  fn f(b: Base) {}\n}\nimpl<T> Base<T> for B<T> {}\nimpl From<Base> for C {}\nstruct D { b: Base }\n",
    [1, 4],
  ],
  [
    "Ruby",
    "class A < Base\n  def b\n    Base.new\n  end\nend\nclass C\n  include Base\nend\nclass D\n  attr :x, Base\nend\n",
    [1, 7],
  ],
  ["PHP", "<?php\nclass A extends Base {\n  function f(Base $b) {}\n}\nfinal class B implements C, Base {}\n", [2, 5]],
  [
    "Elixir",
    "defmodule A do\n  @behaviour Base\n  def f, do: Base.g()\nend\ndefmodule B do\n  use C, a: 1\n  go Base\nend\n",
    [2],
  ],
  ["Go", "package a\n\nvar _ Base = (*A)(nil)\n\nvar b Base = c\n\nfunc f(b Base) {}\n\nvar _ io.Base = A{}\n", [3, 9]],
  ["Haskell", "f :: Int\nf = 1\ninstance Base A where\n  g = h\n", [3]],
];

describe("what extends or implements something", () => {
  for (const [language, code, expected] of CASES)
    it(`is told from what only uses it in ${language}`, async () => {
      const lines = code.split("\n");
      const found = (await occurrencesIn(code, language, "Base")).filter((each) => isHeir(lines, each, "Base"));
      assert.deepEqual([...new Set(found.map(({ line }) => line + 1))], expected);
    });
});
