import type { CodeSymbol, SymbolKind } from "../model/codeSymbol.ts";
import { outlineOf, type Definition } from "./outline.ts";

/** The declarations in a file, in their order, with their kinds, by the looks of their lines: some are missed, and some are none. */
export function symbolsByLooks(text: string, language: string | undefined): readonly CodeSymbol[] {
  const lines = text.split(/\r?\n/);
  const open: Definition[] = [];
  return outlineOf(lines, language).flatMap((definition): readonly CodeSymbol[] => {
    const head = lines[definition.line] ?? "";
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) < definition.line) open.pop();
    const around = open.at(-1);
    open.push(definition);
    if (EXTENDS.test(head)) return []; // says more about something that is declared elsewhere
    const receiver = /^func\s+\(\s*(?:\w+\s+)?\*?(\w+)/.exec(head)?.[1];
    const holder = around && lines[around.line];
    const containerName = receiver ?? (around && holder !== undefined ? nameOfHolder(around, holder) : "");
    const isMember = receiver !== undefined || (holder !== undefined && HOLDS_MEMBERS.test(holder));
    const { name, line, endLine } = definition;
    const column = Math.max(0, columnOf(head, name));
    return [{ name, kind: kindOf(head, isMember), containerName, line, column, endLine }];
  });
}

const EXTENDS = /^\s*(?:pub\s+|public\s+|private\s+|unsafe\s+)*(?:impl|extension|instance|defimpl|extend)\b/;
const HOLDS_MEMBERS = /\b(?:class|interface|struct|trait|impl|protocol|record|object|enum|extension|contract)\b/;

/** In `impl Display for Point`, what is declared belongs to `Point`. */
function nameOfHolder({ name }: Definition, head: string): string {
  return (EXTENDS.test(head) ? /\bfor\s+([A-Za-z_]\w*)/.exec(head)?.[1] : undefined) ?? name;
}

/** What it is by the words in front of its name, without {@link MODIFIERS}. */
const BY_WORD: readonly (readonly [pattern: RegExp, kind: SymbolKind])[] = [
  [
    /^(?:function|func|fun|fn|def(?:p|n|np|macrop?|guardp?|delegate)?|sub|subroutine|proc|procedure|task|entry|macro|macro_rules!|rpc|method|iterator|template|theorem|lemma|corollary|(?:real|integer|logical|complex|character|double\s+precision|type)\b[\w*(), ]*\sfunction)\b/i,
    "function",
  ],
  [/^\(define[\w/-]*\s+\(/, "function"],
  [/^\((?:struct|define-(?:struct|record-type|class))\b/, "class"],
  [/^\((?:[\w.-]+[-/])?def(?:un|macro|subst|n|multi|method|advice|ine-\S+)\b/, "function"],
  [/^create\s+(?:or\s+replace\s+)?(?:function|procedure|trigger)\b/i, "function"],
  [/^let\s+(?:(?:rec|inline)\s+)*[\w']+\s+[^=:\s]/, "function"],
  [/^\(def(?:protocol|interface)\b|^(?:@?interface|trait|protocol|service|defprotocol)\s+\w/i, "interface"],
  [/^\((?:[\w.-]+[-/])?def(?:struct|class|record|type|group)\b|^-type\b|^create\s+\w/i, "class"],
  [
    /^(?:class(?:_name)?|record|object|union|actor|mixin|contract|message|data|newtype|typealias|exception|@type|datatype|(?:co)?inductive|entity|model|table|abstract)\s+[\w(]|^(?:::)?(?:\w+::)+class\s|^type\s*(?:,|::)/i,
    "class",
  ],
  [
    /^\w+\*?\s*(?:<[^=]*>|\[[^\]]*\])?\s*=\s*(?:packed\s+)?(?:(?:ref|ptr)\s+)*(?:class|record|object|tuple|concept)\b/i,
    "class",
  ],
  [/^\w+\s*(?:<[^=]*>)?\s*=\s*interface\b/i, "interface"],
  [/^\w+\*?\s*(?:=|::)\s*enum\b/, "enum"],
  [/^\w+\s*::\s*(?:struct|union)\b/, "struct"],
  [/^\w+\s*::\s*(?:#\w+\s+)*proc\b/, "function"],
  [/^\(def/, "variable"],
  [/^enum\s+\w/i, "enum"],
  [/^struct(?:ure)?\s+\w|^-record\b/i, "struct"],
  [/^(?:sub)?type\s+\w/i, "class"],
  [
    /^(?:module|mod|defmodule|defimpl|library|unit|program|submodule|functor|signature)\s+\w|^-module\b|^\(ns\b/i,
    "module",
  ],
  [/^(?:namespace|package)\s+\w/i, "namespace"],
  [/^(?:attr_\w+|has)\s+['":\w]|^property\s/i, "property"],
];
const MODIFIERS = new RegExp(
  String.raw`^\s*(?:(?:${[
    "export|default|declare|abstract|async|static|final|sealed|partial|override|unsafe|inline|open|data(?=\\s+(?:class|object))",
    "suspend|virtual|readonly|local|case|implicit|lazy|inner|annotation|value|operator|infix|tailrec|external|lateinit|our",
    "overrides|overridable|mustoverride|mustinherit|notinheritable|friend|shared|overriding|pure|elemental|recursive",
    "with|without|sharing|inherited|global|c(?:p?def)|multi|proto|my|automatic|noncomputable|oo::(?=class)",
    "companion|actual|expect|mutating|weak|unowned|indirect|convenience|required|dynamic|transparent|opaque|nonisolated",
    'typedef|extern(?:\\s+"[^"]*")?|package(?=\\s+object)|const(?=\\s+(?:fn|enum|unsafe|class)\\b)|pub(?:\\([\\w:]+\\))?',
    "(?:public|private|protected|internal|fileprivate)(?:\\[\\w+\\]|\\(set\\))?|@(?!interface|type)\\w+(?:\\([^()]*\\))?|class(?=\\s+func\\b)",
  ].join("|")})\s+)*`,
  "i",
);
const FUNCTION_VALUE = /(?:=|<-)\s*(?:async\s*)?(?:function\b|\([^()]*\)[^=]*=>|[\w$]+\s*=>|\(\s*$|\\\()/;

function kindOf(head: string, isMember: boolean): SymbolKind {
  const rest = head.replace(MODIFIERS, "");
  const goType = /^type\s+\w+(?:\[[^\]]*\])?\s+(struct|interface)\b/.exec(rest)?.[1];
  if (goType === "struct" || goType === "interface") return goType;
  const kind = BY_WORD.find(([pattern]) => pattern.test(rest))?.[1];
  if (kind === "function") return isMember ? "method" : "function";
  if (kind !== undefined) return kind;
  if (/^(?:const|let|var|val)\b/.test(rest)) {
    if (FUNCTION_VALUE.test(rest)) return "function";
    return rest.startsWith("const") ? "constant" : "variable";
  }
  if (/^(?:this|[\w$]+\.prototype)\./.test(rest)) return "method";
  if (/^[\w$<>[\].?:,\s*&#"`]+(?:=(?!>)|<-)/.test(rest) && !FUNCTION_VALUE.test(rest))
    return /\bfinal\b/.test(head) || /^[A-Z][A-Z0-9_]+\b/.test(rest) ? "constant" : "variable";
  return isMember ? "method" : "function";
}

function columnOf(head: string, name: string): number {
  const isWord = (at: number) => /[\w$]/.test(head.charAt(at));
  let at = head.indexOf(name);
  while (at >= 0 && (isWord(at - 1) || isWord(at + name.length))) at = head.indexOf(name, at + 1);
  return at;
}
