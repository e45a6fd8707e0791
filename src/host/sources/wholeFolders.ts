import { watch } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { contains, hasRepository } from "../../git/repositories.ts";

/** What is made there is no repository of the person's, and comes by the thousand. */
const IGNORED = /[\\/](?:\.git|node_modules)(?:[\\/]|$)/;
/** What is put into a new folder is there by then. */
const SETTLED_AFTER_MS = 500;

/**
 * Tells of repositories that come or go together with their folder: cloned, unpacked, moved, deleted. The editor tells
 * of that folder alone then. On Linux it may also never watch what was in it when it came.
 */
export class WholeFolders implements vscode.Disposable {
  readonly #tell: () => void;
  readonly #watcher = vscode.workspace.createFileSystemWatcher("**", false, true, false);
  readonly #came = new Set<string>();
  readonly #own = new Map<string, vscode.Disposable>();
  #roots: ReadonlySet<string> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: () => void) {
    this.#tell = onChange;
    this.#watcher.onDidCreate(({ fsPath }) => {
      if (IGNORED.test(fsPath)) return;
      this.#came.add(fsPath);
      this.#timer ??= setTimeout(() => void this.#look(), SETTLED_AFTER_MS);
    });
    this.#watcher.onDidDelete(({ fsPath }) => {
      if ([...(this.#roots ?? [])].some((root) => contains(fsPath, root))) this.#tell();
    });
  }

  /** Watches the settings of those that came since the first time, which the editor may not do. */
  follow(roots: readonly string[]): void {
    const [before, now] = [this.#roots, new Set(roots)];
    this.#roots = now;
    for (const [root, own] of this.#own) {
      if (now.has(root)) continue;
      own.dispose();
      this.#own.delete(root);
    }
    if (before === undefined || process.platform !== "linux") return;
    for (const root of now)
      if (!before.has(root)) this.#own.set(root, watchConfig(path.join(root, ".git"), this.#tell));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    vscode.Disposable.from(this.#watcher, ...this.#own.values()).dispose();
  }

  async #look(): Promise<void> {
    const came = [...this.#came].filter((file) => !this.#came.has(path.dirname(file)));
    this.#came.clear();
    this.#timer = undefined;
    for (const file of came) {
      if (!(await hasRepository(file))) continue;
      this.#tell();
      return;
    }
  }
}

function watchConfig(folder: string, onChange: () => void): vscode.Disposable {
  try {
    const watcher = watch(folder, (_, name) => {
      if (name === "config") onChange();
    });
    watcher.on("error", () => {
      watcher.close();
    });
    return new vscode.Disposable(() => {
      watcher.close();
    });
  } catch {
    return new vscode.Disposable(() => undefined); // it is a file, in a worktree, or gone again
  }
}
