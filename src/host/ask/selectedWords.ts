import * as vscode from "vscode";
import { quoteLiteral } from "../../core/query/literalPattern.ts";

/** The selection of the active editor as a query, if it is within one line. */
export function selectedWords(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.selection.isSingleLine ? asQuery(editor.document.getText(editor.selection)) : undefined;
}

/** What is selected, or the word at the cursor, as a query. */
export function wordsAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor?.selection.isEmpty) return selectedWords();
  const word = editor.document.getWordRangeAtPosition(editor.selection.active);
  return word && asQuery(editor.document.getText(word));
}

/** What is selected, or the word at the cursor, as it is written; `undefined` if that is more than one word. */
export function nameAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor?.selection.isSingleLine) return undefined;
  const { document, selection } = editor;
  const range = selection.isEmpty ? document.getWordRangeAtPosition(selection.active) : selection;
  const name = range && document.getText(range).trim();
  return name !== undefined && /^\S+$/.test(name) ? name : undefined;
}

/** Text as a query, quoted if the query language would interpret something in it. */
function asQuery(selected: string): string | undefined {
  const text = selected.trim();
  if (text === "") return undefined;
  return /^[\w.$-]+$/.test(text) && !/^(?:and|or|not)$/i.test(text) ? text : quoteLiteral(text);
}
