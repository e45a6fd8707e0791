import { filterOf } from "./queryFilters.ts";

/** A piece of a query, `[start, end)` of it. */
export interface QueryPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of a query between blanks. Quoted text, `/patterns/` and parentheses are kept whole, as services read them.
 * A quote or slash that never closes opens nothing; a parenthesis that never closes goes to the end.
 */
export function queryParts(query: string): QueryPart[] {
  const found: QueryPart[] = [];
  for (let at = 0; at < query.length;) {
    if (isBlank(query[at])) {
      at++;
      continue;
    }
    const start = at;
    while (at < query.length && !isBlank(query[at])) at = skipOne(query, start, at);
    found.push({ text: query.slice(start, at), start, end: at });
  }
  return found;
}

/** The place behind the character, or behind all that it opens. `start` is where its word begins. */
function skipOne(query: string, start: number, at: number): number {
  const character = query[at] ?? "";
  if (character === "\\") return Math.min(at + 2, query.length);
  if (openersAt(query, start, at).includes(character)) return skipQuoted(query, at, character);
  if (character !== "(") return at + 1;
  let next = at + 1;
  for (let word = next; next < query.length && query[next] !== ")";) {
    const after = skipOne(query, word, next);
    if (isBlank(query[next])) word = after;
    next = after;
  }
  return Math.min(next + 1, query.length);
}

/** What may open at the beginning of a word or of a filter's value. Only `content:` takes `/patterns/` as its value. */
function openersAt(query: string, start: number, at: number): readonly string[] {
  if (at === start) return ['"', "'", "/"];
  const before = query.slice(start, at);
  const filter = /^-?[a-z]+:$/i.test(before) ? filterOf(before) : undefined;
  if (filter === undefined) return [];
  return filter === "content" ? ['"', "'", "/"] : ['"', "'"];
}

/** A quote closes only where a part may end; a pattern may hold a slash. What never closes is an ordinary character. */
function skipQuoted(query: string, start: number, quote: string): number {
  for (let at = start + 1; at < query.length; at++) {
    if (query[at] === "\\") at++;
    else if (query[at] === quote) {
      const next = query[at + 1];
      if ((next === undefined || next === ")" || isBlank(next)) && (quote !== "/" || at > start + 1)) return at + 1;
      if (quote !== "/" || next === undefined || isBlank(next)) break;
    }
  }
  return start + 1;
}

/** Whether parentheses hold all of it together. */
export function isGroup(text: string): boolean {
  return text.startsWith("(") && text.endsWith(")");
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
