import * as vscode from "vscode";
import { conversationId, type Conversation } from "../../core/model/conversation.ts";
import { parseConversationLink } from "../../core/conversations/conversationLink.ts";
import { isLocalAddress } from "../../core/sources/localPage.ts";
import { LOCAL_ACCOUNT, type Account, type Accounts } from "../accounts/accounts.ts";
import type { AnswerPanel } from "./answerPanel.ts";
import type { Answers } from "./answers.ts";
import type { CommandHandler } from "../platform/commands.ts";
import type { ConversationCommandName } from "../platform/commandNames.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import type { ConversationNode } from "../conversations/conversationNodes.ts";
import type { ConversationReference } from "../conversations/conversationReference.ts";
import type { ConversationsTree } from "../conversations/conversationsTree.ts";
import type { Log } from "../platform/log.ts";
import { openPage } from "../platform/openPage.ts";
import type { SavedSearches } from "../search/savedSearches.ts";
import type { SearchHistory } from "../search/searchHistory.ts";
import type { QuestionHistory } from "../ask/questionHistory.ts";
import { tellFailure } from "../platform/failureMessage.ts";
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
  /** Removes the models that were chosen, with their keys and permissions. */
  readonly forgetModels: () => Promise<void>;
  /** The queries that were run, by account. */
  readonly searchHistory: Pick<SearchHistory, "forget">;
  readonly saved: Pick<SavedSearches, "clear">;
  readonly log: Log;
}

/**
 * What can be done with the history. A command on a row is given the row; invoked by key, it applies to the focused
 * row. A command about a page that is given no row applies to the conversation whose panel has the focus, else to the
 * selected one. For a row that is just being redrawn the editor passes `undefined`: nothing is done then, so that no
 * other conversation is affected.
 */
export function conversationCommands(parts: ConversationCommandParts): Record<ConversationCommandName, CommandHandler> {
  const { accounts, services, answers, history, conversations, questions, forgetFiles } = parts;
  const { list, deletions, marks } = history;
  const onRow =
    (act: (row: ConversationNode, reference: ConversationReference, account: Account) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<void> => {
      const row = given.length > 0 ? (given[0] as ConversationNode | undefined) : await conversations.focused();
      const account = row?.reference && accounts.find(row.reference.accountId);
      if (row?.reference && account) await act(row, row.reference, account);
    };
  const shownBy = (given: readonly unknown[]): ConversationNode | AnswerPanel | undefined => {
    const [row] = given;
    if (typeof row === "object" && row !== null && "item" in row) return row as ConversationNode;
    return given.length > 0 && row === undefined ? undefined : (answers.active ?? conversations.selected);
  };
  const onPage =
    (act: (page: string) => PromiseLike<unknown>) =>
    async (...given: unknown[]): Promise<void> => {
      const shown = shownBy(given);
      const account = shown?.reference && accounts.find(shown.reference.accountId);
      if (shown?.reference && account?.baseUrl !== undefined)
        await act(shown.webUrl ?? pageOf(shown.reference, account.baseUrl));
    };
  const onShown =
    (act: (reference: ConversationReference, account: Account) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<void> => {
      const reference = shownBy(given)?.reference;
      const account = reference && accounts.find(reference.accountId);
      if (account) await act(reference, account);
    };
  const read = async ({ accountId, name }: ConversationReference, account: Account): Promise<Conversation> => {
    const shown = answers.panels.find((panel) => panel.shows(accountId, name))?.conversation;
    if (shown) return shown;
    const { service } = await services.reach(account);
    return service.getConversation(name).catch(async (error: unknown) => {
      const copy = await history.copies.read(accountId, name);
      if (!copy) throw error;
      return copy.conversation;
    });
  };
  /** The whole conversation, under the name that it has here. */
  const whole = async (reference: ConversationReference, account: Account): Promise<Conversation> => {
    const conversation = await read(reference, account);
    return { ...conversation, title: marks.titleOf(reference, conversation.title) };
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
    openConversationInBrowser: onPage(openPage),
    copyConversationLink: onPage(async (page) => {
      await vscode.env.clipboard.writeText(page);
      // Not awaited: the command is done once the link is copied.
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          "Link copied. Where sharing is switched on, anyone with the link can read the whole conversation, including what it says about repositories that they can't access.",
        ),
      );
    }),
    deleteConversation: onRow(async (row, reference) => {
      if (deletions.has(reference.accountId, reference.name)) return; // its row has not been removed yet
      if (row.isOthers) await removeOthers(reference);
      else {
        const wasOpen = answers.close(reference);
        if (!(await deletions.delete(reference)) && wasOpen) await answers.show(reference);
      }
    }),
    undoDeleteConversation: () => {
      deletions.undo();
    },
    removeConversation: onRow((_, reference) => removeOthers(reference)),
    renameConversation: onShown(async (reference) => {
      const { title, ...place } = reference;
      const typed = await promptForTitle(title);
      if (typed !== undefined) await marks.set(place, { title: typed.trim() || undefined });
    }),
    starConversation: onShown(({ accountId, name }) =>
      marks.star({ accountId, name }, list.summaryOf(accountId, name)),
    ),
    unstarConversation: onShown(({ accountId, name }) => marks.unstar({ accountId, name })),
    copyConversation: onShown(async (reference, account) => {
      const { copyConversation } = await import("./conversationExport.ts");
      await copyConversation(await whole(reference, account), account.baseUrl);
    }),
    exportConversation: onShown(async (reference, account) => {
      const { exportConversation } = await import("./conversationExport.ts");
      await exportConversation(await whole(reference, account), account.baseUrl);
    }),
    askAgain: onShown(async (reference, account) => {
      const [first] = (await whole(reference, account)).questions;
      if (first) await answers.compose(account, [], first.text);
    }),
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
    groupConversationsByDay: () => conversations.group("day"),
    groupConversationsByRepository: () => conversations.group("repository"),
    clearConversationCopies: async () => {
      if (!(await isClearingConfirmed())) return;
      for (const { id } of accounts.all) {
        await Promise.all([
          history.copies.removeAll(id),
          history.drafts.forget(id),
          history.marks.forget(id),
          questions.forget(id),
          forgetFiles(id),
          parts.searchHistory.forget(id),
        ]);
      }
      await parts.saved.clear();
      await parts.forgetModels();
      list.reset();
    },
  };
}

