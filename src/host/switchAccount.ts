import * as vscode from "vscode";
import type { Account, Accounts } from "./accounts.ts";
import { atStart, serviceName } from "./serviceName.ts";

/** Chooses which service is asked next. What runs elsewhere goes on there. */
export async function switchAccount(accounts: Accounts): Promise<void> {
  const signIn = { label: vscode.l10n.t("Sign In to Another Service…"), iconPath: new vscode.ThemeIcon("add") };
  const rows: (vscode.QuickPickItem & { readonly account: Account })[] = accounts.all.map((account) => ({
    label: atStart(serviceName(account)),
    description: account.baseUrl ?? vscode.l10n.t("the folders that are open, without an account"),
    iconPath: new vscode.ThemeIcon(account.id === accounts.current.id ? "check" : "blank"),
    account,
  }));
  const chosen = await vscode.window.showQuickPick([...rows, signIn], {
    placeHolder: vscode.l10n.t("Where to ask and search from now on"),
    matchOnDescription: true,
  });
  if (chosen === signIn) await vscode.commands.executeCommand("plumbline.signIn");
  else if (chosen && "account" in chosen) await accounts.use(chosen.account);
}
