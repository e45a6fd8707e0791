import * as vscode from "vscode";
import { addFragment } from "../../core/query/queryEdit.ts";
import { usesQuery } from "../../core/query/usesQuery.ts";
import type { CommandHandler } from "../platform/commands.ts";
import type { SearchCommandName } from "../platform/commandNames.ts";
import { runCommand } from "../platform/runCommand.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { folderFragments, inPlace } from "./searchScopes.ts";
import { pickSavedSearch } from "./savedSearchRows.ts";
import type { SavedSearches } from "./savedSearches.ts";
import { saveSearch } from "./saveSearch.ts";
import type { RunSearch, Search, Searches } from "./searches.ts";
import { pickSearch, renameSearch } from "./searchPicker.ts";
import { SearchSyntax } from "./searchSyntax.ts";
import { nameAtCursor, wordsAtCursor } from "../ask/selectedWords.ts";

export interface SearchCommandParts {
  readonly searches: Searches;
  readonly saved: SavedSearches;
  readonly run: RunSearch;
  /** Whether the service in use is the local one, which tells uses of a name from words in comments and strings. */
  readonly isLocal: () => boolean;
  readonly repositories: WorkspaceRepositories;
}

/** The handlers, and the page of the query language that one of them shows, which lives as long as `subscriptions`. */
export function searchCommands(
  { searches, saved, run, isLocal, repositories }: SearchCommandParts,
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
      if (fragments) await runCommand("openSearch", inPlace(searches.current?.query.text ?? "", fragments));
    },
    showSearches: () => pickSearch(searches),
    pinResults: withSearch((search) => {
      searches.pin(search, true);
    }),
    unpinResults: withSearch((search) => {
      searches.pin(search, false);
    }),
    renameResults: withSearch((search) => renameSearch(searches, search)),
    removeResults: withSearch((search) => {
      searches.remove(search);
    }),
    saveSearch: withSearch(({ query }) => saveSearch(query, saved)),
    runSavedSearch: async () => {
      const chosen = await pickSavedSearch(saved);
      if (chosen) await run(chosen.query, chosen.patternType);
    },
    showQuerySyntax: (where) => syntax.show(where === "beside"),
    searchWithoutLimit: withSearch(({ query }) => run(addFragment(query.text, "count:all"), query.patternType)),
  };
}
