import { addFragment, fragmentsOf, removeFragment } from "./queryEdit.ts";
import { filterOf } from "./queryFilters.ts";
import { literalPattern } from "./literalPattern.ts";

/** Which files a query looks at, as a person writes it: globs or parts of paths, with commas between them. */
export interface PathFilters {
  /** Each result has to be in one of them. */
  readonly include: string;
  /** No result may be in one of them. */
  readonly exclude: string;
}

/** The filters of paths that a query has outside of parentheses; those of contents, and of a folder as its scope, are left out. */
export function pathFiltersOf(query: string): PathFilters {
  const filters = fragmentsOf(query).filter(isPath);
  const of = (isExcluding: boolean) =>
    filters
      .filter((filter) => filter.startsWith("-") === isExcluding)
      .flatMap((filter) => alternativesIn(filter.replace(/^-?\w+:/, "")).map(toText))
      .join(", ");
  return { include: of(false), exclude: of(true) };
}

/** The query with these filters of paths instead of those that it has. */
export function withPathFilters(query: string, { include, exclude }: PathFilters): string {
  const rest = fragmentsOf(query).filter(isPath).reduce(removeFragment, query);
  const filters = [patternOf(include, "file:"), patternOf(exclude, "-file:")].filter((filter) => filter !== undefined);
  return filters.reduce(addFragment, rest);
}

function isPath(filter: string): boolean {
  return filterOf(filter) === "file" && !/:(?:["']|has\.|contains\.|\^.*\/$)/.test(filter);
}

/** One filter for all of them: of several, a result would have to pass each. */
function patternOf(text: string, filter: string): string | undefined {
  const patterns = text.split(/[,\s]+/).flatMap((each) => (each === "" ? [] : [toPattern(each)]));
  const [only, ...others] = patterns;
  if (only === undefined) return undefined;
  return filter + (others.length === 0 ? only : patterns.map((each) => `(${each})`).join("|"));
}

function alternativesIn(pattern: string): readonly string[] {
  return /^\((.*\)\|\(.*)\)$/.exec(pattern)?.[1]?.split(")|(") ?? [pattern];
}

/** The regular expression of what is a glob in its place; `undefined` for anything else, and for globs that have more than `*` and `?`. */
export function expressionOfGlob(text: string): string | undefined {
  const pattern = toPattern(text);
  return text.startsWith("*") && pattern !== text ? pattern : undefined;
}

/** A glob as the regular expression of paths that it stands for; anything else is one already. */
function toPattern(text: string): string {
  if (!/[*?]/.test(text) || /[\\^$|()[\]+{}]|\.[*?]/.test(text)) return text;
  const path = text.replace(/^\*\*\//, "");
  const body = path
    .split(/(\*\*\/|\/\*\*$|\*\*|\*|\?)/)
    .map((piece) => WILD[piece] ?? literalPattern(piece))
    .join("");
  const tail = body.endsWith("/") ? "" : "$";
  // What may begin with anything need not begin anywhere.
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

/** A pattern as it was written: as a glob where that is what it stands for. */
function toText(pattern: string): string {
  const [, folder, ending] = /^(?:\(\^\|\/\)(.+)\/|(.+)\$)$/.exec(pattern) ?? [];
  const glob = (folder === undefined ? `*${ending ?? ""}` : `${folder}/**`).replace(/\\(.)/g, "$1");
  return toPattern(glob) === pattern ? glob : pattern;
}
