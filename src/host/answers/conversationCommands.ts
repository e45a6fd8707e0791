import * as vscode from "vscode";
import { conversationId } from "../../core/model/conversation.ts";
import { parseConversationLink } from "../../core/conversations/conversationLink.ts";
import { isLocalAddress } from "../../core/sources/localPage.ts";
import { LOCAL_ACCOUNT, type Account, type Accounts } from "../accounts/accounts.ts";
import type { Answers } from "./answers.ts";
import type { CommandHandler, ConversationCommandName } from "../platform/commands.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import type { ConversationNode } from "../conversations/conversationNodes.ts";
import type { ConversationReference } from "../conversations/conversationReference.ts";
import type { ConversationsTree } from "../conversations/conversationsTree.ts";
import type { Log } from "../platform/log.ts";
import type { SavedSearches } from "../search/savedSearches.ts";
import type { SearchHistory } from "../search/searchHistory.ts";
import type { QuestionHistory } from "../ask/questionHistory.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { Services } from "../accounts/services.ts";

export interface ConversationCommandParts {
  readonly accounts: Accounts;
  readonly services: Services;
  readonly answers: Answers;
  readonly history: ConversationHistory;
  readonly conversations: ConversationsTree;
  readonly questions: QuestionHistory;
  /** Removes the copies of files that a service sent. */
  readonly forgetFiles: (accountId: string) => Promise<void>;
  /** The queries that were run, by account. */
  readonly searchHistory: Pick<SearchHistory, "forget">;
  readonly saved: Pick<SavedSearches, "clear">;
  readonly log: Log;
}

/**
 * What can be done with the history. A command on a row is given the row; by key, it means the one that is selected. A
 * command about a page means the conversation whose panel has the focus, where it is given no row.
 */
export function conversationCommands(parts: ConversationCommandParts): Record<ConversationCommandName, CommandHandler> {
  const { accounts, answers, history, conversations, questions, forgetFiles } = parts;
  const { list, deletions } = history;
  const onRow =
    (act: (row: ConversationNode, reference: ConversationReference, account: Account) => Promise<unknown>) =>
    async (given: unknown): Promise<void> => {
      const row = (given as ConversationNode | undefined) ?? conversations.selected;
      const account = row?.reference && accounts.find(row.reference.accountId);
      if (row?.reference && account) await act(row, row.reference, account);
    };
  const onPage =
    (act: (page: string) => PromiseLike<unknown>) =>
    async (given: unknown): Promise<void> => {
      const isRow = typeof given === "object" && given !== null && "item" in given;
      const shown = isRow ? (given as ConversationNode) : (answers.active ?? conversations.selected);
      const account = shown?.reference && accounts.find(shown.reference.accountId);
      if (shown?.reference && account?.baseUrl !== undefined)
        await act(shown.webUrl ?? pageOf(shown.reference, account.baseUrl));
    };
  const removeOthers = async (reference: ConversationReference): Promise<void> => {
    answers.close(reference);
    await history.remove(reference);
  };

  return {
    refreshConversations: () => {
      list.reset();
    },
    loadMoreConversations: () => list.loadMore(),
    openConversation: (reference) => answers.show(reference as ConversationReference),
    openConversationLink: (text) => openLink(typeof text === "string" ? text : undefined, parts),
    openConversationInBrowser: onPage((page) => vscode.env.openExternal(vscode.Uri.parse(page, true))),
    copyConversationLink: onPage(async (page) => {
      await vscode.env.clipboard.writeText(page);
      // Not waited for: whoever ran the command waits for the link, not for a person to read this.
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          "The link is copied. Where sharing is switched on, whoever has it can read the whole conversation, also what it says of repositories that they may not see.",
        ),
      );
    }),
    deleteConversation: onRow(async (row, reference, account) => {
      if (row.isOthers) await removeOthers(reference);
      else if (await isConfirmed(reference, account)) {
        const wasOpen = answers.close(reference);
        if (!(await deletions.delete(reference)) && wasOpen) await answers.show(reference);
      }
    }),
    undoDeleteConversation: () => {
      deletions.undo();
    },
    removeConversation: onRow((_, reference) => removeOthers(reference)),
    filterConversations: async (given) => {
      const text = typeof given === "string" ? given : await promptForWords(list.filter.text ?? "");
      if (text === undefined) return;
      const { isStarred } = list.filter;
      list.filter = { ...(text.trim() !== "" && { text: text.trim() }), ...(isStarred && { isStarred }) };
    },
    clearConversationFilter: () => {
      list.filter = {};
    },
    showStarredConversations: () => {
      list.filter = { ...list.filter, isStarred: true };
    },
    showAllConversations: () => {
      const { text } = list.filter;
      list.filter = text === undefined ? {} : { text };
    },
    clearConversationCopies: async () => {
      if (!(await isClearingConfirmed())) return;
      for (const { id } of accounts.all) {
        await Promise.all([
          history.copies.removeAll(id),
          history.drafts.forget(id),
          questions.forget(id),
          forgetFiles(id),
          parts.searchHistory.forget(id),
        ]);
      }
      await parts.saved.clear();
      list.reset();
    },
  };
}

