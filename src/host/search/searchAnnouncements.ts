import * as vscode from "vscode";
import { SearchProgress } from "./searchProgress.ts";
import type { Search, Searches } from "./searches.ts";
import { titleOf } from "./searchWords.ts";
import { readSetting } from "../platform/settings.ts";

/** How long the last message stays, so that it is read before the notification disappears. */
const LAST_WORD_MS = 4000;

/**
 * Announces searches in a progress notification, for screen readers: that one has started, counts as they grow, and how
 * it ended. Not of what is still being typed. Not needed while the search page is visible, which announces the same.
 */
export class SearchAnnouncements implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  readonly #progress = new SearchProgress();
  #announced = 0;
  /** Updates the open notification. */
  #tell: ((search: Search, words: string) => void) | undefined;

  /** `isSaid` returns whether the search page announces it. */
  constructor(searches: Searches, isSaid: () => boolean) {
    this.#subscription = searches.onDidChange((search) => {
      if (!search || search.isTyped) return;
      const words = this.#progress.next(search);
      if (words === undefined) return;
      if (search.id > this.#announced && search.status === "running") {
        this.#announced = search.id;
        this.#tell?.(search, words);
        this.#tell = undefined;
        if (isWanted() && !isSaid()) this.#open(search, searches);
      } else this.#tell?.(search, words);
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
        this.#tell = (now, words) => {
          if (now.id !== id) {
            resolve(); // another search has taken its place
            return;
          }
          progress.report({ message: words });
          if (now.status === "running") return;
          this.#tell = undefined;
          setTimeout(resolve, LAST_WORD_MS);
        };
      });
    });
  }
}

function isWanted(): boolean {
  const wanted = readSetting("plumbline.search.announce");
  return wanted === "auto" ? readSetting("editor.accessibilitySupport") === "on" : wanted === "on";
}
