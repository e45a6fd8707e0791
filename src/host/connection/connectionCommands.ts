import type * as vscode from "vscode";
import type { CommandHandler, ConnectionCommandName } from "../platform/commands.ts";
import { diagnose, reportIssue, type DiagnoseParts } from "./diagnose.ts";
import { RequestPreviews } from "./requestPreviews.ts";
import { setSecretHeader } from "../network/secretHeader.ts";
import type { Services } from "../accounts/services.ts";

export interface ConnectionCommandParts extends DiagnoseParts {
  readonly services: Services;
}

/** What looks at the connection, and at what goes over it. */
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
    previewRequest: async (question) => previews.show(String(question), await services.reach(accounts.current)),
  };
}
