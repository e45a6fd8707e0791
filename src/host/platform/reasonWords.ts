import * as vscode from "vscode";
import type { Reason, ReasonCode } from "../../core/model/reasons.ts";

/** What exactly went wrong: in our words if we found it out ourselves, else in those of the service or the system. */
export function reasonWords({ message, reason }: { readonly message: string; readonly reason?: Reason }): string {
  return reason ? WORDS[reason.code](...reason.values) : message;
}

/** The words of each code: a code without words does not compile. */
const WORDS: Record<ReasonCode, (...values: readonly string[]) => string> = {
  address: () => vscode.l10n.t("The address of the proxy can't be read."),
  anonymous: () => vscode.l10n.t("It treats the request as anonymous."),
  browserStayed: () => vscode.l10n.t("The browser did not come back."),
  codeExpired: () => vscode.l10n.t("The code has expired."),
  emptyAnswer: () => vscode.l10n.t("It accepted the request and sent nothing."),
  emptyEvents: () => vscode.l10n.t("It doesn't stop sending, and there is nothing in it."),
  emptyQuery: () => vscode.l10n.t("The query is empty."),
  encoding: (name = "") => vscode.l10n.t("The answer is in an unknown encoding: {0}.", name),
  endlessEvent: () => vscode.l10n.t("It sent an event that never ends."),
  filtered: () => vscode.l10n.t("Its provider filtered the answer."),
  modelAnswered: () => vscode.l10n.t("It sent something that is not a chat model's answer."),
  modelAskedTooOften: () => vscode.l10n.t("It needed too many requests for one question."),
  modelCut: () => vscode.l10n.t("It reached its limit for one answer."),
  modelEndless: () => vscode.l10n.t("It doesn't stop writing."),
  modelFailed: () => vscode.l10n.t("Its server failed."),
  modelNotJson: () => vscode.l10n.t("Its server sent something that is not JSON."),
  modelSilent: () => vscode.l10n.t("Its server sent no answer."),
  modelUnfinished: () => vscode.l10n.t("The connection ended before the answer did."),
  modelWroteNothing: () => vscode.l10n.t("It wrote nothing."),
  noCode: () => vscode.l10n.t("There is no code in the answer, or no page to enter it on."),
  noContentType: () => vscode.l10n.t("It answered without a content type."),
  noId: () => vscode.l10n.t("The conversation has no id."),
  noToken: () => vscode.l10n.t("There is no bearer token in the answer."),
  noUser: () => vscode.l10n.t("It does not say who the user is."),
  noVersion: () => vscode.l10n.t("It does not say its version."),
  notAList: (name = "") => vscode.l10n.t("This is not a JSON list: {0}.", name),
  notAnObject: (name = "") => vscode.l10n.t("This is not a JSON object: {0}.", name),
  notJson: () => vscode.l10n.t("The answer is not valid JSON."),
  page: () => vscode.l10n.t("It answered with a page instead of JSON."),
  redirected: (address = "") => vscode.l10n.t("It redirected to {0}.", address),
  redirectedInCircles: () => vscode.l10n.t("It redirected in circles."),
  redirectedSomewhere: () => vscode.l10n.t("It redirected to an unknown address."),
  serviceEnded: () => vscode.l10n.t("The local service has ended."),
  tokenNotAccepted: () => vscode.l10n.t("It did not accept a new token."),
  tooDeep: () => vscode.l10n.t("It is nested more deeply than any answer."),
  tooLong: () => vscode.l10n.t("The request is too long."),
  tooMuch: () => vscode.l10n.t("It sent more at once than any answer contains."),
  unexpectedType: (type = "") => vscode.l10n.t("It answered with an unexpected content type: {0}.", type),
  version: (version = "", needed = "") =>
    vscode.l10n.t("Its version is {0}; this needs {1} or newer.", version, needed),
  wantsHttps: (address = "") => vscode.l10n.t("It wants https: {0}.", address),
  windowClosed: () => vscode.l10n.t("the window was closed while it was being asked"),
};
