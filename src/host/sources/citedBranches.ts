import type * as vscode from "vscode";
import { branchesIn, keyOf, readTips, unmoved, type Branch } from "../../core/sources/branchTips.ts";
import type { ReadAnswers } from "../../core/sources/answerSources.ts";
import type { BranchTip } from "../../core/model/conversation.ts";
import type { CodeSearchService } from "../../core/model/service.ts";
import type { WorkspaceRepositories } from "./workspaceRepositories.ts";

/** How many branch names are remembered for a service, and how many branches it is asked for before a question. */
const NAMES_AT_MOST = 3;
const ASKED_AT_MOST = 6;
/** A question waits no longer than this for the tips. */
const BEFORE_MS = 2_000;
const AFTER_MS = 10_000;

type Service = Pick<CodeSearchService, "search">;

/**
 * The commits at the tips of branches that services cite by name. A service that never did so is not asked; one that
 * did is asked before each question for the branches of the same names in the open repositories, and again when the
 * answer is there. The names are kept by account, for all windows and after restarts.
 */
export class CitedBranches {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** The tips of the branches from which a question may be answered. Never rejects. */
  async tipsBefore(
    accountId: string,
    service: Service,
    repositories: Pick<WorkspaceRepositories, "load" | "names">,
  ): Promise<readonly BranchTip[]> {
    const names = this.#namesOf(accountId);
    if (names.length === 0) return [];
    await repositories.load().catch(() => undefined);
    const branches = repositories.names.flatMap((repository) =>
      names.map((name): Branch => ({ repository, ...(name !== "" && { revision: name }) })),
    );
    return readTips(service, branches.slice(0, ASKED_AT_MOST), { signal: AbortSignal.timeout(BEFORE_MS) });
  }

  /** Those of `before` that an answer cites and that have not moved since. Remembers what it cites. Never rejects. */
  async tipsOf(
    accountId: string,
    service: Service,
    read: ReadAnswers,
    questionId: string,
    before: readonly BranchTip[],
  ): Promise<readonly BranchTip[]> {
    const cited = branchesIn(read, questionId);
    await this.#remember(accountId, cited);
    const known = new Set(before.map(keyOf));
    const asked = cited.filter((branch) => known.has(keyOf(branch)));
    const now = await readTips(service, asked, { signal: AbortSignal.timeout(AFTER_MS) });
    return unmoved(before, now);
  }

  /** Forgets what the service of an account cited. */
  async forget(accountId: string): Promise<void> {
    await this.#state.update(key(accountId), undefined);
  }

  #namesOf(accountId: string): readonly string[] {
    const names = this.#state.get<unknown>(key(accountId));
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  }

  async #remember(accountId: string, cited: readonly Branch[]): Promise<void> {
    const before = this.#namesOf(accountId);
    const names = [...new Set([...cited.map(({ revision = "" }) => revision), ...before])].slice(0, NAMES_AT_MOST);
    if (names.every((name) => before.includes(name))) return;
    // If this fails, the next answer tries again.
    await Promise.resolve(this.#state.update(key(accountId), names)).catch(() => undefined);
  }
}

function key(accountId: string): string {
  return `citedBranches.${accountId}`;
}
