import * as vscode from "vscode";

/**
 * Opens a page in the browser; the editor may ask first. Resolves to whether it did. The address goes there as it is: of a
 * `vscode.Uri`, which is all that the interface promises to take, the editor opens what it decoded, where `%26` and `%23`
 * of a query have become `&` and `#`.
 */
export function openPage(address: string): Thenable<boolean> {
  return vscode.env.openExternal(address as unknown as vscode.Uri);
}
