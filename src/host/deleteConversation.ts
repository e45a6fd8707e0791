import * as vscode from "vscode";
import type { Accounts } from "./accounts.ts";
import type { Answers } from "./answers.ts";
import type { ConversationCopies } from "./conversationCopies.ts";
import { referenceOf, type ConversationsTree } from "./conversationsTree.ts";
import { serviceName } from "./serviceName.ts";
import type { Services } from "./services.ts";

export interface DeleteParts {
  readonly accounts: Accounts;
  readonly services: Services;
  readonly answers: Answers;
  readonly copies: ConversationCopies;
  readonly conversations: ConversationsTree;
}

/** Deletes the conversation of a row of the history, or of the selected one, if the person confirms it. */
export async function deleteConversation(
  row: unknown,
  { accounts, services, answers, copies, conversations }: DeleteParts,
): Promise<void> {
  const reference = referenceOf(row ?? conversations.selected);
  const account = reference && accounts.find(reference.accountId);
  if (!account) return;
  const confirm = vscode.l10n.t("Delete");
  const question = vscode.l10n.t('Delete the conversation "{0}"?', reference.title || vscode.l10n.t("Untitled"));
  const detail =
    account.baseUrl === undefined
      ? vscode.l10n.t("It is removed from this machine and can't be brought back.")
      : vscode.l10n.t("It is deleted at {0} too and can't be brought back.", serviceName(account));
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm)) !== confirm) return;
  const { service } = await services.reach(account);
  await service.deleteConversation(reference.name);
  answers.close(reference);
  await copies.remove(account.id, reference.name);
  conversations.refresh();
}
