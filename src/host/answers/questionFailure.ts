import * as vscode from "vscode";
import type { FailureCode, Outcome, Quota } from "../../core/model/conversation.ts";
import { sentence, timeWords } from "../platform/errorMessages.ts";

/** Why the service gave up on a question, in its own words too, and what to do. `retryAt` is counted down beside it. */
export function failureWords({ code, reason: told, retryAt, partialAnswer }: Failed, quota?: Quota): string {
  const reason = sentence(told);
  const isCut = partialAnswer !== "";
  const words: Record<FailureCode, () => readonly string[]> = {
    internal: () => [vscode.l10n.t("The service could not finish this answer."), reason, isCut ? "" : tryAgain()],
    quotaExceeded: () => [quotaUsedUp(quota), reason, retryAt === undefined ? whenReset(quota) : askForMore()],
    entitlementExceeded: () => [
      vscode.l10n.t("You have reached your limit of questions for now."),
      reason,
      retryAt === undefined ? whenReset() : askForMore(),
    ],
    tokenLimitExceeded: () => [
      vscode.l10n.t("This question reached the token limit for one answer."),
      reason,
      vscode.l10n.t("Ask something narrower: about one repository, file or function."),
    ],
    other: () => [vscode.l10n.t("The service could not answer this."), reason, tryAgain()],
  };
  const part = vscode.l10n.t("The part of the answer that arrived is shown above. You can ask it to continue.");
  return [...words[code](), isCut ? part : ""].filter(Boolean).join(" ");
}

type Failed = Extract<Outcome, { status: "failed" }>;

function tryAgain(): string {
  return vscode.l10n.t("Try again, or ask it in other words.");
}

function quotaUsedUp(quota: Quota | undefined): string {
  return quota?.limit === undefined
    ? vscode.l10n.t("Your quota of questions is used up.")
    : vscode.l10n.t("Your quota of questions is used up: {0} of {1}.", quota.used, quota.limit);
}

function whenReset({ resetsAt = 0 }: Partial<Quota> = {}): string {
  return resetsAt < Date.now()
    ? vscode.l10n.t("Ask again later, or ask an administrator for more.")
    : vscode.l10n.t("You can ask again from {0} on, or ask an administrator for more.", timeWords(resetsAt));
}

function askForMore(): string {
  return vscode.l10n.t("An administrator may be able to raise it.");
}
