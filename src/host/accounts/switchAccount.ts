import * as vscode from "vscode";
import type { Account, Accounts } from "./accounts.ts";
import { serviceTitle } from "../platform/serviceName.ts";
import { runCommand } from "../platform/runCommand.ts";

/** What can be done with an account from its row. */
export interface AccountActions {
  /** Asks for another address and a token for it; the old address is removed when the new one works. */
  readonly edit: (account: Account) => Promise<unknown>;
  readonly remove: (account: Account) => Promise<void>;
}

type Row = vscode.QuickPickItem & { readonly account?: Account };

/** Lets the person choose which service is asked next, or change or remove one. What runs elsewhere continues there. */
export async function switchAccount(accounts: Accounts, { edit, remove }: AccountActions): Promise<void> {
  const signIn: Row = { label: vscode.l10n.t("Sign In to Another Service…"), iconPath: new vscode.ThemeIcon("add") };
  const editButton = { iconPath: new vscode.ThemeIcon("edit"), tooltip: vscode.l10n.t("Change Address…") };
  const removeButton = { iconPath: new vscode.ThemeIcon("trash"), tooltip: vscode.l10n.t("Sign Out and Remove") };
  const pick = vscode.window.createQuickPick<Row>();
  pick.placeholder = vscode.l10n.t("Select a service");
  pick.matchOnDescription = true;
  pick.items = [
    ...accounts.all.map((account) => ({
      label: serviceTitle(account),
      description: account.baseUrl ?? vscode.l10n.t("the folders that are open, without an account"),
      iconPath: new vscode.ThemeIcon(account.id === accounts.current.id ? "check" : "blank"),
      buttons: account.baseUrl === undefined ? [] : [editButton, removeButton],
      account,
    })),
    signIn,
  ];
  const act = await new Promise<(() => Thenable<unknown>) | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      const account = row?.account;
      if (account) resolve(() => accounts.use(account));
      else if (row) resolve(() => runCommand("signIn"));
      pick.hide();
    });
    pick.onDidTriggerItemButton(({ item: { account }, button }) => {
      if (account) resolve(() => (button === editButton ? edit(account) : remove(account)));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
    });
    pick.show();
  });
  pick.dispose();
  await act?.();
}
