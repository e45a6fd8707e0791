import type { Occurrence } from "../../code/symbols/occurrences.ts";

/** In whose heads a name of a class or interface means that it is extended or implemented. */
const KINDS: ReadonlySet<string> = new Set(["class", "enum", "interface", "module", "struct"]);
const HEAD_LINES = 6;
const HEAD_AT_MOST = 1000;

/**
 * Whether what stands at a place extends or implements what is named there, by its looks: in the head of a class, or
 * where members are given to one for that (`impl Display for Point`, `instance Show Point`, `include Enumerable`).
 */
export function isHeir(
  lines: readonly string[],
  { role, line, column, symbol }: Pick<Occurrence, "role" | "line" | "column" | "symbol">,
  name: string,
): boolean {
  if (role !== "call" && role !== "reference" && role !== "extension") return false;
  const text = lines[line] ?? "";
  if (text.length > HEAD_AT_MOST) return false;
  const before = text.slice(0, column);
  const behind = text.slice(column + name.length);
  if (GIVEN.some(([start, end]) => start.test(before) && end.test(behind))) return true;
  if (!symbol || line < symbol.line || line - symbol.line > HEAD_LINES) return false;
  const head = [...lines.slice(symbol.line, line), before].join("\n").slice(0, HEAD_AT_MOST);
  // What is innermost may be a parameter, which is a member at the same time.
  const end = KINDS.has(symbol.kind) ? symbol.column + symbol.name.length : (NAMED.exec(head)?.[0].length ?? Infinity);
  const written = head.slice(end);
  const isInBrackets = /^\s*\([^:]*$/.test(written) && /^[\w\s.,=[\]]*(?:$|\)\s*:)/.test(behind); // of Python
  return isHeritage(written, isInBrackets);
}

const NAMED = /^.*?\b(?:class|record|struct|object|interface|trait)\s+\w+/;

/** What stands before and behind a name where it is what members are given for. */
const GIVEN: readonly (readonly [RegExp, RegExp])[] = [
  [/^\s*(?:unsafe\s+)?impl\b[^{}]*$/, /^(?:<[^{}]*>)?\s+for\b/],
  [/^\s*instance\s+(?:[^=]*=>\s*)?$/, /^\s+\S/],
  [/^\s*(?:include|extend|prepend)\s+(?:\w+::)*$/, /^\s*$/],
  [/^\s*@behaviou?r\s+(?:\w+\.)*$/, /^\s*$/],
  [/^\s*-behaviou?r\(\s*$/, /^\s*\)/],
  [/^\s*(?:[\w@]+\s+)*extension\s+[\w.]+\s*:[^{}]*$/, /^/],
  [/\bobject\s*:\s*$/, /^/],
  [/^\s*(?:var\s+)?_\s+(?:\w+\.)?$/, /^\s*=/], // of Go, which checks with it that a type has the methods
];

/** Whether a list of what a class extends has begun, and goes on, at the end of what follows its name. */
function isHeritage(written: string, isInBrackets: boolean): boolean {
  if (/[{};]|\bwhere\b/.test(written)) return false;
  let depth = 0;
  let has = false;
  for (const { 0: sign, index } of written.matchAll(/\b(?:extends|implements|with|is|of)\b|=>|->|::|[()<>[\]:\n]/g)) {
    if (sign === "\n") {
      if (depth === 0 && !goesOn(written, index)) return false;
    } else if (sign === "(" && isInBrackets && !has && depth === 0 && /^\s*\(/.test(written)) has = true;
    else if (/^[(<[]$/.test(sign) && !(sign === "<" && /^\s*<\s/.test(written))) depth++;
    else if (/^[)>\]]$/.test(sign)) depth--;
    else if (depth === 0 && sign !== "=>" && sign !== "->" && sign !== "::") has = true;
  }
  return has && depth === 0;
}

/** Whether a head goes on after the end of a line. */
function goesOn(written: string, at: number): boolean {
  return (
    /(?:[,:<]|\b(?:extends|implements|with))\s*$/.test(written.slice(0, at)) ||
    /^\s*(?:[:,]|(?:extends|implements|with)\b)/.test(written.slice(at))
  );
}
