import { watch } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { contains, hasRepository } from "../../git/repositories/repositories.ts";

/** What is created in these is no repository of the person's, and comes by the thousand. */
const IGNORED = /[\\/](?:\.git|node_modules)(?:[\\/]|$)/;
/** By then, a new folder has its content. */
const SETTLED_AFTER_MS = 500;

/**
 * Reports repositories that appear or disappear together with their folder: cloned, unpacked, moved, deleted. The
 * editor then reports only that folder. On Linux it may also never watch what was in it when it appeared.
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

  /** On Linux, watches the git config of repositories that appeared since the first call, which the editor may not. */
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
