import { once } from "../../core/model/once.ts";
import * as vscode from "vscode";
import type { PatternType, SearchEvent, SearchQuery } from "../../core/model/search.ts";
import { NO_FIELDS } from "../../protocol/writtenQuery.ts";
import { LOCAL_ACCOUNT } from "../accounts/accounts.ts";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import { lazily, type CommandHandler } from "../platform/commands.ts";
import { SEARCH_COMMANDS, type SearchCommandName } from "../platform/commandNames.ts";
import { runCommand, showView } from "../platform/runCommand.ts";
import type { Platform } from "../platform/platform.ts";
import { readSetting } from "../platform/settings.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { SavedSearches } from "./savedSearches.ts";
import { QueryView } from "./queryView.ts";
import { Searches, type RunSearch } from "./searches.ts";
import { SearchHistory } from "./searchHistory.ts";

/** Registers searches: running, earlier and saved ones, and the prompt for them. */
export function registerSearch(
  { extensionUri, keep, globalState, log, offers, storage, subscriptions }: Platform,
  { accounts, services, data, status, currentName }: RegisteredAccounts,
  repositories: WorkspaceRepositories,
) {
  const searches = keep(new Searches(log));
  const history = new SearchHistory(globalState);
  const saved = new SavedSearches(globalState, () => accounts.current.baseUrl ?? LOCAL_ACCOUNT.id);
  data.add({
    close: (accountId) => {
      searches.forget(accountId);
    },
    remove: (accountId) => forget(accountId),
  });
  /** Forgets the queries of an account and their results. */
  const forget = async (accountId: string) => {
    await Promise.all([history.forget(accountId), (await loadKept()).removeAll(accountId)]);
  };
  const loadKept = once(async () => {
    const { KeptSearches } = await import("./keptSearches.ts");
    return new KeptSearches(vscode.Uri.joinPath(storage, "results").fsPath, folders(), {
      isKnown: (accountId) => accounts.find(accountId) !== undefined,
      onError: (what, error) => {
        log.error(what, error);
      },
    });
  });
  keep(searches.onDidRemove(async (search) => (await loadKept()).remove(search)));
  const restore = once(async () => {
    const earlier = await (await loadKept()).read(accounts.current);
    await loadStatus();
    if (earlier) searches.restore(earlier);
  });
  const loadStatus = once(async () => {
    const [{ SearchStatus }, { SearchAnnouncements }] = await Promise.all([
      import("./searchStatus.ts"),
      import("./searchAnnouncements.ts"),
    ]);
    keep(new SearchAnnouncements(searches, () => view.isVisible));
    return keep(new SearchStatus(searches, status));
  });
  const loadRuns = once(async () => {
    const [{ SearchRuns }] = await Promise.all([import("./searchRuns.ts"), loadStatus()]);
    return new SearchRuns({ searches, services, history, kept: loadKept });
  });
  /** Whether the keys were moved to the results, and not to the query box since. */
  let hasKeys = false;
  const run: RunSearch = async (query, patternType, preserveFocus = false) => {
    hasKeys = !preserveFocus;
    void showView("results", { preserveFocus });
    const account = accounts.current;
    const written = typeof query === "string" ? { text: query, fields: NO_FIELDS } : query;
    await (await loadRuns()).run(written, patternType, account);
  };
  /** Keeps what was found while typing, because it is used. */
  const keepTyped = () => {
    if (searches.current?.isTyped) void loadRuns().then((runs) => runs.keep());
  };
  const isLocal = () => accounts.current.id === LOCAL_ACCOUNT.id;
  /** Asks only the local service: words that are typed leave this machine only when they are searched for. */
  const findSymbols = async function* (query: SearchQuery, signal: AbortSignal): AsyncGenerator<SearchEvent, void> {
    if (!isLocal()) return;
    const { service } = await services.reach(accounts.current);
    yield* service.search(query, { signal });
  };
  const names = () => services.names(accounts.current);
  const view = keep(
    new QueryView({
      root: extensionUri,
      searches,
      history,
      repositories,
      account: () => accounts.current,
      service: currentName,
      onDidChangeService: accounts.onDidChange,
      patternType: () => readSetting("plumbline.search.patternType"),
      run,
      runs: () => {
        hasKeys = false;
        return loadRuns();
      },
      restore,
      findSymbols,
      names,
      onError: (what, error) => {
        log.error(what, error);
      },
    }),
  );
  offers.add("vscode.window.registerWebviewViewProvider", () => view.register());
  const promptAndRun = async (given?: string) => {
    const { promptForQuery } = await import("./searchPrompt.ts");
    const prompted = await promptForQuery({
      ...(given !== undefined && { given }),
      service: currentName(),
      isLocal: isLocal(),
      last: searches.current?.query.text ?? "",
      patternType: readSetting("plumbline.search.patternType"),
      history: history.of(accounts.current.id),
      saved,
      repositories: () => [...new Set([...repositories.names, ...searches.repositoryNames])],
      workspace: repositories,
      findSymbols,
      names,
      onError: (error) => {
        log.error("names while typing", error);
      },
      showSyntax: async () => runCommand("showQuerySyntax", "beside"),
    });
    if (prompted) await run(prompted.query, prompted.patternType);
  };
  const handlers: Record<"search" | "openSearch" | "stopSearch" | "showResults" | SearchCommandName, CommandHandler> = {
    search: async (query, patternType, preserveFocus) => {
      if (typeof query !== "string") await promptAndRun();
      else if (query) await run(query, patternType as PatternType | undefined, preserveFocus === true);
    },
    openSearch: async (query) =>
      view.show(typeof query === "string" ? query : (await import("../ask/selectedWords.ts")).selectedWords()),
    stopSearch: () => {
      searches.stop();
    },
    showResults: () => {
      hasKeys = true;
      return showView("results");
    },
    ...lazily(SEARCH_COMMANDS, async () =>
      (await import("./searchCommands.ts")).searchCommands(
        { searches, saved, line: () => view.line, run, keepTyped, isLocal, repositories },
        subscriptions,
      ),
    ),
  };
  return {
    searches,
    history,
    forget,
    saved,
    view,
    restore,
    loadStatus,
    run,
    keepTyped,
    hasKeys: () => hasKeys,
    promptAndRun,
    handlers,
  };
}

export type RegisteredSearch = ReturnType<typeof registerSearch>;

/** The key under which results of this window's folders are kept. */
function folders(): string {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  return JSON.stringify([workspaceFile?.toString(), ...workspaceFolders.map(({ uri }) => uri.toString())]);
}
