import type { CodeSymbol, SymbolKind } from "../model/codeSymbol.ts";
import { outlineOf, type Definition } from "./outline.ts";
import { caughtIn, plainLetters } from "./letters.ts";
import { WORDY_LANGUAGES } from "./wordyLanguages.ts";

/**
 * The declarations in a file, in order, with their kinds, recognized by the looks of their lines: some are missed, and
 * some are wrong.
 */
export function symbolsByLooks(text: string, language: string | undefined): readonly CodeSymbol[] {
  const lines = text.split(/\r?\n/);
  const open: Definition[] = [];
  return outlineOf(lines, language).flatMap((definition): readonly CodeSymbol[] => {
    const head = lines[definition.line] ?? "";
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) < definition.line) open.pop();
    const around = open.at(-1);
    open.push(definition);
    if (EXTENDS.test(head)) return []; // adds to something that is declared elsewhere
    const receiver = caughtIn(head, RECEIVER);
    const holder = around && lines[around.line];
    const containerName = receiver ?? (around && holder !== undefined ? nameOfHolder(around, holder) : "");
    const isMember = receiver !== undefined || (holder !== undefined && HOLDS_MEMBERS.test(holder));
    const { name, line, endLine } = definition;
    const column = Math.max(0, columnOf(head, name));
    return [{ name, kind: kindOf(plainLetters(head), isMember, language), containerName, line, column, endLine }];
  });
}

