import * as vscode from "vscode";

/** Shows a Markdown document as the editor previews it, in a tab. */
export async function showMarkdown(uri: vscode.Uri, options?: vscode.TextDocumentShowOptions): Promise<void> {
  try {
    await vscode.commands.executeCommand("vscode.openWith", uri, "vscode.markdown.preview.editor", options);
  } catch {
    // Without the editor's Markdown extension, it is shown as source text.
    await vscode.window.showTextDocument(uri, options);
  }
}
