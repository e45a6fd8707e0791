/** Whether the query has this fragment (`lang:go`, `-file:x`) as one of its parts, outside of parentheses and quotes. */
export function hasFragment(query: string, fragment: string): boolean {
  return queryParts(query).some(({ text }) => text === fragment);
}

/**
 * The query narrowed by a fragment. Next to AND or OR a fragment would bind to one side alone: such a query is put in
 * parentheses first, so that the fragment holds for all of it. A `count:` takes the place of the one before.
 */
export function addFragment(query: string, fragment: string): string {
  if (hasFragment(query, fragment)) return query;
  const count = /^count:/i.test(fragment) ? queryParts(query).find(({ text }) => /^count:/i.test(text)) : undefined;
  if (count) return query.slice(0, count.start) + fragment + query.slice(count.end);
  const whole = query.trim();
  if (whole === "") return fragment;
  return `${hasOperator(whole) ? `(${whole})` : whole} ${fragment}`;
}

/** The query without a fragment, and without the parentheses that only held the rest together for it. */
export function removeFragment(query: string, fragment: string): string {
  const found = queryParts(query).find(({ text }) => text === fragment);
  if (!found) return query;
  const rest = `${query.slice(0, found.start).trimEnd()} ${query.slice(found.end).trimStart()}`.trim();
  const [only, ...others] = queryParts(rest);
  return only && others.length === 0 && isGroup(only.text) ? only.text.slice(1, -1).trim() : rest;
}

/** Whether AND or OR stands outside of all quotes and patterns: then parts of the query belong to one side or the other. */
export function hasOperator(query: string): boolean {
  return queryParts(query).some(
    ({ text }) => /^(?:and|or)$/i.test(text) || (isGroup(text) && hasOperator(text.slice(1, -1))),
  );
}

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
