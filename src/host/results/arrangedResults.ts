import * as vscode from "vscode";
import type { FilteredMatches } from "../../core/search/filteredMatches.ts";
import type { MatchOrder, SortKey } from "../../core/search/matchOrder.ts";
import type { Search } from "../search/searches.ts";
import type { ShownResults } from "./resultActions.ts";
import type { ResultNodes } from "./resultNodes.ts";

/** What is shown of a search, and how it is arranged: as a flat list or by repository, filtered and sorted. */
export class ArrangedResults {
  /** Finds the repositories of the workspace, in which rows are opened. */
  readonly #prepare: () => Promise<void>;
  #search: Search | undefined;
  #nodes: ResultNodes | undefined;
  #isFlat = false;
  #filter = "";
  /** The matches of the search that pass the filter. */
  #filtered: FilteredMatches | undefined;
  #order: { readonly by: SortKey; readonly order: MatchOrder } | undefined;

  constructor(prepare: () => Promise<void>) {
    this.#prepare = prepare;
  }

  get search(): Search | undefined {
    return this.#search;
  }

  /** The rows, if {@link rows} has made any. */
  get made(): ResultNodes | undefined {
    return this.#nodes;
  }

  get isFlat(): boolean {
    return this.#isFlat;
  }

  get filter(): string {
    return this.#filter;
  }

  get order(): MatchOrder | undefined {
    return this.#order?.order;
  }

  get sortKey(): SortKey | undefined {
    return this.#order?.by;
  }

  /** Shows a search, or the new state of the one that is shown. A different search starts without filter and order. */
  take(search: Search | undefined): void {
    if (search?.id !== this.#search?.id) {
      this.#filter = "";
      this.#order = undefined;
      this.#nodes = this.#filtered = undefined;
    }
    if (search?.matches !== this.#search?.matches) this.#nodes = this.#filtered = undefined;
    this.#search = search;
  }

  showFlat(isFlat: boolean): void {
    this.#isFlat = isFlat;
    this.#nodes = undefined;
  }

  /** Shows only files with this text in their path or in a matched line. An empty text shows all. */
  showOnly(filter: string): void {
    this.#filter = filter.trim();
    this.#nodes = this.#filtered = undefined;
  }

  /**
   * Sorts what has been found so far. Returns whether rows are in other places now: meanwhile another search may be
   * shown, or none.
   */
  async sort(by: SortKey | undefined): Promise<boolean> {
    const search = this.#search;
    if (!search?.matches) return false;
    const { sortMatches, SORTABLE_ITEMS } = await import("../../core/search/matchOrder.ts");
    if (by && search.matches.kept.items > SORTABLE_ITEMS) {
      const most = SORTABLE_ITEMS.toLocaleString(vscode.env.language);
      throw new Error(vscode.l10n.t("At most {0} results can be sorted. Narrow the search, or export them.", most));
    }
    const order = by && (await sortMatches(search.matches, by));
    if (this.#search?.id !== search.id) return false;
    const wasAsFound = this.#order === undefined;
    this.#order = by && order && { by, order };
    if (wasAsFound && order && this.#isAsFound(order)) return false;
    this.#nodes = undefined;
    return true;
  }

  /** Whether an order changes no place of a row. */
  #isAsFound({ items, itemsOf, repositories }: MatchOrder): boolean {
    const lists = this.#isFlat ? [items] : [repositories, ...itemsOf.values()];
    return lists.every((list) => list.every((index, place) => place === 0 || index > (list[place - 1] ?? 0)));
  }

  /** The rows of all that has been found so far; `undefined` while there is nothing. */
  async rows(): Promise<ResultNodes | undefined> {
    if (!this.#search?.matches) return undefined;
    const [{ ResultNodes }, filter] = await Promise.all([import("./resultNodes.ts"), this.filtered(), this.#prepare()]);
    const search = this.#search as Search | undefined; // it may be another one by now
    if (!search?.matches) return undefined;
    if (filter !== this.#filtered) return this.rows();
    this.#nodes ??= new ResultNodes(search.matches, {
      searchId: search.id,
      isFlat: this.#isFlat,
      filter,
      dismissals: search.dismissals,
      ...(this.#order && { order: this.#order.order }),
    });
    return this.#nodes;
  }

  /** All matches found so far that pass the filter; `undefined` if there is no filter. */
  async filtered(): Promise<FilteredMatches | undefined> {
    if (this.#filter === "" || !this.#search?.matches) return undefined;
    const { matches } = this.#search;
    const filter = this.#filter;
    const { FilteredMatches } = await import("../../core/search/filteredMatches.ts");
    if (this.#filter !== filter || this.#search.matches !== matches) return this.filtered();
    const filtered = (this.#filtered ??= new FilteredMatches(matches, filter));
    await filtered.update();
    return filtered;
  }

  /** What passes the filter, dismissed or not, and in which order. */
  async shown(): Promise<ShownResults> {
    return { shown: await this.filtered(), order: this.order };
  }
}
