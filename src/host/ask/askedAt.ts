import * as vscode from "vscode";
import type { OpenedMatches } from "./openedMatches.ts";

/** What *Ask About This Code* was called with, and the state of the editor at that moment. */
export interface AskedAt {
  /** What was clicked in the explorer or is open in the editor. */
  readonly uri: vscode.Uri;
  /** The lines that a person selected, or that a problem is in. */
  readonly lines: vscode.Range | undefined;
  /** The cell of a notebook in which the lines are. */
  readonly cell?: vscode.NotebookCell;
  readonly problem?: vscode.Diagnostic;
  readonly isOn: boolean;
}

/**
 * What a person asks about: what was clicked or selected; a file that is merely open is only offered, and so is a match
 * that was `opened`.
 */
export function askedAt(
  opened: OpenedMatches,
  clicked?: vscode.Uri,
  editor = vscode.window.activeTextEditor,
): AskedAt | undefined {
  const cell = editor && cellAt(editor.document.uri);
  const shown = cell?.notebook.uri ?? editor?.document.uri;
  const uri = clicked ?? shown ?? vscode.window.activeNotebookEditor?.notebook.uri;
  if (!uri) return undefined;
  const isShown = shown?.toString() === uri.toString();
  const lines = isShown && editor?.selection.isEmpty === false ? editor.selection : undefined;
  const isSelected = lines !== undefined && !(editor && opened.has(editor.document.uri, lines));
  return { uri, lines, ...(cell && lines && { cell }), isOn: clicked !== undefined || isSelected };
}

/** The cell of a notebook whose document is at `uri`. */
export function cellAt(uri: vscode.Uri): vscode.NotebookCell | undefined {
  const notebooks = uri.scheme === CELLS ? vscode.workspace.notebookDocuments : [];
  const cells = notebooks.flatMap((notebook) => notebook.getCells());
  return cells.find(({ document }) => document.uri.toString() === uri.toString());
}

/** The scheme of the documents of cells. */
const CELLS = "vscode-notebook-cell";
