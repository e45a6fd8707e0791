import { outlineOf, type Definition } from "./outline.ts";

/** Longer heads are rare, and other code might be taken for one. */
const HEAD_LINES = 20;

/**
 * What a file offers, by line: its definitions, and in a header of C or C++ the functions that it declares, but no
 * types that are only announced. Recognized by their looks.
 */
export function offeredIn(path: string, lines: readonly string[], language: string | undefined): readonly Definition[] {
  const defined = outlineOf(lines, language);
  if (!HEADER.test(path)) return defined;
  const whole = defined.filter(({ line }) => !ANNOUNCED.test(lines[line] ?? ""));
  const declared = lines.flatMap((text, line) => {
    const name = HEAD.exec(text)?.[1];
    const endLine = name === undefined ? undefined : endOfDeclaration(lines, line);
    return name === undefined || endLine === undefined ? [] : [{ name, startLine: line, line, endLine, isType: false }];
  });
  const isWithin = ({ line }: Definition) =>
    whole.some(({ startLine, endLine }) => line >= startLine && line <= endLine);
  return [...whole, ...declared.filter((each) => !isWithin(each))].sort((a, b) => a.line - b.line);
}

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
