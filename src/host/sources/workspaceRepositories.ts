import * as vscode from "vscode";
import type { FileAtRevision } from "../../core/model/service.ts";
import type { KnownFile, KnownRepositories } from "../../git/repositories/knownRepositories.ts";
import type { Repository } from "../../git/repositories/repositories.ts";
import type { RepositoryWatch } from "./foundRepositories.ts";

/** Unknown repositories are looked for no more often than this. */
const LOOK_AGAIN_MS = 10_000;

/** A file of the workspace. */
export interface WorkspaceFile extends KnownFile {
  /** What the current service calls its repository. */
  readonly name: string;
}

/**
 * The repositories of the open folders, and those that VS Code's own git has open, by the names under which services
 * know them. They are looked for when they are first needed, and watched from then on.
 */
export class WorkspaceRepositories implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when there are other repositories than before, or their names have changed. */
  readonly onDidChange = this.#changed.event;
  #watch: RepositoryWatch | undefined;
  #loading: Promise<KnownRepositories> | undefined;
  #known: KnownRepositories | undefined;
  #foundAt = 0;

  readonly #isRemote: () => boolean;

  /** `isRemote` returns whether the person signed in to the current service: the local one uses the names from here. */
  constructor(isRemote: () => boolean) {
    this.#isRemote = isRemote;
  }

  /**
   * What the current service calls the repositories of the open folders, as far as {@link load} knows. A folder without
   * a repository is one for the local service, and for another only if the settings give it a name there.
   */
  get names(): readonly string[] {
    const all = this.#known?.names ?? [];
    const isGiven = (name: string): boolean => this.#nameAtService(name) !== name;
    const known = all.filter((name) => !this.#isRemote() || this.named(name)?.git === true || isGiven(name));
    return known.map((name) => this.#nameAtService(name));
  }

  /** Whether the current service may have a file: see {@link names}. */
  mayBeAtService({ repository, name }: Pick<WorkspaceFile, "repository" | "name">): boolean {
    return !this.#isRemote() || repository.git || name !== repository.name;
  }

  /** Looks for repositories once, and again if the `wanted` one is not known. */
  async load(wanted?: string): Promise<KnownRepositories> {
    const loading = (this.#loading ??= this.#find());
    const known = await loading;
    if (this.#loading === loading) this.#known = known;
    if (wanted === undefined || known.named(wanted) || performance.now() - this.#foundAt < LOOK_AGAIN_MS) return known;
    return this.#lookAgain();
  }

  /**
   * Where the file is in the workspace, as far as {@link load} knows; it need not exist. Never outside its repository.
   */
  uriOf({ repository, path }: Pick<FileAtRevision, "repository" | "path">): vscode.Uri | undefined {
    const file = this.#known?.fileOf(repository, path);
    return file === undefined ? undefined : vscode.Uri.file(file);
  }

  /** The repository that has this name at services, as far as {@link load} knows. */
  named(name: string): Repository | undefined {
    return this.#known?.named(name);
  }

  /** Where the repository itself is, as far as {@link load} knows. */
  rootOf(name: string): vscode.Uri | undefined {
    const repository = this.named(name);
    return repository && vscode.Uri.file(repository.root);
  }

  /** The file's repository, path and name. For the local service, only repositories of the open folders count. */
  async fileOf(uri: vscode.Uri): Promise<WorkspaceFile | undefined> {
    const file = uri.scheme === "file" ? (await this.load()).locate(uri.fsPath) : undefined;
    if (!file || (file.repository.isElsewhere && !this.#isRemote())) return undefined;
    return { ...file, name: this.#nameAtService(file.repository.name) };
  }

  dispose(): void {
    this.#watch?.dispose();
    this.#changed.dispose();
  }

  #nameAtService(name: string): string {
    return this.#isRemote() ? (this.#known?.nameAtServices(name) ?? name) : name;
  }

  async #find(): Promise<KnownRepositories> {
    const { findInWorkspace, RepositoryWatch } = await import("./foundRepositories.ts");
    const watch = (this.#watch ??= new RepositoryWatch(() => void this.#lookAgain()));
    const known = await findInWorkspace();
    watch.follow(known);
    this.#foundAt = performance.now();
    return known;
  }

  async #lookAgain(): Promise<KnownRepositories> {
    const before = this.#known;
    this.#loading = undefined;
    const known = await this.load();
    if (!known.equals(before)) this.#changed.fire();
    return known;
  }
}
