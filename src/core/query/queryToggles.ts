import type { PatternType } from "../model/search.ts";
import { addFragment, hasFragment, removeFragment } from "./queryEdit.ts";
import { filterOf } from "./queryFilters.ts";
import { queryParts } from "./queryParts.ts";
import { isWholeWords, partialWords, patternTypeOf, wholeWords } from "./wholeWords.ts";

/** What can be switched on and off in a query: each switch edits the query, where its effect is visible. */
export const TOGGLES = ["case", "words", "phrase", "regexp"] as const;

/**
 * `case` distinguishes upper and lower case; `words` finds whole words; `phrase` finds words next to each other (the
 * pattern type `standard`, otherwise `keyword`); `regexp` reads texts as regular expressions.
 */
export type ToggleName = (typeof TOGGLES)[number];

/** Whether it is on, for a query that is read as `patternType` if it does not say so itself, by the local service or not. */
export function isToggled(toggle: ToggleName, query: string, patternType: PatternType, isLocal = false): boolean {
  switch (toggle) {
    case "case":
      return hasFragment(query, "case:yes");
    case "words":
      return isWholeWords(query, patternType, isLocal);
    case "phrase":
      return patternTypeOf(query, patternType) === "standard";
    case "regexp":
      return patternTypeOf(query, patternType) === "regexp";
  }
}

/** The query with it on or off; the same query if it is so already. */
export function turnToggle(
  toggle: ToggleName,
  query: string,
  patternType: PatternType,
  isOn: boolean,
  isLocal = false,
): string {
  if (isToggled(toggle, query, patternType, isLocal) === isOn) return query;
  switch (toggle) {
    case "case":
      return (isOn ? addFragment : removeFragment)(query, "case:yes");
    case "words":
      return (isOn ? wholeWords : partialWords)(query, patternType, isLocal);
    case "phrase":
      return replaceType(query, isOn ? "standard" : "keyword", patternType);
    case "regexp":
      return replaceType(query, isOn ? "regexp" : patternType === "regexp" ? "keyword" : patternType, patternType);
  }
}

function replaceType(query: string, type: PatternType, patternType: PatternType): string {
  const own = queryParts(query).flatMap(({ text }) => (filterOf(text) === "patternType" ? [text] : []));
  const rest = own.reduce(removeFragment, query);
  return type === patternType ? rest : addFragment(rest, `patternType:${type}`);
}
