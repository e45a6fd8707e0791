import * as vscode from "vscode";
import { ServiceError } from "../../core/model/errors.ts";
import type { Log } from "../platform/log.ts";
import { LOSS_TOLD } from "../platform/stateKeys.ts";
import { runCommand } from "../platform/runCommand.ts";

/**
 * The error for a secret that was stored and is no longer available; `failure` says why, if the storage itself failed.
 * Tells the person once, and again only after a secret has survived a restart.
 */
export async function secretLost(
  key: string,
  failure: unknown,
  state: vscode.Memento,
  log: Log,
): Promise<ServiceError> {
  const [kind, name = ""] = key.split(/\.(.*)/s);
  const what =
    kind === "header" ? vscode.l10n.t("the value of the header {0}", name) : vscode.l10n.t("the access token");
  const reason =
    failure === undefined
      ? vscode.l10n.t("{0} was stored, but is missing now", what)
      : vscode.l10n.t("{0} could not be read from the secret storage: {1}", what, wordsOf(failure));
  if (!state.get(LOSS_TOLD)) {
    await state.update(LOSS_TOLD, true);
    const message =
      failure === undefined
        ? vscode.l10n.t(
            "This editor has lost a secret that Plumbline stored in it ({0}). It probably has no keyring. Sign in again: without a keyring, that lasts until this window is closed.",
            what,
          )
        : vscode.l10n.t(
            "The editor's secret storage failed ({0}). Unlock the keyring of this machine, or sign in again: without a keyring, that lasts until this window is closed.",
            wordsOf(failure),
          );
    tell(message, log);
  }
  return new ServiceError("secretLost", reason, { cause: failure });
}

/** Tells the person that a secret could not be stored, and is only in the memory of this window. */
export function tellNotStored(error: unknown, log: Log): void {
  log.error("The secret storage did not take a secret", error);
  const message = vscode.l10n.t(
    "The editor's secret storage failed ({0}). What you entered works until this window is closed, and has to be entered again then.",
    wordsOf(error),
  );
  tell(message, log, []);
}

function tell(message: string, log: Log, actions = [vscode.l10n.t("Sign In…")]): void {
  const showLog = vscode.l10n.t("Show Log");
  // Not awaited: whatever needs the secret fails with its own message.
  void vscode.window.showWarningMessage(message, ...actions, showLog).then((choice) => {
    if (choice === showLog) log.show();
    else if (choice !== undefined) void runCommand("signIn");
  });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
