import * as vscode from "vscode";

const FILES_AT_MOST = 100;

/** A range as it is counted outside of the editor, and where the editor has it. */
interface Move {
  readonly from: vscode.Range;
  readonly to: vscode.Range;
}

/**
 * Moves what the editor selects when it opens a row of a service's file. Which line of the editor that is can't be known
 * before the file is there, and no file is fetched for a row that is only drawn. What a person selects stays.
 */
export class MovedSelections implements vscode.Disposable {
  /** The last match of each file, by the file's address, the oldest first. */
  readonly #moves = new Map<string, Move>();
  readonly #subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const editor of editors) this.#move(editor);
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      if (kind === undefined || kind === vscode.TextEditorSelectionChangeKind.Command) this.#move(textEditor);
    }),
  );

  /** From now on, a selection of `from` in a file is moved to `to`, if it is made otherwise than by a person. */
  add(uri: vscode.Uri, move: Move): void {
    const key = uri.toString();
    this.#moves.delete(key);
    this.#moves.set(key, move);
    const [oldest] = this.#moves.keys();
    if (oldest !== undefined && this.#moves.size > FILES_AT_MOST) this.#moves.delete(oldest);
    for (const editor of vscode.window.visibleTextEditors) this.#move(editor);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #move(editor: vscode.TextEditor): void {
    const { document, selection } = editor;
    const move = this.#moves.get(document.uri.toString());
    // The editor cuts off what is longer than its line.
    if (!move || !selection.isEqual(document.validateRange(move.from))) return;
    editor.selection = new vscode.Selection(move.to.start, move.to.end);
    editor.revealRange(move.to, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
