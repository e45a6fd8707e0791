import * as vscode from "vscode";
import { describeSearch, headline, titleOf } from "./searchWords.ts";
import type { Search } from "./searches.ts";

/** Milliseconds between two counts: as often as a person may want to hear one. */
const COUNT_EVERY_MS = 5000;

/** What is announced about searches: that one has started, counts as they grow but not too often, and how it ended. */
export class SearchProgress {
  #searchId = 0;
  #status: Search["status"] | undefined;
  #countedAt = 0;

  /** What to announce for the current state of a search; `undefined` if there is nothing new. `now` in milliseconds. */
  next(search: Search, now = performance.now()): string | undefined {
    const { id, retry, status } = search;
    const isOther = id !== this.#searchId;
    const isEnd = status !== this.#status && status !== "running";
    const isDue = status === "running" && (retry !== undefined || now - this.#countedAt >= COUNT_EVERY_MS);
    if (!isOther && !isEnd && !isDue) return undefined;
    this.#searchId = id;
    this.#status = status;
    this.#countedAt = now;
    if (status !== "running" || retry) return describeSearch(search);
    return isOther ? vscode.l10n.t("Search: {0}", titleOf(search)) : headline(search);
  }
}
