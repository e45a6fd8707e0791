import * as vscode from "vscode";
import { clipLine } from "../core/clipLine.ts";
import type { Matches, MatchedItem, MatchedLine, RepositoryMatches } from "../core/matches.ts";
import type { SourceLocation } from "../core/sourceLink.ts";
import { Pace } from "./pace.ts";
import { describeSearch } from "./searchWords.ts";
import type { Search, Searches } from "./searches.ts";
import type { SourceOpener } from "./sourceOpener.ts";

/** A row of the tree. Elements are kept, so that the editor knows them again when the tree has grown. */
export type ResultNode =
  | { readonly kind: "repository"; readonly repository: RepositoryMatches }
  | { readonly kind: "item"; readonly item: MatchedItem; readonly parent: ResultNode }
  | { readonly kind: "line"; readonly line: MatchedLine; readonly item: MatchedItem; readonly parent: ResultNode };

const REFRESH_INTERVAL_MS = 260;
/** The first files show their lines at once; further ones open on demand. */
const EXPANDED_ITEMS = 50;

/** Search results: repository, file, one row per matched line. Rows append and never move while the search runs. */
export class ResultsTree implements vscode.TreeDataProvider<ResultNode>, vscode.Disposable {
  readonly #opener: SourceOpener;
  readonly #changed = new vscode.EventEmitter<ResultNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<ResultNode>;
  readonly #pace = new Pace(REFRESH_INTERVAL_MS, () => {
    this.#refresh();
  });
  readonly #nodes = new Map<string, ResultNode>();
  readonly #disposables: vscode.Disposable[] = [];
  #search: Search | undefined;
  #shown: { query: object; items: number } | undefined;

  constructor(searches: Searches, opener: SourceOpener) {
    this.#opener = opener;
    this.#view = vscode.window.createTreeView("plumbline.results", { treeDataProvider: this, showCollapseAll: true });
    this.#disposables.push(
      this.#view,
      this.#changed,
      this.#pace,
      searches.onDidChange((search) => {
        if (search.query !== this.#search?.query) this.#nodes.clear();
        this.#search = search;
        this.#pace.request();
      }),
    );
  }

  /** What the view says above its rows. */
  get message(): string {
    return this.#view.message ?? "";
  }

  getTreeItem(node: ResultNode): vscode.TreeItem {
    switch (node.kind) {
      case "repository":
        return repositoryItem(node.repository);
      case "item":
        return this.#itemRow(node.item);
      case "line":
        return this.#lineRow(node.item, node.line);
    }
  }

  async getChildren(node?: ResultNode): Promise<ResultNode[]> {
    const matches = this.#search?.matches;
    if (!matches) return [];
    await this.#opener.prepare();
    return this.#children(matches, node);
  }

  getParent(node: ResultNode): ResultNode | undefined {
    return node.kind === "repository" ? undefined : node.parent;
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  #children(matches: Matches, node: ResultNode | undefined): ResultNode[] {
    switch (node?.kind) {
      case undefined:
        return matches
          .repositories(0, matches.counts.repositories)
          .map((repository) => this.#keep(`r${repository.index}`, { kind: "repository", repository }));
      case "repository": {
        const { index } = node.repository;
        return matches
          .items(index, 0, Infinity)
          .map((item) => this.#keep(`i${item.index}`, { kind: "item", item, parent: node }));
      }
      case "item":
        return matches
          .lines(node.item.index, 0, node.item.lineCount)
          .map((line, at) =>
            this.#keep(`l${node.item.index}.${at}`, { kind: "line", line, item: node.item, parent: node }),
          );
      case "line":
        return [];
    }
  }

  /** The same element for the same row, with what is new of it. */
  #keep(id: string, node: ResultNode): ResultNode {
    const kept = this.#nodes.get(id);
    if (kept) return Object.assign(kept, node);
    this.#nodes.set(id, node);
    return node;
  }

  #refresh(): void {
    const search = this.#search;
    if (!search) return;
    this.#view.message = describeSearch(search);
    const shown = { query: search.query, items: search.matches?.counts.items ?? 0 };
    if (this.#shown?.query !== shown.query || this.#shown.items !== shown.items) this.#changed.fire(undefined);
    this.#shown = shown;
  }

  #itemRow(item: MatchedItem): vscode.TreeItem {
    const state =
      item.index < EXPANDED_ITEMS
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed;
    const row = new vscode.TreeItem(item.label, item.lineCount > 0 ? state : vscode.TreeItemCollapsibleState.None);
    row.id = `i${item.index}`;
    const count = item.lineCount > 0 ? String(item.rangeCount) : "";
    if (item.path === "") {
      row.description = count;
      row.iconPath = new vscode.ThemeIcon(item.type === "repo" ? "repo" : "git-commit");
      const page = item.webPath && URL.parse(item.webPath, this.#search?.reached?.baseUrl);
      if (page && /^https?:$/.test(page.protocol)) row.command = openCommand(vscode.Uri.parse(page.href));
      return row;
    }
    const slash = item.path.lastIndexOf("/");
    row.label = item.path.slice(slash + 1);
    row.description = [item.path.slice(0, Math.max(0, slash)), count].filter(Boolean).join(" · ");
    row.tooltip = `${item.repository}/${item.path}`;
    row.resourceUri = this.#uri(item);
    row.iconPath = vscode.ThemeIcon.File;
    row.accessibilityInformation = {
      label: vscode.l10n.t("{0}, {1} matches, in {2}", item.path, item.rangeCount, item.repository),
    };
    if (item.lineCount === 0) row.command = openCommand(this.#uri(item));
    return row;
  }

  #lineRow(item: MatchedItem, { line, text, ranges }: MatchedLine): vscode.TreeItem {
    const { label, highlights } = clipLine(text, ranges);
    const row = new vscode.TreeItem({ label, highlights });
    row.id = `l${item.index}.${line}`;
    row.description = String(line + 1);
    row.tooltip = text.trim().slice(0, 2000);
    row.accessibilityInformation = { label: vscode.l10n.t("{0}, line {1} of {2}", label, line + 1, item.path) };
    const first = ranges[0];
    const range = new vscode.Range(line, first?.start ?? 0, line, first?.end ?? 0);
    if (item.path !== "") row.command = openCommand(this.#uri(item), range);
    return row;
  }

  #uri(item: MatchedItem): vscode.Uri {
    const accountId = this.#search?.reached?.account.id ?? "";
    const { repository, path, revision } = item;
    const location: SourceLocation = revision === undefined ? { repository, path } : { repository, path, revision };
    return this.#opener.uriOf(accountId, location);
  }
}

function repositoryItem(repository: RepositoryMatches): vscode.TreeItem {
  const row = new vscode.TreeItem(repository.name, vscode.TreeItemCollapsibleState.Expanded);
  row.id = `r${repository.index}`;
  row.iconPath = new vscode.ThemeIcon("repo");
  row.description = String(repository.rangeCount);
  row.accessibilityInformation = { label: vscode.l10n.t("{0}, {1} matches", repository.name, repository.rangeCount) };
  return row;
}

/** The editor's own command: a single click previews, a double click pins, Enter opens, all without code of ours. */
function openCommand(uri: vscode.Uri, selection?: vscode.Range): vscode.Command {
  const options: vscode.TextDocumentShowOptions = { preserveFocus: true, ...(selection && { selection }) };
  return { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri, options] };
}
