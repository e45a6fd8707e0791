import * as vscode from "vscode";
import { isBinary, utf16Of } from "../../core/text/binaryFile.ts";
import type { FileText } from "../../core/sources/sourceCheck.ts";

/** Larger files are not compared. */
export const BYTES_AT_MOST = 2 * 1024 * 1024;

/**
 * The text of a file's bytes, in the encoding in which an editor shows the file at `uri`, or would: else its own text would not be
 * that of the same bytes. `unavailable` where Git LFS has put a pointer in its place.
 */
export async function textOf(bytes: Uint8Array, uri: vscode.Uri | undefined): Promise<FileText> {
  if (bytes.length > BYTES_AT_MOST || isBinary(bytes)) return { problem: "notText" };
  if (isPointer(bytes)) return { problem: "unavailable" };
  return { text: await decode(bytes, uri) };
}

/**
 * Bytes as an editor decodes the file at `uri`, or would. Those of another version may be in UTF-16 where the open one
 * is not, and the other way around: their mark tells. Never rejects for bytes that the encoding doesn't have.
 */
export async function decode(bytes: Uint8Array, uri: vscode.Uri | undefined): Promise<string> {
  const open = openAt(uri);
  if (open) return vscode.workspace.decode(bytes, { encoding: encodingOf(bytes, open.encoding) });
  return uri ? vscode.workspace.decode(bytes, { uri }) : vscode.workspace.decode(bytes);
}

/** The encoding of a file in an editor; where none has it, the one that nearly all have. In another one the same bytes are another text. */
export function encodingAt(uri: vscode.Uri | undefined): string {
  return openAt(uri)?.encoding ?? "utf8";
}

function openAt(uri: vscode.Uri | undefined): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri?.toString());
}

/** UTF-16 where the mark says so, and nowhere else: without it, bytes that are text are not in it. */
function encodingOf(bytes: Uint8Array, ofOpen: string): string {
  const told = utf16Of(bytes)?.replace("-", ""); // as the editor names it
  return told ?? (ofOpen.startsWith("utf16") ? "utf8" : ofOpen);
}

/** Whether Git LFS has put this in the place of a file. */
function isPointer(bytes: Uint8Array): boolean {
  return (
    bytes.length < 1024 && Buffer.from(bytes).toString("latin1").startsWith("version https://git-lfs.github.com/spec/")
  );
}
