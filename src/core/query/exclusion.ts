import { repositoryPattern, pathPattern } from "./queryCompletion.ts";
import { addFragment, hasOperator } from "./queryEdit.ts";
import { filterOf, type FilterName } from "./queryFilters.ts";
import { queryParts } from "./queryParts.ts";

/** Filters that apply to the whole search: no side of an OR can have its own. */
const OF_ALL: ReadonlySet<FilterName | undefined> = new Set<FilterName>([
  ...(["case", "count", "patternType", "timeout", "type", "select", "context"] as const),
  ...(["fork", "archived", "visibility", "rev"] as const),
]);

/** The filter that excludes a file, whatever repository it is in. */
export function withoutPath(path: string): string {
  const pattern = pathPattern(path, false);
  return `-file:${/\s/.test(pattern) ? `"${pattern.replaceAll("\\", "\\\\")}"` : pattern}`;
}

/**
 * The query without a file of one repository: the same path in others stays. A query that finds nothing but that
 * repository gets one more filter; any other searches once in the repository without the file, and once in all others.
 */
export function withoutFileOf(query: string, repository: string, path: string): string {
  const repo = `repo:${repositoryPattern(repository)}`;
  const parts = queryParts(query);
  if (parts.some(({ text }) => text === repo)) return addFragment(query, withoutPath(path));
  const ofAll = parts.filter(({ text }) => OF_ALL.has(filterOf(text)));
  const rest = parts.filter((part) => !ofAll.includes(part)).map(({ text }) => text);
  const words = hasOperator(query) ? `(${rest.join(" ")})` : rest.join(" ");
  const sides = [`${repo} ${withoutPath(path)} ${words}`, `-${repo} ${words}`].map((side) => `(${side.trim()})`);
  return [...ofAll.map(({ text }) => text), sides.join(" or ")].join(" ");
}
