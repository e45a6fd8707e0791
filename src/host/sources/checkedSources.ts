import * as vscode from "vscode";
import type { ReadAnswers } from "../../core/sources/answerSources.ts";
import { isAbort } from "../../core/model/errors.ts";
import type { SourceFinding } from "../../core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import { CitedVersions } from "./citedVersions.ts";
import type { Log } from "../platform/log.ts";
import { Throttle } from "../platform/throttle.ts";
import type { SourceChecks } from "./sourceChecks.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

/** What is needed to check sources. */
export interface CheckedSourcesParts {
  readonly checks: SourceChecks;
  readonly repositories: WorkspaceRepositories;
  readonly log: Log;
}

/** The page gets a new state no more often than this. */
const TOLD_EVERY_MS = 250;
/** Several files often change at once: they are checked together. */
const CHANGED_AFTER_MS = 300;
/** Nothing is checked until typing has paused for this long. */
const TYPED_AFTER_MS = 500;

/**
 * The sources of one conversation, checked in the background while the panel is in view, those of the last answer
 * first. They are checked again when the panel comes back into view, and when a file or folder that they depend on was
 * edited, saved, or changed on disk. A result stays until there is a new one.
 */
export class CheckedSources implements vscode.Disposable {
  readonly #accountId: string;
  readonly #parts: CheckedSourcesParts;
  readonly #versions = new CitedVersions();
  readonly #found = new Map<number, SourceFinding>();
  readonly #wanted = new Set<number>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #throttle = new Throttle(TOLD_EVERY_MS, () => {
    this.#changed.fire();
  });
  readonly #subscriptions: vscode.Disposable;
  readonly #changedFiles = new Set<string>();
  /** The changed files that were saved in an editor. */
  readonly #saved = new Set<string>();
  #changeTimer: NodeJS.Timeout | undefined;
  /** The files that were edited since typing last paused. */
  readonly #typedIn = new Set<string>();
  #typingTimer: NodeJS.Timeout | undefined;
  /** The files whose documents have changed and were not saved since: closing one may bring back what is on disk. */
  readonly #unsaved = new Set<string>();
  #sources: readonly SourceLocation[] = [];
  /** The numbers of the sources that an answer cites or a row stands for. */
  #numbers: ReadonlySet<number> = new Set();
  /** Set while sources are being checked. */
  #stop: AbortController | undefined;
  #isInView = false;
  #isDisposed = false;

  constructor(accountId: string, parts: CheckedSourcesParts) {
    this.#accountId = accountId;
    this.#parts = parts;
    const again = (): void => {
      this.#want(this.#numbers);
    };
    const noteChange = (uri: vscode.Uri): void => {
      this.#noteChange(uri);
    };
    const watcher = vscode.workspace.createFileSystemWatcher("**/*");
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#throttle,
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        this.#unsaved.delete(uri.toString());
        this.#saved.add(uri.toString());
        this.#noteChange(uri);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) => {
        if (contentChanges.length > 0 && uri.scheme === "file") this.#noteEdit(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (this.#unsaved.delete(uri.toString())) this.#noteChange(uri);
      }),
      watcher,
      watcher.onDidChange(noteChange),
      watcher.onDidCreate(noteChange),
      watcher.onDidDelete(noteChange),
      parts.repositories.onDidChange(again),
      vscode.workspace.onDidGrantWorkspaceTrust(again),
    );
  }

  of(index: number): SourceFinding | undefined {
    return this.#found.get(index);
  }

  get isChecking(): boolean {
    return this.#stop !== undefined;
  }

  /** Checks the sources that are new. */
  add({ answers, sources, listed }: ReadAnswers): void {
    const last = [...answers.values()].toReversed();
    const rows = [...last.flatMap((answer) => answer.listed), ...listed].map(({ index }) => index);
    const numbers = new Set([...rows, ...last.flatMap((answer) => answer.sources)]);
    const added = [...numbers].filter((index) => !this.#numbers.has(index));
    this.#numbers = numbers;
    this.#sources = sources;
    this.#want(added);
  }

  /** Sources are checked only while the panel is in view, and again when it comes back into view. */
  setInView(isInView: boolean): void {
    if (isInView === this.#isInView) return;
    this.#isInView = isInView;
    if (isInView) this.#want(this.#numbers);
    else this.#stop?.abort();
  }

  /** Checks all sources again because the person asked, including what was left out before. */
  checkAgain(): void {
    this.#versions.allowMore();
    this.#want(this.#numbers);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#changeTimer);
    clearTimeout(this.#typingTimer);
    this.#stop?.abort();
    this.#subscriptions.dispose();
  }

  /** Later changes don't postpone the check: even while many files change, what is shown is not wrong for long. */
  #noteChange(uri: vscode.Uri): void {
    this.#changedFiles.add(uri.toString());
    this.#changeTimer ??= setTimeout(() => {
      this.#changeTimer = undefined;
      this.#want(this.#restingOn(this.#changedFiles));
      this.#changedFiles.clear();
      this.#saved.clear();
    }, CHANGED_AFTER_MS);
  }

  /** Runs with every key press. */
  #noteEdit(uri: vscode.Uri): void {
    this.#unsaved.add(uri.toString());
    this.#typedIn.add(uri.toString());
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => {
      this.#want(this.#restingOn(this.#typedIn));
      this.#typedIn.clear();
    }, TYPED_AFTER_MS);
  }

  #want(indices: Iterable<number>): void {
    const added = [...indices];
    for (const index of added) this.#wanted.add(index);
    if (!this.#isInView || added.length === 0) return;
    if (this.#stop)
      this.#stop.abort(); // it continues with all that is wanted by now
    else void this.#check();
  }

  async #check(): Promise<void> {
    const { checks, log } = this.#parts;
    while (this.#wanted.size > 0 && this.#isInView && !this.#isDisposed) {
      const stop = (this.#stop = new AbortController());
      const indices = [...this.#wanted];
      const sources = indices.flatMap((index) => this.#sources[index] ?? []);
      this.#throttle.request();
      try {
        for await (const { index, ...finding } of checks.of(this.#accountId, sources, stop.signal, this.#versions)) {
          const number = indices[index] ?? -1;
          this.#found.set(number, finding);
          this.#wanted.delete(number);
          this.#throttle.request();
        }
        this.#wanted.clear(); // also if the account is gone
      } catch (error) {
        if (stop.signal.aborted && isAbort(error)) continue;
        this.#wanted.clear();
        log.error("The sources could not be checked", error);
      }
    }
    this.#stop = undefined;
    if (!this.#isDisposed) this.#throttle.request();
  }

  /**
   * The sources that cite one of these files or were found in one. A source that is gone may be in any file of its
   * repository that a person saves. Files that a build writes are too many to look into.
   */
  #restingOn(files: ReadonlySet<string>): number[] {
    const { repositories } = this.#parts;
    return [...this.#numbers].filter((index) => {
      const { repository = "", path = "" } = this.#sources[index] ?? {};
      const check = this.#found.get(index)?.check;
      const paths = [path, ...(check && "path" in check ? [check.path] : [])];
      const uris = paths.map((each) => String(repositories.uriOf({ repository, path: each })));
      if (uris.some((uri) => files.has(uri))) return true;
      const folders = uris.flatMap((uri) => foldersOf(uri));
      if (folders.some((folder) => files.has(folder))) return true; // with everything in it
      const root = check?.state === "gone" ? repositories.rootOf(repository) : undefined;
      return root !== undefined && [...this.#saved].some((file) => file.startsWith(`${root.toString()}/`));
    });
  }
}

/** The folders that a file is in, up to the root. */
function foldersOf(uri: string): readonly string[] {
  const segments = uri.split("/");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
}
