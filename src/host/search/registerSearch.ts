import * as vscode from "vscode";
import type { PatternType } from "../../core/model/search.ts";
import { LOCAL_ACCOUNT } from "../accounts/accounts.ts";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import { lazily, once, SEARCH_COMMANDS, type CommandHandler, type SearchCommandName } from "../platform/commands.ts";
import type { Platform } from "../platform/platform.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { SavedSearches } from "./savedSearches.ts";
import { Searches, type RunSearch } from "./searches.ts";
import { SearchHistory } from "./searchHistory.ts";
import { searchQuery } from "./searchSettings.ts";

/** Searches that run, ran and are saved, and the prompt for them. */
export function registerSearch(
  { keep, globalState, log, subscriptions }: Platform,
  { accounts, services, data, currentName }: RegisteredAccounts,
  repositories: WorkspaceRepositories,
) {
  const searches = keep(new Searches(log));
  const history = new SearchHistory(globalState);
  const saved = new SavedSearches(globalState, () => accounts.current.baseUrl ?? LOCAL_ACCOUNT.id);
  data.add({
    close: (accountId) => {
      searches.forget(accountId);
    },
    remove: (accountId) => history.forget(accountId),
  });
  const loadStatus = once(async () => {
    const [{ SearchStatus }, { SearchAnnouncements }] = await Promise.all([
      import("./searchStatus.ts"),
      import("./searchAnnouncements.ts"),
    ]);
    keep(new SearchAnnouncements(searches));
    return keep(new SearchStatus(searches));
  });
  const run: RunSearch = async (text, patternType) => {
    void vscode.commands.executeCommand("plumbline.results.focus");
    const account = accounts.current;
    await loadStatus();
    const search = searches.run(searchQuery(text, patternType), () => services.reach(account));
    await Promise.all([search, history.add(account.id, text)]);
  };
  const promptAndRun = async (given?: string) => {
    const { promptForQuery } = await import("./searchPrompt.ts");
    const prompted = await promptForQuery({
      ...(given !== undefined && { given }),
      service: currentName(),
      last: searches.current?.query.text ?? "",
      patternType: searchQuery("").patternType,
      history: history.of(accounts.current.id),
      saved,
      repositories: () => [...new Set([...repositories.names, ...searches.repositoryNames])],
      workspace: repositories,
      showSyntax: async () => vscode.commands.executeCommand("plumbline.showQuerySyntax", "beside"),
    });
    if (prompted?.text) await run(prompted.text, prompted.patternType);
  };
  const handlers: Record<"search" | "stopSearch" | "showResults" | SearchCommandName, CommandHandler> = {
    search: async (query, patternType) => {
      if (typeof query !== "string") await promptAndRun();
      else if (query) await run(query, patternType as PatternType | undefined);
    },
    stopSearch: () => {
      searches.stop();
    },
    showResults: () => vscode.commands.executeCommand("plumbline.results.focus"),
    ...lazily(SEARCH_COMMANDS, async () =>
      (await import("./searchCommands.ts")).searchCommands({ searches, saved, run }, subscriptions),
    ),
  };
  return { searches, history, saved, loadStatus, run, promptAndRun, handlers };
}
