import * as vscode from "vscode";
import { edited, writtenOf } from "../../core/query/queryFields.ts";
import type { SortKey } from "../../core/search/matchOrder.ts";
import type { MatchedItem } from "../../core/model/matches.ts";
import { commitFiles } from "../../git/history/commitFiles.ts";
import { allAsText, exportResults, linkOf, pathOf, queryWithout, textOf } from "./resultActions.ts";
import type { OpenedMatches } from "../ask/openedMatches.ts";
import type { CommandHandler } from "../platform/commands.ts";
import type { ResultCommandName, RowCommandName } from "../platform/commandNames.ts";
import type { FiltersTree } from "./filtersTree.ts";
import { ResultDocuments } from "./resultDocuments.ts";
import { ResultEditors, RESULTS_LANGUAGE } from "./resultEditors.ts";
import { forRowOf, isNode, rowCommands } from "./rowCommands.ts";
import { changesCommand } from "./resultTargets.ts";
import type { ResultsTree } from "./resultsTree.ts";
import { relativeTime } from "../conversations/historyWords.ts";
import { outcomeWords, titleOf } from "../search/searchWords.ts";
import type { RunSearch, Search, Searches } from "../search/searches.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";

export interface ResultCommandParts {
  readonly searches: Searches;
  readonly results: ResultsTree;
  readonly filters: FiltersTree;
  readonly opener: SourceOpener;
  readonly openedMatches: OpenedMatches;
  /** Searches with another query. */
  readonly run: RunSearch;
  /** Keeps the search that is shown if it is of what is being typed. */
  readonly keepTyped: () => void;
}

/** The handlers, and the documents that they show, which live as long as `subscriptions`. */
export function resultCommands(
  { searches, results, filters, opener, openedMatches, run, keepTyped }: ResultCommandParts,
  subscriptions: vscode.Disposable[],
): Record<ResultCommandName | RowCommandName, CommandHandler> {
  const documents = new ResultDocuments(opener, (id) => searches.all.find((kept) => kept.id === id));
  const editors = new ResultEditors({ searches, opener, run });
  subscriptions.push(documents, editors);
  /** The active editor, if it shows results. */
  const resultEditor = () => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.languageId === RESULTS_LANGUAGE ? editor : undefined;
  };
  const step = (by: 1 | -1) => {
    const editor = resultEditor();
    if (!editor) return results.step(by);
    editors.step(editor, by);
  };

  /** Runs `act` with the shown search; without one, says that there are no results. */
  const withSearch = (act: (search: Search) => unknown) => () => {
    const { current } = searches;
    if (current) return act(current);
    return vscode.window.showInformationMessage(vscode.l10n.t("There are no results yet. Search first."));
  };
  /** The same for what is done with results that are there to stay. */
  const withKept = (act: (search: Search) => unknown) =>
    withSearch((search) => {
      keepTyped();
      return act(search);
    });
  const onRow = forRowOf(results);
  const copy = (text: string) => vscode.env.clipboard.writeText(text);

  return {
    ...rowCommands({ searches, results, openedMatches, run }),
    searchAgain: withSearch(({ query }) => run(writtenOf(query), query.patternType)),
    previousSearch: () => {
      searches.back();
    },
    nextSearch: () => {
      searches.forward();
    },
    nextMatch: () => step(1),
    previousMatch: () => step(-1),
    narrowSearch: withSearch(() => filters.pick()),
    filterResults: async () => {
      const filter = await vscode.window.showInputBox({
        title: vscode.l10n.t("Filter Results"),
        prompt: vscode.l10n.t("Show only files with this in their path or in a matched line. Leave empty to show all."),
        value: results.arranged.filter,
      });
      if (filter !== undefined) results.showOnly(filter);
    },
    showFlatResults: () => {
      results.showFlat(true);
    },
    showResultsByRepository: () => {
      results.showFlat(false);
    },
    openResultsInEditor: withKept((search) => editors.open(search, results.arranged.filter, results.arranged.order)),
    runResultsEditor: async () => {
      const editor = resultEditor();
      if (editor) await editors.runAgain(editor);
    },
    exportResults: withKept(async (search) => exportResults(search, await results.arranged.shown())),
    compareResults: withKept(async (search) => {
      const other = await pickOther(search, searches);
      if (other) await documents.compare(...inOrder(other, search));
    }),
    copyAllResults: withKept(async (search) => copy(await allAsText(search, await results.arranged.shown()))),
    copyResult: onRow((node) => copy(textOf(node))),
    copyResultPath: onRow((node) => copy(pathOf(node))),
    copyResultLink: onRow((node) => {
      const link = linkOf(node, searches.current);
      if (link !== undefined) return copy(link);
      return vscode.window.showInformationMessage(vscode.l10n.t("The local service has no pages to link to."));
    }),
    dismissResult: (...given) => {
      if (given.length === 0) return results.dismissFocused();
      if (isNode(given[0])) results.dismiss(given[0]);
    },
    sortByPath: withSearch(() => results.sort("path")),
    sortResults: withSearch(() => pickOrder(results)),
    openCommit: (item) => openCommit(item as MatchedItem, opener, searches.current?.reached?.account.id ?? ""),
    excludeResult: onRow((node) => {
      const query = searches.current?.query;
      if (!query) return;
      const without = (text: string) => queryWithout(node, text);
      return run(edited(writtenOf(query), query.patternType, without), query.patternType);
    }),
  };
}

