/** The commands of the manifest, without their prefix. */
export type CommandName =
  | "ask"
  | "askAboutProblem"
  | "search"
  | "openSearch"
  | "stopSearch"
  | "showResults"
  | "showMenu"
  | "getStarted"
  | "signIn"
  | "signInAgain"
  | "switchAccount"
  | ConnectionCommandName
  | "signOut"
  | "createToken"
  | "useLocalService"
  | "chooseModel"
  | "showLog"
  | ConversationCommandName
  | SearchCommandName
  | "nextQuestion"
  | "previousQuestion"
  | "focusQuestion"
  | "showAnswersAboutFile"
  | "copyMcpConfiguration"
  | ResultCommandName
  | RowCommandName
  | RemoteCommandName
  | SourceCommandName;

/** Commands that inspect the connection and what goes over it. */
export const CONNECTION_COMMANDS = [
  "diagnose",
  "reportIssue",
  "setSecretHeader",
  "previewRequest",
  "showPrivacy",
  "showLocalAnswers",
] as const;

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
  "renameConversation",
  "starConversation",
  "unstarConversation",
  "copyConversation",
  "exportConversation",
  "askAgain",
  "filterConversations",
  "clearConversationFilter",
  "showStarredConversations",
  "showAllConversations",
  "groupConversationsByDay",
  "groupConversationsByRepository",
  "clearConversationCopies",
] as const;

export type ConversationCommandName = (typeof CONVERSATION_COMMANDS)[number];

/** What can be done with searches as a whole. */
export const SEARCH_COMMANDS = [
  "searchSelection",
  "searchUses",
  "searchFolder",
  "showSearches",
  "pinResults",
  "unpinResults",
  "renameResults",
  "removeResults",
  "saveSearch",
  "copyQuery",
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
  "narrowSearch",
  "filterResults",
  "showFlatResults",
  "showResultsByRepository",
  "openResultsInEditor",
  "runResultsEditor",
  "exportResults",
  "compareResults",
  "copyAllResults",
  "copyResult",
  "copyResultPath",
  "copyResultLink",
  "dismissResult",
  "excludeResult",
  "sortResults",
  "sortByPath",
  "openCommit",
] as const;

export type ResultCommandName = (typeof RESULT_COMMANDS)[number];

/** What can be done with the place of a row of results. */
export const ROW_COMMANDS = [
  "openNotebookCell",
  "openResultToSide",
  "peekResult",
  "askAboutResult",
  "searchInFile",
  "searchInFolder",
  "excludeResultHere",
] as const;

export type RowCommandName = (typeof ROW_COMMANDS)[number];

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