const RECEIVER = /^func\s+\(\s*(?:\w+\s+)?\*?(\w+)/;
const EXTENDS =
  /^\s*(?:@\w+(?:\([^()]*\))?\s+|(?:pub|public|private|fileprivate|internal|nonisolated|unsafe)\s+)*(?:impl|extension|instance|defimpl|extend)\b/;
const HOLDS_MEMBERS = /\b(?:class|interface|struct|trait|impl|protocol|record|object|enum|extension|contract)\b/;

/** In `impl Display for Point`, the declarations belong to `Point`. */
function nameOfHolder({ name }: Definition, head: string): string {
  return (EXTENDS.test(head) ? caughtIn(head, /\bfor\s+([A-Za-z_]\w*)/) : undefined) ?? name;
}

/** The kind according to the words in front of the name, without {@link MODIFIERS}. */
const BY_WORD: readonly (readonly [pattern: RegExp, kind: SymbolKind])[] = [
  [/^(?:function|func|fun|fn|def(?:p|n|np|macrop?|guardp?|delegate)?|sub|proc|macro|macro_rules!|rpc)\b/, "function"],
  [/^\((?:[\w.-]+[-/])?def(?:un|macro|subst|n|multi|method|advice|ine-\S+)\b/, "function"],
  [/^create\s+(?:or\s+replace\s+)?(?:function|procedure|trigger)\b/i, "function"],
  [/^let\s+(?:(?:rec|inline)\s+)*[\w']+\s+[^=:\s]/, "function"],
  [/^\(def(?:protocol|interface)\b|^(?:@?interface|trait|protocol|service|defprotocol)\s+\w/, "interface"],
  [/^\((?:[\w.-]+[-/])?def(?:struct|class|record|type|group)\b|^-type\b|^create\s+\w/i, "class"],
  [
    /^(?:class|record|object|union|actor|mixin|contract|message|data|newtype|typealias|exception|@type)\s+[\w(`]/,
    "class",
  ],
  [/^\(def/, "variable"],
  [/^enum\s+\w/, "enum"],
  [/^struct\s+\w|^-record\b/, "struct"],
  [/^type\s+\w/, "class"],
  [/^(?:module|mod|defmodule|defimpl|library)\s+\w|^-module\b|^\(ns\b/, "module"],
  [/^(?:namespace|package)\s+\w/, "namespace"],
  [/^(?:attr_\w+|has)\s+['":\w]/, "property"],
];

const MODIFIERS = [
  "export|default|file(?=\\s+[a-z])|declare|abstract|async|static|final|sealed|partial|override|unsafe|inline|open|data(?=\\s+(?:class|object))",
  "suspend|virtual|readonly|local|case|implicit|lazy|inner|annotation|value|operator|infix|tailrec|external|lateinit|our",
  "companion|actual|expect|mutating|weak|unowned|indirect|convenience|required|dynamic|transparent|opaque|nonisolated",
  'typedef|extern(?:\\s+"[^"]*")?|package(?=\\s+object)|const(?=\\s+(?:fn|enum|unsafe|class)\\b)|pub(?:\\([\\w: ]+\\))?',
  "(?:public|private|protected|internal|fileprivate)(?:\\[\\w+\\]|\\(set\\))?|@(?!interface|type)\\w+(?:\\([^()]*\\))?|class(?=\\s+func\\b)",
];
const BEHIND_MODIFIERS = behind(MODIFIERS);
const FUNCTION_VALUE = /(?:=|<-)\s*(?:async\s*)?(?:function\b|\([^()]*\)[^=]*=>|[\w$]+\s*=>|\(\s*$|\\\()/;

/**
 * Words of languages that were added later; elsewhere they mean other things. In lower case where case does not matter.
 */
const FURTHER_WORDS: readonly (readonly [pattern: RegExp, kind: SymbolKind])[] = [
  [
    /^(?:subroutine|procedure|task|entry|method|submethod|iterator|template|converter|theorem|lemma|corollary|fact|remark|proposition|operation)\s+["\w]|^(?:real|integer|logical|complex|character|double\s+precision|type)\b[\w*(), ]*\sfunction\b/,
    "function",
  ],
  [
    /^(?:class_name|datatype|(?:co)?inductive|entity|model|table|abstract)\s+\w|^(?:::)?(?:\w+::)+class\s|^type\s*(?:,|::)|^subtype\s/,
    "class",
  ],
  [
    /^\w+\*?\s*(?:<[^=]*>|\[[^\]]*\])?\s*=\s*(?:packed\s+)?(?:(?:ref|ptr)\s+)*(?:class|record|object|tuple|concept)\b/,
    "class",
  ],
  [/^\w+\s*(?:<[^=]*>)?\s*=\s*interface\b/, "interface"],
  [/^\w+\*?\s*(?:=|::)\s*enum\b/, "enum"],
  [/^\w+\s*::\s*(?:struct|union)\b|^structure\s+\w/, "struct"],
  [/^\w+\s*::\s*(?:#\w+\s+)*proc\b|^\(define[\w/-]*\s+\(/, "function"],
  [/^\((?:struct|define-(?:struct|record-type|class))\b/, "class"],
  [/^(?:unit|program|submodule|functor|signature)\s+\w/, "module"],
  [/^property\s/, "property"],
];
const FURTHER_MODIFIERS = [
  "overrides|overridable|mustoverride|mustinherit|notinheritable|friend|shared|overriding|pure|elemental|recursive",
  "with|without|sharing|inherited|global|c(?:p?def)|multi|proto|my|automatic|noncomputable|oo::(?=class)",
];
const BEHIND_FURTHER_MODIFIERS = behind([...FURTHER_MODIFIERS, ...MODIFIERS]);
/** The languages of these words, besides {@link WORDY_LANGUAGES}. */
const FURTHER_LANGUAGES: ReadonlySet<string> = new Set([
  ...[
    "D",
    "Nim",
    "Odin",
    "Vala",
    "Haxe",
    "GDScript",
    "Cython",
    "Tcl",
    "Common Lisp",
    "Scheme",
    "Racket",
    "Standard ML",
  ],
  ...["Lean", "Raku", "Smithy", "FlatBuffers", "Cap'n Proto", "Prisma", "QML", "Apex"],
]);

function behind(words: readonly string[]): RegExp {
  return new RegExp(String.raw`^\s*(?:(?:${words.join("|")})\s+)*`);
}

function kindOf(head: string, isMember: boolean, language = ""): SymbolKind {
  const isWordy = WORDY_LANGUAGES.has(language);
  if (!isWordy && !FURTHER_LANGUAGES.has(language))
    return kindByWords(head.replace(BEHIND_MODIFIERS, ""), head, isMember);
  const text = isWordy ? head.toLowerCase() : head;
  const rest = text.replace(BEHIND_FURTHER_MODIFIERS, "");
  const kind = FURTHER_WORDS.find(([pattern]) => pattern.test(rest))?.[1];
  if (kind === "function" && isMember) return "method";
  return kind ?? kindByWords(rest, text, isMember);
}

function kindByWords(rest: string, head: string, isMember: boolean): SymbolKind {
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
  const plain = plainLetters(head);
  const isWord = (at: number) => /[\w$]/.test(plain.charAt(at));
  let at = head.indexOf(name);
  while (at >= 0 && (isWord(at - 1) || isWord(at + name.length))) at = head.indexOf(name, at + 1);
  return at;
}
