import * as vscode from "vscode";
import { createService } from "./api/service.ts";
import type { PatternType } from "./core/model/search.ts";
import { AccountChanges } from "./host/accounts/accountChanges.ts";
import { AccountStatus } from "./host/accounts/accountStatus.ts";
import { Accounts, LOCAL_ACCOUNT, type Account } from "./host/accounts/accounts.ts";
import { Answers } from "./host/answers/answers.ts";
import { CitationSwitch } from "./host/citations/citationSwitch.ts";
import { AWAITED_KEY, DELETIONS_KEY } from "./host/platform/stateKeys.ts";
import {
  CONNECTION_COMMANDS,
  CONVERSATION_COMMANDS,
  lazily,
  once,
  registerCommands,
  REMOTE_COMMANDS,
  RESULT_COMMANDS,
  SEARCH_COMMANDS,
  SOURCE_COMMANDS,
} from "./host/platform/commands.ts";
import type { ConversationReference } from "./host/conversations/conversationReference.ts";
import { ConversationsTree } from "./host/conversations/conversationsTree.ts";
import { editorNetwork } from "./host/network/editorNetwork.ts";
import { LocalProcess } from "./host/accounts/localProcess.ts";
import { FiltersTree } from "./host/results/filtersTree.ts";
import { Log } from "./host/platform/log.ts";
import type { LocalPageParts } from "./host/sources/localPages.ts";
import { SignOuts } from "./host/accounts/signOuts.ts";
import { AskDraft } from "./host/ask/askDraft.ts";
import type { OAuthSignIns } from "./host/accounts/oauthSignIns.ts";
import { OrderedMemento } from "./host/platform/orderedMemento.ts";
import { QuestionHistory } from "./host/ask/questionHistory.ts";
import { RemoteFiles } from "./host/remote/remoteFiles.ts";
import { ResultsTree } from "./host/results/resultsTree.ts";
import { SavedSearches } from "./host/search/savedSearches.ts";
import { SearchHistory } from "./host/search/searchHistory.ts";
import { searchQuery } from "./host/search/searchSettings.ts";
import { Searches, type RunSearch } from "./host/search/searches.ts";
import { serviceName } from "./host/platform/serviceName.ts";
import { logWrongSettings } from "./host/platform/settings.ts";
import { Services, type ServiceAddress } from "./host/accounts/services.ts";
import { SourceChecks } from "./host/sources/sourceChecks.ts";
import { SourceOpener } from "./host/sources/sourceOpener.ts";
import { testAccess, type TestAccess } from "./host/testAccess.ts";
import { TokenStore } from "./host/network/tokenStore.ts";
import { WorkspaceRepositories } from "./host/sources/workspaceRepositories.ts";

/** What is left to be done when the window closes. */
let leave = (): Promise<unknown> => Promise.resolve();

/** The editor waits for this, a few seconds at most. */
export function deactivate(): Promise<unknown> {
  return leave();
}

