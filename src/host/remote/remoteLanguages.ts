import * as vscode from "vscode";
import { REMOTE_SCHEME } from "./remoteUri.ts";

/** How many files are remembered; the oldest is forgotten. */
const REMEMBERED = 5_000;

/** The editor's ids of languages whose names differ from them in more than case and blanks. */
const IDS: Readonly<Record<string, string>> = {
  "c++": "cpp",
  "c#": "csharp",
  "f#": "fsharp",
  shell: "shellscript",
  jsx: "javascriptreact",
  tsx: "typescriptreact",
  "protocol buffer": "proto3",
  "vim script": "viml",
};

/**
 * Gives files of a service the language that the service found for them, if the editor can't tell by their name. Knows
 * the files that were shown since it was made.
 */
export class RemoteLanguages implements vscode.Disposable {
  readonly #languages = new Map<string, string>();
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.workspace.onDidOpenTextDocument(async (document) => {
      const language = this.#languages.get(document.uri.toString());
      if (language === undefined || document.languageId !== "plaintext") return;
      const id = IDS[language] ?? language.replaceAll(" ", "-");
      const isKnown = (await vscode.languages.getLanguages()).includes(id);
      if (isKnown && !document.isClosed) await vscode.languages.setTextDocumentLanguage(document, id);
    });
  }

  /** `language` is the service's name for it. Files of the workspace are left to the editor. */
  note(uri: vscode.Uri, language: string | undefined): void {
    if (language === undefined || uri.scheme !== REMOTE_SCHEME) return;
    const key = uri.toString();
    this.#languages.delete(key);
    this.#languages.set(key, language.toLowerCase());
    const [oldest] = this.#languages.keys();
    if (this.#languages.size > REMEMBERED && oldest !== undefined) this.#languages.delete(oldest);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
