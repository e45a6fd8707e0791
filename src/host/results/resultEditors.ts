import * as vscode from "vscode";
import type { MatchOrder } from "../../core/search/matchOrder.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import { TimeSlices } from "../../core/text/timeSlices.ts";
import { newDocument } from "../platform/newDocument.ts";
import type { RunSearch, Search, Searches } from "../search/searches.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";
import { PlaceLinks } from "./placeLinks.ts";
import { printShown } from "./resultDocuments.ts";

export const RESULTS_LANGUAGE = "plumbline-results";

/** The start of the first line, in every language, because the query is read back from that line. */
const HEAD = "# Query: ";
const MATCHED_LINE = /^\s*(\d+):/;

export interface ResultEditorParts {
  readonly searches: Searches;
  readonly opener: SourceOpener;
  readonly run: RunSearch;
}

/** Where the files of a document are, keyed by the line that names them. */
interface Files {
  readonly accountId: string;
  readonly byName: Map<string, { readonly location: SourceLocation; readonly columns: Map<number, number> }>;
}

/**
 * Results as documents that belong to the person, with their query in the first line: to read, edit, save and run
 * again. Typing starts no search. Links to the files work until the document is closed, and again after the next run.
 */
export class ResultEditors implements vscode.DocumentLinkProvider, vscode.Disposable {
  readonly #parts: ResultEditorParts;
  readonly #files = new Map<string, Files>();
  readonly #links = new PlaceLinks();
  readonly #registrations: vscode.Disposable;

  constructor(parts: ResultEditorParts) {
    this.#parts = parts;
    this.#registrations = vscode.Disposable.from(
      vscode.languages.registerDocumentLinkProvider({ language: RESULTS_LANGUAGE }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#files.delete(uri.toString())),
    );
  }

  /** Opens the results as the view shows them: only what passes the filter and was not dismissed, in the same order. */
  async open(search: Search, filter: string, order: MatchOrder | undefined): Promise<void> {
    const { text, files } = await print(search, filter, order);
    const content = `${HEAD}${search.query.text}\n${text}`;
    const document = await newDocument({ language: RESULTS_LANGUAGE, content });
    this.#files.set(document.uri.toString(), files);
    await vscode.window.showTextDocument(document, { preview: false });
  }

  /** Searches for the query in the first line, and writes what is found below it. */
  async runAgain({ document }: vscode.TextEditor): Promise<void> {
    const head = document.lineAt(0).text;
    const query = head.startsWith(HEAD) ? head.slice(HEAD.length).trim() : "";
    if (query === "") {
      void vscode.window.showInformationMessage(vscode.l10n.t("Write a query in the first line, after {0}", HEAD));
      return;
    }
    await this.#parts.run(query, undefined, true);
    const search = this.#parts.searches.all.findLast((each) => each.query.text === query);
    if (!search || search.status === "running" || document.isClosed) return;
    const { text, files } = await print(search, "");
    const edit = new vscode.WorkspaceEdit();
    // The first line stays as it is now, even if it was edited meanwhile.
    const below = new vscode.Range(document.lineAt(0).range.end, document.lineAt(document.lineCount - 1).range.end);
    edit.replace(document.uri, below, `\n${text}`);
    await vscode.workspace.applyEdit(edit);
    this.#files.set(document.uri.toString(), files);
  }

  /** Selects the next matched line, or the one before, wrapping around at the end. */
  step(editor: vscode.TextEditor, by: 1 | -1): void {
    const { document, selection } = editor;
    const lines = Array.from({ length: document.lineCount }, (_, line) => line).filter((line) =>
      MATCHED_LINE.test(document.lineAt(line).text),
    );
    const at = selection.active.line;
    const next =
      by > 0 ? (lines.find((line) => line > at) ?? lines[0]) : (lines.findLast((line) => line < at) ?? lines.at(-1));
    if (next === undefined) return;
    const { firstNonWhitespaceCharacterIndex: start, range } = document.lineAt(next);
    editor.selection = new vscode.Selection(next, start, next, range.end.character);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const files = this.#files.get(document.uri.toString());
    if (!files) return [];
    await this.#parts.opener.prepare();
    const slices = new TimeSlices();
    const links: vscode.DocumentLink[] = [];
    let file: ReturnType<Files["byName"]["get"]>;
    for (let line = 1; line < document.lineCount; line++) {
      if (slices.isOver) await slices.next();
      if (line >= document.lineCount) break; // it was edited meanwhile
      const { text, range } = document.lineAt(line);
      const [start = "", number] = MATCHED_LINE.exec(text) ?? [];
      if (/^\S/.test(text)) file = files.byName.get(text);
      if (!file || (number === undefined && !/^\S/.test(text))) continue;
      const uri = this.#parts.opener.uriOf(files.accountId, file.location);
      if (number === undefined) {
        links.push(new vscode.DocumentLink(range, uri));
        continue;
      }
      const linked = new vscode.Range(line, start.search(/\S/), line, start.length - 1);
      const place = new vscode.Position(Math.max(0, Number(number) - 1), file.columns.get(Number(number)) ?? 0);
      links.push(this.#links.make(linked, uri, place));
    }
    return links;
  }

  async resolveDocumentLink(link: vscode.DocumentLink): Promise<vscode.DocumentLink> {
    return this.#links.resolve(link);
  }

  dispose(): void {
    this.#registrations.dispose();
  }
}

/** Everything below the first line. */
async function print(
  search: Search,
  filter: string,
  order?: MatchOrder,
): Promise<{ readonly text: string; readonly files: Files }> {
  const { text, places } = await printShown(search, filter, order);
  const lines = text.split("\n");
  const files: Files = { accountId: search.reached?.account.id ?? "", byName: new Map() };
  let columns = new Map<number, number>();
  for (const [line, { range, ...location }] of places) {
    if (range) columns.set(range.startLine + 1, range.startColumn ?? 0);
    else files.byName.set(lines[line] ?? "", { location, columns: (columns = new Map<number, number>()) });
  }
  return { text: `# ${text}`, files };
}
