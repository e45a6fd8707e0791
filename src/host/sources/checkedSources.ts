import * as vscode from "vscode";
import type { ReadAnswers } from "../../core/sources/answerSources.ts";
import { isAbort } from "../../core/model/errors.ts";
import type { CheckedSource } from "../../core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import { CitedVersions } from "./citedVersions.ts";
import type { Log } from "../platform/log.ts";
import { Throttle } from "../platform/throttle.ts";
import type { SourceChecks } from "./sourceChecks.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

/** What sources are checked with. */
export interface CheckedSourcesParts {
  readonly checks: SourceChecks;
  readonly repositories: WorkspaceRepositories;
  readonly log: Log;
}

/** What became of a source. */
export type SourceFinding = Omit<CheckedSource, "index">;

/** The page gets no more pictures than these. */
const TOLD_EVERY_MS = 250;
/** Files are often saved several at once. */
const SAVED_AFTER_MS = 300;

/**
 * What became of the sources of one conversation: checked in the background while somebody looks, by their numbers,
 * those of the last answer first, and once more when they come into view again or something was saved that they rest on. What was
 * found stays until something else is.
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
  readonly #saved = new Set<string>();
  #saveTimer: NodeJS.Timeout | undefined;
  #sources: readonly SourceLocation[] = [];
  /** Set while they are being checked. */
  #stop: AbortController | undefined;
  #isInView = false;
  #isDisposed = false;

  constructor(accountId: string, parts: CheckedSourcesParts) {
    this.#accountId = accountId;
    this.#parts = parts;
    const again = (): void => {
      this.#want(this.#sources.keys());
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#throttle,
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        this.#saved.add(uri.toString());
        clearTimeout(this.#saveTimer);
        this.#saveTimer = setTimeout(() => {
          this.#want(this.#restingOn(this.#saved));
          this.#saved.clear();
        }, SAVED_AFTER_MS);
      }),
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

  /** Checks those that are new. */
  add({ answers, sources }: ReadAnswers): void {
    const isNew = (index: number): boolean => index >= this.#sources.length;
    const added = [...answers.values()].toReversed().flatMap((answer) => answer.sources.filter(isNew));
    this.#sources = sources;
    this.#want(added);
  }

  /** Nothing is checked for nobody; what comes into view again is checked again. */
  setInView(isInView: boolean): void {
    if (isInView === this.#isInView) return;
    this.#isInView = isInView;
    if (isInView) this.#want(this.#sources.keys());
    else this.#stop?.abort();
  }

  /** A person asked: all once more, and what was left out before. */
  checkAgain(): void {
    this.#versions.allowMore();
    this.#want(this.#sources.keys());
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#saveTimer);
    this.#stop?.abort();
    this.#subscriptions.dispose();
  }

  #want(indices: Iterable<number>): void {
    const added = [...indices];
    for (const index of added) this.#wanted.add(index);
    if (!this.#isInView || added.length === 0) return;
    if (this.#stop)
      this.#stop.abort(); // it goes on with all that is wanted by now
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
        this.#wanted.clear(); // also where the account is gone
      } catch (error) {
        if (stop.signal.aborted && isAbort(error)) continue;
        this.#wanted.clear();
        log.error("The sources could not be checked", error);
      }
    }
    this.#stop = undefined;
    if (!this.#isDisposed) this.#throttle.request();
  }

  /** Those that cite one of these files or were found in one; what is gone may be in any file of its repository. */
  #restingOn(files: ReadonlySet<string>): number[] {
    const { repositories } = this.#parts;
    return [...this.#sources.keys()].filter((index) => {
      const { repository = "", path = "" } = this.#sources[index] ?? {};
      const check = this.#found.get(index)?.check;
      const paths = [path, ...(check && "path" in check ? [check.path] : [])];
      if (paths.some((each) => files.has(String(repositories.uriOf({ repository, path: each }))))) return true;
      const root = check?.state === "gone" ? repositories.rootOf(repository) : undefined;
      return root !== undefined && [...files].some((file) => file.startsWith(`${root.toString()}/`));
    });
  }
}
