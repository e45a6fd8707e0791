import * as vscode from "vscode";
import { ContextKeys } from "../platform/contextKeys.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import type { StatusItem } from "../accounts/statusItem.ts";
import { Throttle } from "../platform/throttle.ts";
import { describeSearch, durationWords, isLimited, outcomeWords, titleOf } from "./searchWords.ts";
import type { Search, Searches } from "./searches.ts";

/** How long the outcome stays: then the item is that of the service again, which leads to all else. */
const OUTCOME_MS = 10_000;

/**
 * The status bar item for searches: counts while one runs, which a click stops; then the outcome for a while, with the
 * results on a click.
 */
export class SearchStatus implements vscode.Disposable {
  readonly #item: StatusItem;
  readonly #throttle = new Throttle(100, () => {
    this.#draw();
  });
  readonly #searches: Searches;
  readonly #subscription: vscode.Disposable;
  #search: Search | undefined;
  #outcome: NodeJS.Timeout | undefined;
  readonly #contextKeys = new ContextKeys();

  constructor(searches: Searches, item: StatusItem) {
    this.#searches = searches;
    this.#item = item;
    this.#subscription = searches.onDidChange((search) => {
      this.#search = search;
      this.#throttle.request();
    });
  }

  /** What the item says. */
  get text(): string {
    return this.#item.text;
  }

  /** The id of the command that a click on it runs. */
  get command(): string {
    return this.#item.command;
  }

  dispose(): void {
    clearTimeout(this.#outcome);
    vscode.Disposable.from(this.#throttle, this.#subscription).dispose();
  }

  #draw(): void {
    const search = this.#search;
    this.#tellMenus(search);
    clearTimeout(this.#outcome);
    if (!search || search.isTyped) {
      this.#item.say(undefined);
      return;
    }
    const isRunning = search.status === "running";
    const trouble = search.status === "failed" || search.alert !== undefined || search.serviceErrors.length > 0;
    const icon = isRunning ? "sync~spin" : trouble ? "warning" : "search";
    const words = statusWords(search);
    const action = isRunning
      ? vscode.l10n.t("Stop this search: {0}", titleOf(search))
      : vscode.l10n.t("Show the results of: {0}", titleOf(search));
    this.#item.say({
      text: `$(${icon}) ${words}`,
      tooltip: `${describeSearch(search)}\n${action}`,
      command: isRunning ? "plumbline.stopSearch" : "plumbline.showResults",
      label: `Plumbline: ${words}. ${action}`,
    });
    if (isRunning) return;
    this.#outcome = setTimeout(() => {
      this.#item.say(undefined);
    }, OUTCOME_MS);
  }

  /** Sets what the conditions of menus and keys depend on. */
  #tellMenus(search: Search | undefined): void {
    const isRunning = search?.status === "running";
    this.#contextKeys.set({
      searched: search !== undefined,
      searching: isRunning,
      searchFailed: search?.status === "failed",
      searchRefused: search?.status === "failed" && isHelpedBySigningIn(search.failure),
      canGoBack: this.#searches.canGoBack,
      canGoForward: this.#searches.canGoForward,
      resultsPinned: search?.isPinned ?? false,
      resultsLimited:
        search !== undefined && !isRunning && isLimited(search) && !/\bcount:all\b/i.test(search.query.text),
    });
  }
}

/** The count and the time, or the outcome of a search that has neither. */
function statusWords(search: Search): string {
  if (search.retry) return vscode.l10n.t("Trying again ({0} of {1})…", search.retry.attempt, search.retry.of);
  return [outcomeWords(search), durationWords(search)].filter(Boolean).join(" · ");
}

function isHelpedBySigningIn(failure: unknown): boolean {
  return wordingOf(failure, "").signIn === true;
}
