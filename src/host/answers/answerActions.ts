import * as vscode from "vscode";
import type { ReadAnswers } from "../../core/sources/answerSources.ts";
import type { AnswerIntent } from "../../protocol/answer.ts";
import type { Account, Accounts } from "../accounts/accounts.ts";
import type { CheckedSources } from "../sources/checkedSources.ts";
import { citedDiff } from "../sources/citedDiff.ts";
import { codeActions } from "./codeActions.ts";
import type { ContextKeys } from "../platform/contextKeys.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { tellFailure } from "../platform/failureMessage.ts";
import type { Log } from "../platform/log.ts";
import { openPage } from "../platform/openPage.ts";
import { serviceName } from "../platform/serviceName.ts";
import { FolderNotOpen, type SourceOpener } from "../sources/sourceOpener.ts";
import { runCommand } from "../platform/runCommand.ts";

/** What is needed to open and use parts of an answer. */
export interface AnswerActionParts {
  readonly opener: SourceOpener;
  readonly accounts: Pick<Accounts, "current">;
  readonly log: Log;
  readonly contextKeys: Pick<ContextKeys, "set">;
  /** The editor that has the cursor, or had it last. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  /** The folders that were open when the conversation began, as far as they are known. */
  readonly folders: () => readonly string[];
  /** The editor column in which the answer is. */
  readonly column: () => vscode.ViewColumn | undefined;
}

/** What can be done with the sources, links and code of one conversation. Failures are shown, with the log at hand. */
export class AnswerActions {
  readonly #account: Account;
  readonly #parts: AnswerActionParts;
  readonly #read: () => ReadAnswers | undefined;
  readonly #checked: Pick<CheckedSources, "of">;

  /** `read` says what the numbers stand for, `checked` what became of them. */
  constructor(
    account: Account,
    parts: AnswerActionParts,
    read: () => ReadAnswers | undefined,
    checked: Pick<CheckedSources, "of">,
  ) {
    this.#account = account;
    this.#parts = parts;
    this.#read = read;
    this.#checked = checked;
  }

  /** Opens a source beside the answer, at its lines. */
  async openSource(index: number, preserveFocus = false, isPreview = true): Promise<void> {
    const location = this.#read()?.sources[index];
    if (!location) return;
    try {
      const known = this.#checked.of(index)?.check;
      const options = { preserveFocus, preview: isPreview, known };
      await this.#parts.opener.open(this.#account.id, location, this.#beside, options);
      this.#parts.contextKeys.set({ sourceOpened: true }); // a step of the walkthrough is done
    } catch (error) {
      if (error instanceof FolderNotOpen) {
        await this.#offerFolder(error.message);
        return;
      }
      this.#parts.log.error(`${location.path} could not be opened`, error);
      const message = vscode.l10n.t(
        "{0} could not be opened: {1}",
        location.path,
        error instanceof Error ? error.message : String(error),
      );
      tellFailure({ message });
    }
  }

  /**
   * Offers to open the folder that the conversation began with, or any folder if it is too old for that to be known.
   */
  async #offerFolder(message: string): Promise<void> {
    const [folder] = this.#parts.folders();
    const open = folder === undefined ? vscode.l10n.t("Open Folder…") : vscode.l10n.t("Open Folder");
    if ((await vscode.window.showWarningMessage(message, open)) !== open) return;
    if (folder === undefined) await vscode.commands.executeCommand("vscode.openFolder");
    else
      await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.parse(folder, true), {
        forceNewWindow: true,
      });
  }

  /** Shows what has changed since the source was cited. */
  async compareSource(index: number): Promise<void> {
    const location = this.#read()?.sources[index];
    const check = this.#checked.of(index)?.check;
    if (!location || !check || !("range" in check || "nearLine" in check)) return;
    const { path, line: counted } =
      "range" in check
        ? { path: check.path, line: check.range.startLine }
        : { path: location.path, line: check.nearLine ?? 0 };
    const mine = this.#parts.opener.uriOf(this.#account.id, { ...location, path });
    const { asShown } = await import("../sources/editorLines.ts");
    const { startLine: line } = await asShown({ startLine: counted, endLine: counted }, mine);
    const diff = citedDiff(this.#parts.opener.uriAtService(this.#account.id, location), mine, line, this.#beside);
    await vscode.commands.executeCommand(diff.command, ...diff.arguments);
  }

  openWebLink(index: number): void {
    this.openPage(this.#read()?.webLinks[index]);
  }

  /** Runs a search of the answer here if its service is the current one, else on the search's page. */
  runSearch(index: number): void {
    const search = this.#read()?.searches[index];
    if (search === undefined) return;
    if (this.#account.id !== this.#parts.accounts.current.id) this.openPage(search.address);
    else void runCommand("search", search.text, search.patternType);
  }

  /** Does what was asked with a block of code, or with the part of it that was selected. */
  async useCode({ action, index, from, to }: Extract<AnswerIntent, { type: "code" }>): Promise<void> {
    const code = this.#read()?.code[index];
    if (!code) return;
    try {
      await codeActions(this.#parts.lastEditor)[action](
        from === undefined ? code : { ...code, text: code.text.slice(from, to) },
      );
    } catch (error) {
      this.#parts.log.error(`The code could not be used (${action})`, error);
      tellFailure(wordingOf(error, serviceName(this.#account)));
    }
  }

  /** Goes back to where the cursor was in the code. */
  async goToCode(): Promise<void> {
    const { document, viewColumn, selection } = this.#parts.lastEditor() ?? {};
    if (!document) return;
    const options = { ...(viewColumn !== undefined && { viewColumn }), ...(selection && { selection }) };
    await vscode.window.showTextDocument(document, options);
  }

  /** Opens a page in the browser, if there is one. */
  openPage(address: string | undefined): void {
    if (address !== undefined) void openPage(address);
  }

  /** Beside the answer, not over it. */
  get #beside(): vscode.ViewColumn {
    return this.#parts.column() === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
  }
}
