import * as vscode from "vscode";
import { runCommand } from "../platform/runCommand.ts";
import type { Accounts } from "./accounts.ts";

type MenuCommand =
  "ask" | "openSearch" | "switchAccount" | "signIn" | "chooseModel" | "diagnose" | "getStarted" | "showLog";

/** Shows what a click on the status bar item offers: signing in, or switching once there is a service to switch to. */
export async function showMenu({ all }: Pick<Accounts, "all">): Promise<void> {
  const row = (command: MenuCommand, icon: string, label: string) => ({ label: `$(${icon}) ${label}`, command });
  const rows = [
    row("ask", "comment-discussion", vscode.l10n.t("Ask About This Code")),
    row("openSearch", "search", vscode.l10n.t("Search Code")),
    all.length > 1
      ? row("switchAccount", "plug", vscode.l10n.t("Switch Service…"))
      : row("signIn", "account", vscode.l10n.t("Sign In…")),
    row("chooseModel", "sparkle", vscode.l10n.t("Choose a Model for Local Answers…")),
    row("diagnose", "pulse", vscode.l10n.t("Diagnose Connection")),
    row("getStarted", "book", vscode.l10n.t("Get Started")),
    row("showLog", "output", vscode.l10n.t("Show Log")),
  ];
  const chosen = await vscode.window.showQuickPick(rows, { title: "Plumbline" });
  if (chosen) await runCommand(chosen.command);
}

/** Opens the walkthrough and closes the side bar: beside that, most windows have no room for the pictures. */
export async function getStarted(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeSidebar");
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", "plumbline.plumbline#start", false);
}