/** Lets the person choose what to compare a search with: its earlier runs come first. */
async function pickOther(search: Search, { all }: Searches): Promise<Search | undefined> {
  const others = all.filter(({ id }) => id !== search.id).toReversed();
  if (others.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("There is no other search to compare with."));
    return undefined;
  }
  const isRun = (other: Search) => other.query.text === search.query.text;
  const rows = [...others.filter(isRun), ...others.filter((other) => !isRun(other))].map((other) => ({
    label: titleOf(other),
    description: relativeTime(other.startedAt, Date.now()),
    detail: outcomeWords(other),
    other,
  }));
  const title = vscode.l10n.t("Compare Results");
  const placeHolder = vscode.l10n.t("Select what to compare with: {0}", titleOf(search));
  const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder, matchOnDetail: true });
  return chosen?.other;
}

function inOrder(a: Search, b: Search): readonly [before: Search, after: Search] {
  return a.id < b.id ? [a, b] : [b, a];
}

async function pickOrder(results: ResultsTree): Promise<void> {
  const rows: (vscode.QuickPickItem & { readonly by: SortKey | undefined })[] = [
    { label: vscode.l10n.t("As Found"), by: undefined },
    { label: vscode.l10n.t("By Name"), by: "name" },
    { label: vscode.l10n.t("By Path"), by: "path" },
    { label: vscode.l10n.t("Most Matches First"), by: "count" },
  ];
  const placeHolder = vscode.l10n.t("Sort the results found so far");
  const marked = rows.map((row) =>
    row.by === results.arranged.sortKey ? { ...row, iconPath: new vscode.ThemeIcon("check") } : row,
  );
  const chosen = await vscode.window.showQuickPick(marked, { placeHolder });
  if (chosen) await results.sort(chosen.by);
}

/** Shows the changes of a commit. Only its message is known here: git lists the files. */
async function openCommit(item: MatchedItem, opener: SourceOpener, accountId: string): Promise<void> {
  // Commands can be run from anywhere, so it is not enough that rows don't offer this.
  const folder = vscode.workspace.isTrusted ? opener.folderOf(item.repository) : undefined;
  if (!folder || !item.commit) return;
  const { command, arguments: args = [] } = changesCommand(item, await commitFiles(folder.fsPath, item.commit.hash), {
    uriAtService: (location) => opener.uriAtService(accountId, location),
  });
  await vscode.commands.executeCommand(command, ...(args as unknown[]));
}
