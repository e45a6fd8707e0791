import * as vscode from "vscode";
import type { Account } from "../accounts/accounts.ts";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import type { Platform } from "../platform/platform.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { AskDraft } from "./askDraft.ts";
import { QuestionHistory } from "./questionHistory.ts";

/** The ask box, and the questions that were asked. */
export function registerAsk(
  { globalState }: Platform,
  { accounts, services, data }: RegisteredAccounts,
  repositories: WorkspaceRepositories,
  ask: (question: string, account: Account) => Promise<unknown>,
) {
  const questions = new QuestionHistory(globalState);
  const draft = new AskDraft();
  data.add({
    close: (accountId) => {
      draft.forget(accountId);
    },
    remove: (accountId) => questions.forget(accountId),
  });
  const prompt = async (account: Account, clicked: unknown) =>
    (await import("./ask.ts")).promptForQuestion({
      account,
      services,
      repositories,
      clicked: clicked instanceof vscode.Uri ? clicked : undefined,
      earlier: questions.of(account.id),
      draft,
    });
  const handlers = {
    ask: async (clicked: unknown) => {
      const account = accounts.current; // whatever becomes the current one while it is being typed
      const question = typeof clicked === "string" ? clicked : await prompt(account, clicked);
      if (!question) return;
      await Promise.all([ask(question, account), questions.add(account.id, question)]);
    },
  };
  return { questions, handlers };
}
