import * as vscode from "vscode";
import type { Outcome, Quota } from "../../core/model/conversation.ts";
import { OFFLINE_CODES, ServiceError, traceOf } from "../../core/model/errors.ts";
import type { NoticeAction, NoticeState } from "../../protocol/answer.ts";
import type { Account } from "../accounts/accounts.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { serviceName, serviceTitle } from "../platform/serviceName.ts";
import { failureWords } from "./questionFailure.ts";

/** Whether the service says that there is no such conversation, or none for this person. */
export function isNotFound(failure: unknown): boolean {
  return failure instanceof ServiceError && failure.code === "notFound";
}

/**
 * The notice of a failure that concerns a whole conversation or a question that was not asked; see {@link wordingOf}.
 */
export function failureNotice(failure: unknown, account: Account, quota?: Quota): NoticeState {
  const retryAt = failure instanceof ServiceError ? (failure.retryAt ?? resetOf(failure, quota)) : undefined;
  // The time to try again is counted down beside the words, which needn't mention it.
  const told =
    failure instanceof ServiceError && retryAt
      ? new ServiceError(failure.code, failure.reason ?? failure.message, failure.retryAt ? {} : { retryAt })
      : failure;
  const { message, signIn, createToken, page } = wordingOf(told, serviceName(account));
  const trace = traceOf(failure);
  const isOffline = failure instanceof ServiceError && OFFLINE_CODES.includes(failure.code);
  const more = {
    ...(isOffline && { brief: vscode.l10n.t("{0} can't be reached", serviceTitle(account)) }),
    ...(retryAt !== undefined && { retryAt }),
    ...(trace !== undefined && { details: vscode.l10n.t("Trace at the service: {0}", trace) }),
  };
  if (isNotFound(failure)) return { ...notice("error", message, ["forget", "retry", "showLog"]), ...more };
  const signingIn: readonly NoticeAction[] = createToken ? ["createToken", "signIn"] : signIn ? ["signIn"] : [];
  const helping: readonly NoticeAction[] = page ? ["openService"] : signingIn;
  return { ...notice("error", message, [...helping, "retry", "showLog"]), ...more };
}

/** When a quota that is used up resets, if the service has said so before. */
function resetOf({ code }: ServiceError, quota: Quota | undefined): number | undefined {
  const { resetsAt = 0 } = quota ?? {};
  return code === "quotaExceeded" && resetsAt > Date.now() ? resetsAt : undefined;
}

/**
 * What is drawn under an answer; `undefined` if that speaks for itself. `canAsk`: whether asking again is possible now.
 */
export function outcomeNotice(outcome: Outcome, canAsk: boolean, quota: Quota | undefined): NoticeState | undefined {
  const actions: readonly NoticeAction[] = canAsk ? ["retry"] : [];
  switch (outcome.status) {
    case "processing":
      return notice("info", vscode.l10n.t("The answer was not ready yet when this copy was made."), []);
    case "completed":
      // The new interface keeps one state per conversation and doesn't say what became of earlier questions.
      return outcome.answer.trim() === ""
        ? notice("info", vscode.l10n.t("There is no answer to this question."), [])
        : undefined;
    case "canceled":
      return notice("info", vscode.l10n.t("Stopped. You can ask again, or ask something else."), actions);
    case "unknown":
      return notice(
        "warning",
        outcome.state === ""
          ? vscode.l10n.t("The service doesn't say what became of this question. Nothing has changed for a while.")
          : vscode.l10n.t(
              'The service says that this question is "{0}", which Plumbline doesn\'t know. Nothing has changed for a while.',
              outcome.state,
            ),
        actions,
      );
    case "failed":
      return {
        ...notice("error", failureWords(outcome, quota), actions),
        ...(outcome.details !== undefined && { details: outcome.details }),
        ...(outcome.retryAt !== undefined && { retryAt: outcome.retryAt }),
      };
  }
}

/** The offer of a model that is shown once, under an answer of passages. */
export function modelOffer(): NoticeState {
  const message = vscode.l10n.t(
    "These are passages. A language model that you have can answer in words, with sources.",
  );
  return notice("info", message, ["chooseModel"]);
}

/** A notice with its words as they are, and its actions in the order of their buttons. */
export function notice(
  severity: NoticeState["severity"],
  message: string,
  actions: readonly NoticeAction[],
): NoticeState {
  return { severity, message, actions: actionsOf(actions) };
}

/** Actions with the words of their buttons. */
export function actionsOf(actions: readonly NoticeAction[]): NoticeState["actions"] {
  const words: Record<NoticeAction, string> = {
    retry: vscode.l10n.t("Try Again"),
    continue: vscode.l10n.t("Continue"),
    answerAgain: vscode.l10n.t("Answer Again"),
    signIn: vscode.l10n.t("Sign In…"),
    createToken: vscode.l10n.t("Create Token"),
    openService: vscode.l10n.t("Open in Browser"),
    showLog: vscode.l10n.t("Show Log"),
    forget: vscode.l10n.t("Remove from History"),
    discard: vscode.l10n.t("Discard"),
    chooseModel: vscode.l10n.t("Choose a Model…"),
    openFolder: vscode.l10n.t("Open Folder…"),
    edit: vscode.l10n.t("Edit and Ask Again"),
  };
  return actions.map((action) => ({ action, label: words[action] }));
}
