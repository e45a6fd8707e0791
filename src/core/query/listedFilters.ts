import { fragmentsOf, removeFragment } from "./queryEdit.ts";
import type { Filter } from "../model/search.ts";

/** A filter to choose; without counts if the known ones belong to another query. */
export type ListedFilter = Omit<Filter, "count" | "exhaustive"> & Partial<Pick<Filter, "count" | "exhaustive">>;

interface Kind {
  /** The query for which the filters were listed, without any of this kind. */
  readonly query: string;
  readonly filters: readonly Filter[];
}

/**
 * The filters to choose from. A service lists those that its results have: once one of a kind is chosen, the others
 * would disappear. Here they stay as long as the query is otherwise the same.
 */
export class ListedFilters {
  #query = "";
  #kinds = new Map<string, Kind>();

  /** The choice for a query, from what the service lists for it. Filters that are already there do not move. */
  of(query: string, filters: readonly Filter[]): readonly ListedFilter[] {
    const known = [...[...this.#kinds.values()].flatMap((kind) => kind.filters), ...filters];
    if (without(query, known) !== without(this.#query, known)) this.#kinds = new Map();
    this.#query = query;
    const chosen = new Set(fragmentsOf(query));
    const listed = Map.groupBy(filters, ({ kind }) => kind);
    return [...new Set([...this.#kinds.keys(), ...listed.keys()])].flatMap((kind) => {
      const now = listed.get(kind) ?? [];
      const before = this.#kinds.get(kind);
      const all = unite(before?.filters ?? [], now);
      const rest = without(query, all);
      if (!before || !all.some(({ value }) => chosen.has(value))) {
        this.#kinds.set(kind, { query: rest, filters: now });
        return now;
      }
      this.#kinds.set(kind, { ...before, filters: all });
      return all.map((filter): ListedFilter => {
        const current = now.find(({ value }) => value === filter.value);
        if (current) return current;
        return before.query === rest ? filter : { value: filter.value, label: filter.label, kind };
      });
    });
  }
}

function unite(before: readonly Filter[], now: readonly Filter[]): readonly Filter[] {
  const known = new Set(before.map(({ value }) => value));
  return [...before, ...now.filter(({ value }) => !known.has(value))];
}

function without(query: string, filters: readonly Filter[]): string {
  return filters.reduce((rest, { value }) => removeFragment(rest, value), query).trim();
}
