import { globOfExpression, expressionOfPathGlob, isGlob } from "./pathGlob.ts";
import { addFragment, fragmentsOf, removeFragment } from "./queryEdit.ts";
import { filterOf } from "./queryFilters.ts";

/** Which files a query searches, as the editor's own search takes them: globs, separated by commas. */
export interface PathFilters {
  /** Each result has to be in one of them. */
  readonly include: string;
  /** No result may be in one of them. */
  readonly exclude: string;
}

/** The path filters that a query has outside parentheses, without those for contents and for a folder as its scope. */
export function pathFiltersOf(query: string): PathFilters {
  const filters = fragmentsOf(query).filter(isPath);
  const of = (isExcluding: boolean) =>
    filters
      .filter((filter) => filter.startsWith("-") === isExcluding)
      .flatMap((filter) => alternativesIn(filter.replace(/^-?\w+:/, "")).map(toText))
      .join(", ");
  return { include: of(false), exclude: of(true) };
}

/** The query with these path filters instead of its own. What begins with `!` in one of them belongs to the other. */
export function withPathFilters(query: string, { include, exclude }: PathFilters): string {
  const rest = fragmentsOf(query).filter(isPath).reduce(removeFragment, query);
  const [included, excluded] = [split(include), split(exclude)];
  const filters = [
    patternOf([...included.own, ...excluded.others], "file:"),
    patternOf([...excluded.own, ...included.others], "-file:"),
  ].filter((filter) => filter !== undefined);
  return filters.reduce(addFragment, rest);
}

/**
 * The regular expression for something that is a glob where one is expected; `undefined` for anything else, and for
 * what a regular expression may contain as well.
 */
export function expressionOfGlob(text: string): string | undefined {
  return isGlob(text) ? expressionOfPathGlob(text) : undefined;
}

/** The alternatives of a pattern that consists of such in parentheses: `(a)|(b)`; otherwise the pattern alone. */
export function alternativesIn(pattern: string): readonly string[] {
  const alternatives: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: piece, index } of pattern.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/g)) {
    if (piece === "(" && depth++ === 0 && index !== start) return [pattern];
    if (piece === ")" && --depth === 0) {
      alternatives.push(pattern.slice(start + 1, index));
      if (!/^\|\(|^$/.test(pattern.slice(index + 1))) return [pattern];
      start = index + 2;
    }
  }
  return alternatives.length > 1 && depth === 0 ? alternatives : [pattern];
}

function isPath(filter: string): boolean {
  return filterOf(filter) === "file" && !/:(?:["']|has\.|contains\.|\^.*\/$)/.test(filter);
}

/** At commas that are in no parentheses, brackets or braces; a blank is part of a name. */
function split(text: string): { readonly own: readonly string[]; readonly others: readonly string[] } {
  const pieces =
    text.match(/(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[[^\]]*\]|\([^()]*(?:\([^()]*\)[^()]*)*\)|[^,])+/g) ?? [];
  const all = pieces.map((piece) => piece.trim());
  return {
    own: all.filter((piece) => piece !== "" && !piece.startsWith("!")),
    others: all.flatMap((piece) => /^!\s*(.+)$/s.exec(piece)?.[1] ?? []),
  };
}

/** One filter for all of them: with several, a result would have to pass each. */
function patternOf(texts: readonly string[], filter: string): string | undefined {
  const patterns = [...new Set(texts.flatMap((text) => alternativesIn(toPattern(text))))];
  const [only, ...others] = patterns;
  if (only === undefined) return undefined;
  return filter + (others.length === 0 ? only : patterns.map((each) => `(${each})`).join("|"));
}

function toPattern(text: string): string {
  if (!isExpression(text)) return expressionOfPathGlob(text);
  const expression = /^\(\?:([^]*)\)$/.exec(text)?.[1];
  return (expression !== undefined && asExpression(expression) === text ? expression : text).replace(/\s/g, "\\s");
}

/** What no glob looks like is a regular expression, such as one that a person wrote into the query. */
function isExpression(text: string): boolean {
  return /^\^|^\(\?|^\\\.|\||[^/\\]\$$/.test(text);
}

/** A pattern as a person writes it: as a glob if it stands for one. */
function toText(pattern: string): string {
  return globOf(pattern) ?? asExpression(pattern);
}

function globOf(pattern: string): string | undefined {
  const glob = globOfExpression(pattern);
  return glob !== undefined && isOne(glob) && !isExpression(glob) ? glob : undefined;
}

function asExpression(pattern: string): string {
  return isExpression(pattern) && !pattern.startsWith("(?:") && isOne(pattern) ? pattern : `(?:${pattern})`;
}

function isOne(text: string): boolean {
  const [only, ...others] = split(text).own;
  return only === text && others.length === 0;
}
