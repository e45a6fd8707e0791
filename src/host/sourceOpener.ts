import * as vscode from "vscode";
import type { LineRange, SourceLocation } from "../core/sourceLink.ts";
import { LOCAL_ACCOUNT } from "./accounts.ts";
import { remoteUri } from "./remoteFiles.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

/** Opens places in code: in the workspace's own copy of the repository where there is one, else as the service has it. */
export class SourceOpener {
  readonly #repositories: WorkspaceRepositories;

  constructor(repositories: WorkspaceRepositories) {
    this.#repositories = repositories;
  }

  /** After this, {@link uriOf} knows the repositories of the workspace. */
  async prepare(): Promise<void> {
    await this.#repositories.load();
  }

  /** The file of the workspace, or a read-only document of the service's copy. */
  uriOf(accountId: string, location: SourceLocation): vscode.Uri {
    return this.#repositories.uriOf(location) ?? remoteUri(accountId, location);
  }

  /** The root of a repository that is in the workspace. */
  folderOf(repository: string): vscode.Uri | undefined {
    return this.#repositories.rootOf(repository);
  }

  /** Opens it in a preview tab, with its lines selected and in view. Throws an error that says in words why it can't. */
  async open(accountId: string, location: SourceLocation, viewColumn = vscode.ViewColumn.Active): Promise<void> {
    await this.prepare();
    const document = await vscode.workspace.openTextDocument(await this.#existing(accountId, location));
    const options: vscode.TextDocumentShowOptions = { preview: true, viewColumn };
    if (location.range) options.selection = toRange(location.range, document);
    await vscode.window.showTextDocument(document, options);
  }

  /** A file that the service has and the workspace has not (any more) is shown as the service has it. */
  async #existing(accountId: string, location: SourceLocation): Promise<vscode.Uri> {
    const local = this.#repositories.uriOf(location);
    if (!local) return this.#remote(accountId, location);
    try {
      await vscode.workspace.fs.stat(local);
      return local;
    } catch {
      return this.#remote(accountId, location);
    }
  }

  /** Asked for before it is opened: the editor would wrap the words of what goes wrong in its own. */
  async #remote(accountId: string, location: SourceLocation): Promise<vscode.Uri> {
    if (accountId === LOCAL_ACCOUNT.id && !this.#repositories.uriOf(location)) {
      throw new Error(
        vscode.l10n.t("{0} is not among the folders that are open. Open its folder to go there.", location.repository),
      );
    }
    const uri = remoteUri(accountId, location);
    await vscode.workspace.fs.stat(uri);
    return uri;
  }
}

/** Whole lines are selected from the first character to the last; everything is clamped to the document. */
function toRange(
  { startLine, endLine, startColumn, endColumn }: LineRange,
  document: vscode.TextDocument,
): vscode.Range {
  const end = document.validatePosition(new vscode.Position(endLine, endColumn ?? Number.MAX_SAFE_INTEGER));
  return document.validateRange(new vscode.Range(new vscode.Position(startLine, startColumn ?? 0), end));
}
