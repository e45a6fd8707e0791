import * as vscode from "vscode";
import { citedDiff } from "./citedDiff.ts";

/** A note about a place in code that the person was led to. */
export interface SourceNote {
  /** Zero-based. */
  readonly line: number;
  readonly text: string;
  /** The cited version, if it can be compared with the document. */
  readonly cited?: vscode.Uri;
}

const STATUS_MS = 8_000;

/**
 * Quiet notes above lines. A document has one at a time: the latest. It disappears with the next edit, or when the
 * document is closed.
 */
export class SourceNotes implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #notes = new Map<string, SourceNote>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;
  /** What the status bar says, and about which document. */
  #told: { readonly document: string; readonly message: vscode.Disposable } | undefined;

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        const shown = editor?.document.uri.toString();
        if (shown !== undefined && shown !== this.#told?.document) this.#told?.message.dispose();
      }),
      this.#changed,
      vscode.languages.registerCodeLensProvider({ scheme: "file" }, this),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.set(document.uri, undefined);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.set(uri, undefined);
      }),
    );
  }

  /** Shows a note, for a moment also in the status bar; `undefined` removes the one that is shown. */
  set(document: vscode.Uri, note: SourceNote | undefined): void {
    const key = document.toString();
    if (note) {
      this.#notes.set(key, note);
      this.tell(document, note.text);
    } else if (!this.#notes.delete(key)) return;
    this.#changed.fire();
  }

  /** Says something of a document for a moment, only in the status bar, and not over another one. */
  tell(document: vscode.Uri, text: string): void {
    this.#told?.message.dispose();
    const message = vscode.window.setStatusBarMessage(`$(info) ${text}`, STATUS_MS);
    this.#told = { document: document.toString(), message };
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const note = this.#notes.get(document.uri.toString());
    if (!note) return [];
    const range = document.lineAt(Math.min(note.line, document.lineCount - 1)).range;
    const lenses = [new vscode.CodeLens(range, { title: note.text, command: "" })];
    if (note.cited) lenses.push(new vscode.CodeLens(range, citedDiff(note.cited, document.uri, note.line)));
    return lenses;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
