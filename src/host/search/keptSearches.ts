import { readFile, rm } from "node:fs/promises";
import { EarlierMatches, parseResults, printResults } from "../../core/search/keptResults.ts";
import { Dismissals } from "../../core/search/dismissals.ts";
import type { Account } from "../accounts/accounts.ts";
import { AccountFiles, isMissing, type AccountFilesOptions } from "../platform/accountFiles.ts";
import type { Restored, Search } from "./searches.ts";

const LIMIT_BYTES = 20_000_000;

/**
 * The last results of each window's folders, on this machine: they are restored after a reload. One file each, in a
 * folder per account, which is removed with the account. Only {@link removeAll} ever rejects.
 */
export class KeptSearches {
  readonly #files: AccountFiles;
  readonly #options: Pick<AccountFilesOptions, "isKnown" | "onError">;
  /** Identifies the open folders. */
  readonly #key: string;

  constructor(folder: string, key: string, options: Pick<AccountFilesOptions, "isKnown" | "onError">) {
    this.#files = new AccountFiles(folder, { limitBytes: LIMIT_BYTES, ending: ".json", ...options });
    this.#options = options;
    this.#key = key;
  }

  /** Keeps the first results of a search that is over, in place of those of the one before. */
  async save({ filters, matches, progress, query, reached, startedAt }: Search): Promise<void> {
    if (!matches || !reached) return;
    await this.#files.change("The results could not be kept", async () => {
      const text = printResults({ query, startedAt, durationMs: progress?.durationMs ?? 0, filters }, matches);
      await this.#files.write(reached.account.id, this.#key, text);
    });
  }

  /** The search that ran last here at an account, if its kept results are undamaged. */
  async read(account: Account): Promise<Restored | undefined> {
    await this.#files.settled();
    try {
      const kept = parseResults(await readFile(this.#files.fileOf(account.id, this.#key), "utf8"));
      if (!kept) throw new Error("They have another form than results.");
      const { counts, durationMs, filters = [], query, startedAt } = kept;
      return {
        query,
        startedAt,
        reached: { account },
        isEarlier: true,
        matches: new EarlierMatches(kept),
        filters,
        progress: { done: true, matchCount: counts.ranges, durationMs, skipped: [] },
        dismissals: new Dismissals(),
      };
    } catch (error) {
      if (!isMissing(error)) this.#options.onError("The earlier results are damaged, and not used", error);
      return undefined;
    }
  }

  /** Removes what is kept of a search that a person removed; what is kept of another one stays. */
  async remove({ reached, startedAt }: Pick<Search, "reached" | "startedAt">): Promise<void> {
    if (!reached) return;
    await this.#files.change("The results could not be removed", async () => {
      const file = this.#files.fileOf(reached.account.id, this.#key);
      const text = await readFile(file, "utf8").catch(() => ""); // there may be none
      if (parseResults(text)?.startedAt === startedAt) await rm(file, { force: true });
    });
  }

  /** Removes all that is kept of an account. Rejects if anything is left. */
  async removeAll(accountId: string): Promise<void> {
    await this.#files.removeAll(accountId);
  }
}
