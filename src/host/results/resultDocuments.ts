import * as vscode from "vscode";
import { Dismissals } from "../../core/search/dismissals.ts";
import { FilteredMatches } from "../../core/search/filteredMatches.ts";
import { sortMatches, type MatchOrder } from "../../core/search/matchOrder.ts";
import { printResults, resultsOf, toPlainText } from "../../core/search/resultsText.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import { TimeSlices } from "../../core/text/timeSlices.ts";
import { filterWords, shownWords, titleOf } from "../search/searchWords.ts";
import type { Search } from "../search/searches.ts";
import { PlaceLinks } from "./placeLinks.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";

const SCHEME = "plumbline-results";

/**
 * All results of a search as a read-only document, to compare in an editor, with a link from every line to its place.
 */
export class ResultDocuments
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable
{
  readonly #opener: SourceOpener;
  readonly #find: (id: number) => Search | undefined;
  readonly #registrations: vscode.Disposable;
  readonly #places = new Map<string, ReadonlyMap<number, SourceLocation>>();
  readonly #links = new PlaceLinks();

  /** `find` returns a search if it is still kept. */
  constructor(opener: SourceOpener, find: (id: number) => Search | undefined) {
    this.#opener = opener;
    this.#find = find;
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#places.delete(uri.toString())),
    );
  }

  /** Shows in a diff editor what is new and what is gone since the earlier search. */
  async compare(before: Search, after: Search): Promise<void> {
    const [gone, added] = await Promise.all([newIn(before, after), newIn(after, before)]);
    const [goneWords, newWords] = [gone, added].map((count) => count.toLocaleString(vscode.env.language));
    const isRun = before.query.text === after.query.text;
    const names = isRun ? after.query.text : `${titleOf(before)} ↔ ${titleOf(after)}`;
    const title = vscode.l10n.t("{0}: {1} gone, {2} new", names, goneWords ?? "", newWords ?? "");
    const selection = new vscode.Range(0, 0, 0, 0); // the counts of both runs; else it opens at the first difference
    await vscode.commands.executeCommand("vscode.diff", uriOf(before), uriOf(after), title, { selection });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const search = this.#find(idOf(uri));
    if (!search?.matches) return vscode.l10n.t("These results are no longer kept. Search again to see them.");
    const { text, places } = await everything(search);
    this.#places.set(uri.toString(), places);
    return text;
  }

  async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const accountId = this.#find(idOf(document.uri))?.reached?.account.id ?? "";
    await this.#opener.prepare();
    const slices = new TimeSlices();
    const links: vscode.DocumentLink[] = [];
    for (const [line, place] of this.#places.get(document.uri.toString()) ?? []) {
      if (slices.isOver) await slices.next();
      if (line >= document.lineCount) break; // it was searched again meanwhile
      const text = document.lineAt(line).text;
      const number = /^\s*\d+(?=:)/.exec(text);
      const start = text.length - text.trimStart().length;
      const range = new vscode.Range(line, start, line, number ? number[0].length : text.length);
      const uri = this.#opener.uriOf(accountId, place);
      const { startLine, startColumn = 0 } = place.range ?? {};
      const link =
        startLine === undefined
          ? new vscode.DocumentLink(range, uri)
          : this.#links.make(range, uri, new vscode.Position(startLine, startColumn));
      links.push(link);
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

/** How many lines a search has found that another one has not. */
async function newIn({ matches }: Search, other: Search): Promise<number> {
  const known = new Set<string>();
  const slices = new TimeSlices();
  const each = async (found: Search["matches"], take: (line: string) => void): Promise<void> => {
    for (const line of found ? toPlainText(resultsOf(found, {})) : []) {
      if (slices.isOver) await slices.next();
      take(line);
    }
  };
  let count = 0;
  await each(other.matches, (line) => known.add(line));
  await each(matches, (line) => (count += known.has(line) ? 0 : 1));
  return count;
}

/** Everything that was found, sorted by name, so that two runs can be compared. */
async function everything(search: Search): Promise<Printed> {
  const { matches } = search;
  if (!matches) return printResults("", []);
  const words = shownWords({ ...search, dismissals: new Dismissals() });
  const order = await sortMatches(matches, "name");
  return printResults(`${search.query.text}: ${words}`, resultsOf(matches, { order }));
}

/** What the view shows of a search: only what passes the filter and was not dismissed, in the order of its rows. */
export async function printShown(search: Search, filter: string, order?: MatchOrder): Promise<Printed> {
  const { matches, dismissals } = search;
  if (!matches) return printResults(shownWords(search), []);
  const shown = filter === "" ? undefined : new FilteredMatches(matches, filter);
  await shown?.update();
  const words = [shownWords(search), shown && filterWords(filter, shown, search)].filter(Boolean).join(". ");
  return printResults(words, resultsOf(matches, { shown, order, dismissals }));
}

type Printed = Awaited<ReturnType<typeof printResults>>;

function uriOf({ id, query }: Search): vscode.Uri {
  const name = query.text.replace(/[\\/]+/g, " ").slice(0, 60);
  return vscode.Uri.from({ scheme: SCHEME, path: `/${name}.results`, query: String(id) });
}

function idOf({ query }: vscode.Uri): number {
  return Number(query);
}
