import { isGroup, queryParts } from "./queryParts.ts";

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
