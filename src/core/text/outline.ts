import { indentOf } from "./blocks.ts";
import { FURTHER_HEADS, HEADS } from "./definitionHeads.ts";
import { caughtIn, plainLetters } from "./letters.ts";
import { LINE_AT_MOST, structureOf } from "./structure.ts";
import type { TimeSlices } from "./timeSlices.ts";

/** A named piece of a file: a function, a class, a type, a constant; in Markdown, a section. */
export interface Definition {
  readonly name: string;
  /** Zero-based; of the comment above it, if it has one. */
  readonly startLine: number;
  /** The line with the name. */
  readonly line: number;
  /** Inclusive. */
  readonly endLine: number;
  /** It describes something and does nothing: an interface, a type. */
  readonly isType: boolean;
}

/**
 * The definitions in a file, by line, recognized by their looks in many languages; no local variables. Never fails; may
 * miss some. Computed once for the same array of lines: several passages of a file are looked up one after the other.
 */
export function outlineOf(lines: readonly string[], language: string | undefined): readonly Definition[] {
  const before = known.get(lines);
  if (before && before.language === language) return before.definitions;
  const definitions = outlineOfStructure(structureOf(lines, language), language);
  known.set(lines, { language, definitions });
  return definitions;
}

/** Finds the definitions in a file in slices, after which {@link outlineOf} has them at once. */
export async function readOutline(
  lines: readonly string[],
  language: string | undefined,
  slices: TimeSlices,
): Promise<void> {
  if (known.get(lines)?.language === language) return;
  if (slices.isOver) await slices.next();
  const steps = outlining(structureOf(lines, language), language);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) if (slices.isOver) await slices.next();
  known.set(lines, { language, definitions: step.value });
}

const known = new WeakMap<
  readonly string[],
  { readonly language: string | undefined; readonly definitions: readonly Definition[] }
>();

/** The definitions in lines of a file that were arranged by {@link structureOf}. */
export function outlineOfStructure(lines: readonly string[], language: string | undefined): readonly Definition[] {
  const steps = outlining(lines, language);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same, with a step every few lines. */
function* outlining(
  lines: readonly string[],
  language: string | undefined,
): Generator<undefined, readonly Definition[], undefined> {
  const section = SECTIONS.get(language);
  if (section) return sectionsOf(lines, section);
  const definitions: Definition[] = [];
  /** Those that contain the current line, the innermost last. */
  const open: Definition[] = [];
  for (const [line, text] of lines.entries()) {
    if (line % LINES_A_STEP === 0) yield;
    const name = text.length > LINE_AT_MOST ? undefined : nameDefinedOn(lines, line, language);
    if (name === undefined) continue;
    for (let last = open.at(-1); last && last.endLine <= line; last = open.at(-1)) open.pop();
    if (isLocal(plainLetters(text), lines[open.at(-1)?.line ?? -1])) continue;
    const definition = {
      name,
      line,
      startLine: startOfComment(lines, line),
      endLine: endOfBlock(lines, line, language),
      isType: TYPE.test(text),
    };
    definitions.push(definition);
    open.push(definition);
  }
  return definitions;
}

const LINES_A_STEP = 64;

/** `open`, the name by which `Door::open`, `Door:open` and `Door.open` are called as well, and `open?` of Ruby is meant. */
export function lastPartOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(":"), name.lastIndexOf(".")) + 1).replace(/(?<=\w)[?!=]$/, "");
}

/** Like {@link definedName}, but also considers the lines below. */
function nameDefinedOn(lines: readonly string[], line: number, language: string | undefined): string | undefined {
  const text = lines[line] ?? "";
  if (OF_COMMENT.test(text) && !(OF_SCRIPT.has(language ?? "") && GENERATOR.test(plainLetters(text)))) return undefined;
  const name = definedName(text, language);
  if (HEADS.has(language ?? "")) return name;
  if (name === undefined) return nameOfLongHead(lines, line);
  return TOP_LEVEL_C.test(plainLetters(text)) && isDeclaredOnly(lines, line) ? undefined : name;
}

