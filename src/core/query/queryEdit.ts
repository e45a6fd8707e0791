import { alternativesOf, withAlternative, withoutAlternative } from "./queryAlternatives.ts";
import { filterOf, type FilterName } from "./queryFilters.ts";
import { isGroup, queryParts } from "./queryParts.ts";

/** Every part of the query outside parentheses and quotes; for filters that are joined as alternatives, each one. */
export function fragmentsOf(query: string): string[] {
  return queryParts(query).flatMap(({ text }) => alternativesOf(text));
}

/** Whether the query has this fragment (`lang:go`, `-file:x`) as one of its parts, or as an alternative in one. */
export function hasFragment(query: string, fragment: string): boolean {
  return queryParts(query).some(({ text }) => text === fragment || alternativesOf(text).includes(fragment));
}

/**
 * The query narrowed by a fragment. Next to AND or OR a fragment would apply to one side alone: such a query is put in
 * parentheses first, so that the fragment applies to all of it. A `count:`, or another filter that a query has only
 * once, replaces the previous one.
 */
export function addFragment(query: string, fragment: string): string {
  if (hasFragment(query, fragment)) return query;
  const name = filterOf(fragment);
  const before =
    name && ONLY_ONCE.has(name) ? queryParts(query).find(({ text }) => filterOf(text) === name) : undefined;
  if (before) return query.slice(0, before.start) + fragment + query.slice(before.end);
  const whole = query.trim();
  if (whole === "") return fragment;
  return `${asOne(whole)} ${fragment}`;
}

/** The query, in parentheses if a filter beside it would not apply to all of it. */
export function asOne(query: string): string {
  return needsParentheses(query) ? `(${query})` : query;
}

const ONLY_ONCE: ReadonlySet<string> = new Set<FilterName>([
  ...(["count", "timeout", "select", "fork", "archived", "visibility", "ignored"] as const),
]);

/**
 * The query with a filter chosen from a list. If it has one that excludes the new one, such as another language, both
 * become alternatives in its place; otherwise the query is narrowed.
 */
export function chooseFilter(query: string, filter: string): string {
  if (hasFragment(query, filter)) return query;
  for (const { text, start, end } of queryParts(query)) {
    const joined = withAlternative(text, filter);
    if (joined !== undefined) return query.slice(0, start) + joined + query.slice(end);
  }
  return addFragment(query, filter);
}

/** The query without a fragment, and without parentheses that only held the rest together because of it. */
export function removeFragment(query: string, fragment: string): string {
  const parts = queryParts(query);
  const found =
    parts.find(({ text }) => text === fragment) ?? parts.find(({ text }) => alternativesOf(text).includes(fragment));
  if (!found) return query;
  const left = found.text === fragment ? "" : withoutAlternative(found.text, fragment);
  if (left !== "") return query.slice(0, found.start) + left + query.slice(found.end);
  const rest = `${query.slice(0, found.start).trimEnd()} ${query.slice(found.end).trimStart()}`.trim();
  const [only, ...others] = queryParts(rest);
  return only && others.length === 0 && isGroup(only.text) && !isChoice(only.text)
    ? only.text.slice(1, -1).trim()
    : rest;
}

/**
 * Whether there is an AND or OR outside all quotes and patterns: then parts of the query belong to one side or the
 * other.
 */
export function hasOperator(query: string): boolean {
  return queryParts(query).some(({ text }) => isOperator(text) || (isGroup(text) && hasOperator(text.slice(1, -1))));
}

/** Whether a filter beside the query would not apply to all of it, or could not be removed again as it was added. */
function needsParentheses(query: string): boolean {
  const parts = queryParts(query);
  const [only] = parts;
  if (only && parts.length === 1 && isGroup(only.text)) return hasOperator(only.text) && !isChoice(only.text);
  return parts.some(({ text }) => isOperator(text));
}

/** Whether a part consists of alternatives in parentheses. */
function isChoice(part: string): boolean {
  return alternativesOf(part).length > 1;
}

function isOperator(part: string): boolean {
  return /^(?:and|or)$/i.test(part);
}
