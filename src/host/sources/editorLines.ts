import * as vscode from "vscode";
import { hasLoneCr, inEditor, onWire } from "../../core/sources/editorLines.ts";
import type { LineRange } from "../../core/sources/sourceLink.ts";
import { decode } from "./fileText.ts";

/** Extensions get no larger documents from the editor. */
const BYTES_AT_MOST = 50 * 1024 * 1024;
const [CR, LF] = [13, 10];

/** Where lines that a service or git names are in the editor, which counts more of them in a file with a CR alone. */
export async function asShown<R extends LineRange>(range: R, uri: vscode.Uri): Promise<R> {
  const text = await otherwiseCounted(uri);
  return text === undefined ? range : inEditor(range, text);
}

/** The same for a selection in the editor. */
export async function shownRange(range: vscode.Range, uri: vscode.Uri): Promise<vscode.Range> {
  const { startLine, startColumn, endLine, endColumn } = await asShown(
    {
      startLine: range.start.line,
      startColumn: range.start.character,
      endLine: range.end.line,
      endColumn: range.end.character,
    },
    uri,
  );
  return new vscode.Range(startLine, startColumn, endLine, endColumn);
}

/** What lines of the editor are called where a service or git is told of them. */
export async function asCounted<R extends LineRange>(range: R, uri: vscode.Uri): Promise<R> {
  const text = await otherwiseCounted(uri);
  return text === undefined ? range : onWire(range, text);
}

/**
 * The text of a file that has other lines in the editor than for everyone else, because it has a CR without LF;
 * `undefined` for all other files. A document with unsaved changes counts as the editor has it: without such CRs.
 */
export async function otherwiseCounted(uri: vscode.Uri): Promise<string | undefined> {
  const isOpen = (document: vscode.TextDocument) => document.uri.toString() === uri.toString();
  if (vscode.workspace.textDocuments.find(isOpen)?.isDirty) return undefined;
  const bytes = await read(uri);
  if (!bytes || !mayHaveLoneCr(bytes)) return undefined;
  const text = await decode(bytes, uri);
  return hasLoneCr(text) ? text : undefined;
}

/** What can't be read has no lines to convert: whoever opens it says why. */
async function read(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size > BYTES_AT_MOST ? undefined : await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}

/**
 * Nothing is decoded without need: in all encodings that editors know, a CR contains this byte. In UTF-16 a NUL is
 * beside it, and what looks like the LF may be half of another letter.
 */
function mayHaveLoneCr(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1))
    if (bytes[at + 1] !== LF || bytes[at - 1] === 0) return true;
  return false;
}
