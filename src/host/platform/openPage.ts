import * as vscode from "vscode";

/**
 * Opens a page in the browser; the editor may ask first. Resolves to whether it did. The address is passed as a string:
 * of a `vscode.Uri`, the only type that the interface promises to accept, the editor opens the decoded form, where
 * `%26` and `%23` in a query have become `&` and `#`.
 */
export function openPage(address: string): Thenable<boolean> {
  return vscode.env.openExternal(address as unknown as vscode.Uri);
}
