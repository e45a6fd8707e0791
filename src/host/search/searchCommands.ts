import * as vscode from "vscode";
import { addFragment } from "../../core/query/queryEdit.ts";
import { edited, portableQuery, writtenOf } from "../../core/query/queryFields.ts";
import { usesQuery } from "../../core/query/usesQuery.ts";
import type { CommandHandler } from "../platform/commands.ts";
import type { SearchCommandName } from "../platform/commandNames.ts";
import { runCommand } from "../platform/runCommand.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { folderFragments, inPlace } from "./searchScopes.ts";
import { pickSavedSearch } from "./savedSearchRows.ts";
import type { SavedSearches } from "./savedSearches.ts";
import { saveSearch, writtenIn } from "./saveSearch.ts";
import type { RunSearch, Search, Searches } from "./searches.ts";
import { pickSearch, renameSearch } from "./searchPicker.ts";
import { SearchSyntax } from "./searchSyntax.ts";
import { nameAtCursor, wordsAtCursor } from "../ask/selectedWords.ts";

export interface SearchCommandParts {
  readonly searches: Searches;
  readonly saved: SavedSearches;
  /** What the query box holds, as one line. */
  readonly line: () => string;
  readonly run: RunSearch;
  /** Keeps the search that is shown if it is of what is being typed. */
  readonly keepTyped: () => void;
  /** Whether the service in use is the local one, which tells uses of a name from words in comments and strings. */
  readonly isLocal: () => boolean;
  readonly repositories: WorkspaceRepositories;
}

/** The handlers, and the page of the query language that one of them shows, which lives as long as `subscriptions`. */
export function searchCommands(
  { searches, saved, line, run, keepTyped, isLocal, repositories }: SearchCommandParts,
  subscriptions: vscode.Disposable[],
): Record<SearchCommandName, CommandHandler> {
  const syntax = new SearchSyntax();
  subscriptions.push(syntax);
  /** Runs `act` with the search that is shown; without one, says that there are no results. */
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
  return {
    searchSelection: () => {
      const words = wordsAtCursor();
      if (words !== undefined) return run(words);
      return vscode.window.showInformationMessage(vscode.l10n.t("Select text in one line to search for it."));
    },
    searchUses: () => {
      const name = nameAtCursor();
      if (name === undefined)
        return vscode.window.showInformationMessage(
          vscode.l10n.t("Place the cursor on a name to search for its uses."),
        );
      const { filters, pattern, patternType } = usesQuery(name, isLocal());
      return run(`${filters} ${pattern}`, patternType);
    },
    /** From the explorer, it gets the folder that was clicked and all that are selected. */
    searchFolder: async (clicked, selected) => {
      const folders = (Array.isArray(selected) ? selected : [clicked]).filter((each) => each instanceof vscode.Uri);
      const fragments = await folderFragments(folders, repositories);
      if (fragments) return runCommand("openSearch", inPlace(searches.textShown, fragments));
      return vscode.window.showInformationMessage(
        vscode.l10n.t("What was selected is in no repository that the service in use could have."),
      );
    },
    showSearches: () => pickSearch(searches),
    pinResults: withKept((search) => {
      searches.pin(search, true);
    }),
    unpinResults: withSearch((search) => {
      searches.pin(search, false);
    }),
    renameResults: withKept((search) => renameSearch(searches, search)),
    removeResults: withSearch((search) => {
      searches.remove(search);
    }),
    saveSearch: withKept(({ query }) => saveSearch(query, saved)),
    /** Of the box, or else of the results that are shown. */
    copyQuery: async () => {
      const query = searches.current?.query;
      const copied = line() || (query ? portableQuery(writtenOf(query), query.patternType) : "");
      if (copied !== "") await vscode.env.clipboard.writeText(copied);
      else void vscode.window.showInformationMessage(vscode.l10n.t("Type what to search for."));
    },
    runSavedSearch: async () => {
      const chosen = await pickSavedSearch(saved);
      if (chosen) await run(writtenIn(chosen), chosen.patternType);
    },
    showQuerySyntax: (where) => syntax.show(where === "beside"),
    searchWithoutLimit: withSearch(({ query }) => {
      const withAll = (text: string) => addFragment(text, "count:all");
      return run(edited(writtenOf(query), query.patternType, withAll), query.patternType);
    }),
  };
}
