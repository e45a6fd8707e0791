import * as vscode from "vscode";
import { addFragment, removeFragment } from "../core/queryEdit.ts";
import type { FilterNode } from "./filterNodes.ts";
import { Pace, VIEW_INTERVAL_MS } from "./pace.ts";
import type { RunSearch, Search, Searches } from "./searches.ts";

/**
 * What can be done about the search that is shown: what the service has to say, what it skipped and how to get it, and
 * the filters that narrow the search, each toggled into the query.
 */
export class FiltersTree implements vscode.TreeDataProvider<FilterNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #pace = new Pace(VIEW_INTERVAL_MS, () => {
    this.#changed.fire(undefined);
  });
  readonly #subscriptions: vscode.Disposable;
  #search: Search | undefined;

  constructor(searches: Searches, run: RunSearch) {
    const view = vscode.window.createTreeView("plumbline.filters", { treeDataProvider: this });
    this.#subscriptions = vscode.Disposable.from(
      view,
      view.onDidChangeCheckboxState(({ items }) => {
        const query = items.reduce((edited, [node, state]) => {
          if (node.kind !== "filter") return edited;
          const isOn = state === vscode.TreeItemCheckboxState.Checked;
          return isOn ? addFragment(edited, node.value) : removeFragment(edited, node.value);
        }, this.#search?.query.text ?? "");
        if (query.trim() !== "") void run(query, this.#search?.query.patternType);
      }),
      searches.onDidChange((search) => {
        if (search?.filters !== this.#search?.filters || search?.status !== this.#search?.status) this.#pace.request();
        this.#search = search;
      }),
    );
  }

  async getChildren(node?: FilterNode): Promise<FilterNode[]> {
    if (node) return node.kind === "group" ? node.children : [];
    return this.#search ? (await import("./filterNodes.ts")).filterNodes(this.#search) : [];
  }

  async getTreeItem(node: FilterNode): Promise<vscode.TreeItem> {
    return (await import("./filterNodes.ts")).filterRow(node);
  }

  dispose(): void {
    vscode.Disposable.from(this.#subscriptions, this.#pace, this.#changed).dispose();
  }
}
