import * as vscode from "vscode";

/** Long enough for the eyes to find the lines; for reading, the mark isn't needed. */
const SHOWN_MS = 10_000;

/**
 * Brings cited lines into view with the cursor in front of them. They are marked as whole lines, not selected: a
 * question is only ever about what a person selected. The mark disappears with the next edit of the document, with the
 * next reveal, or after some seconds.
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

  /** `range` is within the editor's document; the cursor must already be in front of it. */
  show(editor: vscode.TextEditor, range: vscode.Range): void {
    this.clear();
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    editor.setDecorations((this.#decoration ??= lineDecoration()), [range]);
    this.#marked = { editor, range };
    this.#timer = setTimeout(() => {
      this.clear();
    }, SHOWN_MS);
  }

  /** Removes the mark. */
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
    // The background is hardly visible in dark themes, and not at all in those of high contrast.
    borderStyle: "solid",
    borderWidth: "0 0 0 2px",
    borderColor: new vscode.ThemeColor("focusBorder"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.rangeHighlightForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
}
