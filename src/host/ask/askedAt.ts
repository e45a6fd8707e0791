import * as vscode from "vscode";

/** What *Ask About This Code* was called with, as the editor is at that moment. */
export interface AskedAt {
  /** What was clicked in the explorer or is open in the editor. */
  readonly uri: vscode.Uri;
  /** The lines that a person selected, or that a problem is in. */
  readonly lines: vscode.Range | undefined;
  readonly problem?: vscode.Diagnostic;
  readonly isOn: boolean;
}

/** What a person asks about: what was clicked or selected; a file that is open without a selection is only offered. */
export function askedAt(clicked?: vscode.Uri, editor = vscode.window.activeTextEditor): AskedAt | undefined {
  const uri = clicked ?? editor?.document.uri;
  if (!uri) return undefined;
  const isShown = editor?.document.uri.toString() === uri.toString();
  const lines = isShown && !editor.selection.isEmpty ? editor.selection : undefined;
  return { uri, lines, isOn: clicked !== undefined || lines !== undefined };
}
