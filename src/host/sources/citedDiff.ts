import * as vscode from "vscode";

/** Compares the version that was cited with the local file, at a line of it (zero-based). */
export function citedDiff(cited: vscode.Uri, mine: vscode.Uri, line: number, viewColumn?: vscode.ViewColumn) {
  const name = mine.path.slice(mine.path.lastIndexOf("/") + 1);
  const options: vscode.TextDocumentShowOptions = {
    preview: true,
    selection: new vscode.Range(line, 0, line, 0),
    ...(viewColumn !== undefined && { viewColumn }),
  };
  return {
    title: vscode.l10n.t("Compare with the cited version"),
    command: "vscode.diff",
    arguments: [cited, mine, vscode.l10n.t("{0} (cited ↔ yours)", name), options],
  } satisfies vscode.Command;
}