/** The conversation's page by its id, if the service doesn't name one. Only the owner can open it. */
function pageOf({ name }: ConversationReference, baseUrl: string): string {
  return `${baseUrl}/deepsearch/${encodeURIComponent(conversationId(name))}`;
}

async function isClearingConfirmed(): Promise<boolean> {
  const confirm = vscode.l10n.t("Clear");
  const question = vscode.l10n.t(
    "Clear the offline copies of conversations and files, the earlier questions and searches, the drafts, the names and stars that you gave, the saved searches and the models with their keys on this machine?",
  );
  const detail = vscode.l10n.t(
    "This applies to all accounts. The conversations and files themselves stay where they are; they are copied again when they are opened. What earlier answers of the local service cite can no longer be compared.",
  );
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm)) === confirm;
}

function promptForTitle(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Rename Conversation"),
    value,
    prompt: vscode.l10n.t("The name is kept on this machine. Leave empty for the one that the service gave."),
  });
}

function promptForWords(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Filter Conversations"),
    value,
    placeHolder: vscode.l10n.t("Words of a title, question or answer"),
    prompt: vscode.l10n.t("Leave empty to show all"),
  });
}

/** Opens a conversation by its link, id or read token. What was typed may be a secret: no message repeats it. */
async function openLink(text: string | undefined, parts: ConversationCommandParts): Promise<void> {
  const { accounts, services, answers, log } = parts;
  const typed = text ?? (await promptForLink(accounts.current));
  if (typed === undefined) return;
  const link = parseConversationLink(typed);
  if (!link) {
    tellFailure({ message: vscode.l10n.t("This is not a link, id or read token of a conversation.") });
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
    tellFailure({
      message: vscode.l10n.t(
        "{0} has no conversation for this link, or sharing is switched off there. Open the link in a browser to see more.",
        serviceName(account),
      ),
    });
}

function promptForLink(account: Account): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("Open Conversation"),
    placeHolder: `${account.baseUrl ?? "https://sourcegraph.example.com"}/deepsearch/…`,
    prompt: vscode.l10n.t("The link of a conversation, its id or its read token"),
    validateInput: (text) =>
      text.trim() === "" || parseConversationLink(text)
        ? undefined
        : vscode.l10n.t("This is not a link, id or read token of a conversation."),
  });
}

function offerSignIn(instance: string): void {
  const message = vscode.l10n.t("The conversation is at {0}, where you are not signed in.", new URL(instance).host);
  tellFailure({ message, signIn: true }, { address: instance });
}

function isSame(a: string, b: string): boolean {
  return new URL(a).href.replace(/\/+$/, "") === new URL(b).href.replace(/\/+$/, "");
}
