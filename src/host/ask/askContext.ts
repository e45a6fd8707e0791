import * as vscode from "vscode";
import { parseSourceLink } from "../../core/sources/sourceLink.ts";
import { readWorkingTree } from "../../git/workingTree.ts";
import type { Account } from "../accounts/accounts.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";

/** What a question is about: stands behind it, where it can be seen and edited before it is sent. */
export interface AskContext {
  readonly text: string;
  /** Why the service may see something else than the editor shows. */
  readonly note?: string;
}

/** The place that was asked about: the selection of the active editor, or the file or folder of the explorer. */
export async function askContext(
  repositories: WorkspaceRepositories,
  account: Account,
  clicked: vscode.Uri | undefined,
): Promise<AskContext | undefined> {
  const editor = vscode.window.activeTextEditor;
  const inEditor = clicked === undefined || editor?.document.uri.toString() === clicked.toString();
  const uri = clicked ?? editor?.document.uri;
  const selection = inEditor && editor && !editor.selection.isEmpty ? editor.selection : undefined;
  // From the palette without a selection the question is about everything.
  if (!uri || (clicked === undefined && !selection)) return undefined;
  const place = uri.scheme === "plumbline" ? remotePlace(uri) : await localPlace(repositories, account, uri);
  if (!place) return undefined;
  const at = place.revision === undefined ? "" : `@${place.revision}`;
  const file = place.path === "" ? "" : ` @${place.path}${selection ? `:${linesOf(selection)}` : ""}`;
  // Services take what is mentioned with an @ as where to look.
  const text = `(about @${place.repository}${at}${file})`;
  return place.note === undefined ? { text } : { text, note: place.note };
}

interface Place {
  readonly repository: string;
  readonly path: string;
  readonly revision?: string;
  readonly note?: string;
}

function remotePlace(uri: vscode.Uri): Place | undefined {
  return parseSourceLink(uri.path, "https://instance.invalid");
}

/** The revision is named only where the file is as that revision has it. */
async function localPlace(
  repositories: WorkspaceRepositories,
  account: Account,
  uri: vscode.Uri,
): Promise<Place | undefined> {
  const file = await repositories.fileOf(uri);
  if (!file) return undefined;
  const place = { repository: file.name, path: file.path };
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (document?.isDirty)
    return { ...place, note: vscode.l10n.t("This file has unsaved changes, which the service does not see.") };
  // git is a program of the machine that a repository's settings can steer: in an untrusted folder it is not run.
  const tree =
    file.repository.git && vscode.workspace.isTrusted ? await readWorkingTree(file.repository.root) : undefined;
  if (tree?.isAsCommitted(file.path)) return { ...place, revision: tree.commit.slice(0, 12) };
  if (account.baseUrl === undefined) return place; // the local service reads the working copy itself
  return { ...place, note: vscode.l10n.t("Your local changes to this file are not visible to the service.") };
}

/** As people and the service count them: from one, whole lines; a selection that ends before a line's first character doesn't include it. */
function linesOf({ start, end }: vscode.Selection): string {
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return last === start.line + 1 ? String(last) : `${start.line + 1}-${last}`;
}
