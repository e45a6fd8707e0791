import { common, createLowlight } from "lowlight";
import ada from "highlight.js/lib/languages/ada";
import awk from "highlight.js/lib/languages/awk";
import clojure from "highlight.js/lib/languages/clojure";
import cmake from "highlight.js/lib/languages/cmake";
import coq from "highlight.js/lib/languages/coq";
import crystal from "highlight.js/lib/languages/crystal";
import d from "highlight.js/lib/languages/d";
import dart from "highlight.js/lib/languages/dart";
import delphi from "highlight.js/lib/languages/delphi";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import elm from "highlight.js/lib/languages/elm";
import erlang from "highlight.js/lib/languages/erlang";
import fortran from "highlight.js/lib/languages/fortran";
import fsharp from "highlight.js/lib/languages/fsharp";
import gherkin from "highlight.js/lib/languages/gherkin";
import glsl from "highlight.js/lib/languages/glsl";
import groovy from "highlight.js/lib/languages/groovy";
import handlebars from "highlight.js/lib/languages/handlebars";
import haskell from "highlight.js/lib/languages/haskell";
import haxe from "highlight.js/lib/languages/haxe";
import julia from "highlight.js/lib/languages/julia";
import latex from "highlight.js/lib/languages/latex";
import lisp from "highlight.js/lib/languages/lisp";
import matlab from "highlight.js/lib/languages/matlab";
import nim from "highlight.js/lib/languages/nim";
import nix from "highlight.js/lib/languages/nix";
import ocaml from "highlight.js/lib/languages/ocaml";
import powershell from "highlight.js/lib/languages/powershell";
import prolog from "highlight.js/lib/languages/prolog";
import properties from "highlight.js/lib/languages/properties";
import protobuf from "highlight.js/lib/languages/protobuf";
import puppet from "highlight.js/lib/languages/puppet";
import qml from "highlight.js/lib/languages/qml";
import scala from "highlight.js/lib/languages/scala";
import scheme from "highlight.js/lib/languages/scheme";
import sml from "highlight.js/lib/languages/sml";
import tcl from "highlight.js/lib/languages/tcl";
import thrift from "highlight.js/lib/languages/thrift";
import twig from "highlight.js/lib/languages/twig";
import vala from "highlight.js/lib/languages/vala";
import vbnet from "highlight.js/lib/languages/vbnet";
import verilog from "highlight.js/lib/languages/verilog";
import vhdl from "highlight.js/lib/languages/vhdl";
import vim from "highlight.js/lib/languages/vim";

/** A piece of code, and the classes that say what it is; empty if it has no colour of its own. */
export interface Token {
  readonly text: string;
  readonly classes: string;
}

type Syntax = ReturnType<typeof createLowlight>;
type Root = ReturnType<Syntax["highlight"]>;

const syntax = createLowlight({
  ...common,
  ada,
  awk,
  clojure,
  cmake,
  coq,
  crystal,
  d,
  dart,
  delphi,
  dockerfile,
  elixir,
  elm,
  erlang,
  fortran,
  fsharp,
  gherkin,
  glsl,
  groovy,
  handlebars,
  haskell,
  haxe,
  julia,
  latex,
  lisp,
  matlab,
  nim,
  nix,
  ocaml,
  powershell,
  prolog,
  properties,
  protobuf,
  puppet,
  qml,
  scala,
  scheme,
  sml,
  tcl,
  thrift,
  twig,
  vala,
  vbnet,
  verilog,
  vhdl,
  vim,
});
/** Languages that are coloured like a similar one. */
syntax.registerAlias({
  typescript: ["mts", "cts"],
  dockerfile: ["containerfile"],
  bash: ["console", "shell-session", "fish"],
  xml: ["vue", "svelte", "astro", "razor", "erb", "heex", "ejs", "jsp"],
  verilog: ["systemverilog"],
  vbnet: ["vba", "vbscript"],
  sql: ["plsql"],
  java: ["apex"],
  matlab: ["scilab"],
  cpp: ["cuda", "metal"],
  c: ["opencl"],
  glsl: ["hlsl"],
  python: ["cython", "starlark"],
  lisp: ["elisp"],
  scheme: ["racket"],
  haskell: ["purescript"],
  ocaml: ["ml"],
  perl: ["raku"],
  twig: ["jinja"],
});

/** Longer runs of words and blanks slow some grammars down: they look from each word to the end of the run. */
const LONGEST_RUN = 2_000;

/**
 * Code split into tokens that together are the code; `undefined` for an unknown language, and for code that no person
 * wrote: nested too deep to be parsed, or an endless run of words. The classes are the highlighter's own (`hljs-…`).
 */
export function tokenize(text: string, language: string): readonly Token[] | undefined {
  if (!syntax.registered(language) || text.split(/[^\w\s]/).some(({ length }) => length > LONGEST_RUN))
    return undefined;
  try {
    return flatten(syntax.highlight(language, text), "");
  } catch {
    return undefined;
  }
}

/** A nested token gets only its own classes: an expression within a string is not a string. */
function flatten({ children }: Pick<Root, "children">, classes: string): Token[] {
  return children.flatMap((node) => {
    if (node.type === "text") return [{ text: node.value, classes }];
    if (node.type !== "element") return [];
    const { className } = node.properties;
    return flatten(node, Array.isArray(className) ? className.join(" ") : "");
  });
}
