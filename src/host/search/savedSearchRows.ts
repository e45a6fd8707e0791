import * as vscode from "vscode";
import type { SavedSearch, SavedSearches } from "./savedSearches.ts";
import { lineOf, renameSavedSearch } from "./saveSearch.ts";

/** A row for a saved search, with buttons for what can be done with it besides running it. */
export type SavedSearchRow = vscode.QuickPickItem & { readonly saved: SavedSearch };

const RENAME = { iconPath: new vscode.ThemeIcon("edit"), tooltip: vscode.l10n.t("Rename…") };
const DELETE = { iconPath: new vscode.ThemeIcon("trash"), tooltip: vscode.l10n.t("Delete") };

/** A row for each saved search, sorted by name. */
export function savedSearchRows(saved: SavedSearches): SavedSearchRow[] {
  return saved.all.map((search) => ({
    label: `$(bookmark) ${search.name}`,
    description: [search.name === lineOf(search) ? "" : lineOf(search), search.patternType].filter(Boolean).join(" · "),
    buttons: [RENAME, DELETE],
    saved: search,
  }));
}

/** Does what the button of a row stands for. */
export async function pressSavedSearchButton(
  button: vscode.QuickInputButton,
  search: SavedSearch,
  saved: SavedSearches,
): Promise<void> {
  if (button === RENAME) await renameSavedSearch(search, saved);
  else if (button === DELETE) await saved.delete(search);
}

/** Lets a person choose one of the saved searches, and rename and delete them. */
export async function pickSavedSearch(saved: SavedSearches): Promise<SavedSearch | undefined> {
  if (saved.all.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("No saved searches yet. Search, then choose Save Search… in the menu of the results."),
    );
    return undefined;
  }
  const pick = vscode.window.createQuickPick<SavedSearchRow>();
  pick.title = vscode.l10n.t("Run Saved Search");
  pick.matchOnDescription = true;
  pick.items = savedSearchRows(saved);
  let isAside = false;
  try {
    return await new Promise((resolve) => {
      pick.onDidTriggerItemButton(async ({ button, item }) => {
        isAside = true; // an input box for the name takes its place for a moment
        await pressSavedSearchButton(button, item.saved, saved);
        isAside = false;
        pick.items = savedSearchRows(saved);
        if (pick.items.length > 0) pick.show();
        else resolve(undefined);
      });
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]?.saved);
      });
      pick.onDidHide(() => {
        if (!isAside) resolve(undefined);
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}
