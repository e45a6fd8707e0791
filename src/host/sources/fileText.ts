import * as vscode from "vscode";
import { isBinary, utf16Of } from "../../core/text/binaryFile.ts";
import type { FileText } from "../../core/sources/sourceCheck.ts";

/** Larger files are not compared. */
export const BYTES_AT_MOST = 2 * 1024 * 1024;

/**
 * The text of a file's bytes, in the encoding in which an editor shows the file at `uri`, or would: otherwise the same
 * bytes would give a different text than the editor's. `unavailable` if Git LFS has put a pointer in its place.
 */
export async function textOf(bytes: Uint8Array, uri: vscode.Uri | undefined): Promise<FileText> {
  if (bytes.length > BYTES_AT_MOST || isBinary(bytes)) return { problem: "notText" };
  if (isPointer(bytes)) return { problem: "unavailable" };
  return { text: await decode(bytes, uri) };
}

/**
 * Bytes as an editor decodes the file at `uri`, or would. Another version may be in UTF-16 when the open one is not,
 * and vice versa: its byte order mark tells. Never rejects because of bytes that are invalid in the encoding.
 */
export async function decode(bytes: Uint8Array, uri: vscode.Uri | undefined): Promise<string> {
  const open = openAt(uri);
  if (open) return vscode.workspace.decode(bytes, { encoding: encodingOf(bytes, open.encoding) });
  return uri ? vscode.workspace.decode(bytes, { uri }) : vscode.workspace.decode(bytes);
}

/**
 * The encoding of a file in an editor; if none has it open, the most common one. Another encoding means another text.
 */
export function encodingAt(uri: vscode.Uri | undefined): string {
  return openAt(uri)?.encoding ?? "utf8";
}

function openAt(uri: vscode.Uri | undefined): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri?.toString());
}

/** UTF-16 only if the byte order mark says so: without it, bytes that are text are not UTF-16. */
function encodingOf(bytes: Uint8Array, ofOpen: string): string {
  const told = utf16Of(bytes)?.replace("-", ""); // as the editor names it
  return told ?? (ofOpen.startsWith("utf16") ? "utf8" : ofOpen);
}

/** Whether this is a pointer that Git LFS has put in the place of a file. */
function isPointer(bytes: Uint8Array): boolean {
  return (
    bytes.length < 1024 && Buffer.from(bytes).toString("latin1").startsWith("version https://git-lfs.github.com/spec/")
  );
}
