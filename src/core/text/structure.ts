import { indentOf } from "./blocks.ts";
import { HEADS } from "./definitionHeads.ts";
import { caughtIn, plainLetters } from "./letters.ts";
import { textSpansIn, type TextSpan } from "./textSpans.ts";
import { WORDY_LANGUAGES } from "./wordyLanguages.ts";

/**
 * The lines of a file, the same number of them, for callers that derive nesting from indentation. What is further left
 * than it belongs is moved: strings of several lines, labels, declarations of parameters. Each line of a comment begins
 * like a comment, preprocessor directives become comments or empty, and the type of a C function is on the line with
 * its name.
 */
export function structureOf(lines: readonly string[], language: string | undefined): readonly string[] {
  const structure = [...lines];
  for (const span of textSpansIn(lines, language)) indent(span, lines, structure);
  if (language === undefined) return structure;
  const directive = DIRECTIVES.get(language);
  if (directive)
    for (let at = 0; at < structure.length; at++) if (directive.test(structure[at] ?? "")) structure[at] = "";
  const comment = COMMENTS.get(language);
  if (comment) tellComments(structure, comment);
  if (language === "Elixir") tellAttributes(structure);
  if (language === "Go") tellTypes(structure);
  if (HAS_CLAUSES.has(language)) joinClauses(structure);
  if (HAS_DIRECTIVES.has(language)) arrange(structure);
  if (language === "D") indentConstraints(structure);
  if (WORDY_LANGUAGES.has(language)) indentBodies(structure, HEADS.get(language) ?? []);
  return structure;
}

/**
 * By language: how lines begin that are comments, or are placed above what they belong to like comments, but don't look
 * like comments in other languages.
 */
