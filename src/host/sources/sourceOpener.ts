import * as vscode from "vscode";
import { isBinary } from "../../core/text/binaryFile.ts";
import { isNotebook } from "../../core/text/notebookFile.ts";
import type { SourceCheck } from "../../core/sources/sourceCheck.ts";
import type { LineRange, SourceLocation } from "../../core/sources/sourceLink.ts";
import { LOCAL_ACCOUNT, type Accounts } from "../accounts/accounts.ts";
import type { Version } from "./versionChoice.ts";
import { remoteUri } from "../remote/remoteUri.ts";
import type { RevealedLines } from "./revealedLines.ts";
import type { Lead, SourceGuide } from "./sourceGuide.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

/** Which version to open, in which kind of tab, and what is `known` of the source from the last check. */
type HowToOpen = Pick<vscode.TextDocumentShowOptions, "preserveFocus" | "preview"> & {
  readonly version?: Version;
  readonly known?: SourceCheck | undefined;
};

/** Opens places in code: in the workspace's own copy of the repository if there is one, else as the service has it. */
export class SourceOpener {
  readonly #accounts: Pick<Accounts, "find">;
  readonly #repositories: WorkspaceRepositories;
  readonly #guide: () => Promise<SourceGuide>;
  readonly #revealed: RevealedLines;
  /** Counts calls of {@link open}. */
  #clicks = 0;

  constructor(
    accounts: Pick<Accounts, "find">,
    repositories: WorkspaceRepositories,
    guide: () => Promise<SourceGuide>,
    revealed: RevealedLines,
  ) {
    this.#accounts = accounts;
    this.#repositories = repositories;
    this.#guide = guide;
    this.#revealed = revealed;
  }

  /** The lines that are marked because they were opened last; `undefined` once the mark is gone. */
  get marked(): vscode.Location | undefined {
    return this.#revealed.marked;
  }

  /**
   * After this, {@link uriOf} knows the repositories of the workspace. If the `wanted` one is not known, looks again.
   */
  async prepare(wanted?: string): Promise<void> {
    await this.#repositories.load(wanted);
  }

  /** The file of the workspace, or a read-only document of the service's copy. */
  uriOf(accountId: string, location: SourceLocation): vscode.Uri {
    return this.#repositories.uriOf(location) ?? this.uriAtService(accountId, location);
  }

