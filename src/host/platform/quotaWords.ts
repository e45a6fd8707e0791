import * as vscode from "vscode";
import type { Quota } from "../../core/model/conversation.ts";

/** How much of the quota is used up, and when it resets. */
export function quotaWords({ used, limit, resetsAt }: Quota): string {
  const count =
    limit === undefined
      ? vscode.l10n.t("Questions asked: {0}, without a limit.", print(used))
      : vscode.l10n.t("Questions asked: {0} of {1}.", print(used), print(limit));
  if (resetsAt === undefined) return count;
  const when = new Date(resetsAt).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "short" });
  return `${count} ${vscode.l10n.t("The count resets on {0}.", when)}`;
}

function print(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
