import * as vscode from "vscode";
import type { FileAtRevision } from "../core/service.ts";
import type { KnownFile, KnownRepositories, NameTable } from "../git/knownRepositories.ts";
import type { Repository } from "../git/repositories.ts";
import { openFolders } from "./localProcess.ts";

/** From names of services to names here; see {@link NameTable}. */
const TABLE = "plumbline.sources.repositoryNames";

/** A file of the workspace. */
export interface WorkspaceFile extends KnownFile {
  /** What the current service calls its repository. */
  readonly name: string;
}

/** The repositories of the folders that are open, known by the names under which services know them. */
export class WorkspaceRepositories implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable;
  #loading: Promise<KnownRepositories> | undefined;
  #known: KnownRepositories | undefined;

  readonly #isRemote: () => boolean;

  /** `isRemote` tells whether the current service is one that was signed in to: the local one uses the names of here. */
  constructor(isRemote: () => boolean) {
    this.#isRemote = isRemote;
    const forget = (): void => {
      this.#loading = undefined;
    };
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(forget),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(TABLE)) forget();
      }),
    );
  }

  /** What the current service calls the repositories, as far as {@link load} knows. */
  get names(): readonly string[] {
    return (this.#known?.names ?? []).map((name) => this.#nameAtService(name));
  }

  /** Looks for repositories once; again after the folders or the names in the settings have changed. */
  async load(): Promise<KnownRepositories> {
    const loading = (this.#loading ??= find());
    const known = await loading;
    if (this.#loading === loading) this.#known = known;
    return known;
  }

  /** Where the file is in the workspace, as far as {@link load} knows; it need not exist. Never outside its repository. */
  uriOf({ repository, path }: Pick<FileAtRevision, "repository" | "path">): vscode.Uri | undefined {
    const file = this.#known?.fileOf(repository, path);
    return file === undefined ? undefined : vscode.Uri.file(file);
  }

  /** The repository that a service calls so, as far as {@link load} knows. */
  named(name: string): Repository | undefined {
    return this.#known?.named(name);
  }

  /** Where the repository itself is, as far as {@link load} knows. */
  rootOf(name: string): vscode.Uri | undefined {
    const repository = this.named(name);
    return repository && vscode.Uri.file(repository.root);
  }

  async fileOf(uri: vscode.Uri): Promise<WorkspaceFile | undefined> {
    const file = uri.scheme === "file" ? (await this.load()).locate(uri.fsPath) : undefined;
    return file && { ...file, name: this.#nameAtService(file.repository.name) };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #nameAtService(name: string): string {
    return this.#isRemote() ? (this.#known?.nameAtServices(name) ?? name) : name;
  }
}

async function find(): Promise<KnownRepositories> {
  const [{ findRepositories }, { KnownRepositories }] = await Promise.all([
    import("../git/repositories.ts"),
    import("../git/knownRepositories.ts"),
  ]);
  return new KnownRepositories(await findRepositories(openFolders()), tableInSettings());
}

/** What in the setting is no name is as if it were not there. */
function tableInSettings(): NameTable {
  const table = vscode.workspace.getConfiguration().get<object>(TABLE, {});
  return Object.fromEntries(
    Object.entries(table).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
