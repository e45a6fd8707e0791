import { filterOf, LOCAL_ONLY, QUERY_FILTERS, type QueryFilter } from "./queryFilters.ts";
import { literalFilter, literalPattern } from "./literalPattern.ts";

/** Something that can be inserted at the end of a query. */
export interface Completion {
  /** Its name, such as `lang:`. */
  readonly label: string;
  /** The query with it inserted. */
  readonly query: string;
}

export interface CompletionWords {
  /** Names of repositories that are available. */
  readonly repositories: readonly string[];
  /** Names of symbols that may begin with the last word, if the query is about symbols. */
  readonly symbols?: readonly string[];
  /** Whether the local service is asked, which knows more filters. */
  readonly isLocal?: boolean;
  /** What a service has for the value that is being written: names of repositories or contexts, paths of files. */
  readonly values?: Partial<Record<"repo" | "file" | "context", readonly string[]>>;
}

/** Every filter with its colon, then the excluding ones. */
const NAMES: readonly string[] = [
  ...Object.keys(QUERY_FILTERS).map((name) => `${name}:`),
  ...Object.entries<QueryFilter>(QUERY_FILTERS).flatMap(([name, { negatable }]) => (negatable ? [`-${name}:`] : [])),
];

/**
 * What can follow: symbols and filters that start like the last word of the query, or values if that word is a filter.
 * There is no cursor: completion is only at the end of the text.
 */
export function completionsFor(
  query: string,
  { repositories, symbols = [], values: named = {}, isLocal = false }: CompletionWords,
): Completion[] {
  const isKnown = ({ label }: Completion) => isLocal || !LOCAL_ONLY.has(label);
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
      ...NAMES.filter(isBegun)
        .map((name) => ({ label: name, query: before + name }))
        .filter(isKnown),
    ];
  }
  const known = filterOf(last);
  if (known === undefined) return [];
  const { values = [] }: QueryFilter = QUERY_FILTERS[known];
  const all =
    known === "repo"
      ? [...new Set([...repositories, ...(named.repo ?? [])])].map(repositoryPattern)
      : known === "file"
        ? (named.file ?? []).map((path) => `^${literalFilter(path)}$`)
        : known === "context"
          ? (named.context ?? [])
          : values;
  const typed = value.toLowerCase().replaceAll("\\", "");
  return all
    .filter((each) => each !== value && each.toLowerCase().replaceAll("\\", "").includes(typed))
    .map((each) => ({ label: filter + each, query: `${before}${filter}${each} ` }))
    .filter(isKnown);
}

/** A value of `repo:` that matches this repository alone. A blank would end it, and an `@` would begin a revision. */
export function repositoryPattern(name: string): string {
  return `^${literalFilter(name).replaceAll("@", "\\x40")}$`;
}

/** A value of `file:` that matches everything below a folder, or one file. */
export function pathPattern(path: string, isFolder: boolean): string {
  return `^${literalPattern(path)}${isFolder ? "/" : "$"}`;
}
