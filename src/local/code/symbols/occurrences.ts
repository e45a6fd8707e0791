import type { Node } from "web-tree-sitter";
import { CASE_INSENSITIVE } from "../../../core/text/languageTables.ts";
import type { CodeSymbol } from "../../../core/model/codeSymbol.ts";
import { readDefinitions } from "./definitions.ts";
import { grammarOf } from "./grammars.ts";
import { isDeclaredOutside, localSpan, mayBeVariable, type LocalSpan } from "./localNames.ts";
import { isTypeInText } from "./pythonTypes.ts";
import { rolesByLooks, type Place, type Role } from "./rolesByLooks.ts";
import { symbolsOf } from "./symbols.ts";
import { readTree } from "./treeSitter.ts";

/** A place where a name stands as a whole word. */
export interface Occurrence {
  readonly role: Role;
  /** Zero-based. */
  readonly line: number;
  /** UTF-16, in its line. */
  readonly column: number;
  /** What is defined there, for a definition; otherwise the innermost definition around it, if any. */
  readonly symbol: CodeSymbol | undefined;
  /** Whether a definition is one of several parts, as a `partial` class. */
  readonly isPart?: true;
}

/**
 * The places of a name in a file, in order; words of the language itself, such as `get` in front of a property, are
 * left out. Based on the file's syntax if that is known and parsing it ends in time. Otherwise definitions are
 * recognized by the looks of lines, and so are imports, parameters and local variables, comments that begin lines and
 * the middle of long strings; what a `(` follows counts as a call, and everything else as a `reference`; in a file
 * without definitions, everything is `text`.
 */
export async function occurrencesIn(
  text: string,
  language: string | undefined,
  name: string,
): Promise<readonly Occurrence[]> {
  const places = placesOf(text, language, name);
  if (places.length === 0) return [];
  const grammar = grammarOf(language);
  const byTree =
    grammar &&
    (await readTree(text, grammar, (root, query, parsed) => {
      const definitions = readDefinitions(root, query);
      const around = createLookup(definitions, language, name);
      const innermost = innermostAround(places, definitions);
      const nodes = places.map(({ at }) => {
        const isParsed = parsed.startsWith(name, at);
        return isParsed ? (root.namedDescendantForIndex(at, at + name.length) ?? undefined) : undefined;
      });
      // A function in another one is a definition, whatever declares it: `const go = () => {}`.
      const isLocal = localsAmong(
        nodes.filter((_, index) => !isDefinedAt(around, places[index])),
        language,
      );
      return places.flatMap(({ at, line, column }, index): readonly Occurrence[] => {
        const node = nodes[index];
        const defined = around.definedAt(line, column);
        if (defined) {
          const isPart = language === "C#" && node !== undefined && isPartial(node);
          return [{ role: "definition", line, column, symbol: defined, ...(isPart && { isPart }) }];
        }
        const isCall = text.charAt(at + name.length) === "(";
        const symbol = innermost[index];
        if (node && isWordOfLanguage(root, at, at + name.length)) return [];
        // What was left out for the parser is code, too; `!` calls a macro of Rust.
        if (!node) {
          const isMacro = text.charAt(at + name.length) === "!";
          return [{ role: isCall || isMacro ? "call" : "reference", line, column, symbol }];
        }
        const role = isLocal(node) ? "local" : isExtended(node) ? "extension" : roleOf(node, isCall, language);
        return role ? [{ role, line, column, symbol }] : [];
      });
    }));
  if (byTree) return byTree;
  const symbols = await symbolsOf(text, language);
  const around = createLookup(symbols, language, name);
  const innermost = innermostAround(places, symbols);
  const placed = places.map(({ line, column }, index) => ({ line, column, symbol: innermost[index] }));
  const isDefined = ({ line, column }: Place) => around.definedAt(line, column) !== undefined;
  const isCode = symbols.length > 0;
  const roles = rolesByLooks(text.split(/\r?\n/), { language, name, isCode }, placed, isDefined);
  return placed.flatMap((place): readonly Occurrence[] => {
    const symbol = around.definedAt(place.line, place.column);
    if (symbol) return [{ ...place, role: "definition", symbol }];
    const role = roles.get(place);
    return role === undefined ? [] : [{ role, ...place }];
  });
}

