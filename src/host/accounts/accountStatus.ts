import * as vscode from "vscode";
import type { Accounts } from "./accounts.ts";
import { atStart, serviceName } from "../platform/serviceName.ts";

/** Names the current service in the status bar, once there is more than one; a click switches. */
export class AccountStatus implements vscode.Disposable {
  readonly #accounts: Accounts;
  readonly #item = vscode.window.createStatusBarItem("plumbline.account", vscode.StatusBarAlignment.Left, -1);
  readonly #subscription: vscode.Disposable;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
    this.#item.name = vscode.l10n.t("Plumbline Service");
    this.#item.command = "plumbline.switchAccount";
    this.#subscription = accounts.onDidChange(() => {
      this.#show();
    });
    this.#show();
  }

  dispose(): void {
    vscode.Disposable.from(this.#item, this.#subscription).dispose();
  }

  #show(): void {
    if (this.#accounts.all.length < 2) {
      this.#item.hide();
      return;
    }
    const name = atStart(serviceName(this.#accounts.current));
    this.#item.text = `$(plug) ${name}`;
    this.#item.tooltip = vscode.l10n.t("Plumbline asks and searches here. Click to switch.");
    this.#item.accessibilityInformation = { label: vscode.l10n.t("Plumbline service: {0}", name), role: "button" };
    this.#item.show();
  }
}
