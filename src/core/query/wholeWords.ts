import { filterOf } from "./queryFilters.ts";
import { hasOperator } from "./queryEdit.ts";
import { isGroup, queryParts } from "./queryParts.ts";
import type { PatternType } from "../model/search.ts";
import { literalPattern, quoteLiteral } from "./literalPattern.ts";

/**
 * The query with visible word boundaries around every text in it: as `/\bregular expression\b/`, which keyword and
 * standard queries accept too, or plain in a query of regular expressions. An end that is not a letter, digit or
 * underscore stays open, as in the editor's own search; of other scripts than ASCII's only where the query `isLocal`: to
 * other services, `\bпривет\b` is nowhere. A query of another pattern type is returned unchanged.
 */
export function wholeWords(query: string, patternType: PatternType, isLocal = false): string {
  const word = isLocal ? "[\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}]" : "\\w";
  return rewriteTexts(query, patternTypeOf(query, patternType), (text, type) => bounded(text, type, word));
}

/** The query with the effect of {@link wholeWords} undone. */
export function partialWords(query: string, patternType: PatternType): string {
  return rewriteTexts(query, patternTypeOf(query, patternType), unbounded);
}

/** Whether the query has text, and all of it has word boundaries already. */
export function isWholeWords(query: string, patternType: PatternType, isLocal = false): boolean {
  return wholeWords(query, patternType, isLocal) === query && partialWords(query, patternType) !== query;
}

/** The pattern type that the query specifies itself, in lower case, otherwise the one that it is read as. */
export function patternTypeOf(query: string, patternType: PatternType): string {
  const own = queryParts(query).find(({ text }) => filterOf(text) === "patternType");
  return own?.text.replace(/^[^:]*:/, "").toLowerCase() ?? patternType;
}

/** Applies `rewrite` to every text of a query and leaves filters, operators and parentheses unchanged. */
function rewriteTexts(query: string, type: string, rewrite: (text: string, type: string) => string): string {
  if (!["keyword", "standard", "regexp"].includes(type)) return query;
  const groups = hasOperator(query);
  let edited = "";
  let at = 0;
  for (const { text, start, end } of phrases(query, type)) {
    const inside = groups && isGroup(text) ? `(${rewriteTexts(text.slice(1, -1), type, rewrite)})` : undefined;
    edited += query.slice(at, start) + (inside ?? rewrite(text, type));
    at = end;
  }
  return edited + query.slice(at);
}

interface Phrase {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The texts and groups of a query. In a standard query, adjacent texts are one phrase. */
function phrases(query: string, type: string): Phrase[] {
  const found: Phrase[] = [];
  let isOpen = false;
  for (const part of queryParts(query)) {
    if (filterOf(part.text) !== undefined || /^(?:and|or|not)$/i.test(part.text)) {
      isOpen = false;
      continue;
    }
    const joins = type === "standard" && !isPattern(part.text) && !isGroup(part.text);
    const before = isOpen && joins ? found.pop() : undefined;
    const start = before?.start ?? part.start;
    found.push({ text: query.slice(start, part.end), start, end: part.end });
    isOpen = joins;
  }
  return found;
}

function bounded(text: string, type: string, word: string): string {
  if (type === "regexp") return boundExpression(text, word);
  if (isPattern(text)) return `/${boundExpression(text.slice(1, -1), word)}/`;
  const literal = type === "keyword" ? unquote(text) : text;
  const expression = escape(literal);
  const whole = boundExpression(expression, word);
  return whole === expression ? text : `/${whole}/`;
}

function boundExpression(expression: string, word: string): string {
  if (expression.startsWith("\\b") || expression.endsWith("\\b")) return expression;
  const alone = /(?<!\\)\|/.test(expression) ? `(?:${expression})` : expression;
  const start = new RegExp(`^\\(*(?:\\?:)?\\(*${word}`, "u").test(alone) ? "\\b" : "";
  const end = alone !== expression || new RegExp(`(?<!\\\\)${word}$`, "u").test(alone) ? "\\b" : "";
  return start + alone + end;
}

function unbounded(text: string, type: string): string {
  const expression = type === "regexp" ? text : isPattern(text) ? text.slice(1, -1) : "";
  const open = expression.replace(/^\\b/, "").replace(/\\b$/, "");
  if (open === expression) return text;
  const inner = /^\(\?:(.*)\)$/.exec(open)?.[1] ?? open;
  if (type === "regexp") return inner;
  const literal = inner.replace(/\\([^\w\s])/g, "$1");
  if (escape(literal) !== inner) return `/${inner}/`;
  if (type === "standard") return literal;
  const [only, ...others] = queryParts(literal);
  const isPlain = only?.text === literal && others.length === 0 && !isPattern(literal) && !/["'\\()]/.test(literal);
  const isText = isPlain && filterOf(literal) === undefined && !/^(?:and|or|not)$/i.test(literal);
  return isText ? literal : quoteLiteral(literal);
}

function isPattern(text: string): boolean {
  return text.length > 2 && text.startsWith("/") && text.endsWith("/");
}

function unquote(text: string): string {
  return /^(["'])[^]*\1$/.test(text) && text.length > 1 ? text.slice(1, -1).replace(/\\([\\"'])/g, "$1") : text;
}

function escape(literal: string): string {
  return literalPattern(literal).replaceAll("/", "\\/");
}
