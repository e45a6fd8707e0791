import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { repositoryPattern } from "../../core/query/queryCompletion.ts";
import { withoutPath } from "../../core/query/exclusion.ts";
import { addFragment } from "../../core/query/queryEdit.ts";
import {
  encodeInSlices,
  resultsOf,
  toCsv,
  toJsonLines,
  toMarkdown,
  toPlainText,
  type ShownPart,
} from "../../core/search/resultsText.ts";
import { printSourceLink } from "../../core/sources/sourceLink.ts";
import type { ResultNode } from "./resultNodes.ts";
import { countsOf, matchWords, shownCount } from "../search/searchWords.ts";
import type { Search } from "../search/searches.ts";

/** The text of a row as it is in the code; a file's or repository's name. */
export function textOf(node: ResultNode): string {
  switch (node.kind) {
    case "line":
      return node.line.text;
    case "item":
      return node.item.label;
    case "repository":
      return node.repository.name;
    case "range":
      return "";
  }
}

/** `path:line` of a line, the path of a file, the name of a repository. */
export function pathOf(node: ResultNode): string {
  switch (node.kind) {
    case "line":
      return `${node.item.path}:${node.line.line + 1}`;
    case "item":
      return node.item.path || node.item.label;
    default:
      return textOf(node);
  }
}

/** The address of a row at the service that found it; `undefined` if it has no page there, as at the local service. */
export function linkOf(node: ResultNode, search: Search | undefined): string | undefined {
  const baseUrl = search?.reached?.account.baseUrl;
  if (baseUrl === undefined || node.kind === "range") return undefined;
  if (node.kind === "repository") return `${baseUrl}/${encodeURI(node.repository.name)}`;
  const { repository, path, webPath } = node.item;
  if (path === "") return webPath === undefined ? undefined : baseUrl + webPath;
  // as the web client does it: the branch if one was named, nothing for the default branch, else the commit
  const revision = (node.item.branches?.[0] ?? node.item.revision) || undefined;
  const range = node.kind === "line" ? { startLine: node.line.line, endLine: node.line.line } : undefined;
  return baseUrl + printSourceLink({ repository, path, ...(revision && { revision }), ...(range && { range }) });
}

/** The query with the row's repository or file excluded. */
export function queryWithout(node: ResultNode, query: string): string {
  if (node.kind === "range") return query;
  if (node.kind === "repository") return addFragment(query, `-repo:${repositoryPattern(node.repository.name)}`);
  const { path, repository } = node.item;
  return addFragment(query, path === "" ? `-repo:${repositoryPattern(repository)}` : withoutPath(path));
}

/** What the view shows of a search, and in which order. */
export type ShownResults = Pick<ShownPart, "shown" | "order">;

/** Writes the results that are shown to a file that the person chooses; its extension determines the format. */
export async function exportResults(search: Search, { shown, order }: ShownResults): Promise<void> {
  const { matches } = search;
  if (!matches) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${
    search.query.text
      .replace(/[^\p{L}\p{N}._-]+/gu, "-")
      .replace(/^[-.]+|[-.]+$/g, "")
      .slice(0, 60) || "results"
  }.md`;
  const file = await vscode.window.showSaveDialog({
    defaultUri: folder ? vscode.Uri.joinPath(folder, name) : vscode.Uri.file(path.join(homedir(), name)),
    title: vscode.l10n.t("Export Results"),
    filters: { Markdown: ["md"], CSV: ["csv"], "JSON Lines": ["jsonl"] },
  });
  if (!file) return;
  const results = resultsOf(matches, { shown, order, dismissals: search.dismissals });
  const parts = file.path.endsWith(".csv")
    ? toCsv(results)
    : file.path.endsWith(".jsonl")
      ? toJsonLines(results)
      : toMarkdown(search.query.text, results);
  const location = vscode.ProgressLocation.Window;
  await vscode.window.withProgress({ location, title: vscode.l10n.t("Exporting results") }, async () =>
    vscode.workspace.fs.writeFile(file, await encodeInSlices(parts)),
  );
  const open = vscode.l10n.t("Open");
  const { found } = countsOf(search);
  const written = shownCount(search, shown);
  const message =
    written < found
      ? vscode.l10n.t("Exported {0} of {1}.", written.toLocaleString(vscode.env.language), matchWords(found))
      : vscode.l10n.t("Exported {0}.", matchWords(written));
  void vscode.window.showInformationMessage(message, open).then(async (choice) => {
    if (choice === open) await vscode.window.showTextDocument(file);
  });
}

/** The results that are shown as text, one line per row: `repository/path:line: text`. */
export async function allAsText(search: Search, { shown, order }: ShownResults): Promise<string> {
  if (!search.matches) return "";
  const parts = toPlainText(resultsOf(search.matches, { shown, order, dismissals: search.dismissals }));
  return new TextDecoder().decode(await encodeInSlices(parts)).slice(0, -1);
}
