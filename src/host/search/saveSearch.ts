import * as vscode from "vscode";
import type { SearchQuery } from "../../core/model/search.ts";
import { compileQuery, writtenOf } from "../../core/query/queryFields.ts";
import { hasFields, NO_FIELDS, type WrittenQuery } from "../../protocol/writtenQuery.ts";
import type { SavedSearch, SavedSearches } from "./savedSearches.ts";

/** Asks for a name and saves the query under it. Resolves to `false` if the person gives up. */
export async function saveSearch(
  query: Pick<SearchQuery, "text" | "written" | "patternType">,
  saved: SavedSearches,
): Promise<boolean> {
  const name = await askForName(vscode.l10n.t("Save Search"), query.text, saved);
  if (name === undefined) return false;
  const written = writtenOf(query);
  const fields = hasFields(written) && { fields: written.fields };
  await saved.save({ name, query: written.text, ...fields, patternType: query.patternType });
  vscode.window.setStatusBarMessage(vscode.l10n.t("$(bookmark) Saved as “{0}”", name), 5000);
  return true;
}

/** Asks for a new name of a saved search. */
export async function renameSavedSearch(search: SavedSearch, saved: SavedSearches): Promise<void> {
  const name = await askForName(vscode.l10n.t("Rename Saved Search"), lineOf(search), saved, search.name);
  if (name !== undefined) await saved.save({ ...search, name }, search);
}

/** What was saved, to be searched for again. */
export function writtenIn({ query, fields = NO_FIELDS }: SavedSearch): WrittenQuery {
  return { text: query, fields };
}

/** The same as one line. */
export function lineOf(search: SavedSearch): string {
  return compileQuery(writtenIn(search), search.patternType);
}

/** Asks for a name. Warns if it would replace a saved search. */
async function askForName(
  title: string,
  query: string,
  saved: SavedSearches,
  before?: string,
): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("A name for: {0}", query),
    value: before ?? query,
    validateInput: (text) => {
      const trimmed = text.trim();
      if (trimmed === "") return vscode.l10n.t("Type a name.");
      if (trimmed === before || !saved.all.some(({ name }) => name === trimmed)) return undefined;
      const message = vscode.l10n.t("A saved search already has this name. Press Enter to replace it.");
      return { message, severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
  return name?.trim();
}
