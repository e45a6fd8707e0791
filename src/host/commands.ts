import * as vscode from "vscode";
import { wordingOf } from "./errorMessages.ts";
import type { Log } from "./log.ts";

/** The commands of the manifest, without their prefix. */
export type CommandName =
  | "ask"
  | "search"
  | "stopSearch"
  | "showResults"
  | "signIn"
  | "signOut"
  | "useLocalService"
  | "refreshConversations"
  | "openConversation"
  | "loadMoreConversations"
  | "deleteConversation"
  | "showLog";

/** One handler per command: one that is missing does not compile. A handler that throws is told in words, with the log at hand. */
export function registerCommands(
  handlers: Record<CommandName, (...args: unknown[]) => unknown>,
  log: Log,
  serviceName: () => string,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([name, handler]) =>
      vscode.commands.registerCommand(`plumbline.${name}`, async (...args: unknown[]) => {
        try {
          await handler(...args);
        } catch (error) {
          log.error(`The command ${name} failed`, error);
          const showLog = vscode.l10n.t("Show Log");
          // Not waited for: whoever ran the command waits for the command, not for a person to read the message.
          void vscode.window.showErrorMessage(wordingOf(error, serviceName()).message, showLog).then((choice) => {
            if (choice === showLog) log.show();
          });
        }
      }),
    ),
  );
}
