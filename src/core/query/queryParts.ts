import { filterOf } from "./queryFilters.ts";

/** A piece of a query, its characters `[start, end)`. */
export interface QueryPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of a query, separated by blanks. Quoted text, `/patterns/` and parentheses are kept whole, as services read
 * them. A quote or slash that is never closed opens nothing; a parenthesis that is never closed extends to the end.
 */
export function queryParts(query: string): QueryPart[] {
  const found: QueryPart[] = [];
  const lastSlash = lastClosingSlash(query);
  for (let at = 0; at < query.length;) {
    if (isBlank(query[at])) {
      at++;
      continue;
    }
    const start = at;
    while (at < query.length && !isBlank(query[at])) at = skipOne(query, start, at, lastSlash);
    found.push({ text: query.slice(start, at), start, end: at });
  }
  return found;
}

/** The place after the character, or after everything that it opens. `start` is where its word begins. */
function skipOne(query: string, start: number, at: number, lastSlash: number): number {
  const words: number[] = []; // where the word begins in each open parenthesis
  let next = at;
  do {
    const word = words.at(-1) ?? start;
    const character = query[next] ?? "";
    if (character === "\\") next += 2;
    else if (openersAt(query, word, next).includes(character)) next = skipQuoted(query, next, character, lastSlash);
    else {
      next++;
      if (character === "(") words.push(next);
      else if (words.length > 0 && character === ")") words.pop();
      else if (words.length > 0 && isBlank(character)) words.splice(-1, 1, next);
    }
  } while (words.length > 0 && next < query.length);
  return Math.min(next, query.length);
}

/** What may open at the beginning of a word or of a filter's value. Only `content:` takes `/patterns/` as a value. */
function openersAt(query: string, start: number, at: number): readonly string[] {
  if (at === start) return ['"', "'", "/"];
  if (query[at - 1] !== ":") return [];
  const before = query.slice(start, at);
  const filter = /^-?[a-z]+:$/i.test(before) ? filterOf(before) : undefined;
  if (filter === undefined) return [];
  return filter === "content" ? ['"', "'", "/"] : ['"', "'"];
}

/** A quote closes only where a part may end; a pattern may contain a slash. What is never closed is ordinary text. */
function skipQuoted(query: string, start: number, quote: string, lastSlash: number): number {
  if (quote === "/" && lastSlash <= start) return start + 1;
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

/** The last place where a slash may close: computed once, not for each slash that opens nothing. */
function lastClosingSlash(query: string): number {
  for (let at = query.lastIndexOf("/"); at > 0; at = query.lastIndexOf("/", at - 1)) {
    const next = query[at + 1];
    if (next !== undefined && next !== ")" && !isBlank(next)) continue;
    let escapes = 0;
    while (query[at - 1 - escapes] === "\\") escapes++;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}

/**
 * Whether parentheses enclose all of it. What nobody writes by hand, groups nested more than a hundred deep, is plain
 * text.
 */
export function isGroup(text: string): boolean {
  return text.startsWith("(") && text.endsWith(")") && !isDeep(text);
}

const DEEPEST = 100;

/** Nested groups are read recursively. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= DEEPEST; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
  }
  return depth > DEEPEST;
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
