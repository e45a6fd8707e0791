import { createHash } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { isCommitHash, isPinned, keptContentHash } from "../../core/sources/pinnedRevision.ts";
import { isAbort, ServiceError } from "../../core/model/errors.ts";
import type { FileAtRevision } from "../../core/model/service.ts";
import { findCommitAtService } from "../../core/sources/commitAtService.ts";
import type { Candidates } from "../../core/lines/elsewhere.ts";
import type { VersionReader, FileText } from "../../core/sources/sourceCheck.ts";
import { readChanges, type Changes } from "../../git/history/changes.ts";
import type { Repository } from "../../git/repositories/repositories.ts";
import type { ObjectReaders } from "../../git/history/objectReader.ts";
import { readIgnoredFiles } from "../../git/workingTree/ignoredFiles.ts";
import { findCommit, isReference, lacksPath, readAtRevision } from "../../git/history/revision.ts";
import type { Account } from "../accounts/accounts.ts";
import type { CitedVersions } from "./citedVersions.ts";
import { BYTES_AT_MOST, encodingAt, textOf } from "./fileText.ts";
import type { FileCopies } from "../remote/fileCopies.ts";
import type { Services } from "../accounts/services.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

/** How many files of a folder are looked through if git can't tell what changed. */
const FILES_AT_MOST = 2_000;

export interface WorkspaceVersionsParts {
  readonly account: Account;
  readonly services: Services;
  readonly repositories: WorkspaceRepositories;
  readonly objects: ObjectReaders;
  /** Copies of files that the service has sent before. */
  readonly fileCopies: () => Promise<FileCopies>;
}

/**
 * The versions that sources are checked with. The cited one comes from git's own objects if the commit is in the
 * workspace, else from the service, once: what it sends is kept on this machine. The local one is as an editor shows
 * it, with unsaved edits. Git can be steered by a folder's own settings, so it runs only in trusted workspaces. What is
 * found out about commits is kept for one check; cited texts are kept, and the service asked, as far as the given
 * {@link CitedVersions} allow.
 */
export class WorkspaceVersions implements VersionReader {
  readonly #parts: WorkspaceVersionsParts;
  readonly #repositories: WorkspaceRepositories;
  readonly #versions: CitedVersions;
  readonly #commits = new Map<string, Promise<string | undefined>>();
  readonly #files = new Map<string, Promise<readonly string[]>>();
  readonly #changes = new Map<string, Promise<Changes | undefined>>();
  readonly #ignored = new Map<string, Promise<readonly string[]>>();
  readonly #movable = new Map<string, Promise<boolean>>();

  constructor(parts: WorkspaceVersionsParts, versions: CitedVersions) {
    this.#parts = parts;
    this.#repositories = parts.repositories;
    this.#versions = versions;
  }

  async readCited(file: FileAtRevision, signal?: AbortSignal): Promise<FileText> {
    await this.#repositories.load();
    const uri = this.#repositories.uriOf(file);
    const encoding = encodingAt(uri);
    const known = this.#versions.get(file, encoding);
    if (known) return known;
    const read = await this.#readCited(file, signal);
    if (encodingAt(uri) === encoding) this.#versions.keep(file, encoding, read);
    return read;
  }

