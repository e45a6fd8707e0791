import * as vscode from "vscode";

/** Long enough to be found with the eyes; reading goes on without them. */
const SHOWN_MS = 10_000;

/**
 * Brings cited lines into view with the cursor in front of them. They are marked as whole lines, not selected: what a
 * question is about is only ever what a person selected. The mark goes with the next edit of the document, with the next
 * reveal, or after some seconds.
 */
export class RevealedLines implements vscode.Disposable {
  #decoration: vscode.TextEditorDecorationType | undefined; // made with the first reveal, not at the start
  readonly #subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0 && document === this.#marked?.editor.document) this.clear();
  });
  #marked: { readonly editor: vscode.TextEditor; readonly range: vscode.Range } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** What is marked now. */
  get marked(): vscode.Location | undefined {
    return this.#marked && new vscode.Location(this.#marked.editor.document.uri, this.#marked.range);
  }

  /** `range` is within the document of the editor; its cursor is in front of it already. */
  show(editor: vscode.TextEditor, range: vscode.Range): void {
    this.clear();
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    editor.setDecorations((this.#decoration ??= lineDecoration()), [range]);
    this.#marked = { editor, range };
    this.#timer = setTimeout(() => {
      this.clear();
    }, SHOWN_MS);
  }

  /** Takes the mark away. */
  clear(): void {
    clearTimeout(this.#timer);
    if (this.#decoration) this.#marked?.editor.setDecorations(this.#decoration, []);
    this.#marked = undefined;
  }

  dispose(): void {
    this.clear();
    this.#subscription.dispose();
    this.#decoration?.dispose();
  }
}

function lineDecoration(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    borderColor: new vscode.ThemeColor("editor.rangeHighlightBorder"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.rangeHighlightForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
}
