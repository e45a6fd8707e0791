import * as vscode from "vscode";
import type { CommandHandler } from "../platform/commands.ts";
import type { ConnectionCommandName } from "../platform/commandNames.ts";
import { showMarkdown } from "../platform/showMarkdown.ts";
import { diagnose, reportIssue, type DiagnoseParts } from "./diagnose.ts";
import { RequestPreviews } from "./requestPreviews.ts";
import { destinationWords } from "../models/modelWords.ts";
import { setSecretHeader } from "../network/secretHeader.ts";
import type { Models } from "../models/models.ts";
import type { Services } from "../accounts/services.ts";

export interface ConnectionCommandParts extends DiagnoseParts {
  readonly services: Services;
  readonly models: () => Promise<Models>;
  /** The folder of the extension. */
  readonly root: vscode.Uri;
}

/** Commands that inspect the connection, and tell what goes over it. */
export function connectionCommands(
  parts: ConnectionCommandParts,
  subscriptions: vscode.Disposable[],
): Record<ConnectionCommandName, CommandHandler> {
  const { accounts, services, tokens } = parts;
  const previews = new RequestPreviews();
  subscriptions.push(previews);
  return {
    diagnose: () => diagnose(parts),
    reportIssue: (as) => reportIssue(parts, as === "document"),
    setSecretHeader: () => setSecretHeader(tokens),
    // `accountId`, if given, is the account that would be asked, and `name` that of the conversation.
    previewRequest: async (question, accountId, name) => {
      const account = typeof accountId === "string" ? accounts.find(accountId) : undefined;
      const reached = await services.reach(account ?? accounts.current);
      const model = reached.account.baseUrl === undefined ? (await parts.models()).answering : undefined;
      const asked = { question: String(question), ...(typeof name === "string" && { name }) };
      await previews.show(asked, reached, model && destinationWords(model));
    },
    showPrivacy: () => showMarkdown(vscode.Uri.joinPath(parts.root, "docs", "privacy.md")),
    showLocalAnswers: () => showMarkdown(vscode.Uri.joinPath(parts.root, "docs", "local-answers.md")),
  };
}