  /** A read-only document of the service's copy. */
  uriAtService(accountId: string, location: SourceLocation): vscode.Uri {
    return remoteUri(this.#accounts, accountId, location);
  }

  /** The root of a repository, if it is in the workspace. */
  folderOf(repository: string): vscode.Uri | undefined {
    return this.#repositories.rootOf(repository);
  }

  /** Where a place is now in the workspace's own copy. Returned as given if there is no copy, or if it is unknown. */
  async placeNow(accountId: string, location: SourceLocation): Promise<SourceLocation> {
    const guide = this.#repositories.uriOf(location) && (await this.#guide());
    return (await guide?.find(accountId, location))?.place ?? location;
  }

  /**
   * Opens a place in a preview tab, unless told otherwise. Its lines are in view and marked for a while. The cursor is
   * in front of them; nothing is selected. In the workspace's own copy, these are the lines that the cited ones have
   * become: a note says whether they moved, were changed or are gone. What was clicked last is shown last: a preview
   * that takes longer than a later one is skipped. If there are both versions and no `version` is given, the setting
   * decides. If that says to ask, the person may choose neither. Throws an error whose message says why the place can't
   * be opened.
   */
  async open(
    accountId: string,
    location: SourceLocation,
    viewColumn = vscode.ViewColumn.Active,
    { version, known, ...how }: HowToOpen = {},
  ): Promise<void> {
    const options = { preview: true, ...how, viewColumn };
    const click = ++this.#clicks;
    await this.prepare(location.repository);
    const local = this.#repositories.uriOf(location);
    const chosen = version ?? (local ? await choose(accountId, location, local) : "remote");
    if (!chosen) return;
    const guide = local && chosen === "local" ? await this.#guide() : undefined;
    const lead = await guide?.find(accountId, location, known);
    const target =
      chosen === "local"
        ? await this.#existing(accountId, lead?.place ?? location)
        : await this.#atService(accountId, location);
    if (options.preview && click !== this.#clicks) return;
    if (target.isBinary) {
      // Not text: the editor shows it as a picture, or says what it is.
      await vscode.commands.executeCommand("vscode.open", target.uri, options);
      return;
    }
    if (await this.#showCell(target, options, lead)) return;
    const document = await vscode.workspace.openTextDocument(target.uri);
    const { asShown } = await import("./editorLines.ts");
    const range = target.range && toRange(await asShown(target.range, document.uri), document);
    if (lead) guide?.tell(lead, document.uri, range?.start.line ?? 0, target.isLocal);
    const selection = range && new vscode.Range(range.start, range.start);
    const editor = await vscode.window.showTextDocument(document, { ...options, ...(selection && { selection }) });
    if (range) this.#revealed.show(editor, range);
    else this.#revealed.clear();
  }

  /** Shows the lines in a cell of a notebook of the workspace. Returns whether there was such a cell. */
  async #showCell(
    { uri, range, isLocal }: Target,
    options: vscode.TextDocumentShowOptions,
    lead?: Lead,
  ): Promise<boolean> {
    if (!range || !isLocal || !isNotebook(uri.path)) return false;
    const { showNotebookCell } = await import("./notebookCells.ts");
    const lines = new vscode.Range(range.startLine, 0, range.endLine, 0);
    const cell = await showNotebookCell(uri, lines, options);
    if (!cell) return false;
    if (lead) (await this.#guide()).tell(lead, cell.editor?.document.uri ?? uri, cell.range.start.line);
    if (cell.editor) this.#revealed.show(cell.editor, cell.range);
    else this.#revealed.clear();
    return true;
  }

  /** The file of the workspace; one that it does not have (any more) is shown as the service has it. */
  async #existing(accountId: string, location: SourceLocation): Promise<Target> {
    const local = this.#repositories.uriOf(location);
    try {
      if (local) {
        await vscode.workspace.fs.stat(local);
        return { uri: local, ...rangeOf(location), isLocal: true };
      }
    } catch {
      // it is not there, but the service may have it
    }
    return this.#atService(accountId, location);
  }

  /** Reads the file before it is opened: the editor would wrap the words of a failure in its own. */
  async #atService(accountId: string, location: SourceLocation): Promise<Target> {
    if (accountId === LOCAL_ACCOUNT.id && !this.#repositories.uriOf(location)) {
      throw new FolderNotOpen(notOpen(location.repository));
    }
    const uri = this.uriAtService(accountId, location);
    const content = await vscode.workspace.fs.readFile(uri);
    return { uri, ...rangeOf(location), isLocal: false, isBinary: isBinary(content) };
  }
}

/** Thrown if the folder of a local source is not open; the message says so in words. */
export class FolderNotOpen extends Error {}

/** The words for why nothing of a repository can be opened from the local service. */
export function notOpen(repository: string): string {
  return vscode.l10n.t("{0} is not among the folders that are open. Open its folder to go there.", repository);
}

/** The local service reads the person's own copy, so there is no other version. */
async function choose(accountId: string, source: SourceLocation, local: vscode.Uri): Promise<Version | undefined> {
  return accountId === LOCAL_ACCOUNT.id ? "local" : (await import("./versionChoice.ts")).chooseVersion(source, local);
}

function rangeOf({ range }: SourceLocation): Pick<Target, "range"> {
  return range ? { range } : {};
}

interface Target {
  readonly uri: vscode.Uri;
  readonly range?: LineRange;
  readonly isLocal: boolean;
  readonly isBinary?: boolean;
}

/** Without columns, whole lines from the first character to the last; everything is clamped to the document. */
function toRange(
  { startLine, endLine, startColumn, endColumn }: LineRange,
  document: vscode.TextDocument,
): vscode.Range {
  const end = document.validatePosition(new vscode.Position(endLine, endColumn ?? Number.MAX_SAFE_INTEGER));
  return document.validateRange(new vscode.Range(new vscode.Position(startLine, startColumn ?? 0), end));
}
