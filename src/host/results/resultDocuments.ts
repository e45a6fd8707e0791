import * as vscode from "vscode";
import { sortMatches } from "../../core/search/matchOrder.ts";
import { printResults, resultsByName, resultsOf } from "../../core/search/resultsText.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import { shownWords } from "../search/searchWords.ts";
import type { Search } from "../search/searches.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";

const SCHEME = "plumbline-results";

/** Results as read-only documents: to read, fold and compare in an editor, with a link from every line to its place. */
export class ResultDocuments
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable
{
  readonly #opener: SourceOpener;
  readonly #find: (id: number) => Search | undefined;
  readonly #registrations: vscode.Disposable;
  readonly #places = new Map<string, ReadonlyMap<number, SourceLocation>>();

  /** `find` gives a search that is kept. */
  constructor(opener: SourceOpener, find: (id: number) => Search | undefined) {
    this.#opener = opener;
    this.#find = find;
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#places.delete(uri.toString())),
    );
  }

  async open(search: Search): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uriOf(search));
    await vscode.window.showTextDocument(document, { preview: false });
  }

  /** Shows what is new and what is gone since the search before, as a comparison. */
  async compare(before: Search, after: Search): Promise<void> {
    const title = vscode.l10n.t("{0} (before ↔ now)", after.query.text);
    await vscode.commands.executeCommand("vscode.diff", uriOf(before, true), uriOf(after, true), title);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const search = this.#find(idOf(uri));
    if (!search?.matches) return vscode.l10n.t("These results are not kept any more. Search again to see them.");
    const { matches } = search;
    const results = isSorted(uri) ? resultsByName(matches, await sortMatches(matches, "name")) : resultsOf(matches);
    const { text, places } = printResults(`${search.query.text}: ${shownWords(search)}`, results);
    this.#places.set(uri.toString(), places);
    return text;
  }

  async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const accountId = this.#find(idOf(document.uri))?.reached?.account.id ?? "";
    await this.#opener.prepare();
    return [...(this.#places.get(document.uri.toString()) ?? [])].map(([line, place]) => {
      const text = document.lineAt(line).text;
      const number = /^\s*\d+(?=:)/.exec(text);
      const start = text.length - text.trimStart().length;
      const range = new vscode.Range(line, start, line, number ? number[0].length : text.length);
      const fragment = place.range ? `L${place.range.startLine + 1},${(place.range.startColumn ?? 0) + 1}` : "";
      return new vscode.DocumentLink(range, this.#opener.uriOf(accountId, place).with({ fragment }));
    });
  }

  dispose(): void {
    this.#registrations.dispose();
  }
}

/** Names the search, and whether its results are sorted. */
function uriOf(search: Search, sorted = false): vscode.Uri {
  const name = search.query.text.replace(/[\\/]+/g, " ").slice(0, 60);
  return vscode.Uri.from({ scheme: SCHEME, path: `/${name}.results`, query: `${search.id}${sorted ? SORTED : ""}` });
}

const SORTED = ",sorted";

function idOf({ query }: vscode.Uri): number {
  return Number.parseInt(query);
}

function isSorted({ query }: vscode.Uri): boolean {
  return query.endsWith(SORTED);
}
