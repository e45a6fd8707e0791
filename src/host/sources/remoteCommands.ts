import * as vscode from "vscode";
import { findCommitAtService } from "../../core/sources/commitAtService.ts";
import { isCommitHash } from "../../core/sources/pinnedRevision.ts";
import { printSourceLink, type LineRange, type SourceLocation } from "../../core/sources/sourceLink.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { CommandHandler } from "../platform/commands.ts";
import type { RemoteCommandName } from "../platform/commandNames.ts";
import { remoteAccount, remoteLocation, REMOTE_SCHEME } from "../remote/remoteUri.ts";
import type { Services } from "../accounts/services.ts";
import { serviceTitle } from "../platform/serviceName.ts";
import type { SourceOpener } from "./sourceOpener.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

export interface RemoteCommandParts {
  readonly accounts: Accounts;
  readonly services: Services;
  readonly opener: SourceOpener;
  readonly repositories: WorkspaceRepositories;
}

/**
 * Commands for a read-only document of a service, and for a file that the current service has too. They apply to the
 * document that was clicked, else to the one that has the focus.
 */
export function remoteCommands(parts: RemoteCommandParts): Record<RemoteCommandName, CommandHandler> {
  return {
    openInBrowser: async (clicked) => {
      const { accountId, location } = (await fileAtService(parts, clicked)) ?? {};
      if (accountId === undefined || !location) return;
      const page = pageOf(parts.accounts, accountId, location);
      // As text: a vscode.Uri would encode it in its own way, which not every service understands.
      if (page !== undefined) await vscode.commands.executeCommand("vscode.open", page);
    },
    copyPermalink: async (clicked) => {
      const { accountId, location } = (await fileAtService(parts, clicked)) ?? {};
      if (accountId === undefined || !location) return;
      const permanent = await pinned(parts, accountId, location);
      const page = pageOf(parts.accounts, accountId, permanent);
      if (page === undefined) return;
      await vscode.env.clipboard.writeText(page);
      if (isCommitHash(permanent.revision)) vscode.window.setStatusBarMessage(vscode.l10n.t("Link copied"), 3_000);
      else {
        void vscode.window.showWarningMessage(
          vscode.l10n.t(
            "The link is copied, but it is not permanent: the service does not say which commit {0} is.",
            permanent.revision ?? vscode.l10n.t("the default branch"),
          ),
        );
      }
    },
    openLocalCopy: async (clicked) => {
      const { accountId, location } = (await shown(clicked, parts.accounts)) ?? {};
      if (accountId === undefined || !location) return;
      await parts.opener.prepare();
      if (!parts.opener.folderOf(location.repository)) {
        tell(vscode.l10n.t("{0} is not among the folders that are open.", location.repository));
        return;
      }
      await parts.opener.open(accountId, location, vscode.ViewColumn.Active, { version: "local" });
      if (vscode.window.activeTextEditor?.document.uri.scheme === REMOTE_SCHEME) {
        tell(vscode.l10n.t("Your copy of {0} has no {1}.", location.repository, location.path));
      }
    },
  };
}

/** The page of a file at the instance. The local service has none, which the person is told. */
function pageOf(accounts: Accounts, accountId: string, location: SourceLocation): string | undefined {
  const baseUrl = accounts.find(accountId)?.baseUrl;
  if (baseUrl !== undefined) return baseUrl + printSourceLink(location);
  tellOfNoPage();
  return undefined;
}

function tellOfNoPage(): void {
  tell(vscode.l10n.t("The local service has no page for this: sign in to a service that has one."));
}

/** The document of a service, or the current service's version of a file of the workspace. */
async function fileAtService(parts: RemoteCommandParts, clicked: unknown): Promise<FileAtService | undefined> {
  const uri = clicked instanceof vscode.Uri ? clicked : shownUri();
  if (uri?.scheme !== "file") return shown(uri, parts.accounts);
  const account = parts.accounts.current;
  if (account.baseUrl === undefined) {
    tellOfNoPage();
    return undefined;
  }
  const file = await parts.repositories.fileOf(uri);
  if (!file) {
    tell(vscode.l10n.t("{0} is in none of the folders that are open.", vscode.workspace.asRelativePath(uri)));
    return undefined;
  }
  const editor = editorOf(uri);
  const { service } = await parts.services.reach(account);
  const { placeAtService } = await import("./placeAtService.ts");
  const location = await placeAtService(service, file, editor?.document, editor && linesOf(editor.selection));
  if (location) return { accountId: account.id, location };
  tell(vscode.l10n.t("{0} has no {1} in {2}.", serviceTitle(account), file.path, file.name));
  return undefined;
}

/** The location pinned to its current commit; as given if the commit is unknown. */
async function pinned(
  { accounts, services }: RemoteCommandParts,
  accountId: string,
  location: SourceLocation,
): Promise<SourceLocation> {
  const account = accounts.find(accountId);
  if (account?.baseUrl === undefined || isCommitHash(location.revision)) return location;
  const { service } = await services.reach(account);
  const revision = await findCommitAtService(service, location);
  return revision === undefined ? location : { ...location, revision };
}

interface FileAtService {
  readonly accountId: string;
  readonly location: SourceLocation;
}

/** The document and the lines that are selected in it, or the cursor's line. */
async function shown(clicked: unknown, accounts: Accounts): Promise<FileAtService | undefined> {
  const uri = clicked instanceof vscode.Uri ? clicked : shownUri();
  const location = uri && remoteLocation(uri);
  if (!location) {
    tell(vscode.l10n.t("This works only for files opened from a service."));
    return undefined;
  }
  const editor = editorOf(uri);
  const accountId = remoteAccount(uri, accounts)?.id ?? uri.authority; // the local copy is there without it
  if (!editor) return { accountId, location };
  const { asCounted } = await import("./editorLines.ts");
  return { accountId, location: { ...location, range: await asCounted(linesOf(editor.selection), uri) } };
}

function editorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  return editors.find((candidate) => candidate?.document.uri.toString() === uri.toString());
}

/** Pictures have no text editor. */
function shownUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return (
    vscode.window.activeTextEditor?.document.uri ?? (input instanceof vscode.TabInputCustom ? input.uri : undefined)
  );
}

/** A selection that ends before the first character of a line includes nothing of that line. */
function linesOf({ start, end }: vscode.Selection): LineRange {
  const endLine = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { startLine: start.line, endLine };
}

function tell(words: string): void {
  void vscode.window.showInformationMessage(words);
}
