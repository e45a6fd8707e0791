import * as vscode from "vscode";
import type { ListedFilters } from "../../core/query/listedFilters.ts";
import type { FilterNode } from "./filterNodes.ts";
import { Throttle, VIEW_INTERVAL_MS } from "../platform/throttle.ts";
import type { QueryVisibility } from "./resultsTree.ts";
import { TreeRows, type TreeRow } from "../platform/treeRows.ts";
import type { RunSearch, Search, Searches } from "../search/searches.ts";

/**
 * What can be done about the search that is shown: what the service says, what it skipped and how to get that, and the
 * filters that narrow the search. Each is toggled in the query; several of a kind are alternatives.
 */
export class FiltersTree implements vscode.TreeDataProvider<TreeRow<FilterNode>>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeRow<FilterNode>[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #throttle = new Throttle(VIEW_INTERVAL_MS, () => {
    void this.#refresh();
  });
  readonly #subscriptions: vscode.Disposable;
  readonly #run: RunSearch;
  readonly #rows = new TreeRows<FilterNode>();
  #search: Search | undefined;
  #listed: ListedFilters | undefined;
  readonly #query: QueryVisibility;

  constructor(searches: Searches, run: RunSearch, query: QueryVisibility) {
    this.#run = run;
    this.#query = query;
    const view = vscode.window.createTreeView("plumbline.filters", { treeDataProvider: this });
    this.#subscriptions = vscode.Disposable.from(
      view,
      query.onDidChangeVisibility(() => {
        if (this.#search?.alert) this.#throttle.request();
      }),
      view.onDidChangeCheckboxState(({ items }) => {
        const filters = items.flatMap(([{ node }, state]) =>
          node.kind === "filter" ? [[node.value, state === vscode.TreeItemCheckboxState.Checked] as const] : [],
        );
        void this.#choose(filters, true);
      }),
      searches.onDidChange((search) => {
        const isOther = search?.filters !== this.#search?.filters || search?.status !== this.#search?.status;
        this.#search = search;
        if (isOther) this.#throttle.request();
      }),
    );
  }

  async getChildren(row?: TreeRow<FilterNode>): Promise<TreeRow<FilterNode>[]> {
    if (!row) await this.#refresh(); // fires what differs: the editor may be drawing rows that it asked for before
    return [...(row?.children ?? this.#rows.top)];
  }

  async getTreeItem({ node }: TreeRow<FilterNode>): Promise<vscode.TreeItem> {
    return (await import("./filterNodes.ts")).filterRow(node);
  }

  /** Lists the view's filters to choose one with the keyboard, then searches with it, or without it if it was on. */
  async pick(): Promise<void> {
    const { pickFilter } = await import("./filterPicker.ts");
    const chosen = await pickFilter(await this.#nodes());
    if (chosen) await this.choose(chosen.value, !chosen.isOn);
  }

  /** Searches with a filter of the view, or without it. Resolves when the search is over. */
  async choose(filter: string, isOn: boolean): Promise<void> {
    await this.#choose([[filter, isOn]]);
  }

  async #refresh(): Promise<void> {
    const changed = this.#rows.update(await this.#nodes());
    if (changed?.length !== 0) this.#changed.fire(changed);
  }

  async #nodes(): Promise<FilterNode[]> {
    const [{ filterNodes }, { ListedFilters }] = await Promise.all([
      import("./filterNodes.ts"),
      import("../../core/query/listedFilters.ts"),
    ]);
    if (!this.#search) return [];
    this.#listed ??= new ListedFilters();
    const filters = this.#listed.of(this.#search.query.text, this.#search.filters);
    return filterNodes(this.#search, filters, this.#query.isVisible);
  }

  async #choose(filters: readonly (readonly [filter: string, isOn: boolean])[], preserveFocus = false): Promise<void> {
    const [{ chooseFilter, removeFragment }, { compileQuery, edited, writtenOf }] = await Promise.all([
      import("../../core/query/queryEdit.ts"),
      import("../../core/query/queryFields.ts"),
    ]);
    if (!this.#search) return;
    const { query } = this.#search;
    const { patternType } = query;
    const chosen = filters.reduce(
      (written, [filter, isOn]) =>
        edited(written, patternType, (text) => (isOn ? chooseFilter : removeFragment)(text, filter)),
      writtenOf(query),
    );
    if (compileQuery(chosen, patternType) !== "") await this.#run(chosen, patternType, preserveFocus);
    else this.#changed.fire(undefined); // nothing would be left of the query: the box is checked again
  }

  dispose(): void {
    vscode.Disposable.from(this.#subscriptions, this.#throttle, this.#changed).dispose();
  }
}
