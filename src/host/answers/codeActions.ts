import * as vscode from "vscode";
import { literalQuery } from "../../core/query/literalQuery.ts";
import type { CodeAction } from "../../protocol/answer.ts";
import type { CodeText } from "../../protocol/markdown.ts";
import { newDocument } from "../platform/newDocument.ts";
import { runCommand } from "../platform/runCommand.ts";

/** What can be done with code of an answer. None of them runs it. */
export type CodeActions = Record<CodeAction, (code: CodeText) => Promise<void>>;

/** `lastEditor` is the editor that has the cursor, or had it before the panel got the focus. */
export function codeActions(lastEditor: () => vscode.TextEditor | undefined): CodeActions {
  return {
    copy: async ({ text }) => {
      await vscode.env.clipboard.writeText(text);
    },
    open: async ({ language, text }) => {
      const known = languageId(language, await vscode.languages.getLanguages());
      const document = await newDocument({ language: known, content: text });
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Active, preview: false });
    },
    insert: async ({ text }) => {
      const editor = await shown(lastEditor());
      // A snippet without anything to fill in: the editor adapts the indentation to the cursor's line.
      const isDone = await editor?.insertSnippet(new vscode.SnippetString().appendText(text));
      if (!editor) tell(vscode.l10n.t("Open a file and put the cursor where the code should go."));
      else if (!isDone) tell(vscode.l10n.t("The file with the cursor is read-only."));
    },
    search: async ({ text }) => {
      const query = literalQuery(text);
      if (query === undefined) tell(vscode.l10n.t("It has nothing to search for."));
      else await runCommand("search", query);
    },
  };
}

/** Focuses the editor and brings it to the front if another tab hides it. */
async function shown(editor: vscode.TextEditor | undefined): Promise<vscode.TextEditor | undefined> {
  if (!editor || editor.document.isClosed) return undefined;
  const { document, selection, viewColumn } = editor;
  const options = vscode.window.visibleTextEditors.includes(editor) ? {} : { selection };
  return vscode.window.showTextDocument(document, { ...options, ...(viewColumn && { viewColumn }) });
}

function tell(message: string): void {
  void vscode.window.showInformationMessage(message);
}

/** The editor's ids of languages that Markdown names differently. */
const LANGUAGES: Readonly<Record<string, string>> = {
  bash: "shellscript",
  "c++": "cpp",
  cs: "csharp",
  docker: "dockerfile",
  golang: "go",
  js: "javascript",
  jsx: "javascriptreact",
  kt: "kotlin",
  md: "markdown",
  objc: "objective-c",
  ps1: "powershell",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "shellscript",
  shell: "shellscript",
  ts: "typescript",
  tsx: "typescriptreact",
  yml: "yaml",
  zsh: "shellscript",
};

function languageId(language: string, known: readonly string[]): string | undefined {
  const name = language.toLowerCase();
  return [LANGUAGES[name] ?? name, name].find((id) => known.includes(id));
}
