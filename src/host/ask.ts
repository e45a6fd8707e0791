import * as vscode from "vscode";
import { QUESTION_AT_MOST } from "../core/conversation.ts";
import { askContext } from "./askContext.ts";
import type { Account } from "./accounts.ts";
import { serviceName } from "./serviceName.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

/**
 * Lets a person write a question, with what it is about behind it: the selection, or what was clicked in the explorer.
 * `undefined` where nothing is to be asked.
 */
export async function promptForQuestion(
  account: Account,
  repositories: WorkspaceRepositories,
  clicked: vscode.Uri | undefined,
): Promise<string | undefined> {
  const context = await askContext(repositories, account, clicked);
  const value = context ? ` ${context.text}` : "";
  const question = await vscode.window.showInputBox({
    title: vscode.l10n.t("Ask About This Code"),
    value,
    valueSelection: [0, 0],
    placeHolder: vscode.l10n.t("How does … work? Where is … decided?"),
    prompt: [context?.note, vscode.l10n.t("Sent to: {0}", serviceName(account))].filter(Boolean).join(" "),
    ignoreFocusOut: true, // a question that was typed is not lost to a click beside it
    validateInput: (text) => problemOf(text, value),
  });
  return question?.trim();
}

function problemOf(text: string, prefix: string): vscode.InputBoxValidationMessage | undefined {
  const { Error: severity } = vscode.InputBoxValidationSeverity;
  if (text.length > QUESTION_AT_MOST) {
    const message = vscode.l10n.t("This question has {0} characters; {1} are possible.", text.length, QUESTION_AT_MOST);
    return { message, severity };
  }
  const isEmpty = text.trim() === "" || text.trim() === prefix.trim();
  return isEmpty ? { message: vscode.l10n.t("Type a question."), severity } : undefined;
}
