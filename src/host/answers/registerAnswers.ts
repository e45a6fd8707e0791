import { once } from "../../core/model/once.ts";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import type { AskDraft } from "../ask/askDraft.ts";
import type { OpenedMatches } from "../ask/openedMatches.ts";
import type { QuestionHistory } from "../ask/questionHistory.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import type { ConversationsTree } from "../conversations/conversationsTree.ts";
import { lazily, type CommandHandler } from "../platform/commands.ts";
import {
  CONVERSATION_COMMANDS,
  SOURCE_COMMANDS,
  type ConversationCommandName,
  type SourceCommandName,
} from "../platform/commandNames.ts";
import { runCommand } from "../platform/runCommand.ts";
import type { Platform } from "../platform/platform.ts";
import type { SavedSearches } from "../search/savedSearches.ts";
import type { SearchHistory } from "../search/searchHistory.ts";
import type { SourceChecks } from "../sources/sourceChecks.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import type { RegisteredModels } from "../models/registerModels.ts";
import { Answers } from "./answers.ts";

export interface AnswerFeatures {
  readonly models: RegisteredModels;
  readonly sources: {
    readonly opener: SourceOpener;
    readonly checks: SourceChecks;
    readonly repositories: WorkspaceRepositories;
  };
  readonly conversations: {
    readonly tree: ConversationsTree;
    readonly loadHistory: () => Promise<ConversationHistory>;
  };
  readonly questions: QuestionHistory;
  readonly askDraft: AskDraft;
  readonly openedMatches: OpenedMatches;
  readonly search: Pick<SearchHistory, "forget"> & { readonly saved: SavedSearches };
  /** Removes the copies of files that a service sent, or that answers of the local one cite. */
  readonly forgetFiles: (accountId: string) => Promise<void>;
}

type AnswerCommandName =
  "nextQuestion" | "previousQuestion" | "focusQuestion" | ConversationCommandName | SourceCommandName;

/** The answer panels, the view of their sources, and what can be done with conversations. */
export function registerAnswers(
  { extensionUri, keep, log, offers }: Platform,
  { accounts, services, data }: RegisteredAccounts,
  { models, sources, conversations, questions, askDraft, openedMatches, search, forgetFiles }: AnswerFeatures,
) {
  const { tree, loadHistory } = conversations;
  const own = { questions, askDraft, openedMatches };
  const parts = { ...sources, ...own, services, log, history: loadHistory, models: models.load };
  const answers = keep(new Answers(extensionUri, accounts, parts));
  offers.add("vscode.window.registerWebviewPanelSerializer", () => answers.register());
  data.add({
    close: (accountId) => {
      answers.closeAll(accountId);
    },
  });
  const loadSources = once(async () =>
    keep(new (await import("./sourcesTree.ts")).SourcesTree(answers, sources.opener)),
  );
  keep(answers.onDidChangeInView(loadSources));
  keep(
    answers.onDidChangeInView(() => {
      tree.follow(() => answers.inView?.reference);
    }),
  );
  const handlers: Record<AnswerCommandName, CommandHandler> = {
    nextQuestion: () => answers.active?.step(1),
    previousQuestion: () => answers.active?.step(-1),
    focusQuestion: async () => {
      if (answers.inView) answers.inView.focusBox();
      else await runCommand("ask"); // from the walkthrough, where no answer may be open
    },
    ...lazily(CONVERSATION_COMMANDS, async () => {
      const [{ conversationCommands }, history] = await Promise.all([
        import("./conversationCommands.ts"),
        loadHistory(),
      ]);
      return conversationCommands({
        accounts,
        services,
        answers,
        history,
        conversations: tree,
        questions,
        forgetFiles,
        forgetModels: async () => (await models.load()).clear(),
        searchHistory: search,
        saved: search.saved,
        log,
      });
    }),
    ...lazily(SOURCE_COMMANDS, async () => {
      const [{ sourceCommands }, tree] = await Promise.all([import("./sourceCommands.ts"), loadSources()]);
      return sourceCommands({ tree, opener: sources.opener, lastEditor: () => answers.lastEditor });
    }),
  };
  return { answers, loadSources, handlers };
}
