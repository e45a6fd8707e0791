import * as vscode from "vscode";
import type { Search, Searches } from "./searches.ts";
import { describeSearch, headline, titleOf } from "./searchWords.ts";
import { readSetting } from "../platform/settings.ts";

/** Milliseconds between two counts: as often as somebody may want to hear one. */
const COUNT_EVERY_MS = 5000;
/** The last word stays for as long, so that it is read before the notification goes. */
const LAST_WORD_MS = 4000;

/**
 * Tells of searches through a progress notification, which screen readers read: that one has started, counts as they
 * grow, and how it ended. Nothing else of ours that changes is read aloud: extensions have no live region.
 */
export class SearchAnnouncements implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #announced = 0;
  /** Tells the notification that is open how its search stands. */
  #tell: ((search: Search) => void) | undefined;

  constructor(searches: Searches) {
    this.#subscription = searches.onDidChange((search) => {
      if (!search) return;
      if (search.id > this.#announced && search.status === "running") {
        this.#announced = search.id;
        if (isWanted()) this.#open(search, searches);
      }
      this.#tell?.(search);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #open(search: Search, searches: Searches): void {
    const { id } = search;
    const title = vscode.l10n.t("Search: {0}", titleOf(search));
    const location = vscode.ProgressLocation.Notification;
    void vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
      token.onCancellationRequested(() => {
        if (searches.current?.id === id) searches.stop();
      });
      await new Promise<void>((resolve) => {
        let toldAt = Date.now();
        this.#tell = (now) => {
          if (now.id !== id)
            resolve(); // another search has taken its place
          else if (now.status !== "running") {
            this.#tell = undefined;
            progress.report({ message: describeSearch(now) });
            setTimeout(resolve, LAST_WORD_MS);
          } else if (now.retry || Date.now() - toldAt >= COUNT_EVERY_MS) {
            toldAt = Date.now();
            progress.report({ message: now.retry ? describeSearch(now) : headline(now) });
          }
        };
      });
    });
  }
}

function isWanted(): boolean {
  const wanted = readSetting("plumbline.search.announce");
  return wanted === "auto" ? readSetting("editor.accessibilitySupport") === "on" : wanted === "on";
}
