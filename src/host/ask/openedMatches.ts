import type * as vscode from "vscode";

const FILES_AT_MOST = 100;

/**
 * Which text is selected because a match was opened there. A person who looks through matches has selected nothing:
 * the next question may be about one of them, but is not by itself.
 */
export class OpenedMatches {
  /** The last match of each file, by the file's address, the oldest first. */
  readonly #ranges = new Map<string, vscode.Range>();

  add(uri: vscode.Uri, range: vscode.Range): void {
    this.forget(uri);
    this.#ranges.set(uri.toString(), range);
    const [oldest] = this.#ranges.keys();
    if (oldest !== undefined && this.#ranges.size > FILES_AT_MOST) this.#ranges.delete(oldest);
  }

  /** From now on, what is selected there is what the person asks about. */
  forget(uri: vscode.Uri): void {
    this.#ranges.delete(uri.toString());
  }

  has(uri: vscode.Uri, selection: vscode.Range): boolean {
    return this.#ranges.get(uri.toString())?.isEqual(selection) === true;
  }
}
