import * as vscode from "vscode";
import { addFragment, hasFragment, removeFragment } from "../core/queryEdit.ts";
import type { Filter, Skipped } from "../core/search.ts";
import { Pace, VIEW_INTERVAL_MS } from "./pace.ts";
import { plainText } from "./searchWords.ts";
import type { Search, Searches } from "./searches.ts";

type Node =
  | { readonly kind: "group"; readonly id: string; readonly label: string; readonly children: Node[] }
  | {
      readonly kind: "note";
      readonly id: string;
      readonly label: string;
      readonly tooltip: string;
      readonly icon: string;
    }
  | {
      readonly kind: "query";
      readonly id: string;
      readonly label: string;
      readonly description: string;
      readonly query: string;
    }
  | { readonly kind: "filter"; readonly id: string; readonly filter: Filter; readonly isOn: boolean };

/**
 * What can be done about the search that is shown: what the service has to say, what it skipped and how to get it, and
 * the filters that narrow the search, each toggled into the query.
 */
export class FiltersTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #pace = new Pace(VIEW_INTERVAL_MS, () => {
    this.#changed.fire(undefined);
  });
  readonly #subscriptions: vscode.Disposable;
  #search: Search | undefined;

  /** `run` searches with another query. */
  constructor(searches: Searches, run: (query: string) => void) {
    const view = vscode.window.createTreeView("plumbline.filters", { treeDataProvider: this });
    this.#subscriptions = vscode.Disposable.from(
      view,
      view.onDidChangeCheckboxState(({ items }) => {
        const query = items.reduce((edited, [node, state]) => {
          if (node.kind !== "filter") return edited;
          const isOn = state === vscode.TreeItemCheckboxState.Checked;
          return isOn ? addFragment(edited, node.filter.value) : removeFragment(edited, node.filter.value);
        }, this.#search?.query.text ?? "");
        if (query.trim() !== "") run(query);
      }),
      searches.onDidChange((search) => {
        if (search.filters !== this.#search?.filters || search.status !== this.#search.status) this.#pace.request();
        this.#search = search;
      }),
    );
  }

  getChildren(node?: Node): Node[] {
    if (node) return node.kind === "group" ? node.children : [];
    const search = this.#search;
    return search ? [...notes(search), ...skippedNodes(search), ...filterNodes(search)] : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case "group": {
        const row = new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.Expanded);
        row.id = node.id;
        return row;
      }
      case "note": {
        const row = new vscode.TreeItem(node.label);
        row.id = node.id;
        row.tooltip = node.tooltip;
        row.iconPath = new vscode.ThemeIcon(node.icon);
        return row;
      }
      case "query": {
        const row = new vscode.TreeItem(node.label);
        row.id = node.id;
        row.description = node.description;
        row.tooltip = node.query;
        row.iconPath = new vscode.ThemeIcon("arrow-right");
        row.command = { command: "plumbline.search", title: vscode.l10n.t("Search"), arguments: [node.query] };
        return row;
      }
      case "filter": {
        const { label, value, count, exhaustive } = node.filter;
        const row = new vscode.TreeItem(label || value);
        row.id = node.id;
        row.description = exhaustive ? String(count) : `≥ ${count}`;
        row.tooltip = value;
        row.checkboxState = node.isOn ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
        return row;
      }
    }
  }

  dispose(): void {
    vscode.Disposable.from(this.#subscriptions, this.#pace, this.#changed).dispose();
  }
}

function notes({ alert, serviceErrors, id }: Search): Node[] {
  const errors = serviceErrors.map((message, index): Node => {
    return { kind: "note", id: `${id} error ${index}`, label: message, tooltip: message, icon: "error" };
  });
  if (!alert) return errors;
  const words = plainText(alert.description);
  const label = alert.title || words;
  const proposed = alert.proposedQueries.map(({ description, query }, index): Node => {
    return { kind: "query", id: `${id} proposed ${index}`, label: description || query, description: query, query };
  });
  const tooltip = [alert.title, words].filter(Boolean).join("\n\n");
  return [...errors, { kind: "note", id: `${id} alert`, label, tooltip, icon: "warning" }, ...proposed];
}

function skippedNodes({ progress, query, id }: Search): Node[] {
  const skipped = progress?.skipped ?? [];
  if (skipped.length === 0) return [];
  const children = skipped.flatMap((item, index): Node[] => {
    const note: Node = {
      kind: "note",
      id: `${id} skipped ${index}`,
      label: item.title,
      tooltip: plainText(item.message) || item.title,
      icon: iconOf(item),
    };
    if (!item.suggested) return [note];
    const { title, queryExpression } = item.suggested;
    const edited = addFragment(query.text, queryExpression);
    return [
      note,
      { kind: "query", id: `${id} fix ${index}`, label: title, description: queryExpression, query: edited },
    ];
  });
  return [{ kind: "group", id: `${id} skipped`, label: vscode.l10n.t("Not Searched"), children }];
}

function iconOf({ severity }: Skipped): string {
  if (severity === "error") return "error";
  return severity.startsWith("warn") ? "warning" : "info";
}

/** Filters by kind, in the order of the service; those that the query has already are at hand to be taken out again. */
function filterNodes({ filters, query, id }: Search): Node[] {
  const kinds = Map.groupBy(filters, ({ kind }) => kind);
  return [...kinds].map(([kind, members]) => ({
    kind: "group",
    id: `${id} ${kind}`,
    label: groupName(kind),
    children: members.map((filter): Node => {
      return {
        kind: "filter",
        id: `${id} ${kind} ${filter.value}`,
        filter,
        isOn: hasFragment(query.text, filter.value),
      };
    }),
  }));
}

function groupName(kind: string): string {
  const names: Record<string, string> = {
    repo: vscode.l10n.t("Repositories"),
    lang: vscode.l10n.t("Languages"),
    file: vscode.l10n.t("Files"),
    type: vscode.l10n.t("Types"),
    utility: vscode.l10n.t("More"),
    author: vscode.l10n.t("Authors"),
    "commit date": vscode.l10n.t("Dates"),
    "symbol type": vscode.l10n.t("Symbols"),
  };
  return names[kind] ?? kind;
}
