import { outlineOf, type Definition } from "./outline.ts";

/** Longer heads are rare, and other code might be taken for one. */
const HEAD_LINES = 20;

/**
 * What a file offers, by line: its definitions, also those that only a type or a group around them tells, and in a
 * header of C or C++ the functions that it declares, but no types that are only announced. Recognized by their looks.
 */
export function offeredIn(path: string, lines: readonly string[], language: string | undefined): readonly Definition[] {
  const defined = outlineOf(lines, language);
  const isHeader = HEADER.test(path);
  const whole = isHeader ? defined.filter(({ line }) => !ANNOUNCED.test(lines[line] ?? "")) : defined;
  const declared = isHeader ? declaredIn(lines).filter(isApartFrom(whole)) : [];
  const known = new Set([...whole, ...declared].map(({ line }) => line));
  const further = (FURTHER.get(language)?.(lines) ?? []).filter(({ line }) => !known.has(line));
  return [...whole, ...declared, ...further].sort((a, b) => a.line - b.line);
}

function declaredIn(lines: readonly string[]): readonly Definition[] {
  return lines.flatMap((text, line) => {
    const name = HEAD.exec(text)?.[1];
    const endLine = name === undefined ? undefined : endOfDeclaration(lines, line);
    return name === undefined || endLine === undefined ? [] : [{ name, startLine: line, line, endLine, isType: false }];
  });
}

function isApartFrom(others: readonly Definition[]): (definition: Definition) => boolean {
  return ({ line }) => !others.some(({ startLine, endLine }) => line >= startLine && line <= endLine);
}

/** What is defined without a word that says so, by language. */
const FURTHER: ReadonlyMap<string | undefined, (lines: readonly string[]) => readonly Definition[]> = new Map([
  ["Go", inGroups],
  ["C++", (lines: readonly string[]) => lines.flatMap((text, line) => oneLine(OPERATOR.exec(text)?.[1], line))],
]);

/** The constants and variables in parentheses, and the methods of interfaces. */
function inGroups(lines: readonly string[]): readonly Definition[] {
  let within: RegExp | undefined;
  return lines.flatMap((text, line) => {
    const found = within?.exec(text)?.[1];
    if (/^[)}\w]/.test(text)) within = GROUPS.find(([head]) => head.test(text))?.[1];
    return oneLine(found, line);
  });
}

function oneLine(name: string | undefined, line: number): readonly Definition[] {
  return name === undefined ? [] : [{ name, startLine: line, line, endLine: line, isType: false }];
}

/** What begins a group, and what is in it. */
const GROUPS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:const|var)\s*\(\s*(?:\/\/.*)?$/, /^\t([A-Za-z]\w*)\b(?![.(:])/],
  [/^type\s+\w.*\binterface\s*\{\s*(?:\/\/.*)?$/, /^\t([A-Za-z]\w*)\(/],
];
/** `Rope& operator=(`, `bool operator()(`, `operator bool(`, `~Rope(`, `Rope::~Rope(`. */
const OPERATOR =
  /^\s*(?!return\b|delete\b|throw\b)(?:[A-Za-z_][\w:<>,]{0,100}[\s*&]+){0,6}(?:\w+(?:<[\w:, ]{0,100}>)?::)?(~\w+|operator\s*(?:\(\)|\[\]|[^\s\w(]{1,3}|[\w:]+(?:\s*[*&])?))\s*\(/;

const HEADER = /\.(?:h|hh|hpp|hxx)$/i;
/** `struct reader;`: it is elsewhere. */
const ANNOUNCED = /^\s*(?:struct|class|union|enum(?:\s+class)?)\s+\w+\s*;/;
/** A type, a name and a parenthesis, at the margin: the head of a function, or a macro that makes one. */
const HEAD =
  /^(?!(?:typedef|return|else|using|friend)\b)[A-Za-z_][\w:<>,]*[\s*&]+(?:[\w:<>,]+[\s*&]+)*([A-Za-z_]\w*)\s*\(/;

/** The last line of a function's head that ends in a semicolon; `undefined` if it has a body, or does not end. */
function endOfDeclaration(lines: readonly string[], line: number): number | undefined {
  for (let at = line; at < lines.length && at < line + HEAD_LINES; at++) {
    const text = (lines[at] ?? "").replace(/\/\*.*?\*\/|\/\/.*$/g, "");
    if (text.includes("{")) return undefined;
    if (text.trimEnd().endsWith(";")) return at;
  }
  return undefined;
}
