import * as vscode from "vscode";
import type { ChangedFile, DiffPlace } from "../../core/model/commitText.ts";
import type { MatchedItem, MatchedLine } from "../../core/model/matches.ts";
import { isNotebook } from "../../core/text/notebookFile.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import type { ResultNode } from "./resultNodes.ts";

/** Where things that were found by one search are. */
export interface Places {
  /** The service's copy of a file. */
  readonly uriAtService: (location: SourceLocation) => vscode.Uri;
  /** The workspace's copy of a file, or the service's. */
  readonly uriOf: (item: MatchedItem) => vscode.Uri;
  /** The folder of a repository, if it is in the workspace. */
  readonly folderOf: (repository: string) => vscode.Uri | undefined;
  /** A page of the instance, if it has pages. */
  readonly pageOf: (path: string) => vscode.Uri | undefined;
}

/**
 * The command for a click on a row. Except for notebooks, it is one of the editor's own where possible: then a single
 * click previews, a double click pins, Enter opens, and opening to the side works, all without code of ours.
 */
export function commandOf(node: ResultNode, places: Places): vscode.Command | undefined {
  switch (node.kind) {
    case "range":
      return undefined;
    case "repository":
      return node.itself && repositoryCommand(node.itself, places);
    case "item":
      return itemCommand(node.item, places);
    case "line":
      return lineCommand(node.line, node.item, places);
  }
}

function itemCommand(item: MatchedItem, places: Places): vscode.Command | undefined {
  if (item.commit) return commitCommand(item, places);
  if (item.type === "repo") return repositoryCommand(item, places);
  if (item.path !== "" && !item.path.endsWith("/")) return item.lineCount === 0 ? open(places.uriOf(item)) : undefined;
  return item.webPath === undefined ? undefined : openPage(places.pageOf(item.webPath));
}

function repositoryCommand(item: MatchedItem, places: Places): vscode.Command | undefined {
  const folder = places.folderOf(item.repository);
  if (!folder) return openPage(places.pageOf(`/${encodeURI(item.repository)}`));
  return { command: "revealInExplorer", title: vscode.l10n.t("Reveal in Explorer"), arguments: [folder] };
}

function lineCommand(line: MatchedLine, item: MatchedItem, places: Places): vscode.Command | undefined {
  if (line.diff && item.commit) return diffCommand(item, line.diff, places, line);
  if (item.commit) return commitCommand(item, places);
  if (item.path === "") return undefined;
  const [first] = line.ranges;
  const start = first?.start ?? line.symbol?.column ?? 0;
  const end = first?.end ?? (line.symbol?.column === undefined ? start : start + line.text.length);
  const { textStart = 0 } = line;
  return open(places.uriOf(item), new vscode.Range(line.line, textStart + start, line.line, textStart + end));
}

/** A commit whose changes matched shows them. If only its message matched, just git or its page knows the files. */
function commitCommand(item: MatchedItem, places: Places): vscode.Command | undefined {
  const { files, hash } = item.commit ?? { files: [], hash: "" };
  if (files.length > 0) return changesCommand(item, files, places);
  if (hash !== "" && vscode.workspace.isTrusted && places.folderOf(item.repository)) {
    return { command: "plumbline.openCommit", title: vscode.l10n.t("Open Changes"), arguments: [item] };
  }
  return item.webPath === undefined ? undefined : openPage(places.pageOf(item.webPath));
}

/** Shows what a commit does to files, each before and after. */
export function changesCommand(
  item: MatchedItem,
  files: readonly ChangedFile[],
  places: Pick<Places, "uriAtService">,
): vscode.Command {
  const rows = files.map((file) => {
    const { before, after } = sidesOf(item, file, places);
    return [after ?? before, before, after];
  });
  return {
    command: "vscode.changes",
    title: vscode.l10n.t("Open Changes"),
    arguments: [titleOf(item, item.label), rows],
  };
}

/** The file before and after, at the line; a file that was added or removed is shown alone. */
function diffCommand(
  item: MatchedItem,
  place: DiffPlace,
  places: Places,
  { ranges }: MatchedLine,
): vscode.Command | undefined {
  const { before, after } = sidesOf(item, place, places);
  const [first] = ranges;
  // the text begins with its sign, the line in the file does not
  const [start, end] = [first?.start ?? 1, first?.end ?? 1].map((column) => Math.max(0, column - 1));
  const selection = new vscode.Range(place.line, start ?? 0, place.line, end ?? 0);
  if (!before || !after) {
    const only = after ?? before;
    return only && open(only, selection);
  }
  const title = titleOf(item, place.newPath ?? place.oldPath ?? "");
  const options: vscode.TextDocumentShowOptions = {
    preserveFocus: true,
    // a removed line has no counterpart on the right: its neighbourhood is as near as it gets
    selection: place.side === "new" ? selection : new vscode.Range(place.line, 0, place.line, 0),
  };
  return { command: "vscode.diff", title: vscode.l10n.t("Open Changes"), arguments: [before, after, title, options] };
}

function sidesOf(
  { repository, commit }: MatchedItem,
  { oldPath, newPath }: ChangedFile,
  { uriAtService }: Pick<Places, "uriAtService">,
): { readonly before: vscode.Uri | undefined; readonly after: vscode.Uri | undefined } {
  const at = (path: string | undefined, revision: string) =>
    path === undefined ? undefined : uriAtService({ repository, path, revision });
  const hash = commit?.hash ?? "";
  return { before: at(oldPath, `${hash}^`), after: at(newPath, hash) };
}

function titleOf({ commit }: MatchedItem, text: string): string {
  return `${text} (${(commit?.hash ?? "").slice(0, 7)})`;
}

function openPage(page: vscode.Uri | undefined): vscode.Command | undefined {
  return page && { command: "vscode.open", title: vscode.l10n.t("Open in Browser"), arguments: [page] };
}

/** The command that opens a file: ours for a selection in a notebook, which the editor would open at its start. */
export function open(uri: vscode.Uri, selection?: vscode.Range, viewColumn?: vscode.ViewColumn): vscode.Command {
  const options: vscode.TextDocumentShowOptions = {
    preserveFocus: viewColumn === undefined,
    ...(selection && { selection }),
    ...(viewColumn !== undefined && { viewColumn }),
  };
  const command = selection && isNotebook(uri.path) ? "plumbline.openNotebookCell" : "vscode.open";
  return { command, title: vscode.l10n.t("Open"), arguments: [uri, options] };
}
