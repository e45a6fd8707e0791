import { literalPattern } from "./literalPattern.ts";
import { filterOf } from "./queryFilters.ts";
import { queryParts } from "./queryParts.ts";

/** This many results contain enough names to choose from. */
const ENOUGH = 200;

/**
 * The query that finds the symbols whose name begins like the last word of this one, if that is a word of at least two
 * letters, and the query is about symbols: `type:symbol`, `select:symbol.function`. It keeps the filters of this one.
 * `undefined` for any other query.
 */
export function begunSymbol(query: string): string | undefined {
  const parts = queryParts(query).map(({ text }) => text);
  const begun = parts.pop() ?? "";
  if (!query.endsWith(begun) || !/^[\p{L}_$][\p{L}\p{N}_$]+$/u.test(begun)) return undefined;
  if (parts.some((part) => part.startsWith("(") || /^(?:and|or|not)$/i.test(part))) return undefined;
  const filters = parts.filter(
    (part) => filterOf(part) !== undefined && !/^(?:count|timeout|patterntype):/i.test(part),
  );
  const isType = filters.some((part) => filterOf(part) === "type" && /:symbol$/i.test(part));
  const isSelected = filters.some((part) => filterOf(part) === "select" && /:symbol\b/i.test(part));
  if (!isType && !isSelected) return undefined;
  return [...filters, ...(isType ? [] : ["type:symbol"]), `/^${literalPattern(begun)}/`, `count:${ENOUGH}`].join(" ");
}
