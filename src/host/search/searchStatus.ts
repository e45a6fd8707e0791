import * as vscode from "vscode";
import { wordingOf } from "../platform/errorMessages.ts";
import { Throttle } from "../platform/throttle.ts";
import { describeSearch, durationWords, isLimited, outcomeWords, titleOf } from "./searchWords.ts";
import type { Search, Searches } from "./searches.ts";

/** The status bar item: counts while a search runs and stops it on click; with results, reveals them. */
export class SearchStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("plumbline.search", vscode.StatusBarAlignment.Left, 0);
  readonly #throttle = new Throttle(100, () => {
    this.#draw();
  });
  readonly #searches: Searches;
  readonly #subscription: vscode.Disposable;
  #search: Search | undefined;
  /** What the conditions of menus were told last. */
  readonly #told = new Map<string, boolean>();

  constructor(searches: Searches) {
    this.#searches = searches;
    this.#item.name = vscode.l10n.t("Plumbline Search");
    this.#subscription = searches.onDidChange((search) => {
      this.#search = search;
      this.#throttle.request();
    });
  }

  /** What the item says. */
  get text(): string {
    return this.#item.text;
  }

  dispose(): void {
    vscode.Disposable.from(this.#item, this.#throttle, this.#subscription).dispose();
  }

  #draw(): void {
    const search = this.#search;
    this.#tellMenus(search);
    if (!search) {
      this.#item.hide();
      return;
    }
    const isRunning = search.status === "running";
    const trouble = search.status === "failed" || search.alert !== undefined || search.serviceErrors.length > 0;
    const icon = isRunning ? "sync~spin" : trouble ? "warning" : "search";
    const words = statusWords(search);
    const action = isRunning
      ? vscode.l10n.t("Stop this search: {0}", titleOf(search))
      : vscode.l10n.t("Show the results of: {0}", titleOf(search));
    this.#item.text = `$(${icon}) ${words}`;
    this.#item.tooltip = `${describeSearch(search)}\n${action}`;
    this.#item.accessibilityInformation = { label: `Plumbline: ${words}. ${action}`, role: "button" };
    this.#item.command = isRunning ? "plumbline.stopSearch" : "plumbline.showResults";
    this.#item.show();
  }

  /** Tells what the conditions of menus and keys ask for, as far as it is news: each goes to the editor by itself. */
  #tellMenus(search: Search | undefined): void {
    const isRunning = search?.status === "running";
    const facts = {
      searched: search !== undefined,
      searching: isRunning,
      searchFailed: search?.status === "failed",
      searchRefused: search?.status === "failed" && isHelpedBySigningIn(search.failure),
      canGoBack: this.#searches.canGoBack,
      canGoForward: this.#searches.canGoForward,
      resultsPinned: search?.isPinned ?? false,
      resultsLimited:
        search !== undefined && !isRunning && isLimited(search) && !/\bcount:all\b/i.test(search.query.text),
    };
    for (const [name, value] of Object.entries(facts)) {
      if (this.#told.get(name) === value) continue;
      this.#told.set(name, value);
      void vscode.commands.executeCommand("setContext", `plumbline.${name}`, value);
    }
  }
}

/** The count and the time, or what became of a search that has none. */
function statusWords(search: Search): string {
  if (search.retry) return vscode.l10n.t("Trying again ({0} of {1})…", search.retry.attempt, search.retry.of);
  return [outcomeWords(search), durationWords(search)].filter(Boolean).join(" · ");
}

function isHelpedBySigningIn(failure: unknown): boolean {
  return wordingOf(failure, "").signIn === true;
}
