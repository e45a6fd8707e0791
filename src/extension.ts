import * as vscode from "vscode";
import { createService } from "./api/service.ts";
import { Accounts, LOCAL_ACCOUNT } from "./host/accounts.ts";
import { Answers } from "./host/answers.ts";
import { promptForQuestion } from "./host/ask.ts";
import { askContext } from "./host/askContext.ts";
import { registerCommands } from "./host/commands.ts";
import type { ConversationReference } from "./host/conversationReference.ts";
import { ConversationsTree } from "./host/conversationsTree.ts";
import { deleteConversation } from "./host/deleteConversation.ts";
import { LocalProcess } from "./host/localProcess.ts";
import { Log } from "./host/log.ts";
import { RemoteFiles } from "./host/remoteFiles.ts";
import { ResultsTree } from "./host/resultsTree.ts";
import { promptForQuery } from "./host/searchPrompt.ts";
import { Searches } from "./host/searches.ts";
import { SearchStatus } from "./host/searchStatus.ts";
import { serviceName } from "./host/serviceName.ts";
import { Services, type ServiceAddress } from "./host/services.ts";
import { SourceOpener } from "./host/sourceOpener.ts";
import { testAccess, type TestAccess } from "./host/testAccess.ts";
import { TokenStore } from "./host/tokenStore.ts";
import { WorkspaceRepositories } from "./host/workspaceRepositories.ts";

/** Builds every part and hands it what it needs. Nothing connects and nothing is started before it is used. */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const { extensionUri, globalState, globalStorageUri, secrets, subscriptions } = context;
  const client = `plumbline ${(context.extension.packageJSON as { version: string }).version}`;
  const access = testAccess(context.extensionMode);

  const log = new Log();
  const tokens = new TokenStore(secrets, log);
  const accounts = new Accounts(globalState);
  const local = new LocalProcess(
    {
      program: vscode.Uri.joinPath(extensionUri, "dist", "local", "main.js"),
      store: access?.store ?? vscode.Uri.joinPath(globalStorageUri, "local"),
      ...access?.local,
    },
    log,
  );
  const create = (address: ServiceAddress) =>
    createService(
      {
        ...address,
        client,
        log: (line) => {
          log.info(line);
        },
      },
      accounts.interfaceMemory(address.accountId),
    );
  const services = new Services(local, tokens, create);
  const repositories = new WorkspaceRepositories();
  const opener = new SourceOpener(repositories);
  const remoteFiles = new RemoteFiles(accounts, services);
  const conversations = new ConversationsTree(accounts, services, log);
  const answers = new Answers(extensionUri, accounts, {
    services,
    opener,
    log,
    onDidProgress: () => {
      conversations.refresh();
    },
  });
  const searches = new Searches(log);
  const results = new ResultsTree(searches, opener);
  const status = new SearchStatus(searches);
  const currentName = () => serviceName(accounts.current);

  const commands = registerCommands(
    {
      ask: async (clicked) => {
        const place = clicked instanceof vscode.Uri ? clicked : undefined;
        const question =
          typeof clicked === "string"
            ? clicked
            : await promptForQuestion(currentName(), await askContext(repositories, accounts.current, place));
        if (question) await answers.ask(question);
      },
      search: async (query) => {
        const text =
          typeof query === "string" ? query : await promptForQuery(searches.current?.query.text ?? "", currentName());
        if (!text) return;
        void vscode.commands.executeCommand("plumbline.results.focus");
        await searches.run({ text, patternType: "keyword" }, () => services.reach(accounts.current));
      },
      stopSearch: () => {
        searches.stop();
      },
      showResults: () => vscode.commands.executeCommand("plumbline.results.focus"),
      signIn: async () => (await import("./host/signIn.ts")).signIn({ accounts, tokens, create, log }),
      signOut: async () => (await import("./host/signIn.ts")).signOut(accounts, tokens, services),
      useLocalService: () => accounts.use(LOCAL_ACCOUNT),
      refreshConversations: () => {
        conversations.refresh();
      },
      openConversation: (reference) => answers.show(reference as ConversationReference),
      loadMoreConversations: () => conversations.loadMore(),
      deleteConversation: (row) => deleteConversation(row, { accounts, services, answers, conversations }),
      showLog: () => {
        log.show();
      },
    },
    log,
    currentName,
  );

  subscriptions.push(
    log,
    accounts,
    local,
    services,
    repositories,
    remoteFiles,
    conversations,
    answers,
    searches,
    results,
    status,
    commands,
  );
  return access?.of({ accounts, local, tokens, log, searches, answers, conversations, results });
}