/** Whether a function's head that continues below ends in a semicolon: then it is only declared here. */
function isDeclaredOnly(lines: readonly string[], line: number): boolean {
  for (let at = line; at < lines.length && at < line + HEAD_LINES; at++) {
    const text = lines[at] ?? "";
    if (at > line && !/^\s+\S/.test(text)) return false;
    const end = /[{;]|\)\s*$/.exec(text)?.[0];
    if (end !== undefined) return end === ";";
  }
  return false;
}

const OF_SCRIPT: ReadonlySet<string> = new Set(["JavaScript", "TypeScript", "TSX", "Vue", "Svelte", "Astro"]);
const GENERATOR = /^\s*\*\s*[\w$#[].*\)[^()]*\{\s*$/;
/** A line of a comment: "* Copyright (C)" would look like a C function, and "* the class Door" like a class. */
const OF_COMMENT = /^\s*(?:\/[/*]|\*\s)/;
const HEAD_LINES = 20;

/**
 * The name of a method whose parameters are on lines of their own: before its body, `)` and `{` are on one line, as far
 * indented as the name's line.
 */
function nameOfLongHead(lines: readonly string[], line: number): string | undefined {
  const text = lines[line] ?? "";
  const name = text.trimEnd().endsWith("(") ? caughtIn(text, LONG_HEAD) : undefined;
  if (name === undefined || KEYWORDS.test(name)) return undefined;
  const indent = indentOf(text);
  for (let at = line + 1; at < lines.length && at < line + HEAD_LINES; at++) {
    const below = lines[at] ?? "";
    if (below.trim() === "" || indentOf(below) > indent) continue;
    return indentOf(below) === indent && /^\s*\)[^=;]*\{\s*$/.test(below) ? name : undefined;
  }
  return undefined;
}

const LONG_HEAD =
  /^\s+(?:(?:public|private|protected|static|async|get|set|override|readonly|final|abstract|virtual|synchronized|\*)\s+)*(?:[\w<>[\],.?&*:]+\s+)?([#*&]?[A-Za-z_$][\w$]*)\s*(?:<[^>()]*>)?\(\s*$/;

/** Whether a line gives a value, other than a function, to a variable in a function, which begins with `around`. */
function isLocal(text: string, around: string | undefined): boolean {
  return around !== undefined && !HOLDS_MEMBERS.test(around) && ASSIGNED.test(text) && !FUNCTION_VALUE.test(text);
}

const TYPE = /^\s*(?:export\s+)?(?:declare\b|(?:default\s+)?(?:interface|type)\b)/;
const FUNCTION_VALUE = /=\s*(?:async\s*)?(?:function\b|class\b|\([^()]*\)[^=]*=>|[\w$]+\s*=>|\(\s*$)/;
const HOLDS_MEMBERS =
  /\b(?:class(?!\s+func)|interface|enum|struct|trait|impl|module|namespace|record|extension|object|def(?:module|protocol|impl))\b/;

const NAMED =
  /^\s*(?:(?:export|default|declare|abstract|async|public|private|protected|internal|static|final|sealed|partial|override|pub(?:\([\w: ]+\))?|unsafe|extern(?:\s+"[^"]*")?|inline|open|data|suspend|virtual|readonly|const|typedef)\s+)*(?:function\s*\*?|class|interface(?:\s+class)?|type|enum(?:\s+(?:class|struct))?|struct|union|trait|impl(?:<[^>]*>)?|def|func|fn|fun|module|namespace|record|protocol|sub|proc|mod|macro_rules!|extension)\s+(?:\([^)]*\)\s*)?&?([A-Za-z_$][\w$]*)(?![\w$]|[ \t*&]+(?!func\b)[A-Za-z_]\w*\s*[;=,()[])/;
const ASSIGNED =
  /^\s*(?:export\s+|pub(?:\([\w: ]+\))?\s+)?(?:declare\s+)?(?:const|let|var|val|static|final)\s+(?:mut\s+)?([A-Za-z_$][\w$]*)\s*(?::[^=]+)?=/;
const MEMBER_ASSIGNED =
  /^\s*(?:module\.)?(?:exports|[A-Za-z_$][\w$]*\.prototype|this)\.([A-Za-z_$][\w$]*)\s*=\s*(?:async\s+)?(?:function\b|\()/;
const METHOD =
  /^\s+(?:(?:public|private|protected|static|async|get|set|override|readonly|final|abstract|virtual|synchronized|\*)\s+)*\*?\s*(?:[\w<>[\],.?&*:]+\s+)?[#*&]?(\[?[A-Za-z_$][\w$.]*\]?)\s*(?:<[^>()]*>)?\([^;{}]*(?:\)\s*(?::[^;]+|->[^;]+|throws[^;]+|const|noexcept)?\s*(?:\{.*)?|,)?$/;
/** What needs no parenthesis: `if rows.Next() {`, `go func() {`, `return wrap(function () {`. */
const STATEMENT =
  /^\s*(?:if|unless|for|while|until|switch|match|select|case|when|guard|else|return|await|yield|throw|new|go|defer)\s+[^\s(]/;
/** A function among what is given to another one. */
const GIVEN = /[(,]\s*(?:async\s+)?(?:function|func|fn|sub|proc)\b[\s*]*[\w$]*\s*\(/;
const NO_METHOD = /^(?:func|fn|foreach|elseif|sizeof|synchronized|let|Ok|Err|Some)$/;
const TOP_LEVEL_C =
  /^(?!\s|return\b|else\b|type\b)(?:[\w<>,:*&]+\s+)+[*&]*(?!func\b)([A-Za-z_][\w:]*)\s*\([^;]*(?:\{\s*)?$/;
const SHELL = /^\s*([A-Za-z_][\w-]*)\s*\(\)\s*\{/;
const KEYWORDS =
  /^(?:if|for|while|switch|catch|return|function|await|new|super|throw|else|do|try|with|using|lock|match|loop|case|yield|typeof|delete|import|require|assert|expect|describe|it)$/;

/** These are names as well, where it shows: a word of a definition or a type precedes them. */
const ALSO_NAMES = /^(?:delete|match|using|lock|loop|require|assert|expect|describe|it)$/;
const FUNCTION_OF_ANY_NAME = /\b(?:function\s*\*?|def|func|fn|fun|sub|proc)\s+(?:\([^)]*\)\s*)?&?[a-z]+\s*[(<[]/;

/** Whether a line rather does something by that word than define something of that name. */
function isKeyword(name: string, plain: string, language: string | undefined): boolean {
  if (!KEYWORDS.test(name) || FUNCTION_OF_ANY_NAME.test(plain)) return false;
  if (!ALSO_NAMES.test(name) || STATEMENT.test(plain)) return true;
  // In scripts, none of them begins a statement that ends in a brace.
  return !OF_SCRIPT.has(language ?? "") && !/[\w>\]]\s+[*&]*$/.test(plain.slice(0, plain.indexOf(name)));
}

/**
 * The name of the function, class, type or value that a line defines, judging by its looks; `undefined` if it defines
 * none. Without a language, recognizes what looks like a definition in most of them.
 */
export function definedName(text: string, language?: string): string | undefined {
  const plain = plainLetters(text);
  if (OF_WHOLE_FILE.test(plain)) return undefined;
  const own = HEADS.get(language ?? "");
  if (own) return nameBy(own, text, plain);
  const patterns = plain.includes("(") || plain.includes("=") ? OF_MOST : WITH_WORD;
  const isName = (found: string) => !isKeyword(found, plain, language);
  const name = nameBy(patterns, text, plain, isName) ?? nameBy(FURTHER_HEADS.get(language ?? "") ?? [], text, plain);
  if (name !== undefined) return name;
  // A method's head ends in a brace; a call does not, unless it is part of a statement or is given a function.
  const isHead = /(?<!=>\s*)\{\s*$/.test(text) && !STATEMENT.test(plain) && !GIVEN.test(plain);
  const method = isHead ? caughtIn(text, METHOD, plain) : undefined;
  return method !== undefined && isName(method) && !isCalled(method, text) ? method : undefined;
}

/**
 * Whether a name begins its line as no method's does: `t.Run(`, `Ok(`, but for `[Symbol.iterator](`; or ends a
 * condition of several lines: `isOpen(at) == 0) {`; or is given what has a body: `run(new Task() {`.
 */
function isCalled(name: string, text: string): boolean {
  const isObjects = /^[^[]*\./.test(name) && text.trimStart().startsWith(name);
  return isObjects || NO_METHOD.test(name) || text.split(")").length !== text.split("(").length;
}

/** `namespace Shop.Orders;` says where all of the file belongs, and defines nothing. */
const OF_WHOLE_FILE = /^\s*namespace\s+[\w.\\]+\s*;/;

/** Recognizes what is defined by a keyword; all others have a parenthesis or a value. */
const WITH_WORD = [NAMED];
const OF_MOST = [NAMED, ASSIGNED, MEMBER_ASSIGNED, SHELL, TOP_LEVEL_C];

/** The first name that one of the patterns finds, if it is one. */
function nameBy(
  patterns: readonly RegExp[],
  text: string,
  plain: string,
  isName: (found: string) => boolean = () => true,
): string | undefined {
  for (const pattern of patterns) {
    const name = caughtIn(text, pattern, plain);
    if (name !== undefined && isName(name)) return name;
  }
  return undefined;
}

const COMMENT = /^\s*(?:\/[/*]|\*\s|\*\/|#(?![\w![])|--)/;

const CLOSED_BY_WORD: ReadonlySet<string> = new Set([
  ...["Ruby", "Crystal", "Elixir", "Lua", "Julia", "OCaml", "Vim Script", "fish", "AppleScript"],
]);
const CLAUSE_OF_WORDS = /^\s*(?:rescue|ensure|else|elseif|elsif|catch|finally|after|when)\b/;

/**
 * The end of what begins on a line: the last line before one that is not indented more, including a closing bracket or
 * the word that takes its place.
 */
function endOfBlock(lines: readonly string[], line: number, language: string | undefined): number {
  const closesByWord = language !== undefined && CLOSED_BY_WORD.has(language);
  const indent = indentOf(lines[line] ?? "");
  let end = line;
  for (let next = line + 1; next < lines.length; next++) {
    const text = lines[next] ?? "";
    if (text.trim() === "") continue;
    if (indentOf(text) > indent) {
      end = next;
      continue;
    }
    if (COMMENT.test(text)) continue;
    if (indentOf(text) < indent) break;
    if (closesByWord && CLAUSE_OF_WORDS.test(text)) continue;
    if (closesByWord && /^\s*end(?:f(?:un(?:c(?:tion)?)?)?|def|class|interface)?\b/.test(text)) return next;
    // A bracket at the same depth closes it, or closes its head and opens its body.
    if (!/^\s*(?:[)\]}]|>(?!>))/.test(text) && !/^\s*\{\s*$/.test(text)) break;
    end = next;
    if (!/[{(:[]\s*$|=>\s*$/.test(text)) break;
  }
  return end;
}

function startOfComment(lines: readonly string[], line: number): number {
  let start = line;
  while (
    start > 0 &&
    line - start < 40 &&
    /^\s*(?:\/\/|\/?\*|#(?!\s*(?:include|if|endif|define))|--|"""|@\w|#\[)/.test(lines[start - 1] ?? "")
  )
    start--;
  return start;
}

const NUMBER_SIGNS = /^(#{1,6})\s+(.+?)\s*#*$/;
/** The line that a section begins with, which contains its name. */
const SECTIONS: ReadonlyMap<string | undefined, RegExp> = new Map([
  ["Markdown", NUMBER_SIGNS],
  ["reStructuredText", NUMBER_SIGNS],
  ["AsciiDoc", /^(={1,6})\s+(.+?)\s*$/],
  ["Org", /^(\*{1,8})\s+(?:(?:TODO|DONE)\s+)?(.+?)\s*$/],
]);

function sectionsOf(lines: readonly string[], section: RegExp): readonly Definition[] {
  const heads: { readonly name: string; readonly line: number; readonly level: number }[] = [];
  let inFence = false;
  lines.forEach((text, line) => {
    if (/^\s*(?:```|~~~)/.test(text)) inFence = !inFence;
    const [, marks, name] = (inFence || text.length > LINE_AT_MOST ? undefined : section.exec(text)) ?? [];
    if (marks !== undefined && name !== undefined) heads.push({ name, line, level: marks.length });
  });
  return heads.map(({ name, line }, index) => ({
    name,
    line,
    startLine: line,
    isType: false,
    endLine: Math.max(line, (heads[index + 1]?.line ?? lines.length) - 1),
  }));
}
