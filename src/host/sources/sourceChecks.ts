import type * as vscode from "vscode";
import type { CheckedSource, SourceCheck } from "../../core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import type { ObjectReaders } from "../../git/history/objectReader.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { CitedVersions } from "./citedVersions.ts";
import type { FileCopies } from "../remote/fileCopies.ts";
import type { Services } from "../accounts/services.ts";
import type { TestSwitches } from "../platform/platform.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

/** A click waits no longer than this for a check: the lines as they were cited are better than none. */
const CLICK_MS = 1_500;

/** Checks sources against what was cited and the workspace's own copy. Loaded with the first check. */
export class SourceChecks implements vscode.Disposable {
  readonly #accounts: Accounts;
  readonly #services: Services;
  readonly #repositories: WorkspaceRepositories;
  readonly #fileCopies: () => Promise<FileCopies>;
  readonly #switches: TestSwitches["sources"];
  #objects: ObjectReaders | undefined;

  constructor(
    accounts: Accounts,
    services: Services,
    repositories: WorkspaceRepositories,
    fileCopies: () => Promise<FileCopies>,
    switches: TestSwitches["sources"] = {},
  ) {
    this.#accounts = accounts;
    this.#services = services;
    this.#repositories = repositories;
    this.#fileCopies = fileCopies;
    this.#switches = switches;
  }

  /** The current state of a source; `undefined` if it can't be determined in the time that a click may take. */
  async ofClicked(accountId: string, source: SourceLocation): Promise<SourceCheck | undefined> {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      stop.abort();
    }, this.#switches.clickMs ?? CLICK_MS);
    const late = new Promise<undefined>((resolve) => {
      stop.signal.addEventListener("abort", () => {
        resolve(undefined);
      });
    });
    try {
      return await Promise.race([this.#first(accountId, source, stop.signal), late]);
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Checks all sources, and yields each result with its index as soon as it is known. `versions` are kept from one
   * check to the next, and limit how often the service may be asked. Aborting rejects with an `AbortError`.
   */
  async *of(
    accountId: string,
    sources: readonly SourceLocation[],
    signal: AbortSignal,
    versions?: CitedVersions,
  ): AsyncGenerator<CheckedSource, void> {
    const account = this.#accounts.find(accountId);
    if (!account) return;
    const [{ checkSources }, { WorkspaceVersions }, { CitedVersions }, { ObjectReaders }] = await Promise.all([
      import("../../core/sources/sourceCheck.ts"),
      import("./workspaceVersions.ts"),
      import("./citedVersions.ts"),
      import("../../git/history/objectReader.ts"),
    ]);
    const reader = new WorkspaceVersions(
      {
        account,
        services: this.#services,
        repositories: this.#repositories,
        fileCopies: this.#fileCopies,
        objects: (this.#objects ??= new ObjectReaders()),
      },
      versions ?? new CitedVersions(),
    );
    yield* checkSources(sources, reader, { signal });
  }

  dispose(): void {
    this.#objects?.dispose();
  }

  async #first(accountId: string, source: SourceLocation, signal: AbortSignal): Promise<SourceCheck | undefined> {
    for await (const { check } of this.of(accountId, [source], signal)) return check;
    return undefined;
  }
}
