import * as vscode from "vscode";
import type { Accounts } from "./accounts/accounts.ts";
import type { AccountSessions } from "./accounts/accountSessions.ts";
import type { EditorTools } from "./agents/editorTools.ts";
import type { McpServers } from "./agents/mcpServers.ts";
import type { registerAgents } from "./agents/registerAgents.ts";
import type { Answers } from "./answers/answers.ts";
import type { ConversationHistory } from "./conversations/conversationHistory.ts";
import type { ConversationsTree } from "./conversations/conversationsTree.ts";
import type { FiltersTree } from "./results/filtersTree.ts";
import type { LocalProcess } from "./accounts/localProcess.ts";
import type { OAuthSignIns } from "./accounts/oauthSignIns.ts";
import type { Log } from "./platform/log.ts";
import type { RemoteReader } from "./remote/remoteReader.ts";
import type { RemoteStatus } from "./remote/remoteStatus.ts";
import type { ResultsTree } from "./results/resultsTree.ts";
import type { QueryView } from "./search/queryView.ts";
import type { SavedSearches } from "./search/savedSearches.ts";
import type { SearchStatus } from "./search/searchStatus.ts";
import type { SearchHistory } from "./search/searchHistory.ts";
import type { Searches } from "./search/searches.ts";
import type { SourceOpener } from "./sources/sourceOpener.ts";
import type { SourcesTree } from "./answers/sourcesTree.ts";
import type { WorkspaceRepositories } from "./sources/workspaceRepositories.ts";
import type { SignOuts } from "./accounts/signOuts.ts";
import type { TokenStore } from "./network/tokenStore.ts";
import type { RegisteredAccounts } from "./accounts/registerAccounts.ts";
import type { Models } from "./models/models.ts";
import type { RegisteredModels } from "./models/registerModels.ts";
import type { registerAnswers } from "./answers/registerAnswers.ts";
import type { registerConversations } from "./conversations/registerConversations.ts";
import type { Platform, TestSwitches } from "./platform/platform.ts";
import type { registerLinks } from "./registerLinks.ts";
import type { registerRemote } from "./remote/registerRemote.ts";
import type { registerResults } from "./results/registerResults.ts";
import type { registerSearch } from "./search/registerSearch.ts";
import type { registerSources } from "./sources/registerSources.ts";

/** The parts that the integration tests look into: what they see is what the editor is given. */
export interface TestParts {
  readonly accounts: Accounts;
  readonly local: LocalProcess;
  readonly tokens: TokenStore;
  readonly log: Log;
  readonly searches: Searches;
  readonly answers: Answers;
  readonly history: () => Promise<ConversationHistory>;
  readonly conversations: ConversationsTree;
  readonly results: ResultsTree;
  readonly filters: FiltersTree;
  readonly queryView: QueryView;
  readonly saved: SavedSearches;
  readonly opener: SourceOpener;
  readonly repositories: WorkspaceRepositories;
  readonly searchStatus: () => Promise<SearchStatus>;
  /** All that the editor remembers for Plumbline, except secrets. */
  readonly states: readonly vscode.Memento[];
  /** Where it keeps files. */
  readonly storage: vscode.Uri;
  readonly sources: () => Promise<SourcesTree>;
  readonly remote: () => Promise<{ readonly reader: RemoteReader; readonly status: RemoteStatus }>;
  readonly oauth: () => Promise<OAuthSignIns>;
  readonly sessions: Promise<AccountSessions>;
  readonly signOuts: SignOuts;
  readonly models: () => Promise<Models>;
  readonly searchHistory: SearchHistory;
  readonly agentTools: () => Promise<EditorTools>;
  readonly mcpServers: McpServers;
  /** Handles an address that the editor was opened with. */
  readonly handleUri: (uri: vscode.Uri) => Promise<void>;
}

export interface TestAccess extends TestParts {
  /** Pages that would be opened in the browser, but are passed to the test instead. */
  readonly onDidOpenPage: vscode.Event<string>;
  /** What tests change in how the local service is watched. */
  readonly localSwitches: TestSwitches["local"];
  /** What tests change in how sources are opened. */
  readonly sourceSwitches: TestSwitches["sources"];
  /** What tests change in how agents are served. */
  readonly agentSwitches: TestSwitches["agents"];
}

/** The features whose parts the tests look into. */
interface Features {
  readonly platform: Platform;
  readonly accounts: RegisteredAccounts;
  readonly models: RegisteredModels;
  readonly remote: ReturnType<typeof registerRemote>;
  readonly sources: ReturnType<typeof registerSources>;
  readonly conversations: ReturnType<typeof registerConversations>;
  readonly search: ReturnType<typeof registerSearch>;
  readonly results: ReturnType<typeof registerResults>;
  readonly answering: ReturnType<typeof registerAnswers>;
  readonly agents: ReturnType<typeof registerAgents>;
  readonly links: ReturnType<typeof registerLinks>;
}

/** Only in an editor that runs extension tests: what differs there, and the parts that the tests look into. */
export function testAccess(
  mode: vscode.ExtensionMode,
): (TestSwitches & { of(features: Features): TestAccess }) | undefined {
  if (mode !== vscode.ExtensionMode.Test) return undefined;
  const { PLUMBLINE_STORE: store } = process.env;
  const pages = new vscode.EventEmitter<string>();
  const localSwitches: TestSwitches["local"] = {};
  const agentSwitches: TestSwitches["agents"] = {};
  // Where a source leads shall not depend on how busy a machine is.
  const sourceSwitches: TestSwitches["sources"] = { clickMs: 20_000 };
  return {
    openPage: (address) => {
      pages.fire(address);
      return Promise.resolve(true);
    },
    local: localSwitches,
    agents: agentSwitches,
    sources: sourceSwitches,
    store: store ? vscode.Uri.file(store) : undefined,
    of: (features) => ({
      ...partsOf(features),
      onDidOpenPage: pages.event,
      localSwitches,
      sourceSwitches,
      agentSwitches,
    }),
  };
}

function partsOf(features: Features): TestParts {
  const { platform, accounts, remote, sources, conversations, search, results, answering, agents, links } = features;
  return {
    accounts: accounts.accounts,
    local: accounts.local,
    tokens: accounts.tokens,
    log: platform.log,
    searches: search.searches,
    answers: answering.answers,
    history: conversations.loadHistory,
    conversations: conversations.tree,
    results: results.results,
    filters: results.filters,
    queryView: search.view,
    saved: search.saved,
    opener: sources.opener,
    repositories: sources.repositories,
    searchStatus: search.loadStatus,
    states: [platform.globalState, platform.workspaceState],
    storage: platform.storage,
    sources: answering.loadSources,
    remote: remote.load,
    oauth: accounts.oauth,
    sessions: accounts.sessions,
    signOuts: accounts.data.signOuts,
    models: features.models.load,
    searchHistory: search.history,
    agentTools: agents.loadTools,
    mcpServers: agents.mcpServers,
    handleUri: links.handleUri,
  };
}
