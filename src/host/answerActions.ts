import * as vscode from "vscode";
import type { ReadAnswers } from "../core/answerSources.ts";
import type { AnswerIntent } from "../protocol/answer.ts";
import type { Account } from "./accounts.ts";
import { codeActions } from "./codeActions.ts";
import { wordingOf } from "./errorMessages.ts";
import type { Log } from "./log.ts";
import { serviceName } from "./serviceName.ts";
import type { SourceOpener } from "./sourceOpener.ts";

/** What things of an answer are opened and used with. */
export interface AnswerActionParts {
  readonly opener: SourceOpener;
  readonly log: Log;
  /** Where the cursor is, or was last. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  /** Where the answer is. */
  readonly column: () => vscode.ViewColumn | undefined;
}

/** What can be done with the sources, links and code of one conversation. What goes wrong is told, with the log at hand. */
export class AnswerActions {
  readonly #account: Account;
  readonly #parts: AnswerActionParts;
  readonly #read: () => ReadAnswers | undefined;

  /** `read` says what the numbers stand for. */
  constructor(account: Account, parts: AnswerActionParts, read: () => ReadAnswers | undefined) {
    this.#account = account;
    this.#parts = parts;
    this.#read = read;
  }

  async openSource(index: number): Promise<void> {
    const location = this.#read()?.sources[index];
    if (!location) return;
    const column = this.#parts.column() === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
    try {
      await this.#parts.opener.open(this.#account.id, location, column); // beside the answer, not over it
    } catch (error) {
      this.#parts.log.error(`${location.path} could not be opened`, error);
      const showLog = vscode.l10n.t("Show Log");
      const message = vscode.l10n.t(
        "{0} could not be opened: {1}",
        location.path,
        error instanceof Error ? error.message : String(error),
      );
      if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) this.#parts.log.show();
    }
  }

  openWebLink(index: number): void {
    const address = this.#read()?.webLinks[index];
    if (address !== undefined) void vscode.env.openExternal(vscode.Uri.parse(address, true)); // the editor asks first
  }

  /** With a block of code, or the part of it that was selected. */
  async useCode({ action, index, from, to }: Extract<AnswerIntent, { type: "code" }>): Promise<void> {
    const code = this.#read()?.code[index];
    if (!code) return;
    try {
      await codeActions(this.#parts.lastEditor)[action](
        from === undefined ? code : { ...code, text: code.text.slice(from, to) },
      );
    } catch (error) {
      this.#parts.log.error(`The code could not be used (${action})`, error);
      void vscode.window.showErrorMessage(wordingOf(error, serviceName(this.#account)).message);
    }
  }
}
