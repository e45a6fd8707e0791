import * as vscode from "vscode";
import { clipLine } from "../core/clipLine.ts";
import type { MatchedItem, MatchedLine, RepositoryMatches } from "../core/matches.ts";
import type { ResultNode } from "./resultNodes.ts";

/** What a row needs to know besides its node. */
export interface RowSurroundings {
  readonly uriOf: (item: MatchedItem) => vscode.Uri;
  /** The page of something that is no file. */
  readonly pageOf: (item: MatchedItem) => vscode.Uri | undefined;
  readonly isFlat: boolean;
}

/** The first files show their lines at once; further ones open on demand. */
const EXPANDED_ITEMS = 50;

export function resultRow(node: ResultNode, around: RowSurroundings): vscode.TreeItem {
  const row = rowOf(node, around);
  row.id = node.id;
  row.contextValue = node.kind === "range" ? "range" : `result.${node.kind}`;
  return row;
}

function rowOf(node: ResultNode, around: RowSurroundings): vscode.TreeItem {
  switch (node.kind) {
    case "repository":
      return repositoryRow(node.repository);
    case "range":
      return rangeRow(node.from, node.to);
    case "item":
      return node.item.path === "" ? otherRow(node.item, around) : fileRow(node.item, around);
    case "line":
      return lineRow(node.item, node.line, around);
  }
}

function repositoryRow(repository: RepositoryMatches): vscode.TreeItem {
  const row = new vscode.TreeItem(repository.name, vscode.TreeItemCollapsibleState.Expanded);
  row.iconPath = new vscode.ThemeIcon("repo");
  row.description = countOf(repository.rangeCount);
  row.accessibilityInformation = { label: vscode.l10n.t("{0}, {1} matches", repository.name, repository.rangeCount) };
  return row;
}

function rangeRow(from: number, to: number): vscode.TreeItem {
  const language = vscode.env.language;
  const label = vscode.l10n.t("files {0}–{1}", (from + 1).toLocaleString(language), to.toLocaleString(language));
  return new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
}

function fileRow(item: MatchedItem, { uriOf, isFlat }: RowSurroundings): vscode.TreeItem {
  const state =
    item.index < EXPANDED_ITEMS ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
  const slash = item.path.lastIndexOf("/");
  const row = new vscode.TreeItem(
    item.path.slice(slash + 1),
    item.lineCount > 0 ? state : vscode.TreeItemCollapsibleState.None,
  );
  const count = item.lineCount > 0 ? countOf(item.rangeCount) : "";
  const place = [isFlat ? item.repository : "", item.path.slice(0, Math.max(0, slash))].filter(Boolean).join("/");
  row.description = [place, count].filter(Boolean).join(" · ");
  row.tooltip = `${item.repository}/${item.path}`;
  row.resourceUri = uriOf(item);
  row.iconPath = vscode.ThemeIcon.File;
  row.accessibilityInformation = {
    label: vscode.l10n.t("{0}, {1} matches, in {2}", item.path, item.rangeCount, item.repository),
  };
  if (item.lineCount === 0) row.command = openCommand(uriOf(item));
  return row;
}

/** A repository, a commit, a person: whatever is no file. */
function otherRow(item: MatchedItem, { pageOf }: RowSurroundings): vscode.TreeItem {
  const state = item.lineCount > 0 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None;
  const row = new vscode.TreeItem(item.label, state);
  row.description =
    item.lineCount > 0 ? countOf(item.rangeCount) : item.type === "repo" ? vscode.l10n.t("by its name") : "";
  row.iconPath = new vscode.ThemeIcon(item.type === "repo" ? "repo" : "git-commit");
  const page = pageOf(item);
  if (page) row.command = openCommand(page);
  return row;
}

function lineRow(item: MatchedItem, { line, text, ranges }: MatchedLine, { uriOf }: RowSurroundings): vscode.TreeItem {
  const { label, highlights } = clipLine(text, ranges);
  // In front, where it is not cut off in a narrow side bar.
  const number = `${line + 1}: `;
  const shifted = highlights.map(([start, end]): [number, number] => [start + number.length, end + number.length]);
  const row = new vscode.TreeItem({ label: number + label, highlights: shifted });
  row.tooltip = `${item.path}:${line + 1}\n${text.trim().slice(0, 2000)}`;
  row.accessibilityInformation = { label: vscode.l10n.t("{0}, line {1} of {2}", label, line + 1, item.path) };
  const [first] = ranges;
  const range = new vscode.Range(line, first?.start ?? 0, line, first?.end ?? 0);
  if (item.path !== "") row.command = openCommand(uriOf(item), range);
  return row;
}

function countOf(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** The editor's own command: a single click previews, a double click pins, Enter opens, all without code of ours. */
function openCommand(uri: vscode.Uri, selection?: vscode.Range): vscode.Command {
  const options: vscode.TextDocumentShowOptions = { preserveFocus: true, ...(selection && { selection }) };
  return { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri, options] };
}
