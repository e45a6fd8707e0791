/** A piece of a query, `[start, end)` of it. */
export interface QueryPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What blanks part, with quoted text, `/patterns/` and parentheses kept whole. Whatever never closes goes to the end. */
export function queryParts(query: string): QueryPart[] {
  const found: QueryPart[] = [];
  for (let at = 0; at < query.length;) {
    if (isBlank(query[at])) {
      at++;
      continue;
    }
    const start = at;
    while (at < query.length && !isBlank(query[at])) at = skipOne(query, at, at === start || query[at - 1] === ":");
    found.push({ text: query.slice(start, at), start, end: at });
  }
  return found;
}

/** The place behind the character, or behind all that it opens. Quotes and patterns open only where a part or value starts. */
function skipOne(query: string, at: number, isStart: boolean): number {
  const character = query[at];
  if (character === "\\") return Math.min(at + 2, query.length);
  if (isStart && (character === '"' || character === "'" || character === "/")) return skipQuoted(query, at, character);
  if (character !== "(") return at + 1;
  let next = at + 1;
  for (let isFirst = true; next < query.length && query[next] !== ")";) {
    const after = skipOne(query, next, isFirst);
    isFirst = isBlank(query[next]) || query[next] === ":";
    next = after;
  }
  return Math.min(next + 1, query.length);
}

function skipQuoted(query: string, start: number, quote: string): number {
  for (let at = start + 1; at < query.length; at++) {
    if (query[at] === "\\") at++;
    else if (query[at] === quote) return at + 1;
  }
  return start + 1; // it never closes: an ordinary character
}

/** Whether parentheses hold all of it together. */
export function isGroup(text: string): boolean {
  return text.startsWith("(") && text.endsWith(")");
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\n";
}
