import path from "node:path";
import * as vscode from "vscode";
import type { FileAtRevision } from "../core/service.ts";
import { findRepositories, repositoryOf, type Repository } from "../git/repositories.ts";
import { openFolders } from "./localProcess.ts";

/** A file of the workspace as a service knows it. */
export interface WorkspaceFile {
  readonly repository: Repository;
  /** Relative to the repository, with `/`. */
  readonly path: string;
}

/** The repositories of the folders that are open, known by the names under which services know them. */
export class WorkspaceRepositories implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #loading: Promise<void> | undefined;
  #repositories: readonly Repository[] = [];

  constructor() {
    this.#subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      this.#loading = undefined;
    });
  }

  /** Of the repositories, as far as {@link load} knows. */
  get names(): readonly string[] {
    return this.#repositories.map(({ name }) => name);
  }

  /** Looks for repositories once; again after the folders have changed. */
  async load(): Promise<void> {
    this.#loading ??= findRepositories(openFolders()).then((found) => {
      this.#repositories = found;
    });
    await this.#loading;
  }

  /** Where the file is in the workspace, as far as {@link load} knows; it need not exist. Never outside its repository. */
  uriOf({ repository: name, path: file }: Pick<FileAtRevision, "repository" | "path">): vscode.Uri | undefined {
    const repository = this.named(name);
    if (!repository) return undefined;
    const target = path.join(repository.root, file);
    return target.startsWith(repository.root + path.sep) ? vscode.Uri.file(target) : undefined;
  }

  /** The repository of that name, as far as {@link load} knows. */
  named(name: string): Repository | undefined {
    return (
      this.#repositories.find((candidate) => candidate.name === name) ??
      this.#repositories.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
    );
  }

  /** Where the repository itself is, as far as {@link load} knows. */
  rootOf(name: string): vscode.Uri | undefined {
    const repository = this.named(name);
    return repository && vscode.Uri.file(repository.root);
  }

  async fileOf(uri: vscode.Uri): Promise<WorkspaceFile | undefined> {
    if (uri.scheme !== "file") return undefined;
    await this.load();
    const repository = repositoryOf(this.#repositories, uri.fsPath);
    return repository && { repository, path: path.relative(repository.root, uri.fsPath).split(path.sep).join("/") };
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
