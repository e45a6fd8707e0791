import type { PatternType } from "../model/search.ts";
import { complaintAbout } from "./expressionComplaint.ts";
import { expressionAsGlob, expressionOfGlob } from "./pathFilters.ts";
import { filterOf, QUERY_FILTERS, type FilterName, type QueryFilter } from "./queryFilters.ts";
import { isGroup, queryParts, type QueryPart } from "./queryParts.ts";
import { patternTypeOf } from "./wholeWords.ts";

/** Something in a query that no service can read, at `[start, end)` of it, in UTF-16 units. */
export interface QueryProblem {
  readonly start: number;
  readonly end: number;
  readonly what:
    /** A filter has an invalid value; `values` are the valid ones. */
    | {
        readonly kind: "value";
        readonly filter: FilterName;
        readonly value: string;
        readonly values: readonly string[];
      }
    /** A filter needs a number. */
    | { readonly kind: "number"; readonly filter: FilterName }
    /** A filter needs a regular expression but has a glob: `pattern` is the expression for it. */
    | { readonly kind: "glob"; readonly glob: string; readonly pattern: string }
    | { readonly kind: "expression"; readonly reason: ExpressionProblem };
}

/** What is wrong with a regular expression in every dialect. */
export type ExpressionProblem = "openGroup" | "openClass" | "closesNothing" | "repeatsNothing";

/** Filters whose values are all known, with other ways to write them. Services may know more values of others. */
const CLOSED: Partial<Record<FilterName, readonly string[]>> = {
  type: ["repository"],
  case: ["no", "y", "n", "true", "false", "t", "f", "1", "0", "auto"],
  ignored: ["no"],
  fork: ["true", "false"],
  archived: ["true", "false"],
  visibility: [],
};

/** Filters whose values are regular expressions. */
const EXPRESSIONS: ReadonlySet<FilterName | undefined> = new Set<FilterName>([
  ...(["repo", "file", "author", "committer", "message"] as const),
]);

/**
 * The first thing in a query that can't be read, as far as that can be determined without its service; `undefined` if
 * there is nothing. What is still being written at the end of the query, up to `cursor`, is not wrong yet.
 */
export function queryProblem(query: string, patternType: PatternType, cursor?: number): QueryProblem | undefined {
  const type = patternTypeOf(query, patternType);
  return problemIn({ text: query, start: 0, end: query.length }, type, cursor);
}

function problemIn(whole: QueryPart, type: string, cursor: number | undefined): QueryProblem | undefined {
  for (const part of queryParts(whole.text)) {
    const placed = { text: part.text, start: whole.start + part.start, end: whole.start + part.end };
    if (placed.end === cursor) continue;
    const { text, start, end } = placed;
    const inner = { text: text.slice(1, -1), start: start + 1, end: end - 1 };
    // In a query of regular expressions, parentheses may be part of one.
    const problem = isGroup(text) && type !== "regexp" ? problemIn(inner, type, cursor) : problemOf(placed, type);
    if (problem) return problem;
  }
  return undefined;
}

function problemOf({ text, start, end }: QueryPart, type: string): QueryProblem | undefined {
  const filter = filterOf(text);
  const what = filter ? problemOfValue(filter, text.slice(text.indexOf(":") + 1)) : problemOfText(text, type);
  return what && { start, end, what };
}

function problemOfValue(filter: FilterName, value: string): QueryProblem["what"] | undefined {
  if (value === "" || /^["'/]/.test(value)) return undefined;
  const others = CLOSED[filter];
  if (others) {
    const { values = [] }: QueryFilter = QUERY_FILTERS[filter];
    const isKnown = [...values, ...others].includes(value.toLowerCase());
    return isKnown ? undefined : { kind: "value", filter, value, values };
  }
  if (filter === "count" && !/^(?:all|\d+)$/i.test(value)) return { kind: "number", filter };
  if (!EXPRESSIONS.has(filter) || /^(?:has|contains)\b/.test(value)) return undefined;
  const expression = filter === "repo" ? value.replace(/@[^@]*$/, "") : value;
  const problem = expressionProblem(expression);
  const pattern = problem && (filter === "file" ? expressionAsGlob(value) : expressionOfGlob(expression));
  return pattern === undefined ? problem : { kind: "glob", glob: expression, pattern };
}

function problemOfText(text: string, type: string): QueryProblem["what"] | undefined {
  if (text.length > 2 && text.startsWith("/") && text.endsWith("/")) return expressionProblem(text.slice(1, -1));
  return type === "regexp" && !/^["']/.test(text) ? expressionProblem(text) : undefined;
}

const REASONS: readonly (readonly [ExpressionProblem, RegExp])[] = [
  ["openGroup", /Unterminated group/],
  ["openClass", /Unterminated character class/],
  ["closesNothing", /Unmatched '\)'/],
  ["repeatsNothing", /Nothing to repeat/],
];

function expressionProblem(expression: string): QueryProblem["what"] | undefined {
  const complaint = complaintAbout(expression);
  const [reason] = REASONS.find(([, words]) => complaint !== undefined && words.test(complaint)) ?? [];
  return reason && { kind: "expression", reason };
}
