import * as vscode from "vscode";
import { relativeTime } from "../conversations/historyWords.ts";
import type { Search, Searches } from "./searches.ts";
import { outcomeWords, titleOf } from "./searchWords.ts";

type Row = vscode.QuickPickItem & { readonly search?: Search };

/** Lets a person choose among the searches that are kept, newest first, and pin, name and remove them. */
export async function pickSearch(searches: Searches): Promise<void> {
  const pin = button("pin", vscode.l10n.t("Pin"));
  const unpin = button("pinned", vscode.l10n.t("Unpin"));
  const rename = button("edit", vscode.l10n.t("Rename…"));
  const remove = button("close", vscode.l10n.t("Remove"));
  const pick = vscode.window.createQuickPick<Row>();
  pick.title = vscode.l10n.t("Recent Searches");
  pick.placeholder = vscode.l10n.t("Show the results of an earlier search");
  pick.matchOnDescription = pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const draw = (): void => {
    const newestFirst = searches.all.toReversed();
    const rowsOf = (isPinned: boolean): Row[] =>
      newestFirst
        .filter((search) => search.isPinned === isPinned)
        .map((search) => {
          const icon = search.id === searches.current?.id ? "check" : isPinned ? "pinned" : "history";
          return {
            label: `$(${icon}) ${titleOf(search)}`,
            description: search.name === undefined ? relativeTime(search.startedAt, Date.now()) : search.query.text,
            detail: outcomeWords(search),
            buttons: [isPinned ? unpin : pin, rename, remove],
            search,
          };
        });
    const pinned = rowsOf(true);
    const separator = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
    pick.items =
      pinned.length === 0
        ? rowsOf(false)
        : [separator(vscode.l10n.t("pinned")), ...pinned, separator(vscode.l10n.t("recent")), ...rowsOf(false)];
  };
  draw();
  let isAside = false;
  try {
    await new Promise<void>((resolve) => {
      pick.onDidTriggerItemButton(async ({ button: pressed, item: { search } }) => {
        if (!search) return;
        if (pressed === rename) {
          isAside = true; // the box for the name takes its place for a moment
          await renameSearch(searches, search);
          isAside = false;
          pick.show();
        } else if (pressed === remove) searches.remove(search);
        else searches.pin(search, pressed === pin);
        draw();
        if (searches.all.length === 0) pick.hide();
      });
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        if (row?.search) searches.show(row.search);
        pick.hide();
      });
      pick.onDidHide(() => {
        if (!isAside) resolve();
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** Asks for a name for a search that is kept. */
export async function renameSearch(searches: Searches, search: Search): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t("Rename Results"),
    prompt: vscode.l10n.t("A name for the results of: {0} Leave empty to use the query.", search.query.text),
    value: titleOf(search),
  });
  if (name !== undefined) searches.rename(search, name === search.query.text ? "" : name);
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}
