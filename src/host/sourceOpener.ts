import * as vscode from "vscode";
import type { LineRange, SourceLocation } from "../core/sourceLink.ts";
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

  /** Opens it beside nothing, in a preview tab, with its lines selected and in view. */
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
    if (!local) return remoteUri(accountId, location);
    try {
      await vscode.workspace.fs.stat(local);
      return local;
    } catch {
      return remoteUri(accountId, location); // which says so itself where the service doesn't have it either
    }
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