interface NamePlace {
  /** UTF-16, in the text. */
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

/** Where a name may end in a mark; in front of one, that is an operator: `!open?`. */
const MARK_AT_END: ReadonlySet<string | undefined> = new Set(["Ruby", "Crystal", "Elixir"]);
/** The letters of names in some languages, including those of all. */
const MORE_LETTERS: ReadonlyMap<string | undefined, RegExp> = new Map([
  ...[...MARK_AT_END].map((language) => [language, /[\p{L}\p{M}\p{N}_!?]/u] as const),
  ...["JavaScript", "TypeScript", "TSX", "Java"].map((language) => [language, /[\p{L}\p{M}\p{N}_$]/u] as const),
  ...["Clojure", "COBOL", "Common Lisp", "Emacs Lisp", "Racket", "Scheme"].map(
    (language) => [language, /[\p{L}\p{M}\p{N}_\-!?*]/u] as const,
  ),
]);
const LETTER = /[\p{L}\p{M}\p{N}_]/u;

/** Whether names of a language may end in a question mark. */
export function endsInMark(language: string | undefined): boolean {
  return MORE_LETTERS.get(language)?.test("?") === true;
}

/** What something belongs to by its name alone, with the sign behind it: `Plug.` of `Plug.Static`. */
const OUTER = /^.+(?:\.|::?)/;
/** Where functions are defined with the name of what they belong to: `function M.go()`. */
const OUTER_NAMED: ReadonlySet<string | undefined> = new Set(["Perl", "Lua"]);

/** Names with the same key are the same in a language. The key is as long as the name. */
function keyOf(name: string, language: string | undefined): string {
  if (language === undefined || !CASE_INSENSITIVE.includes(language)) return name;
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function placesOf(given: string, language: string | undefined, sought: string): readonly NamePlace[] {
  const text = keyOf(given, language);
  const name = keyOf(sought, language);
  const letter = MORE_LETTERS.get(language) ?? LETTER;
  const letterBefore = MARK_AT_END.has(language) ? LETTER : letter;
  const begins = letter.test(name.charAt(0));
  const ends = letter.test(name.charAt(name.length - 1));
  const places: NamePlace[] = [];
  let line = 0;
  let lineStart = 0;
  for (let at = text.indexOf(name); at >= 0 && name !== ""; at = text.indexOf(name, at + name.length)) {
    if (begins && at > 0 && letterBefore.test(text.charAt(at - 1))) continue;
    if (ends && letter.test(text.charAt(at + name.length))) continue;
    for (let next = text.indexOf("\n", lineStart); next >= 0 && next < at; next = text.indexOf("\n", lineStart)) {
      line++;
      lineStart = next + 1;
    }
    places.push({ at, line, column: at - lineStart });
  }
  return places;
}

function createLookup(symbols: readonly CodeSymbol[], language: string | undefined, name: string) {
  const key = keyOf(name, language);
  const defined = new Map(
    symbols.flatMap((symbol) => {
      const known = keyOf(symbol.name, language);
      const place = `${symbol.line}:${symbol.column + known.length - key.length}`;
      if (known === key || known === `#${key}`) return [[place, symbol] as const]; // a private name of JavaScript
      const isModule = symbol.kind === "module" || OUTER_NAMED.has(language);
      const outer = isModule ? OUTER.exec(symbol.name)?.[0] : undefined;
      if (outer === undefined || !known.endsWith(key) || known.length - key.length !== outer.length) return [];
      return [[place, { ...symbol, name, containerName: outer.replace(/\W+$/, "") }] as const];
    }),
  );
  return { definedAt: (line: number, column: number) => defined.get(`${line}:${column}`) };
}

/**
 * The smallest definition around each of some places, which are in order; of several, the last one. Each place is
 * taken once: by the smallest definition that it is in.
 */
function innermostAround(
  places: readonly Pick<NamePlace, "line" | "column">[],
  symbols: readonly CodeSymbol[],
): readonly (CodeSymbol | undefined)[] {
  const found: (CodeSymbol | undefined)[] = places.map(() => undefined);
  /** For each place, it or a later one, at or behind which the next one is that is not taken yet. */
  const next = [...found.keys(), places.length];
  const firstFree = (from: number): number => {
    let at = from;
    for (let to = next[at] ?? at; to !== at; to = next[at] ?? at) {
      next[at] = next[to] ?? to;
      at = to;
    }
    return at;
  };
  const bySize = symbols.toReversed().sort((a, b) => a.endLine - a.line - (b.endLine - b.line));
  for (const symbol of bySize) {
    let at = firstFree(firstBehind(places, symbol));
    for (; (places[at]?.line ?? Infinity) <= symbol.endLine; at = firstFree(at)) {
      found[at] = symbol;
      next[at] = at + 1;
    }
  }
  return found;
}

/** The index of the first of the places, which are in order, behind the beginning of a definition. */
function firstBehind(places: readonly Pick<NamePlace, "line" | "column">[], { line, column }: CodeSymbol): number {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const place = places[middle];
    if (place && (place.line < line || (place.line === line && place.column <= column))) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** `impl Display for go`, `func (g *go) run()` */
function isExtended(name: Node): boolean {
  if (name.type !== "type_identifier") return false;
  let node = name;
  while (
    node.parent &&
    /^(?:generic|pointer|parenthesized|scoped|reference)_type|^scoped_type_identifier$/.test(node.parent.type)
  )
    node = node.parent;
  const { parent } = node;
  if (parent?.type === "impl_item") return parent.childForFieldName("type")?.equals(node) === true;
  if (parent?.type !== "parameter_declaration") return false;
  const list = parent.parent;
  return (
    list?.parent?.type === "method_declaration" && list.parent.childForFieldName("receiver")?.equals(list) === true
  );
}

/** Whether what is defined by a name of C# is one of several parts. */
function isPartial({ parent }: Node): boolean {
  return parent?.namedChildren.some((child) => child.type === "modifier" && child.text === "partial") === true;
}

/** Whether a place in the text is one of a word such as `or`, which no name is. */
function isWordOfLanguage(root: Node, start: number, end: number): boolean {
  const smallest = root.descendantForIndex(start, end);
  return smallest?.isNamed === false && smallest.startIndex === start && smallest.endIndex === end;
}

function isDefinedAt({ definedAt }: ReturnType<typeof createLookup>, place: NamePlace | undefined): boolean {
  return place !== undefined && definedAt(place.line, place.column) !== undefined;
}

/** Whether one of the places of a name is that of a parameter or local variable. */
function localsAmong(places: readonly (Node | undefined)[], language: string | undefined): (name: Node) => boolean {
  const nodes = places.filter((node) => node !== undefined);
  const outside = nodes.filter(isDeclaredOutside).map(({ startIndex }) => startIndex);
  const declared = new Set<number>();
  const spans = nodes.flatMap((node) => {
    const span = isImported(node) ? undefined : localSpan(node, language);
    if (!span || outside.some((at) => isIn(span, at))) return [];
    declared.add(node.startIndex);
    return [span];
  });
  return (name) =>
    declared.has(name.startIndex) ||
    (language === "PHP" && isVariableOfPhp(name)) ||
    (mayBeVariable(name) && spans.some((span) => isIn(span, name.startIndex)) && !isImported(name));
}

function isIn({ start, end }: LocalSpan, at: number): boolean {
  return start <= at && at < end;
}

/** `undefined` for words of the language itself. */
function roleOf(node: Node, hasBracket: boolean, language: string | undefined): Role | undefined {
  if (node.type === "preproc_arg") return hasBracket ? "call" : "reference"; // what a macro stands for is not parsed
  if (node.type.includes("comment")) return "comment";
  if (isImported(node)) return isPath(node) ? "text" : "import";
  if (language === "Python" && isTypeInText(node)) return "reference";
  if (!NAME.test(node.type)) return TEXT.test(node.type) ? "text" : undefined;
  return isCalled(node) ? "call" : "reference";
}

/** Whether a word of an import says where something comes from: `./go`, `com.go.Other`, `from go import other`. */
function isPath(word: Node): boolean {
  if (!NAME.test(word.type)) return true;
  for (let node = word; node.parent && !IMPORTS.has(node.type); node = node.parent) {
    const { parent } = node;
    if (parent.type === "import_from_statement" && parent.childForFieldName("module_name")?.equals(node)) return true;
    const isLast = parent.endIndex === node.endIndex;
    if (parent.type === "scoped_identifier" && !isLast && isOfJava(parent) && /^[a-z]/.test(word.text)) return true;
  }
  return false;
}

function isOfJava(name: Node): boolean {
  let node = name;
  while (node.parent && node.type === "scoped_identifier") node = node.parent;
  return node.type === "import_declaration";
}

/** A variable of PHP has its sign, and is no property. */
function isVariableOfPhp({ parent }: Node): boolean {
  return (
    parent?.type === "variable_name" &&
    parent.parent !== null &&
    !PROPERTY_OF_PHP.test(parent.parent.type) &&
    isInFunction(parent)
  );
}

const PROPERTY_OF_PHP = /^(?:property_element|scoped_property_access_expression|property_promotion_parameter)$/;

function isInFunction(node: Node): boolean {
  let around: Node | null = node;
  while (around && !/function|^method_declaration$/.test(around.type)) around = around.parent;
  return around !== null;
}

const NAME = /identifier|(?:^|_)(?:name|constant|symbol|property|operator)$|^(?:word|variable|type|field|self|this)\b/;
const TEXT = /string|text|heredoc|char|content|fragment|regex|template|literal|pattern|program|ERROR/i;

const IMPORTS: ReadonlySet<string> = new Set([
  ...["import_statement", "import_from_statement", "import_declaration", "import_require_clause"],
  ...["use_declaration", "extern_crate_declaration", "preproc_include", "using_declaration", "using_directive"],
  ...["namespace_use_declaration"],
]);
/** How far up an import is looked for: `use a::{b::{c as d}}`. */
const DEPTH_AT_MOST = 10;

function isImported(node: Node): boolean {
  let around: Node | null = node;
  for (let depth = 0; around && depth < DEPTH_AT_MOST; depth++, around = around.parent) {
    if (IMPORTS.has(around.type)) return true;
    if (around.type === "export_statement") return around.childForFieldName("source") !== null;
    if (around.type === "variable_declarator") {
      const value = around.childForFieldName("value");
      return (
        value?.type === "call_expression" &&
        value.childForFieldName("function")?.text === "require" &&
        node.startIndex < value.startIndex
      );
    }
    if (around.type.endsWith("body") || around.type.endsWith("block")) return false;
  }
  return false;
}

/** The field of a call that says what is called, in all grammars. */
const CALLS: ReadonlyMap<string, string> = new Map([
  ["call_expression", "function"],
  ["new_expression", "constructor"],
  ["call", "function"],
  ["method_invocation", "name"],
  ["invocation_expression", "function"],
  ["function_call_expression", "function"],
  ["member_call_expression", "name"],
  ["nullsafe_member_call_expression", "name"],
  ["scoped_call_expression", "name"],
  ["macro_invocation", "macro"],
  ["command", "name"],
  ["jsx_opening_element", "name"],
  ["jsx_self_closing_element", "name"],
  ["marker_annotation", "name"],
  ["annotation", "name"],
  ["attribute", "name"],
]);
/** The same if the field has another name in one of them, or none. */
const OTHER_CALLS: ReadonlyMap<string, string> = new Map([
  ["call", "method"],
  ["new_expression", "type"],
  ["object_creation_expression", "type"],
]);
/** What a name may be the last part of: `a.name`, `a::name`. */
const MEMBERS =
  /^(?:member_expression|attribute|selector_expression|field_expression|scoped_identifier|scoped_type_identifier|qualified_identifier|qualified_name|member_access_expression|command_name|dependent_name|member_binding_expression|conditional_access_expression)$/;
/** What a name may be the first part of: `name<T>`, `name!`. */
const GENERICS =
  /^(?:generic_function|generic_name|generic_type|template_function|template_type|template_method|non_null_expression)$/;

function isCalled(name: Node): boolean {
  let node = name;
  for (let parent = node.parent; parent; node = parent, parent = node.parent) {
    for (const calls of [CALLS, OTHER_CALLS]) {
      const field = calls.get(parent.type);
      if (field !== undefined && parent.childForFieldName(field)?.equals(node) === true) return true;
    }
    // In PHP, a class that is instantiated has no field.
    if (parent.type === "object_creation_expression" && parent.namedChild(0)?.equals(node) === true) return true;
    if (parent.type === "decorator") return true;
    const isLast = MEMBERS.test(parent.type) && parent.endIndex === node.endIndex;
    const isFirst = GENERICS.test(parent.type) && parent.startIndex === node.startIndex;
    if (!isLast && !isFirst) return false;
  }
  return false;
}
