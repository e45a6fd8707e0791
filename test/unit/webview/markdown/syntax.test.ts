import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { fenceLanguageOf } from "../../../../src/core/text/languages.ts";
import { tokenize } from "../../../../src/webview/markdown/syntax.ts";

describe("code in an excerpt has colours", () => {
  for (const [language, code] of [
    ["TypeScript", "const a = 1;"],
    ["Vue", '<a b="c" />'],
    ["Haskell", "module A where"],
    ["Pascal", "begin end"],
    ["Fortran", "end subroutine"],
    ["Ada", "procedure A is"],
    ["Visual Basic .NET", "Public Class A"],
    ["SystemVerilog", "endmodule"],
    ["Common Lisp", "(defun a ())"],
    ["Racket", "(define (a) 1)"],
    ["Standard ML", "val a = 1"],
    ["Vim Script", "let a = 1"],
    ["MATLAB", "function a"],
    ["Scilab", "function a"],
    ["Cuda", "int a = 1;"],
    ["HLSL", "float a = 1.0;"],
    ["HTML+ERB", '<a b="c">'],
    ["Jinja", "{% if a %}"],
    ["TeX", "\\section{A}"],
    ["Dart", "class A {}"],
    ["Elixir", "def a do"],
  ] as const)
    it(`of ${language}`, () => {
      const tokens = tokenize(code, fenceLanguageOf(language));
      assert.equal(tokens?.map(({ text }) => text).join(""), code);
      assert.ok(tokens.some(({ classes }) => classes !== ""));
    });

  it("but not in a language that isn't known", () => {
    assert.equal(tokenize("a", fenceLanguageOf("COBOL")), undefined);
  });

  for (const [language, part] of [
    ["bash", "${"],
    ["twig", "{"],
    ["typescript", "`${"],
  ] as const)
    it(`of ${language} is plain, and throws nothing, where it is nested too deep to be read`, () => {
      assert.equal(tokenize(part.repeat(10_000), language), undefined);
    });

  for (const [language, part] of [
    ["cpp", "foo "],
    ["nix", "\t"],
    ["qml", "end"],
  ] as const)
    it(`of ${language} is plain where there is no end of words and blanks: that takes its grammar long`, () => {
      assert.equal(tokenize(part.repeat(2_500), language), undefined);
    });
});
