import { addFragment, fragmentsOf, removeFragment } from "./queryEdit.ts";
import { filterOf } from "./queryFilters.ts";
import { literalPattern } from "./literalPattern.ts";

/** Which files a query searches, as a person writes it: globs or parts of paths, separated by commas. */
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

/** The query with these path filters instead of its own. */
export function withPathFilters(query: string, { include, exclude }: PathFilters): string {
  const rest = fragmentsOf(query).filter(isPath).reduce(removeFragment, query);
  const filters = [patternOf(include, "file:"), patternOf(exclude, "-file:")].filter((filter) => filter !== undefined);
  return filters.reduce(addFragment, rest);
}

function isPath(filter: string): boolean {
  return filterOf(filter) === "file" && !/:(?:["']|has\.|contains\.|\^.*\/$)/.test(filter);
}

/** One filter for all of them: with several, a result would have to pass each. */
function patternOf(text: string, filter: string): string | undefined {
  const patterns = text.split(/[,\s]+/).flatMap((each) => (each === "" ? [] : [toPattern(each)]));
  const [only, ...others] = patterns;
  if (only === undefined) return undefined;
  return filter + (others.length === 0 ? only : patterns.map((each) => `(${each})`).join("|"));
}

function alternativesIn(pattern: string): readonly string[] {
  return /^\((.*\)\|\(.*)\)$/.exec(pattern)?.[1]?.split(")|(") ?? [pattern];
}

/**
 * The regular expression for something that is a glob where one is expected; `undefined` for anything else, and for
 * globs that use more than `*` and `?`.
 */
export function expressionOfGlob(text: string): string | undefined {
  const pattern = toPattern(text);
  return text.startsWith("*") && pattern !== text ? pattern : undefined;
}

/** A glob as the regular expression of the paths that it stands for; anything else is a regular expression already. */
function toPattern(text: string): string {
  if (!/[*?]/.test(text) || /[\\^$|()[\]+{}]|\.[*?]/.test(text)) return text;
  const path = text.replace(/^\*\*\//, "");
  const body = path
    .split(/(\*\*\/|\/\*\*$|\*\*|\*|\?)/)
    .map((piece) => WILD[piece] ?? literalPattern(piece))
    .join("");
  const tail = body.endsWith("/") ? "" : "$";
  // A pattern that may begin with anything needs no anchor.
  return body.startsWith(ANY_NAME) ? body.slice(ANY_NAME.length) + tail : `(^|/)${body}${tail}`;
}

const ANY_NAME = "[^/]*";
const WILD: Readonly<Record<string, string>> = {
  "**/": "(.+/)?",
  "/**": "/",
  "**": ".*",
  "*": ANY_NAME,
  "?": "[^/]",
};

/** A pattern as a person writes it: as a glob if it stands for one. */
function toText(pattern: string): string {
  const [, folder, ending] = /^(?:\(\^\|\/\)(.+)\/|(.+)\$)$/.exec(pattern) ?? [];
  const glob = (folder === undefined ? `*${ending ?? ""}` : `${folder}/**`).replace(/\\(.)/g, "$1");
  return toPattern(glob) === pattern ? glob : pattern;
}
