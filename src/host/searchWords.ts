import * as vscode from "vscode";
import { wordingOf } from "./errorMessages.ts";
import { serviceName } from "./serviceName.ts";
import type { Search } from "./searches.ts";

/** How a search stands, in plain text for the view's message: what was found, then what to know about it. */
export function describeSearch(search: Search): string {
  const { counts, kept } = search.matches ?? {};
  const language = vscode.env.language;
  const notes = [
    counts &&
      kept &&
      kept.ranges < counts.ranges &&
      cutWords(search.matches?.failure, kept.ranges.toLocaleString(language), counts.ranges.toLocaleString(language)),
    search.alert && [search.alert.title, plainText(search.alert.description)].filter(Boolean).join(": "),
    ...search.serviceErrors.map((message) => vscode.l10n.t("The service reports: {0}", message)),
    search.unreadable > 0 &&
      vscode.l10n.t("{0} parts of the answer could not be read and are missing.", search.unreadable),
    search.failure !== undefined && wordingOf(search.failure, serviceName(search.reached?.account)).message,
    search.status === "stopped" && vscode.l10n.t("Stopped before it was done."),
    ...(search.progress?.skipped ?? []).filter(({ reason }) => /limit|display/.test(reason)).map(({ title }) => title),
  ].filter((note): note is string => typeof note === "string" && note !== "");
  return [countWords(search), ...notes].filter(Boolean).join("\n");
}

/** Why only so many of what was found can be shown, and what to do about it. */
function cutWords(failure: unknown, shown: string, found: string): string {
  if (failure === undefined)
    return vscode.l10n.t("Showing {0} of {1}. Narrow the search to see the others.", shown, found);
  const isFull = failure instanceof Error && "code" in failure && failure.code === "ENOSPC";
  return isFull
    ? vscode.l10n.t("Showing {0} of {1}: the disk is full. Free some space and search again.", shown, found)
    : vscode.l10n.t("Showing {0} of {1}: the others could not be written to disk. The log says why.", shown, found);
}

/** "42 matches in 2 repositories"; nothing found is said only where the search came to its end. */
export function countWords(search: Search): string {
  const counts = search.matches?.counts;
  const found = Math.max(counts?.ranges ?? 0, search.progress?.matchCount ?? 0);
  if (found === 0) {
    if (search.status === "running") return vscode.l10n.t("Searching…");
    return search.status === "done" && !search.alert && search.serviceErrors.length === 0
      ? vscode.l10n.t("No results for {0}", search.query.text)
      : "";
  }
  const matches =
    found === 1 ? vscode.l10n.t("1 match") : vscode.l10n.t("{0} matches", found.toLocaleString(vscode.env.language));
  const repositories = counts?.repositories ?? 0;
  return repositories === 1
    ? vscode.l10n.t("{0} in 1 repository", matches)
    : vscode.l10n.t("{0} in {1} repositories", matches, repositories);
}

/** Rows and messages of views are plain text: Markdown's marks go. */
export function plainText(markdown: string): string {
  return markdown.replace(/[`*]/g, "").replace(/\s+/g, " ").trim();
}
