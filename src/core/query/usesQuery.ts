import type { PatternType } from "../model/search.ts";
import { quoteLiteral } from "./literalPattern.ts";

/** A query for the uses of a name, in parts, in this order. */
export interface UsesQuery {
  readonly filters: string;
  readonly pattern: string;
  readonly patternType: PatternType;
}

/**
 * If the service distinguishes uses from words in comments and strings, a query for those; otherwise one for all lines
 * with the name as a whole word. Where a name begins or ends with a character that words can't have there, there is no
 * word boundary.
 */
export function usesQuery(name: string, tellsUses: boolean): UsesQuery {
  const isWord = /^[A-Za-z0-9_]+$/.test(name);
  if (!tellsUses && isWord) return { filters: "type:file case:yes", pattern: `\\b${name}\\b`, patternType: "regexp" };
  const isPlain = isWord && !/^(?:and|or|not)$/i.test(name);
  return {
    filters: tellsUses ? "type:use" : "type:file case:yes",
    pattern: isPlain ? name : quoteLiteral(name),
    patternType: "keyword",
  };
}
