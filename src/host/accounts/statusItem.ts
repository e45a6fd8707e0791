import * as vscode from "vscode";
import { serviceTitle } from "../platform/serviceName.ts";
import type { Accounts } from "./accounts.ts";

/** What the item says instead of the service's name, and what a click does. */
export interface StatusContent {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
  /** For a screen reader. */
  readonly label: string;
}

/** The one status bar item: shows what a feature has it say, else the current service, with the menu on a click. */
export class StatusItem implements vscode.Disposable {
  readonly #accounts: Accounts;
  readonly #item = vscode.window.createStatusBarItem("plumbline.status", vscode.StatusBarAlignment.Left, 0);
  readonly #subscriptions: vscode.Disposable;
  #content: StatusContent | undefined;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
    this.#item.name = "Plumbline";
    this.#subscriptions = vscode.Disposable.from(
      accounts.onDidChange(() => {
        this.#draw();
      }),
      accounts.onDidChangeCurrent(() => {
        this.say(undefined); // who switches wants to see that it worked
      }),
    );
    this.#draw();
  }

  get text(): string {
    return this.#item.text;
  }

  /** The id of the command that a click runs. */
  get command(): string {
    return typeof this.#item.command === "string" ? this.#item.command : "";
  }

  /** Shows this until told otherwise or the service changes; `undefined` shows the service's name. */
  say(content: StatusContent | undefined): void {
    this.#content = content;
    this.#draw();
  }

  dispose(): void {
    vscode.Disposable.from(this.#item, this.#subscriptions).dispose();
  }

  #draw(): void {
    const name = serviceTitle(this.#accounts.current);
    const { text, tooltip, command, label } = this.#content ?? {
      text: `$(plug) ${name}`,
      tooltip: vscode.l10n.t("Questions and searches go to this service."),
      command: "plumbline.showMenu",
      label: vscode.l10n.t("Plumbline service: {0}", name),
    };
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.command = command;
    this.#item.accessibilityInformation = { label, role: "button" };
    this.#item.show();
  }
}
