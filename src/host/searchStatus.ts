import * as vscode from "vscode";
import { Pace } from "./pace.ts";
import { countWords } from "./searchWords.ts";
import type { Search, Searches } from "./searches.ts";

/** The status bar item: counts while a search runs and stops it on click; with results, reveals them. */
export class SearchStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("plumbline.search", vscode.StatusBarAlignment.Left, 0);
  readonly #pace = new Pace(100, () => {
    this.#draw();
  });
  readonly #searches: Searches;
  readonly #subscription: vscode.Disposable;
  #search: Search | undefined;

  constructor(searches: Searches) {
    this.#searches = searches;
    this.#item.name = vscode.l10n.t("Plumbline Search");
    this.#subscription = searches.onDidChange((search) => {
      this.#search = search;
      this.#pace.request();
    });
  }

  dispose(): void {
    vscode.Disposable.from(this.#item, this.#pace, this.#subscription).dispose();
  }

  #draw(): void {
    const search = this.#search;
    if (!search) return;
    const isRunning = search.status === "running";
    const words = statusWords(search);
    const trouble = search.status === "failed" || search.alert !== undefined || search.serviceErrors.length > 0;
    const icon = isRunning ? "sync~spin" : trouble ? "warning" : "search";
    this.#item.text = `$(${icon}) ${words}`;
    this.#item.tooltip = isRunning
      ? vscode.l10n.t("Stop this search: {0}", search.query.text)
      : vscode.l10n.t("Show the results of: {0}", search.query.text);
    this.#item.accessibilityInformation = { label: `Plumbline: ${words}. ${this.#item.tooltip}` };
    this.#item.command = isRunning ? "plumbline.stopSearch" : "plumbline.showResults";
    this.#item.show();
    void vscode.commands.executeCommand("setContext", "plumbline.searching", isRunning);
    void vscode.commands.executeCommand("setContext", "plumbline.searched", true);
    void vscode.commands.executeCommand("setContext", "plumbline.canGoBack", this.#searches.canGoBack);
    void vscode.commands.executeCommand("setContext", "plumbline.canGoForward", this.#searches.canGoForward);
  }
}

/** The count, or what became of a search that has none. */
function statusWords(search: Search): string {
  const count = countWords(search);
  if (search.status === "failed") return [count, vscode.l10n.t("Search failed")].filter(Boolean).join(" · ");
  if (search.status === "stopped") return [count, vscode.l10n.t("stopped")].filter(Boolean).join(" · ");
  return count || vscode.l10n.t("No results");
}