/** Builds every part and hands it what it needs. Nothing connects and nothing is started before it is used. */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const { extensionUri, globalStorageUri, secrets, subscriptions, workspaceState } = context;
  const client = `plumbline ${(context.extension.packageJSON as { version: string }).version}`;
  const access = testAccess(context.extensionMode);
  const globalState = new OrderedMemento(context.globalState);

  const log = new Log();
  subscriptions.push(logWrongSettings(log));
  const tokens: TokenStore = new TokenStore(secrets, globalState, log, (accountId) => ({
    current: async () => (await oauth()).tokens.current(accountId),
    renewed: async (refused) => (await oauth()).tokens.renewed(accountId, refused),
  }));
  const accounts = new Accounts(globalState);
  const local = new LocalProcess(
    {
      program: vscode.Uri.joinPath(extensionUri, "dist", "local", "main.js"),
      store: access?.store ?? vscode.Uri.joinPath(globalStorageUri, "local"),
      openUri: vscode.Uri.from({ scheme: vscode.env.uriScheme, authority: context.extension.id, path: "/open" }),
      ...access?.local,
    },
    log,
  );
  leave = () => Promise.allSettled([local.end(), signOuts.settled()]);
  const network = editorNetwork(tokens, log);
  const endpoint = <A extends Omit<ServiceAddress, "token">>(address: A) => ({
    ...address,
    client,
    ...(address.accountId === LOCAL_ACCOUNT.id ? {} : { network }),
    spillFolder: vscode.Uri.joinPath(globalStorageUri, "searches").fsPath,
    log: (line: string) => {
      log.info(line);
    },
  });
  const create = (address: ServiceAddress) =>
    createService(endpoint(address), accounts.interfaceMemory(address.accountId));
  const connect = async (address: ServiceAddress) =>
    (await import("./api/accounts/connectionChecks.ts")).connectionTo(endpoint(address));
  const oauth = once(async (): Promise<OAuthSignIns> => {
    const [{ OAuthSignIns }, { oauthClient }] = await Promise.all([
      import("./host/accounts/oauthSignIns.ts"),
      import("./api/accounts/oauth.ts"),
    ]);
    return new OAuthSignIns({
      accounts,
      tokens,
      client: ({ id: accountId, baseUrl = "" }, clientId) => oauthClient(endpoint({ accountId, baseUrl }), clientId),
      lockFolder: vscode.Uri.joinPath(globalStorageUri, "signIns").fsPath,
      openPage: access?.openPage ?? ((address) => vscode.env.openExternal(vscode.Uri.parse(address, true))),
      log,
    });
  });
  const services = new Services(local, tokens, create, accounts);
  const repositories = new WorkspaceRepositories(() => accounts.current.baseUrl !== undefined);
  const checks = new SourceChecks(accounts, services, repositories, () => fileCopies());
  const opener = new SourceOpener(
    repositories,
    once(async () => {
      const { SourceGuide } = await import("./host/sources/sourceGuide.ts");
      const guide = new SourceGuide(checks);
      subscriptions.push(guide);
      return guide;
    }),
  );
  const loadRemote = once(async () => {
    const [{ RemoteReader }, { RemoteStatus }] = await Promise.all([
      import("./host/remote/remoteReader.ts"),
      import("./host/remote/remoteStatus.ts"),
    ]);
    const status = new RemoteStatus(accounts);
    subscriptions.push(status);
    const folder = vscode.Uri.joinPath(globalStorageUri, "files").fsPath;
    return { reader: new RemoteReader({ accounts, services, log, folder }), status };
  });
  const remoteFiles = new RemoteFiles(async () => (await loadRemote()).reader);
  const fileCopies = async () => (await loadRemote()).reader.copies;
  const forgetFiles = async (accountId: string) => (await fileCopies()).removeAll(accountId);
  const questions = new QuestionHistory(globalState);
  const searchHistory = new SearchHistory(globalState);
  const draft = new AskDraft();
  const conversations = new ConversationsTree(accounts, () => loadHistory());
  const answers: Answers = new Answers(extensionUri, accounts, {
    services,
    opener,
    checks,
    repositories,
    questions,
    log,
    history: () => loadHistory(),
  });
  const loadSources = once(async () => {
    const sources = new (await import("./host/answers/sourcesTree.ts")).SourcesTree(answers, opener);
    subscriptions.push(sources);
    return sources;
  });
  const firstAnswer = answers.onDidChangeInView(loadSources);
  const loadHistory = once(async () => {
    const { ConversationHistory } = await import("./host/conversations/conversationHistory.ts");
    const history = new ConversationHistory({
      accounts,
      services,
      log,
      folder: vscode.Uri.joinPath(globalStorageUri, "conversations").fsPath,
      globalState,
      workspaceState,
      show: (reference) => answers.show(reference),
    });
    subscriptions.push(history);
    conversations.attach(history);
    return history;
  });
  // What was asked before a reload is waited for from here on.
  if (workspaceState.get(AWAITED_KEY) || globalState.get(DELETIONS_KEY)) void loadHistory();
  const purge = accounts.onDidRemove(async ({ id }) => {
    services.close(id);
    searches.forget(id);
    answers.closeAll(id);
    draft.forget(id);
    await signOuts.finish(id);
  });
  const signOuts = new SignOuts(
    globalState,
    async (id) => {
      const left = accounts.find(id);
      if (left) await accounts.remove(left); // the window was closed before that was done
      const removed = await Promise.allSettled([
        tokens.delete(id),
        questions.forget(id),
        searchHistory.forget(id),
        forgetFiles(id),
        loadHistory().then((history) => history.forget(id)),
      ]);
      const failed = removed.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
    },
    (what, error) => {
      log.error(what, error);
    },
  );
  const loadCitations = once(async () => {
    const [{ Citations }, history] = await Promise.all([import("./host/citations/citations.ts"), loadHistory()]);
    const citations = new Citations({ accounts, history, repositories });
    subscriptions.push(citations);
    return citations;
  });
  const citedIn = new CitationSwitch(async () => {
    const { CitationLenses } = await import("./host/citations/citationLenses.ts");
    return new CitationLenses(await loadCitations());
  });
  const searches = new Searches(log);
  const results = new ResultsTree(searches, opener);
  const saved = new SavedSearches(globalState, () => accounts.current.baseUrl ?? LOCAL_ACCOUNT.id);
  const loadSigns = once(async () => {
    const [{ SearchStatus }, { SearchAnnouncements }] = await Promise.all([
      import("./host/search/searchStatus.ts"),
      import("./host/search/searchAnnouncements.ts"),
    ]);
    const status = new SearchStatus(searches);
    subscriptions.push(status, new SearchAnnouncements(searches));
    return status;
  });
  const search: RunSearch = async (text, patternType) => {
    void vscode.commands.executeCommand("plumbline.results.focus");
    const account = accounts.current;
    await loadSigns();
    const search = searches.run(searchQuery(text, patternType), () => services.reach(account));
    await Promise.all([search, searchHistory.add(account.id, text)]);
  };
  const filters = new FiltersTree(searches, search);
  const currentName = () => serviceName(accounts.current);

  const promptAbout = async (account: Account, clicked: unknown) => {
    const { promptForQuestion } = await import("./host/ask/ask.ts");
    return promptForQuestion({
      account,
      services,
      repositories,
      clicked: clicked instanceof vscode.Uri ? clicked : undefined,
      earlier: questions.of(account.id),
      draft,
    });
  };
  const prompt = async (given?: string) =>
    (await import("./host/search/searchPrompt.ts")).promptForQuery({
      ...(given !== undefined && { given }),
      service: currentName(),
      last: searches.current?.query.text ?? "",
      patternType: searchQuery("").patternType,
      history: searchHistory.of(accounts.current.id),
      saved,
      repositories: () => [...new Set([...repositories.names, ...searches.repositoryNames])],
      workspace: repositories,
      showSyntax: async () => vscode.commands.executeCommand("plumbline.showQuerySyntax", "beside"),
    });

  const promptAndSearch = async (given?: string) => {
    const prompted = await prompt(given);
    if (prompted?.text) await search(prompted.text, prompted.patternType);
  };

  const signIn = async (begin: { readonly address?: string; readonly edited?: Account } = {}) =>
    (await import("./host/accounts/signIn.ts")).signIn({ accounts, tokens, connect, oauth, signOuts, log }, begin);
  const signOut = async (account: Account) =>
    (await import("./host/accounts/signIn.ts")).signOut({ accounts, tokens, oauth, signOuts }, account);
  // Not waited for: the editor itself waits for it where an extension asks who is signed in.
  const sessions = import("./host/accounts/accountSessions.ts").then(({ AccountSessions }) => {
    const provider = new AccountSessions({ accounts, signIn, signOut });
    subscriptions.push(provider);
    return provider;
  });

  const commands = registerCommands(
    {
      ask: async (clicked) => {
        const account = accounts.current; // whatever becomes the current one while it is being typed
        const question = typeof clicked === "string" ? clicked : await promptAbout(account, clicked);
        if (!question) return;
        await Promise.all([answers.ask(question, account), questions.add(account.id, question)]);
      },
      search: async (query, patternType) => {
        if (typeof query !== "string") await promptAndSearch();
        else if (query) await search(query, patternType as PatternType | undefined);
      },
      stopSearch: () => {
        searches.stop();
      },
      showResults: () => vscode.commands.executeCommand("plumbline.results.focus"),
      signIn: (address) => signIn(typeof address === "string" ? { address } : {}),
      switchAccount: async () =>
        (await import("./host/accounts/switchAccount.ts")).switchAccount(accounts, {
          edit: (edited) => signIn({ edited }),
          remove: (account) => signOut(account),
        }),
      signOut: () => signOut(accounts.current),
      useLocalService: () => accounts.use(LOCAL_ACCOUNT),
      nextQuestion: () => answers.active?.step(1),
      previousQuestion: () => answers.active?.step(-1),
      exportConversation: () => answers.active?.export(),
      showAnswersAboutFile: async (clicked, only) => {
        const { showAnswersAboutFile } = await import("./host/citations/answersAboutFile.ts");
        const show = (conversation: ConversationReference) => answers.show(conversation);
        await showAnswersAboutFile({ accounts, citations: await loadCitations(), show }, clicked, only);
      },
      showLog: () => {
        log.show();
      },
      ...lazily(CONNECTION_COMMANDS, async () => {
        const { connectionCommands } = await import("./host/connection/connectionCommands.ts");
        return connectionCommands(
          { accounts, services, tokens, connect, network, log, version: client },
          subscriptions,
        );
      }),
      ...lazily(CONVERSATION_COMMANDS, async () => {
        const [{ conversationCommands }, history] = await Promise.all([
          import("./host/answers/conversationCommands.ts"),
          loadHistory(),
        ]);
        return conversationCommands({
          accounts,
          services,
          answers,
          history,
          conversations,
          questions,
          forgetFiles,
          searchHistory,
          saved,
          log,
        });
      }),
      ...lazily(SEARCH_COMMANDS, async () =>
        (await import("./host/search/searchCommands.ts")).searchCommands(
          { searches, saved, run: search },
          subscriptions,
        ),
      ),
      ...lazily(RESULT_COMMANDS, async () =>
        (await import("./host/results/resultCommands.ts")).resultCommands(
          { searches, results, opener, run: search },
          subscriptions,
        ),
      ),
      ...lazily(SOURCE_COMMANDS, async () => {
        const [{ sourceCommands }, tree] = await Promise.all([
          import("./host/answers/sourceCommands.ts"),
          loadSources(),
        ]);
        return sourceCommands({ tree, opener, lastEditor: () => answers.lastEditor });
      }),
      ...lazily(REMOTE_COMMANDS, async () =>
        (await import("./host/sources/remoteCommands.ts")).remoteCommands({ accounts, services, opener, repositories }),
      ),
    },
    log,
    currentName,
  );

  // vscode://plumbline.plumbline/conversation?link=… opens a conversation as its link does, …/open?link=… what a page of the
  // local service stands for; …/auth ends a sign-in.
  const handleUri = async ({ path, query }: vscode.Uri) => {
    const link = new URLSearchParams(query).get("link") ?? "";
    if (path === "/auth") (await oauth()).receive(query);
    else if (path === "/open") await (await import("./host/sources/localPages.ts")).openLocalPage(link, pageParts);
    else await vscode.commands.executeCommand("plumbline.openConversationLink", link);
  };
  const pageParts: LocalPageParts = {
    opener,
    log,
    search: promptAndSearch,
  };
  const links = vscode.window.registerUriHandler({ handleUri });

  subscriptions.push(
    links,
    log,
    tokens,
    accounts,
    new AccountChanges(accounts, secrets, globalStorageUri.fsPath, log),
    new AccountStatus(accounts),
    local,
    services,
    repositories,
    remoteFiles,
    conversations,
    answers,
    citedIn,
    firstAnswer,
    purge,
    searches,
    results,
    filters,
    commands,
  );
  void signOuts.finishAll();
  return access?.of({
    accounts,
    local,
    tokens,
    log,
    searches,
    answers,
    history: loadHistory,
    conversations,
    results,
    filters,
    saved,
    opener,
    repositories,
    searchStatus: loadSigns,
    states: [globalState, workspaceState],
    storage: globalStorageUri,
    remote: loadRemote,
    sources: loadSources,
    oauth,
    sessions,
    handleUri,
    signOuts,
    searchHistory,
  });
}
