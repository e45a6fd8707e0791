import * as vscode from "vscode";
import type { Wording } from "./errorMessages.ts";
import { openPage } from "./openPage.ts";
import { runCommand } from "./runCommand.ts";

/** How a failure is shown. */
export interface Telling {
  readonly isWarning?: boolean;
  /** Where to sign in or to create a token, if not at the current service. */
  readonly address?: string | undefined;
}

/**
 * Shows a failure, with a button for the log, and for signing in, a token or a page in the browser where that helps.
 * Returns at once, without waiting for a click.
 */
export function tellFailure(
  { message, signIn = false, createToken = false, page }: Wording,
  { isWarning = false, address }: Telling = {},
): void {
  const signInWords = vscode.l10n.t("Sign In…");
  const createWords = vscode.l10n.t("Create Token");
  const openWords = vscode.l10n.t("Open in Browser");
  const actions = [
    ...(createToken ? [createWords] : []),
    ...(signIn ? [signInWords] : []),
    ...(page ? [openWords] : []),
    vscode.l10n.t("Show Log"),
  ];
  const { showErrorMessage, showWarningMessage } = vscode.window;
  void (isWarning ? showWarningMessage : showErrorMessage)(message, ...actions).then((choice) => {
    if (choice === signInWords) void runCommand("signIn", address);
    else if (choice === createWords) void runCommand("createToken", address);
    else if (choice === openWords) void openPage(page ?? "");
    else if (choice !== undefined) void runCommand("showLog");
  });
}
