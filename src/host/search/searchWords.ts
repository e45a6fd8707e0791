import * as vscode from "vscode";
import { withoutMarks } from "../../core/markdown/withoutMarks.ts";
import type { FilteredMatches } from "../../core/search/filteredMatches.ts";
import { countSearch, type SearchCounts } from "../../core/search/searchCounts.ts";
import type { Retry } from "../../core/search/searchRetries.ts";
import { relativeTime } from "../conversations/historyWords.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { Search } from "./searches.ts";

/** The title of a search: the name that it was given, or its query. */
export function titleOf({ name, query }: Search): string {
  return name ?? query.text;
}

/**
 * The state of a search in plain text, for the view's message: what was found, then what to know about it. The alert is
 * left out where it `isShown` already.
 */
export function describeSearch(search: Search, { isShown = false } = {}): string {
  const { alert, failure, progress, retry, serviceErrors, unreadable } = search;
  const notes = [
    search.isEarlier && earlierWords(search),
    cutWords(search),
    !isShown && alert && [alert.title, alert.description].map(withoutMarks).filter(Boolean).join(": "),
    ...serviceErrors.map((message) => vscode.l10n.t("The service reports: {0}", message)),
    unreadable === 1
      ? vscode.l10n.t("1 part of the answer could not be read and is missing.")
      : unreadable > 0 && vscode.l10n.t("{0} parts of the answer could not be read and are missing.", unreadable),
    retry && retryWords(search, retry),
    failure !== undefined && wordingOf(failure, serviceName(search.reached?.account)).message,
    ...(progress?.skipped ?? []).filter(({ severity }) => /^(?:warn|error)/.test(severity)).map(({ title }) => title),
  ].filter((note): note is string => typeof note === "string" && note !== "");
  return [headline(search), ...notes].filter(Boolean).join("\n");
}

/** When results from before a reload were found, and how to get current ones. */
function earlierWords({ startedAt }: Search): string {
  return vscode.l10n.t("Earlier results ({0}). Search again to update them.", relativeTime(startedAt, Date.now()));
}

/** Why only part of what was found can be shown, and what to do about it. */
function cutWords(search: Search): string {
  const { cut, shown, found } = countsOf(search);
  const failure = search.matches?.failure;
  const numbers = [count(shown), count(found)] as const;
  switch (cut) {
    case "limit":
      if (search.isEarlier) return vscode.l10n.t("Showing the first {0} of {1}.", ...numbers);
      return vscode.l10n.t("Showing {0} of {1}. Narrow the search to see the others.", ...numbers);
    case "unsent":
      return vscode.l10n.t("Showing {0} of {1}: the service did not send the others.", ...numbers);
    case "unwritten":
      return failure instanceof Error && "code" in failure && failure.code === "ENOSPC"
        ? vscode.l10n.t("Showing {0} of {1}: the disk is full. Free some space and search again.", ...numbers)
        : vscode.l10n.t("Showing {0} of {1}: the others could not be written to disk. The log says why.", ...numbers);
    default:
      return "";
  }
}

/** "42 matches in 2 repositories"; that nothing was found is said only if the search ran to its end. */
function countWords(search: Search): string {
  const { found, repositories } = countsOf(search);
  if (found === 0) {
    if (search.status === "running") return vscode.l10n.t("Searching…");
    if (search.dismissals.changes > 0) return vscode.l10n.t("All matches were dismissed.");
    return search.status === "done" && !search.alert && search.serviceErrors.length === 0
      ? vscode.l10n.t("No results for {0}", search.query.text)
      : "";
  }
  return repositories === 1
    ? vscode.l10n.t("{0} in 1 repository", matchWords(found))
    : vscode.l10n.t("{0} in {1} repositories", matchWords(found), count(repositories));
}

/** How many matches of a search are shown: those that pass the filter, if any, less those that were dismissed. */
export function shownCount(search: Search, filtered: FilteredMatches | undefined): number {
  if (!filtered) return countsOf(search).shown;
  return filtered.kept.ranges - search.dismissals.countIn(filtered, (index) => filtered.holds(index)).ranges;
}

/** How many matches a filter of the rows leaves, out of all. */
export function filterWords(filter: string, filtered: FilteredMatches, search: Search): string {
  const left = shownCount(search, filtered);
  return vscode.l10n.t("Showing {1} of {2}: rows with {0}", filter, count(left), matchWords(countsOf(search).shown));
}

/** The count, and how much of it can be shown. */
export function shownWords(search: Search): string {
  return [countWords(search), cutWords(search)].filter(Boolean).join(". ");
}

/** "1 match", "1,234 matches". */
export function matchWords(matches: number): string {
  return matches === 1 ? vscode.l10n.t("1 match") : vscode.l10n.t("{0} matches", count(matches));
}

/** Whether there is more than the search was limited to finding or showing. */
export function isLimited(search: Search): boolean {
  const { cut, isStoppedAtLimit } = countsOf(search);
  return isStoppedAtLimit || cut === "limit";
}

/** The outcome of a search in a few words: its count, and whether that is all. */
export function headline(search: Search): string {
  const words = countWords(search);
  const { found, isStoppedAtLimit } = countsOf(search);
  if (search.status === "stopped") {
    return found === 0 ? vscode.l10n.t("Stopped before the search finished.") : vscode.l10n.t("{0}, stopped", words);
  }
  if (found === 0) return words;
  if (search.status === "failed") return vscode.l10n.t("{0}, incomplete", words);
  return isStoppedAtLimit ? vscode.l10n.t("{0}, stopped at the limit", words) : words;
}

/** The headline, or the outcome of a search that has none; never empty. */
export function outcomeWords(search: Search): string {
  const { alert, serviceErrors, status } = search;
  if (status === "failed" || serviceErrors.length > 0) return headline(search) || vscode.l10n.t("Search failed");
  return headline(search) || withoutMarks(alert?.title ?? alert?.description ?? "") || vscode.l10n.t("No results");
}

/** The seconds that it took, as people write them; empty if the service didn't say. */
export function durationWords({ progress }: Search): string {
  if (!progress || progress.durationMs <= 0) return "";
  const seconds = progress.durationMs / 1000;
  const digits = seconds < 1 ? 2 : seconds < 10 ? 1 : 0;
  return vscode.l10n.t("{0} s", seconds.toLocaleString(vscode.env.language, { maximumFractionDigits: digits }));
}

/** The counts of a search, for everything that shows them. */
export function countsOf(search: Search): SearchCounts {
  return countSearch(search, search.status !== "running");
}

/** What went wrong, and when the search is tried again. */
function retryWords({ reached }: Search, { attempt, of, delayMs, failure }: Retry): string {
  const service = serviceName(reached?.account);
  const what =
    failure.code === "incomplete"
      ? vscode.l10n.t("The connection to {0} broke before the search finished.", service)
      : wordingOf(failure, service).message;
  const again = vscode.l10n.t(
    "Trying again in {0} s ({1} of {2})…",
    Math.max(1, Math.round(delayMs / 1000)),
    attempt,
    of,
  );
  return `${what} ${again}`;
}

function count(number: number): string {
  return number.toLocaleString(vscode.env.language);
}
