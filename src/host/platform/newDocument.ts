import * as vscode from "vscode";

/** What a new document holds. Without a language, the editor guesses it. */
export interface NewDocument {
  readonly language?: string | undefined;
  readonly content: string;
}

/**
 * Opens a document that has no file. The editor names it like one that was just closed, and may then restore the backup
 * of that one in it instead of the content: if it does, the content replaces it.
 */
export async function newDocument({ language, content }: NewDocument): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ content, ...(language !== undefined && { language }) });
  if (withoutCr(document.getText()) === withoutCr(content)) return document;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), content);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(`nothing can be written to ${document.uri.toString()}`);
  return document;
}

/** The editor makes all line ends of a document the same. */
function withoutCr(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}