/** The conversation's page by its number, which only its owner can open: where the service doesn't tell of it. */
function pageOf({ name }: ConversationReference, baseUrl: string): string {
  return `${baseUrl}/deepsearch/${encodeURIComponent(conversationId(name))}`;
}

async function isConfirmed({ title }: ConversationReference, account: Account): Promise<boolean> {
  const confirm = vscode.l10n.t("Delete");
  const question = vscode.l10n.t('Delete the conversation "{0}"?', title);
  const detail =
    account.baseUrl === undefined
      ? vscode.l10n.t("It is removed from this machine. For a few seconds you can cancel that.")
      : vscode.l10n.t("It is deleted at {0} too. For a few seconds you can cancel that.", serviceName(account));
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm)) === confirm;
}

async function isClearingConfirmed(): Promise<boolean> {
  const confirm = vscode.l10n.t("Clear");
  const question = vscode.l10n.t(
    "Clear the offline copies of conversations and files, the earlier questions and searches, the drafts and the saved searches on this machine?",
  );
  const detail = vscode.l10n.t(
    "This is done for all accounts. The conversations and files themselves stay where they are; they are copied again when they are opened. What earlier answers of the local service cite can no longer be compared.",
  );
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm)) === confirm;
}

function promptForWords(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Filter Conversations"),
    value,
    placeHolder: vscode.l10n.t("Words of a title, question or answer"),
    prompt: vscode.l10n.t("Nothing shows all conversations again."),
  });
}

/** Opens a conversation by whatever names it. What was typed may be a secret, and is in no message. */
async function openLink(text: string | undefined, parts: ConversationCommandParts): Promise<void> {
  const { accounts, services, answers, log } = parts;
  const typed = text ?? (await promptForLink(accounts.current));
  if (typed === undefined) return;
  const link = parseConversationLink(typed);
  if (!link) {
    void vscode.window.showErrorMessage(vscode.l10n.t("This is no link, id or read token of a conversation."));
    return;
  }
  if ("readToken" in link) log.hide(link.readToken);
  const { instance } = link;
  const account =
    instance === undefined
      ? accounts.current
      : (accounts.all.find(({ baseUrl }) => baseUrl && isSame(baseUrl, instance)) ??
        (isLocalAddress(instance) ? LOCAL_ACCOUNT : undefined));
  if (!account) {
    offerSignIn(instance ?? "");
    return;
  }
  if ("name" in link) {
    await answers.show({ accountId: account.id, name: link.name, title: vscode.l10n.t("Conversation") });
    return;
  }
  const { service } = await services.reach(account);
  const { conversations } = await service.listConversations({ readToken: link.readToken });
  const [found] = conversations;
  if (found) await answers.show({ accountId: account.id, name: found.name, title: found.title });
  else
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        "{0} has no conversation for this link, or sharing is switched off there. Open the link in a browser to see more.",
        serviceName(account),
      ),
    );
}

function promptForLink(account: Account): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Open Conversation"),
    placeHolder: `${account.baseUrl ?? "https://sourcegraph.example.com"}/deepsearch/…`,
    prompt: vscode.l10n.t("The link of a conversation, its id or its read token"),
    validateInput: (text) =>
      text.trim() === "" || parseConversationLink(text)
        ? undefined
        : vscode.l10n.t("This is no link, id or read token of a conversation."),
  });
}

function offerSignIn(instance: string): void {
  const signIn = vscode.l10n.t("Sign In…");
  const message = vscode.l10n.t("The conversation is at {0}, where you are not signed in.", new URL(instance).host);
  // Not waited for, like every message of a command.
  void vscode.window.showErrorMessage(message, signIn).then((choice) => {
    if (choice === signIn) void vscode.commands.executeCommand("plumbline.signIn");
  });
}

function isSame(a: string, b: string): boolean {
  return new URL(a).href.replace(/\/+$/, "") === new URL(b).href.replace(/\/+$/, "");
}