  async readLocal(file: Pick<FileAtRevision, "repository" | "path">): Promise<FileText | undefined> {
    await this.#repositories.load();
    const uri = this.#repositories.uriOf(file);
    if (!uri) return undefined;
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open?.isDirty) return lengthOf(open) > BYTES_AT_MOST ? { problem: "notText" } : { text: open.getText() };
    try {
      const { type, size } = await vscode.workspace.fs.stat(uri);
      if ((type & vscode.FileType.File) === 0 || size > BYTES_AT_MOST) return { problem: "notText" };
      // As it is on disk: an editor shows a little later what another program has written.
      return await textOf(await vscode.workspace.fs.readFile(uri), uri);
    } catch (error) {
      const isMissing =
        error instanceof vscode.FileSystemError && /^(?:FileNotFound|FileNotADirectory)$/.test(error.code);
      return { problem: isMissing ? "fileMissing" : "unavailable" };
    }
  }

  async findCandidates(file: FileAtRevision, signal?: AbortSignal): Promise<Candidates> {
    await this.#repositories.load();
    const repository = this.#repositories.named(file.repository);
    const commit = await this.#commitOf(repository, file.revision, signal);
    if (!repository) return { paths: [] };
    const changes = commit === undefined ? undefined : await this.#changesSince(repository, commit, signal);
    // The commit is missing or incomplete here: this clone is shallow or partial, or has not fetched it yet.
    if (!changes) {
      const paths = await this.#filesLike(repository, file.path);
      return { paths, isPartial: paths.length >= FILES_AT_MOST };
    }
    const renamedTo = changes.renamed.get(file.path);
    return {
      ...(renamedTo !== undefined && { renamedTo }),
      paths: changes.changed.toSorted(byDistance(file.path)),
      ignored: await this.#ignoredLike(repository, file.path, signal),
      isPartial: changes.isSparse,
    };
  }

  /** Files of the same name in folders that git ignores. */
  async #ignoredLike({ root }: Repository, from: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
    const known = this.#ignored.get(root) ?? readIgnoredFiles(root, signal);
    this.#ignored.set(root, known);
    const name = path.posix.basename(from);
    return (await known).filter((file) => path.posix.basename(file) === name);
  }

  #changesSince({ root }: Repository, commit: string, signal: AbortSignal | undefined): Promise<Changes | undefined> {
    const key = JSON.stringify([root, commit]);
    const known = this.#changes.get(key) ?? readChanges(root, commit, signal);
    this.#changes.set(key, known);
    return known;
  }

  /** All files, the nearest ones first, for when no commit tells what changed. */
  async #filesLike({ root }: Repository, from: string): Promise<readonly string[]> {
    const known = this.#files.get(root) ?? listFiles(root);
    this.#files.set(root, known);
    return [...(await known)].sort(byDistance(from));
  }

  async #readCited(file: FileAtRevision, signal: AbortSignal | undefined): Promise<FileText> {
    const repository = this.#repositories.named(file.repository);
    const commit = await this.#commitOf(repository, file.revision, signal);
    if (repository && commit !== undefined) {
      const uri = this.#repositories.uriOf(file);
      const options = { maxBytes: 2 * BYTES_AT_MOST, ...(signal && { signal }) };
      const object = await readAtRevision(this.#parts.objects, repository.root, commit, file.path, options);
      if (object?.type === "folder") return { problem: "notText" };
      // For a link, git has its target's path, but an editor shows the target's content.
      if (object && uri && (await isLink(uri))) return { problem: "notText" };
      if (object) return textOf(object.content, uri);
      if (await lacksPath(this.#parts.objects, repository.root, commit, file.path, signal))
        return { problem: "fileMissing" };
      // Larger than allowed, or not here: the service tells which.
    }
    const read = await this.#ask(file, signal);
    return (await this.#isMovable(file, commit, signal)) ? { ...read, isMovable: true } : read;
  }

  /**
   * Whether a revision of hex digits, which is no commit here, may be a branch: unless the service tells its commit.
   */
  async #isMovable(
    file: FileAtRevision,
    commit: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const { revision = "" } = file;
    if (commit !== undefined || isCommitHash(revision) || !isPinned(revision)) return false;
    if (keptContentHash(revision) !== undefined) return false;
    const key = JSON.stringify([file.repository, revision]);
    const known = this.#movable.get(key) ?? this.#mayBeBranch(file.repository, revision, signal);
    this.#movable.set(key, known);
    return known;
  }

  async #mayBeBranch(name: string, revision: string, signal: AbortSignal | undefined): Promise<boolean> {
    const repository = this.#repositories.named(name);
    const canAsk = repository?.git && vscode.workspace.isTrusted;
    if (canAsk && (await isReference(repository.root, revision, signal))) return true;
    try {
      const { service } = await this.#parts.services.reach(this.#parts.account);
      const found = await findCommitAtService(service, { repository: name, revision }, signal ? { signal } : {});
      return found?.startsWith(revision) !== true;
    } catch (error) {
      if (isAbort(error)) throw error;
      return true; // not known
    }
  }

  #commitOf(
    repository: Repository | undefined,
    revision: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    // Not a commit, whatever git has under that name.
    if (keptContentHash(revision) !== undefined) return Promise.resolve(undefined);
    if (!repository?.git || revision === undefined || !vscode.workspace.isTrusted) return Promise.resolve(undefined);
    const key = JSON.stringify([repository.root, revision]);
    const known = this.#commits.get(key) ?? findCommit(repository.root, revision, signal);
    this.#commits.set(key, known);
    return known;
  }

  async #ask(file: FileAtRevision, signal: AbortSignal | undefined): Promise<FileText> {
    const { account, services, fileCopies } = this.#parts;
    const isLocal = account.baseUrl === undefined;
    const hash = keptContentHash(file.revision);
    // The local service would also need git for that.
    if (isLocal && hash === undefined && file.revision !== undefined && !vscode.workspace.isTrusted)
      return { problem: "unavailable" };
    const copies = isLocal ? undefined : await fileCopies();
    const kept = await copies?.read(account.id, file);
    if (kept) return textOf(kept, this.#repositories.uriOf(file));
    if (!this.#versions.mayAsk()) return { problem: "tooMany" };
    try {
      const { service } = await services.reach(account);
      const content = await service.readFile(file, signal ? { signal } : {});
      // Content that is not what was cited, whatever its name, counts as missing.
      if (hash !== undefined && createHash("sha256").update(content).digest("hex") !== hash)
        return { problem: "unavailable" };
      void copies?.save(account.id, file, content);
      return await textOf(content, this.#repositories.uriOf(file));
    } catch (error) {
      if (isAbort(error)) throw error;
      const code = error instanceof ServiceError ? error.code : undefined;
      if (code === "folder" || code === "tooLarge") return { problem: "notText" };
      if (hash !== undefined) return { problem: "unavailable" }; // it was there when it was cited, so it is not missing
      return { problem: code === "notFound" ? "fileMissing" : "unavailable" };
    }
  }
}

/** Without making one string of the document. */
function lengthOf(document: vscode.TextDocument): number {
  return document.offsetAt(new vscode.Position(document.lineCount, 0));
}

async function isLink(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.SymbolicLink) !== 0;
  } catch {
    return false; // it is not there
  }
}

async function listFiles(root: string): Promise<readonly string[]> {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(root), "**/*");
  const uris = await vscode.workspace.findFiles(pattern, "**/{node_modules,.git}/**", FILES_AT_MOST);
  return uris.map((uri) => path.relative(root, uri.fsPath).split(path.sep).join("/"));
}

/** Files of the same name first, then those in the same folder, then those in nearby folders. */
function byDistance(from: string): (a: string, b: string) => number {
  const folders = path.posix.dirname(from).split("/");
  const distance = (other: string): number => {
    if (path.posix.parse(other).name === path.posix.parse(from).name) return -1; // whatever its extension is now
    const theirs = path.posix.dirname(other).split("/");
    const shared = folders.findIndex((folder, index) => folder !== theirs[index]);
    return folders.length + theirs.length - 2 * (shared < 0 ? folders.length : shared);
  };
  return (a, b) => distance(a) - distance(b);
}
