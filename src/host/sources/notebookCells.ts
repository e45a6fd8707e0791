import * as vscode from "vscode";
import { linesOf } from "../../core/text/lines.ts";
import { cellWith, columnInCell, readNotebook, type NotebookCell } from "../../core/text/notebook.ts";
import { isNotebook } from "../../core/text/notebookFile.ts";
import { readSetting } from "../platform/settings.ts";

/** How long the editor may take to show the text of a cell. */
const SHOWN_WITHIN_MS = 2_000;

/** A visible place in the text of a notebook's cell. */
export interface CellPlace {
  /** `undefined` for a cell that is shown rendered, such as one in Markdown. */
  readonly editor: vscode.TextEditor | undefined;
  /** The range in the cell's text. */
  readonly range: vscode.Range;
}

/**
 * Shows a range of a notebook's file in the editor for notebooks: in the cell that has it. A range that ends before the
 * first character of a line means whole lines. `undefined` if no cell has it (but its output, say), or if such files
 * are opened as text.
 */
export async function showNotebookCell(
  uri: vscode.Uri,
  { start, end }: vscode.Range,
  options: Pick<vscode.NotebookDocumentShowOptions, "viewColumn" | "preserveFocus" | "preview">,
): Promise<CellPlace | undefined> {
  if (!isNotebook(uri.path) || readSetting("workbench.editorAssociations")["*.ipynb"] === "default") return undefined;
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const cells = readNotebook(text)?.cells ?? [];
  const isWhole = end.character === 0 && end.line > start.line;
  const index = cellWith(cells, start.line, isWhole ? end.line - 1 : end.line);
  const found = cells[index];
  if (!found) return undefined;
  const document = await notebookAt(uri);
  const cell = document && cellOf(document, found, index);
  if (!cell) return undefined;
  const selection = new vscode.NotebookRange(cell.index, cell.index + 1);
  const notebook = await vscode.window.showNotebookDocument(document, { ...options, selections: [selection] });
  notebook.revealRange(selection, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
  const lines = linesOf(text);
  const placeOf = ({ line, character }: vscode.Position) => {
    const inCell = Math.min(Math.max(0, line - found.startLine), found.lines.length - 1);
    return new vscode.Position(inCell, columnInCell(lines[line] ?? "", character));
  };
  const last = end.character > 0 ? placeOf(end) : placeOf(end).with({ character: Number.MAX_SAFE_INTEGER });
  const range = cell.document.validateRange(new vscode.Range(placeOf(start), last));
  return { editor: cell.kind === vscode.NotebookCellKind.Code ? await editorOf(cell.document) : undefined, range };
}

/**
 * The range of a notebook's file that holds a range of a cell; `undefined` if the cell has unsaved changes or the file
 * is gone.
 */
export async function linesInFile(
  cell: vscode.NotebookCell,
  { start, end }: vscode.Range,
): Promise<vscode.Range | undefined> {
  const content = await vscode.workspace.fs.readFile(cell.notebook.uri).then(undefined, () => undefined);
  const cells = (content && readNotebook(new TextDecoder().decode(content))?.cells) ?? [];
  const isSame = ({ lines }: NotebookCell) => lines.join("\n") === textOf(cell);
  const found = [...cells.slice(cell.index, cell.index + 1), ...cells].find(isSame);
  return found && new vscode.Range(start.translate(found.startLine), end.translate(found.startLine));
}

/** `undefined` if no extension knows such files. */
async function notebookAt(uri: vscode.Uri): Promise<vscode.NotebookDocument | undefined> {
  try {
    return await vscode.workspace.openNotebookDocument(uri);
  } catch {
    return undefined;
  }
}

/** The same cell in the open notebook, which may have been edited. */
function cellOf(
  document: vscode.NotebookDocument,
  { lines }: NotebookCell,
  index: number,
): vscode.NotebookCell | undefined {
  const text = lines.join("\n");
  const isSame = (cell: vscode.NotebookCell | undefined) => cell !== undefined && textOf(cell) === text;
  const cells = document.getCells();
  return isSame(cells[index]) ? cells[index] : (cells.find(isSame) ?? cells[index]);
}

/** The text of a cell like that of a cell in a file: with `\n`, and without the end of the last line. */
function textOf({ document }: vscode.NotebookCell): string {
  return document.getText().replaceAll("\r\n", "\n").replace(/\n$/, "");
}

/** The editor of a cell, once it is there; `undefined` if that takes too long. */
async function editorOf(document: vscode.TextDocument): Promise<vscode.TextEditor | undefined> {
  const look = () => vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  return (
    look() ??
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        subscription.dispose();
        resolve(look());
      };
      const subscription = vscode.window.onDidChangeVisibleTextEditors(() => {
        if (look()) end();
      });
      const timer = setTimeout(end, SHOWN_WITHIN_MS);
    })
  );
}
