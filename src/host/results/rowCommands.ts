import * as vscode from "vscode";
import { withoutFileOf } from "../../core/query/exclusion.ts";
import { edited, writtenOf } from "../../core/query/queryFields.ts";
import { pathPattern, repositoryPattern } from "../../core/query/queryCompletion.ts";
import type { OpenedMatches } from "../ask/openedMatches.ts";
import type { CommandHandler } from "../platform/commands.ts";
import type { RowCommandName } from "../platform/commandNames.ts";
import { inPlace, placeFragments } from "../search/searchScopes.ts";
import type { RunSearch, Searches } from "../search/searches.ts";
import type { ResultNode } from "./resultNodes.ts";
import { open } from "./resultTargets.ts";
import type { ResultsTree } from "./resultsTree.ts";
import { runCommand } from "../platform/runCommand.ts";

export interface RowCommandParts {
  readonly searches: Searches;
  readonly results: ResultsTree;
  readonly openedMatches: OpenedMatches;
  /** Searches with another query. */
  readonly run: RunSearch;
}

/** What can be done with the place of a row. A row without one does nothing. */
export function rowCommands({
  searches,
  results,
  openedMatches,
  run,
}: RowCommandParts): Record<RowCommandName, CommandHandler> {
  const onRow = forRowOf(results);
  /** Puts a query for one place only into the box, to be edited there or run with Enter. */
  const searchIn = (fragments: readonly string[]) => runCommand("openSearch", inPlace(searches.textShown, fragments));
  return {
    openNotebookCell: (uri, options) => openNotebookCell(uri as vscode.Uri, options as vscode.TextDocumentShowOptions),
    openResultToSide: onRow(async (node) => {
      const place = await results.placeOf(node);
      const command = place ? open(place.uri, place.range, vscode.ViewColumn.Beside) : await results.commandNow(node);
      if (command) await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
    }),
    peekResult: onRow(async (node) => {
      const place = await results.placeOf(node);
      if (!place) return;
      const { uri, range = new vscode.Range(0, 0, 0, 0) } = place;
      // Without an editor there is nothing to show the peek view in.
      const editor =
        vscode.window.activeTextEditor ??
        (await vscode.window.showTextDocument(uri, { preview: true, selection: range }));
      const { document, selection, viewColumn } = editor;
      await vscode.window.showTextDocument(document, { ...(viewColumn !== undefined && { viewColumn }), selection });
      const locations = [new vscode.Location(uri, range)];
      await vscode.commands.executeCommand(
        "editor.action.peekLocations",
        document.uri,
        selection.active,
        locations,
        "peek",
      );
    }),
    askAboutResult: onRow(async (node) => {
      const place = await results.placeOf(node);
      if (!place) return;
      const { uri, range } = place;
      if (!range) return runCommand("ask", uri);
      // The question is about what is selected.
      const document = await vscode.workspace.openTextDocument(uri);
      const { line } = document.lineAt(Math.min(range.start.line, document.lineCount - 1)).range.start;
      const selection = document.lineAt(line).range;
      await vscode.window.showTextDocument(document, { preview: true, selection });
      openedMatches.forget(uri); // a match may be all that is in its line
      await runCommand("ask");
    }),
    searchInFile: onRow((node) => {
      const item = itemOf(node);
      if (item && item.path !== "") return searchIn(fragmentsOf(item.repository, pathPattern(item.path, false)));
    }),
    searchInFolder: onRow((node) => {
      if (node.kind === "repository") return searchIn(fragmentsOf(node.repository.name));
      const item = itemOf(node);
      if (!item || item.path === "") return;
      const folder = item.path.slice(0, Math.max(0, item.path.replace(/\/$/, "").lastIndexOf("/")));
      return searchIn(fragmentsOf(item.repository, folder === "" ? undefined : pathPattern(folder, true)));
    }),
    excludeResultHere: onRow((node) => {
      const item = itemOf(node);
      const query = searches.current?.query;
      if (!query || !item || item.path === "") return;
      const without = (text: string) => withoutFileOf(text, item.repository, item.path);
      return run(edited(writtenOf(query), query.patternType, without), query.patternType);
    }),
  };
}

/** Selects a match in a notebook: in its cell, or else in the text of the file. */
async function openNotebookCell(uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Promise<void> {
  const { selection } = options;
  const { showNotebookCell } = await import("../sources/notebookCells.ts");
  const cell = selection && (await showNotebookCell(uri, selection, options));
  if (!cell) await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
  else if (cell.editor) {
    cell.editor.selection = new vscode.Selection(cell.range.start, cell.range.end);
    cell.editor.revealRange(cell.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

function fragmentsOf(repository: string, path?: string): readonly string[] {
  return placeFragments([repositoryPattern(repository)], path === undefined ? [] : [path]);
}

function itemOf(node: ResultNode) {
  return node.kind === "item" || node.kind === "line" ? node.item : undefined;
}

/**
 * Makes handlers of what is to be done with a row: the one that they are given, or else the one with the focus. By key
 * they are given none; and where the menu is of a row that is just being drawn anew, the editor passes `undefined`, but
 * has moved the focus to that row to open its menu.
 */
export function forRowOf(results: Pick<ResultsTree, "focused">) {
  return (act: (node: ResultNode) => unknown) =>
    async (...[given]: unknown[]): Promise<void> => {
      const node = isNode(given) ? given : await results.focused();
      if (node) await act(node);
    };
}

/** Whether a command was run on a row of results. */
export function isNode(value: unknown): value is ResultNode {
  return typeof value === "object" && value !== null && "kind" in value && "id" in value;
}
