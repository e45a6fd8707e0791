import * as vscode from "vscode";
import type { Log } from "./log.ts";

/** The commands of the manifest, without their prefix. */
export type CommandName =
  | "ask"
  | "search"
  | "stopSearch"
  | "showResults"
  | "signIn"
  | "switchAccount"
  | ConnectionCommandName
  | "signOut"
  | "useLocalService"
  | "showLog"
  | ConversationCommandName
  | SearchCommandName
  | "nextQuestion"
  | "previousQuestion"
  | "exportConversation"
  | "showAnswersAboutFile"
  | ResultCommandName
  | RemoteCommandName
  | SourceCommandName;

/** What looks at the connection, and at what goes over it. */
export const CONNECTION_COMMANDS = ["diagnose", "reportIssue", "setSecretHeader", "previewRequest"] as const;

export type ConnectionCommandName = (typeof CONNECTION_COMMANDS)[number];

/** What can be done with the history, in its view, on its rows and in the palette. */
export const CONVERSATION_COMMANDS = [
  "refreshConversations",
  "loadMoreConversations",
  "openConversation",
  "openConversationLink",
  "openConversationInBrowser",
  "copyConversationLink",
  "deleteConversation",
  "undoDeleteConversation",
  "removeConversation",
  "filterConversations",
  "clearConversationFilter",
  "showStarredConversations",
  "showAllConversations",
  "clearConversationCopies",
] as const;

export type ConversationCommandName = (typeof CONVERSATION_COMMANDS)[number];

/** What can be done with searches as a whole. */
export const SEARCH_COMMANDS = [
  "searchSelection",
  "showSearches",
  "pinResults",
  "unpinResults",
  "renameResults",
  "removeResults",
  "saveSearch",
  "runSavedSearch",
  "searchWithoutLimit",
  "showQuerySyntax",
] as const;

export type SearchCommandName = (typeof SEARCH_COMMANDS)[number];

/** What can be done with results, in the palette, the view and on its rows. */
export const RESULT_COMMANDS = [
  "searchAgain",
  "previousSearch",
  "nextSearch",
  "nextMatch",
  "previousMatch",
  "filterResults",
  "showFlatResults",
  "showResultsByRepository",
  "openResultsInEditor",
  "exportResults",
  "compareResults",
  "copyAllResults",
  "copyResult",
  "copyResultPath",
  "copyResultLink",
  "dismissResult",
  "excludeResult",
  "sortResults",
  "openCommit",
] as const;

export type ResultCommandName = (typeof RESULT_COMMANDS)[number];

/** What can be done with a document of a service. */
export const REMOTE_COMMANDS = ["openInBrowser", "copyPermalink", "openLocalCopy"] as const;

export type RemoteCommandName = (typeof REMOTE_COMMANDS)[number];

/** What can be done with the sources of the answer in view. */
export const SOURCE_COMMANDS = [
  "openSource",
  "nextSource",
  "previousSource",
  "peekSource",
  "compareSource",
  "copySourcePath",
  "copySourceLink",
  "checkSources",
  "openAllSources",
  "compareAllSources",
] as const;

export type SourceCommandName = (typeof SOURCE_COMMANDS)[number];

export type CommandHandler = (...args: unknown[]) => unknown;

/** What `load` resolves to, loaded with the first call; with the next one again where that fails. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

/** Handlers that are loaded when one of them is first run. */
export function lazily<Name extends string>(
  names: readonly Name[],
  load: () => Promise<Record<Name, CommandHandler>>,
): Record<Name, CommandHandler> {
  const loaded = once(load);
  const handlers = names.map((name): [Name, CommandHandler] => [
    name,
    async (...args) => (await loaded())[name](...args),
  ]);
  return Object.fromEntries(handlers) as Record<Name, CommandHandler>;
}

/** One handler per command: one that is missing does not compile. A handler that throws is told in words, with the log at hand. */
export function registerCommands(
  handlers: Record<CommandName, CommandHandler>,
  log: Log,
  serviceName: () => string,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([name, handler]) =>
      vscode.commands.registerCommand(`plumbline.${name}`, async (...args: unknown[]) => {
        try {
          await handler(...args);
        } catch (error) {
          log.error(`The command ${name} failed`, error);
          const [{ wordingOf }, { tellFailure }] = await Promise.all([
            import("./errorMessages.ts"),
            import("./failureMessage.ts"),
          ]);
          tellFailure(wordingOf(error, serviceName()));
        }
      }),
    ),
  );
}
