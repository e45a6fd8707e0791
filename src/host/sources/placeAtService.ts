import * as vscode from "vscode";
import { isBinary } from "../../core/text/binaryFile.ts";
import { findLines } from "../../core/lines/citedLines.ts";
import { ServiceError } from "../../core/model/errors.ts";
import { findCommitAtService } from "../../core/sources/commitAtService.ts";
import type { CodeSearchService } from "../../core/model/service.ts";
import { asInEditor, onWire } from "../../core/sources/editorLines.ts";
import type { LineRange, SourceLocation } from "../../core/sources/sourceLink.ts";
import { TimeSlices } from "../../core/text/timeSlices.ts";
import { compareVersions } from "../../core/lines/versions.ts";
import { resolveCommit } from "../../git/history/committedFiles.ts";
import { decode } from "./fileText.ts";
import type { WorkspaceFile } from "./workspaceRepositories.ts";

/**
 * Where a file of the workspace is at a service, with the lines there that correspond to `lines` of the document: at
 * the commit that is checked out, if the service has it, else at that of its default branch. `undefined` if it has
 * neither. Git can be steered by a folder's own settings, so it runs only in trusted workspaces.
 */
export async function placeAtService(
  service: Pick<CodeSearchService, "readFile" | "search">,
  { name: repository, path, repository: { root, git } }: WorkspaceFile,
  document: vscode.TextDocument | undefined,
  lines: LineRange | undefined,
): Promise<SourceLocation | undefined> {
  const { signal } = new AbortController();
  const checkedOut = git && vscode.workspace.isTrusted ? await resolveCommit(root, "HEAD", signal) : undefined;
  const ofDefaultBranch = () => findCommitAtService(service, { repository, path });
  for (const revisionOf of [() => checkedOut, ofDefaultBranch]) {
    const revision = await revisionOf();
    const content = revision && (await read(service, { repository, path, revision }));
    if (!content) continue;
    const range =
      document && lines && !isBinary(content)
        ? await theirs(document, await decode(content, document.uri), lines, path)
        : undefined;
    return { repository, path, revision, ...(range && { range }) };
  }
  return undefined;
}

async function read(
  service: Pick<CodeSearchService, "readFile">,
  file: SourceLocation,
): Promise<Uint8Array | undefined> {
  try {
    return await service.readFile(file);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "notFound") return undefined;
    throw error;
  }
}

/**
 * The corresponding lines in the service's text; `undefined` if they are gone from it or were never in it. They are
 * looked for where the editor would have them, as the document's are.
 */
async function theirs(
  document: vscode.TextDocument,
  text: string,
  lines: LineRange,
  path: string,
): Promise<LineRange | undefined> {
  const slices = new TimeSlices({ sliceMs: 2 });
  const versions = await compareVersions(document.getText(), asInEditor(text), slices, path);
  const found = await findLines(versions, lines, slices);
  if (!found || found.state === "gone") return undefined;
  return onWire(found.state === "same" ? lines : { startLine: found.startLine, endLine: found.endLine }, text);
}
