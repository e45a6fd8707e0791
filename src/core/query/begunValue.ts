import { filterOf } from "./queryFilters.ts";
import { queryParts } from "./queryParts.ts";

/** The value of a filter that is being written at the end of a query. */
export interface BegunValue {
  /** The filters whose values a service knows. */
  readonly filter: "repo" | "file" | "context";
  /** What has been typed of it, without the signs of a pattern around it. */
  readonly words: string;
  /** The other filters of the query that say where to look. */
  readonly where: readonly string[];
}

/** Filters that make fewer files a match, whatever is looked for in them. */
const PLACES: readonly string[] = ["repo", "file", "rev", "lang", "fork", "archived", "visibility", "context"];

/** The filter of which the last word of the query is a value, if a service can complete that. */
export function begunValue(query: string): BegunValue | undefined {
  const last = /\S*$/.exec(query)?.[0] ?? "";
  const filter = filterOf(last);
  if (filter !== "repo" && filter !== "file" && filter !== "context") return undefined;
  const value = last.slice(last.indexOf(":") + 1);
  const words = value.replace(/^\^/, "").replace(/\$$/, "").replaceAll("\\", "");
  const others = queryParts(query.slice(0, query.length - last.length)).map(({ text }) => text);
  const where = others.filter((part) => PLACES.includes(filterOf(part) ?? ""));
  return { filter, words, where };
}