const COMMENTS: ReadonlyMap<string, RegExp> = new Map([
  ...[
    ...["Ruby", "Elixir", "Perl", "R", "Julia", "Shell", "Python", "Makefile", "CMake", "Crystal", "Raku", "Nim"],
    ...["Cython", "Mojo", "GDScript", "Tcl", "Awk", "fish", "Nushell", "Puppet", "Just"],
  ].map((language) => [language, /^(\s*)#(?!!)/] as const),
  ...["Emacs Lisp", "Clojure", "Common Lisp", "Scheme", "Racket"].map((language) => [language, /^(\s*);/] as const),
  ["Erlang", /^(\s*)(?:%|(?=-spec\b))/],
  ["Prolog", /^(\s*)(?:%|(?=:-))/],
  ["Vim Script", /^(\s*)"/],
  ["Pascal", /^(\s*)(?=\{(?!\$)[^}]*\}\s*$|\(\*.*\*\)\s*$)/],
  ["Fortran", /^(?:[cC*](?=\s|$|[-*=])|(\s*)!)/],
  ["COBOL", /^(.{6})\*/],
  ...["Visual Basic .NET", "VBA", "VBScript"].map((language) => [language, /^(\s*)(?:'|rem\b)/i] as const),
  ["ABAP", /^(?:\*|(\s*)")/],
  ["MATLAB", /^(\s*)(?:%|#(?!!))/],
  ["Stata", /^(\s*)\*/],
  ["SAS", /^(\s*)\*(?=.*;\s*$)/],
  ["Batchfile", /^(\s*)(?:::|@?rem\b)/i],
  ["Assembly", /^(\s*)[;@#!]/],
  ["TeX", /^(\s*)%/],
  ["Haskell", /^(\s*)(?=\{-(?!#).*-\}\s*$)/],
  ...["OCaml", "F#", "Coq", "Standard ML"].map((language) => [language, /^(\s*)(?=\(\*.*\*\)\s*$)/] as const),
  ["C#", /^(\s*)(?=\[[A-Z][^\]]*\]\s*$)/],
  ["C++", /^(\s*)(?=template\s*<.*>\s*$)/],
]);

/** What is at the left margin wherever it occurs, and says nothing about nesting. */
const DIRECTIVES: ReadonlyMap<string, RegExp> = new Map([
  ["Fortran", /^\s*#/],
  ["Pascal", /^\s*\{\$[^}]*\}\s*$/],
  ...["Verilog", "SystemVerilog"].map(
    (language) =>
      [language, /^\s*`(?:ifdef|ifndef|else|elsif|endif|include|timescale|default_nettype|undef)\b/] as const,
  ),
  ...["Visual Basic .NET", "VBA"].map((language) => [language, /^\s*#(?:If|Else|ElseIf|End|Region|Const)\b/i] as const),
]);

function tellComments(structure: string[], comment: RegExp): void {
  for (let at = 0; at < structure.length; at++) structure[at] = (structure[at] ?? "").replace(comment, "$1//");
}

/** Turns what is said about an Elixir function above it into comments: `@doc`, `@spec`. */
function tellAttributes(structure: string[]): void {
  for (let at = 0; at < structure.length; at++) {
    const text = structure[at] ?? "";
    if (!/^\s*@(?:doc|moduledoc|typedoc|spec|impl|since|deprecated)\b/.test(text)) continue;
    const around = indentOf(text);
    structure[at] = `${" ".repeat(around)}//${text.trim()}`;
    for (let next = at + 1; next < structure.length && indentOf(structure[next] ?? "") > around; next++) {
      structure[next] = `${" ".repeat(around)}//${(structure[next] ?? "").trim()}`;
      at = next;
    }
  }
}

/** Writes each type of a group as if it stood alone: `type (`, then `Door struct {`. */
function tellTypes(structure: string[]): void {
  let isIn = false;
  for (let at = 0; at < structure.length; at++) {
    const text = structure[at] ?? "";
    if (isIn) structure[at] = text.startsWith(")") ? "" : text.replace(/^[ \t]/, "").replace(/^(?=[\p{L}_])/u, "type ");
    if (/^\S/.test(text)) isIn = /^type\s*\(\s*(?:\/[/*].*)?$/.test(text);
  }
}

const HAS_CLAUSES: ReadonlySet<string> = new Set(["Haskell", "Erlang", "Prolog", "Elm", "PureScript", "Agda", "Idris"]);
const CLAUSE_NAME = /^(?!(?:data|newtype|type|class|instance|import|foreign)\s+[\w(]|port\s+\w+\s*:)([a-z_][\w']*)/;

/** Moves lines that are not to the right of the head above them, which extends to the next head. */
function indentBodies(structure: string[], heads: readonly RegExp[]): void {
  /** The indentation of the heads that may contain a line, the innermost last. */
  const around: number[] = [];
  for (let at = 0; at < structure.length; at++) {
    const text = structure[at] ?? "";
    if (/^\s*(?:$|\/\/|\/\*|\*\s|--)/.test(text)) continue;
    const indent = indentOf(text);
    const isHead = text.length <= LINE_AT_MOST && heads.some((head) => head.test(plainLetters(text)));
    while ((around.at(-1) ?? -1) > (isHead ? indent - 1 : indent) && (isHead || around.length > 1)) around.pop();
    const least = (around.at(-1) ?? -1) + 1;
    if (isHead) around.push(indent);
    else if (indent < least) structure[at] = `${" ".repeat(least)}${text.trimStart()}`;
  }
}

/** Indents what a D function demands of its parameters, between head and body: `if (isRange!R)`, `in (a > 0)`. */
function indentConstraints(structure: string[]): void {
  let before = "";
  structure.forEach((text, at) => {
    if (text.trim() === "") return;
    if (/^\s*(?:if\s*\(.*\)|(?:in|out)\s*[({].*|(?:in|out|do))\s*$/.test(text) && /[)\w]\s*$/.test(before))
      structure[at] = ` ${text}`;
    before = text;
  });
}

/** Longer lines are not written by hand: definitions in them don't count. */
export const LINE_AT_MOST = 400;

/** Joins the clauses that begin with one name at the left margin, and the pragmas about it, into one function. */
function joinClauses(structure: string[]): void {
  let name: string | undefined;
  for (let at = 0; at < structure.length; at++) {
    const text = structure[at] ?? "";
    if (!/^\S/.test(text) || /^(?:--|\/\/|\*)/.test(text)) continue;
    if (name !== undefined && text.startsWith("{-#")) {
      structure[at] = ` ${text}`;
      continue;
    }
    const next = caughtIn(text, CLAUSE_NAME);
    if (next !== undefined && next === name) structure[at] = ` ${text}`;
    name = next;
  }
}

const HAS_DIRECTIVES: ReadonlySet<string> = new Set([
  ...["C", "C++", "Objective-C", "C#", "Cuda", "OpenCL", "Metal", "GLSL", "HLSL"],
]);

function indent({ startLine, endLine, isComment }: TextSpan, lines: readonly string[], structure: string[]): void {
  const around = indentOf(structure[startLine] ?? "");
  if (isComment) {
    const first = (lines[startLine] ?? "").trim();
    if (!first.startsWith("/*")) structure[startLine] = `${" ".repeat(around)}//${first}`;
    for (let at = startLine + 1; at <= endLine; at++) {
      const text = (lines[at] ?? "").trim();
      if (text !== "" && !/\*\/\s*\S/.test(text)) structure[at] = `${" ".repeat(around)}* ${text}`;
    }
    return;
  }
  const isTorn = lines.slice(startLine + 1, endLine + 1).some((text) => text.trim() !== "" && indentOf(text) <= around);
  if (!isTorn) return;
  for (let at = startLine + 1; at <= endLine; at++) structure[at] = " ".repeat(around + 1) + (lines[at] ?? "");
}

/** Moves what is at the left margin in C and related languages, whatever it is inside. */
function arrange(structure: string[]): void {
  for (let at = 0; at < structure.length; at++) {
    const text = structure[at] ?? "";
    if (DIRECTIVE.test(text)) {
      if (BEGINS_PART.test(text)) structure[at] = text.replace("#", "//#");
      else if (SAYS_NOTHING.test(text)) structure[at] = "";
      else if (isWithin(structure, at)) structure[at] = ` ${text}`;
      continue;
    }
    const plain = /^\S/.test(text) ? plainLetters(text) : ""; // indented lines are neither
    if (LABEL.test(plain) || (structure[at - 1] ?? "").endsWith("\\")) structure[at] = ` ${text}`;
    else if (HEAD.test(plain)) joinHead(structure, at);
  }
}

const DIRECTIVE = /^\s*#/;
const BEGINS_PART = /^\s*#\s*(?:if|ifdef|ifndef|region)\b/;
const SAYS_NOTHING = /^\s*#\s*(?:else|elif|elifdef|elifndef|endif|endregion|pragma|line)\b/;
const LABEL = /^[A-Za-z_]\w*\s*:(?!:)\s*(?:\/[/*].*)?$/;
const HEAD = /^[A-Za-z_][\w\s*&:<>,~]*\([^;{}]*$/;
const NAME_FIRST = /^(?:[A-Za-z_]\w*::)*~?[A-Za-z_]\w*\s*\(/;
const TYPE_ALONE = /^(?:[A-Za-z_][\w:<>,]*[ \t*&]+)*[A-Za-z_][\w:<>]*[ \t*&]*$/;
const DECLARATION = /^[\w\s*,[\]]+;\s*(?:\/[/*].*)?$/;
const HEAD_LINES = 20;

/** Whether a directive is between indented lines. */
function isWithin(structure: readonly string[], at: number): boolean {
  const isTold = (text: string) => text.trim() !== "" && !/^\s*(?:\/\/|\*|\/\*)/.test(text) && !DIRECTIVE.test(text);
  let next = at + 1;
  while (next < structure.length && next < at + HEAD_LINES && !isTold(structure[next] ?? "")) next++;
  let before = at - 1;
  while (before > 0 && before > at - HEAD_LINES && !isTold(structure[before] ?? "")) before--;
  return /^(?:\s|\})/.test(structure[next] ?? "") && /^\s|\{\s*$/.test(structure[before] ?? "");
}

/** If a function's body follows: puts the type before the name, and indents the declarations of the parameters. */
function joinHead(structure: string[], at: number): void {
  let body = at + 1;
  while (body < at + HEAD_LINES && /^\s+\S|^$/.test(structure[body] ?? "{")) body++;
  const isDeclaration = (text = "") => DECLARATION.test(plainLetters(text));
  const isDeclared = isDeclaration(structure[body]);
  const from = body;
  while (body < at + HEAD_LINES && (isDeclaration(structure[body]) || /^\s+\S/.test(structure[body] ?? ""))) body++;
  if (!(structure[body] ?? "").startsWith("{")) return;
  if (isDeclared) for (let line = from; line < body; line++) structure[line] = ` ${structure[line] ?? ""}`;
  const text = structure[at] ?? "";
  const type = structure[at - 1] ?? "";
  if (!NAME_FIRST.test(plainLetters(text)) || !TYPE_ALONE.test(plainLetters(type))) return;
  if (/^(?:else|do|return)\b/.test(type)) return;
  structure[at] = `${type.trimEnd()} ${text}`;
  structure[at - 1] = `//${type}`;
}
