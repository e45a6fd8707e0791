import { filterOf, QUERY_FILTERS, type QueryFilter } from "./queryFilters.ts";
import { literalFilter, literalPattern } from "./literalPattern.ts";

/** Something that can go where the text of a query ends. */
export interface Completion {
  /** What it is called, such as `lang:`. */
  readonly label: string;
  /** The query with it. */
  readonly query: string;
}

export interface CompletionWords {
  /** Names of repositories that are at hand. */
  readonly repositories: readonly string[];
  /** Names of symbols that the last word may be the beginning of, where the query is about symbols. */
  readonly symbols?: readonly string[];
}

/** Every filter with its colon, then those that exclude. */
const NAMES: readonly string[] = [
  ...Object.keys(QUERY_FILTERS).map((name) => `${name}:`),
  ...Object.entries<QueryFilter>(QUERY_FILTERS).flatMap(([name, { negatable }]) => (negatable ? [`-${name}:`] : [])),
];

/**
 * What can follow: symbols and filters that start like the last word of the query, or values of the filter that it is. There is no
 * cursor: completion is at the end of the text only.
 */
export function completionsFor(query: string, { repositories, symbols = [] }: CompletionWords): Completion[] {
  const start = query.search(/\S*$/);
  const before = query.slice(0, start);
  const last = query.slice(start);
  const [, filter = "", value = ""] = /^(-?\w+:)(.*)$/.exec(last) ?? [];
  if (filter === "") {
    if (last === "") return [];
    const isBegun = (name: string) => name.toLowerCase().startsWith(last.toLowerCase());
    return [
      ...symbols
        .filter((name) => isBegun(name) && name !== last)
        .map((name) => ({ label: name, query: `${before}${name} ` })),
      ...NAMES.filter(isBegun).map((name) => ({ label: name, query: before + name })),
    ];
  }
  const known = filterOf(last);
  if (known === undefined) return [];
  const { values = [] }: QueryFilter = QUERY_FILTERS[known];
  const all = known === "repo" ? repositories.map(repositoryPattern) : values;
  const typed = value.toLowerCase().replaceAll("\\", "");
  return all
    .filter((each) => each !== value && each.toLowerCase().replaceAll("\\", "").includes(typed))
    .map((each) => ({ label: filter + each, query: `${before}${filter}${each} ` }));
}

/** A value of `repo:` that stands for this repository alone. A blank would end it, and an `@` begin a revision. */
export function repositoryPattern(name: string): string {
  return `^${literalFilter(name).replaceAll("@", "\\x40")}$`;
}

/** A value of `file:` that stands for all below a folder, or for one file. */
export function pathPattern(path: string, isFolder: boolean): string {
  return `^${literalPattern(path)}${isFolder ? "/" : "$"}`;
}
