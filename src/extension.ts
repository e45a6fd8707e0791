import type * as vscode from "vscode";
import { createService } from "./api/service.ts";
import { registerAccounts } from "./host/accounts/registerAccounts.ts";
import { registerAgents } from "./host/agents/registerAgents.ts";
import { registerAnswers } from "./host/answers/registerAnswers.ts";
import { registerAsk } from "./host/ask/registerAsk.ts";
import { registerCitations } from "./host/citations/registerCitations.ts";
import { registerConnection } from "./host/connection/registerConnection.ts";
import { registerConversations } from "./host/conversations/registerConversations.ts";
import { registerCommands } from "./host/platform/commands.ts";
import { createPlatform } from "./host/platform/platform.ts";
import { registerLinks } from "./host/registerLinks.ts";
import { registerModels } from "./host/models/registerModels.ts";
import { registerRemote } from "./host/remote/registerRemote.ts";
import { registerResults } from "./host/results/registerResults.ts";
import { registerSearch } from "./host/search/registerSearch.ts";
import { registerSources } from "./host/sources/registerSources.ts";
import { testAccess, type TestAccess } from "./host/testAccess.ts";

let leave = (): Promise<unknown> => Promise.resolve();

/** Builds the platform, then the features on it, in order. Nothing connects or starts before it is used. */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const test = testAccess(context.extensionMode);
  const platform = createPlatform(context, test);
  ({ leave } = platform);

  const accounts = registerAccounts(platform, {
    createService,
    connectionTo: async (endpoint) => (await import("./api/accounts/connectionChecks.ts")).connectionTo(endpoint),
    oauthClients: async () => (await import("./api/accounts/oauth.ts")).oauthClient,
  });
  const models = registerModels(platform, accounts, {
    modelAt: async (endpoint) => (await import("./api/models/endpointModel.ts")).endpointModel(endpoint),
    modelServerAt: async (address) => (await import("./api/models/modelServer.ts")).modelServer(address),
  });
  const connection = registerConnection(platform, accounts, models);
  const remote = registerRemote(platform, accounts);
  const sources = registerSources(platform, accounts, remote.fileCopies);
  const { repositories, opener } = sources;
  const conversations = registerConversations(platform, accounts, (reference) => answers.show(reference));
  const { loadHistory } = conversations;
  const asking = registerAsk(platform, accounts, {
    ask: (question, account) => answers.ask(question, account),
    compose: (account, asked, text) => answers.compose(account, asked, text),
  });
  const citations = registerCitations(platform, accounts, repositories, loadHistory, (one) => answers.show(one));
  const search = registerSearch(platform, accounts, repositories);
  const results = registerResults(platform, search.searches, search.run, opener, search, asking.openedMatches);
  const answering = registerAnswers(platform, accounts, {
    ...remote,
    models,
    sources,
    conversations,
    ...asking,
    search,
  });
  const { answers } = answering;
  const agents = registerAgents(platform, accounts, repositories, loadHistory);
  const links = registerLinks(platform, accounts, { opener, search: search.promptAndRun });

  const handlers = {
    ...accounts.handlers,
    ...models.handlers,
    ...connection.handlers,
    ...sources.handlers,
    ...asking.handlers,
    ...citations.handlers,
    ...search.handlers,
    ...results.handlers,
    ...answering.handlers,
    ...agents.handlers,
  };
  registerCommands(platform, handlers, () => accounts.accounts.current);
  agents.offer();
  void accounts.data.signOuts.finishAll();
  return test?.of({
    platform,
    accounts,
    models,
    remote,
    sources,
    conversations,
    search,
    results,
    answering,
    agents,
    links,
  });
}

/** The editor waits for this for a few seconds at most. */
export function deactivate(): Promise<unknown> {
  return leave();
}
