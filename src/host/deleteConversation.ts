import * as vscode from "vscode";
import type { Accounts } from "./accounts.ts";
import type { Answers } from "./answers.ts";
import { referenceOf, type ConversationsTree } from "./conversationsTree.ts";
import type { Services } from "./services.ts";

export interface DeleteParts {
  readonly accounts: Accounts;
  readonly services: Services;
  readonly answers: Answers;
  readonly conversations: ConversationsTree;
}

/** Deletes the conversation of a row of the history, if the person confirms it. */
export async function deleteConversation(
  row: unknown,
  { accounts, services, answers, conversations }: DeleteParts,
): Promise<void> {
  const reference = referenceOf(row);
  const account = reference && accounts.find(reference.accountId);
  if (!account) return;
  const confirm = vscode.l10n.t("Delete");
  const question = vscode.l10n.t('Delete the conversation "{0}"?', reference.title || vscode.l10n.t("Untitled"));
  const detail = vscode.l10n.t("It is deleted at the service too and can't be brought back.");
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm)) !== confirm) return;
  const { service } = await services.reach(account);
  await service.deleteConversation(reference.name);
  answers.close(reference);
  conversations.refresh();
}
