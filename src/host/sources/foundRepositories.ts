import path from "node:path";
import * as vscode from "vscode";
import { KnownRepositories } from "../../git/repositories/knownRepositories.ts";
import { contains, findRepositories } from "../../git/repositories/repositories.ts";
import { openFolders } from "../accounts/localProcess.ts";
import { onSettingChange, readSetting } from "../platform/settings.ts";
import { WholeFolders } from "./wholeFolders.ts";

/** The setting that maps names at services to names here, as a `NameTable`. */
const NAME_TABLE = "plumbline.sources.repositoryNames";

/** The files below an open folder that say which repositories there are, and what they are called. */
const TELLING = "**/{.git,.gitmodules,.git/config,.git/config.worktree,.git/modules/**/config}";
/** A single git command writes its files several times. */
const SETTLED_AFTER_MS = 500;
const ELSEWHERE_AT_MOST = 50;

/**
 * The part that we use of the interface that VS Code's git extension offers to others:
 * https://github.com/microsoft/vscode/tree/main/extensions/git/src/api.
 */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    readonly repositories: readonly { readonly rootUri: vscode.Uri }[];
    readonly onDidOpenRepository: vscode.Event<unknown>;
    readonly onDidCloseRepository: vscode.Event<unknown>;
  };
}

/** The repositories of the open folders, and others that VS Code's own git has open. */
export async function findInWorkspace(): Promise<KnownRepositories> {
  const others = (openGit()?.repositories ?? []).slice(0, ELSEWHERE_AT_MOST).map(({ rootUri }) => rootUri.fsPath);
  return new KnownRepositories(await findRepositories(openFolders(), { others }), readSetting(NAME_TABLE));
}

/**
 * Reports that there may be other repositories than before, or that their names may have changed. Costs no more than
 * the editor's own watching of the open folders, and one watched folder for each repository around or outside of them.
 */
export class RepositoryWatch implements vscode.Disposable {
  readonly #tell: () => void;
  readonly #below: vscode.Disposable;
  readonly #whole: WholeFolders;
  readonly #editor: vscode.Disposable;
  readonly #elsewhere = new Map<string, vscode.Disposable>();
  #git: vscode.Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: () => void) {
    this.#tell = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(onChange, SETTLED_AFTER_MS);
    };
    this.#below = this.#watch(TELLING);
    this.#whole = new WholeFolders(this.#tell);
    this.#editor = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(onChange),
      onSettingChange(NAME_TABLE, onChange),
    );
  }

  /** Also watches the repositories just found that are outside of the open folders. */
  follow({ roots }: Pick<KnownRepositories, "roots">): void {
    const folders = openFolders();
    const outside = new Set(roots.filter((root) => !folders.some((folder) => contains(folder, root))));
    this.#whole.follow(roots.filter((root) => !outside.has(root)));
    for (const [root, watch] of this.#elsewhere) {
      if (outside.has(root)) continue;
      watch.dispose();
      this.#elsewhere.delete(root);
    }
    for (const root of outside) {
      const pattern = new vscode.RelativePattern(vscode.Uri.file(path.join(root, ".git")), "config");
      if (!this.#elsewhere.has(root)) this.#elsewhere.set(root, this.#watch(pattern));
    }
    const git = this.#git ? undefined : openGit();
    this.#git ??=
      git && vscode.Disposable.from(git.onDidOpenRepository(this.#tell), git.onDidCloseRepository(this.#tell));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#git?.dispose();
    vscode.Disposable.from(this.#below, this.#whole, this.#editor, ...this.#elsewhere.values()).dispose();
  }

  #watch(pattern: vscode.GlobPattern): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    return vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(this.#tell),
      watcher.onDidDelete(this.#tell),
      watcher.onDidChange(({ path: file }) => {
        if (!file.endsWith("/.git")) this.#tell(); // a folder changes with everything in it
      }),
    );
  }
}

/** The git extension's interface if it is already running; it is never started for this. */
function openGit(): ReturnType<GitExtension["getAPI"]> | undefined {
  const extension = vscode.extensions.getExtension<GitExtension | undefined>("vscode.git");
  return extension?.isActive && extension.exports?.enabled ? extension.exports.getAPI(1) : undefined;
}
