import * as vscode from "vscode";
import type { LineRange } from "../../core/sources/sourceLink.ts";
import { remoteLocation } from "../remote/remoteUri.ts";
import { isUnpushed } from "../../git/history/references.ts";
import { readWorkingTree } from "../../git/workingTree/workingTree.ts";
import type { AboutKind, PlaceState } from "../../protocol/answer.ts";
import type { Account } from "../accounts/accounts.ts";
import { asCounted } from "../sources/editorLines.ts";
import type { WorkspaceFile, WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import type { AskedAt } from "./askedAt.ts";

/** Something that a question is about, or could be about. */
export interface AboutPart {
  readonly kind: AboutKind;
  /** In a few words, such as `parse.ts:6–20`. */
  readonly label: string;
  readonly place: PlaceState;
  /** In full. */
  readonly detail: string;
  /** What the question says about it when it is sent. */
  readonly text: string;
  /** Why the service may see something other than what the editor shows. */
  readonly note?: string;
  /** Whether the question is about it; what is merely open is only offered. */
  readonly isOn: boolean;
}

/**
 * The part of a question for it; `undefined` if it is in no repository and, for the local service, in no folder that is
 * open.
 */
export async function aboutPart(
  { uri, lines: selected, cell, problem, isOn }: AskedAt,
  repositories: WorkspaceRepositories,
  account: Account,
): Promise<AboutPart | undefined> {
  const place = uri.scheme === "plumbline" ? remotePlace(uri) : await localPlace(repositories, account, uri);
  if (!place) return undefined;
  const { repository, path, revision, note } = place;
  const at = revision === undefined ? "" : `@${revision}`;
  const lines =
    cell && selected ? await (await import("../sources/notebookCells.ts")).linesInFile(cell, selected) : selected;
  const range = lines && path !== "" ? numbersOf(await asCounted(linesOf(lines), uri)) : undefined;
  const file = path === "" ? "" : ` @${path}${range === undefined ? "" : `:${range}`}`;
  // Services take what is mentioned with an @ as the place to search.
  const text = `(about @${repository}${at}${file})`;
  const name = (path || repository).split("/").at(-1) ?? "";
  const shown = range === undefined ? name : `${name}:${range.replace("-", "–")}`;
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const where = [path && (range === undefined ? path : `${path}:${range}`), repository + at]
    .filter(Boolean)
    .join(" · ");
  const more = note === undefined ? {} : { note };
  if (problem) {
    const { message } = problem;
    const words = vscode.l10n.t('The editor reports here: "{0}"', message.replaceAll(/\s+/g, " ").trim());
    return {
      kind: "problem",
      label: `${shown} ${message}`,
      place: { name, folder, repository },
      detail: `${where}\n${message}`,
      text: `${words} ${text}`,
      isOn,
      ...more,
    };
  }
  return {
    kind: await kindOf(uri, path, range, repositories.named(repository)?.git !== false),
    label: shown,
    place: { name, folder, repository },
    detail: [where, note].filter(Boolean).join("\n"),
    text,
    isOn,
    ...more,
  };
}

async function kindOf(
  uri: vscode.Uri,
  path: string,
  range: string | undefined,
  isRepository: boolean,
): Promise<AboutKind> {
  if (path === "") return isRepository ? "repository" : "folder";
  if (range !== undefined) return "lines";
  if (uri.scheme === "plumbline") return "file";
  try {
    return (await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory ? "folder" : "file";
  } catch {
    return "file"; // an unsaved file is still a file
  }
}

/** Whether a service may have a file: see {@link WorkspaceRepositories.names}. */
export function isKnownTo({ baseUrl }: Account, { repository, name }: WorkspaceFile): boolean {
  return baseUrl === undefined || repository.git || name !== repository.name;
}

interface Place {
  readonly repository: string;
  readonly path: string;
  readonly revision?: string;
  readonly note?: string;
}

function remotePlace(uri: vscode.Uri): Place | undefined {
  return remoteLocation(uri);
}

/** The revision is named only if the file is the same as in that revision. */
async function localPlace(
  repositories: WorkspaceRepositories,
  account: Account,
  uri: vscode.Uri,
): Promise<Place | undefined> {
  const file = await repositories.fileOf(uri);
  if (!file || !isKnownTo(account, file)) return undefined;
  const place = { repository: file.name, path: file.path };
  const { textDocuments, notebookDocuments } = vscode.workspace;
  const document = [...textDocuments, ...notebookDocuments].find((open) => open.uri.toString() === uri.toString());
  if (document?.isDirty)
    return { ...place, note: vscode.l10n.t("This file has unsaved changes, which the service does not see.") };
  // git can be steered by a repository's settings, so it is not run in an untrusted folder.
  const tree =
    file.repository.git && vscode.workspace.isTrusted ? await readWorkingTree(file.repository.root) : undefined;
  if (tree?.isAsCommitted(file.path)) {
    if (account.baseUrl === undefined || !(await isUnpushed(file.repository.root, tree.commit)))
      return { ...place, revision: tree.commit.slice(0, 12) };
    const note = vscode.l10n.t(
      "Your last commit was not pushed. The service answers from its own version of this file.",
    );
    return { ...place, note };
  }
  if (account.baseUrl === undefined) return place; // the local service reads the working copy itself
  return { ...place, note: vscode.l10n.t("Your local changes to this file are not visible to the service.") };
}

/** One that a range only touches before its first character is out. */
function linesOf({ start, end }: vscode.Range): LineRange {
  const isOut = end.character === 0 && end.line > start.line;
  return { startLine: start.line, endLine: isOut ? end.line - 1 : end.line };
}

/** Lines as people and the service count them, from one. */
function numbersOf({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? String(startLine + 1) : `${startLine + 1}-${endLine + 1}`;
}
