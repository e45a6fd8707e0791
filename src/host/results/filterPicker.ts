import * as vscode from "vscode";
import type { FilterNode } from "./filterNodes.ts";

type Filter = Extract<FilterNode, { kind: "filter" }>;
type Row = vscode.QuickPickItem & { readonly filter?: Filter };

/** Lets a person choose a filter of these rows, listed under its group's heading; those of the query are marked. */
export async function pickFilter(nodes: readonly FilterNode[]): Promise<Filter | undefined> {
  const rows = nodes.flatMap((node): Row[] => {
    const filters = node.kind === "group" ? node.children.filter((child) => child.kind === "filter") : [];
    if (node.kind !== "group" || filters.length === 0) return [];
    return [{ label: node.label, kind: vscode.QuickPickItemKind.Separator }, ...filters.map(rowOf)];
  });
  if (rows.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("There are no filters for these results."));
    return undefined;
  }
  const title = vscode.l10n.t("Narrow Search");
  const placeHolder = vscode.l10n.t("Select a filter to add it, or a marked one to remove it");
  return (await vscode.window.showQuickPick(rows, { title, placeHolder }))?.filter;
}

function rowOf(filter: Filter): Row {
  const row = { label: filter.label, description: filter.count, filter };
  return filter.isOn ? { ...row, iconPath: new vscode.ThemeIcon("check") } : row;
}
