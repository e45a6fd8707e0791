import * as vscode from "vscode";
import { isCommitHash, keptContentHash } from "../../core/sources/pinnedRevision.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { remoteAccount, remoteLocation, REMOTE_SCHEME } from "./remoteUri.ts";
import { serviceName } from "../platform/serviceName.ts";

/** Shows, beside the language, the repository and the commit or branch of a service's document that has the focus. */
export class RemoteStatus implements vscode.Disposable {
  readonly item = vscode.languages.createLanguageStatusItem("plumbline.version", { scheme: REMOTE_SCHEME });
  readonly #accounts: Accounts;
  readonly #subscription: vscode.Disposable;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
    this.item.name = vscode.l10n.t("Version of the Service's File");
    this.item.command = { command: "plumbline.copyPermalink", title: vscode.l10n.t("Copy Permalink") };
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
      this.#show(editor);
    });
    this.#show(vscode.window.activeTextEditor);
  }

  dispose(): void {
    vscode.Disposable.from(this.item, this.#subscription).dispose();
  }

  #show(editor: vscode.TextEditor | undefined): void {
    const location = editor && remoteLocation(editor.document.uri);
    if (!location) return;
    const { repository, revision } = location;
    this.item.text = `$(repo) ${repository}`;
    const version = revision === undefined ? vscode.l10n.t("the default branch") : shortened(revision);
    this.item.detail = vscode.l10n.t(
      "{0} at {1}",
      version,
      serviceName(remoteAccount(editor.document.uri, this.#accounts)),
    );
    this.item.accessibilityInformation = { label: `${repository}, ${this.item.detail}` };
  }
}

function shortened(revision: string): string {
  if (keptContentHash(revision) !== undefined) return vscode.l10n.t("the version that was cited");
  return isCommitHash(revision) ? revision.slice(0, 7) : revision;
}
