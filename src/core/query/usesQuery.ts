import type { PatternType } from "../model/search.ts";
import { quoteLiteral } from "./literalPattern.ts";

/** A query for the uses of a name, in parts that stand in this order. */
export interface UsesQuery {
  readonly filters: string;
  readonly pattern: string;
  readonly patternType: PatternType;
}

/**
 * Where the service tells uses from words of comments and texts, a query for those; else one for all lines with the name
 * as a whole word. What a word can't begin or end with has no word boundary there.
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
