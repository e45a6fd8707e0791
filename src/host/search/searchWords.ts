import * as vscode from "vscode";
import type { Retry } from "../../core/search/searchRetries.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { atStart, serviceName } from "../platform/serviceName.ts";
import type { Search } from "./searches.ts";

/** What a search is called: by the name it was given, or by its query. */
export function titleOf({ name, query }: Search): string {
  return name ?? query.text;
}

/** How a search stands, in plain text for the view's message: what was found, then what to know about it. */
export function describeSearch(search: Search): string {
  const { alert, failure, matches, progress, retry, serviceErrors, unreadable } = search;
  const shown = matches?.kept.ranges ?? 0;
  const notes = [
    isCut(search) && cutWords(matches?.failure, count(shown), count(foundBy(search))),
    alert && [alert.title, plainText(alert.description)].filter(Boolean).join(": "),
    ...serviceErrors.map((message) => vscode.l10n.t("The service reports: {0}", message)),
    unreadable > 0 && vscode.l10n.t("{0} parts of the answer could not be read and are missing.", unreadable),
    retry && retryWords(search, retry),
    failure !== undefined && wordingOf(failure, serviceName(search.reached?.account)).message,
    ...(progress?.skipped ?? []).filter(({ severity }) => /^(?:warn|error)/.test(severity)).map(({ title }) => title),
  ].filter((note): note is string => typeof note === "string" && note !== "");
  return [headline(search), ...notes].filter(Boolean).join("\n");
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
  const found = foundBy(search);
  if (found === 0) {
    if (search.status === "running") return vscode.l10n.t("Searching…");
    return search.status === "done" && !search.alert && search.serviceErrors.length === 0
      ? vscode.l10n.t("No results for {0}", search.query.text)
      : "";
  }
  const matches = found === 1 ? vscode.l10n.t("1 match") : vscode.l10n.t("{0} matches", count(found));
  const repositories = search.matches?.counts.repositories ?? 0;
  return repositories === 1
    ? vscode.l10n.t("{0} in 1 repository", matches)
    : vscode.l10n.t("{0} in {1} repositories", matches, count(repositories));
}

/** Whether there is more to find than the search was to look for, or than it was to show. */
export function isLimited(search: Search): boolean {
  return isCut(search) || (search.progress?.skipped ?? []).some(({ reason }) => /limit|display/.test(reason));
}

/** What came of a search in a few words: its count, and whether that is all. */
export function headline(search: Search): string {
  const words = countWords(search);
  if (search.status === "stopped") {
    return foundBy(search) === 0 ? vscode.l10n.t("Stopped before it was done.") : vscode.l10n.t("{0}, stopped", words);
  }
  if (foundBy(search) === 0) return words;
  if (search.status === "failed") return vscode.l10n.t("{0}, incomplete", words);
  return isLimited(search) ? vscode.l10n.t("{0}, stopped at the limit", words) : words;
}

/** Seconds, as people write them; nothing where the service didn't say. */
export function durationWords({ progress }: Search): string {
  if (!progress || progress.durationMs <= 0) return "";
  const seconds = progress.durationMs / 1000;
  const digits = seconds < 1 ? 2 : seconds < 10 ? 1 : 0;
  return vscode.l10n.t("{0} s", seconds.toLocaleString(vscode.env.language, { maximumFractionDigits: digits }));
}

/** Ranges that were found, also those that were not sent. */
function foundBy({ matches, progress }: Search): number {
  return Math.max(matches?.counts.ranges ?? 0, progress?.matchCount ?? 0);
}

/** Whether less is shown than was found. */
function isCut(search: Search): boolean {
  const { matches, progress } = search;
  if (!matches) return false;
  const isKeptBack = progress?.skipped.some(({ reason }) => reason === "display") ?? false;
  return matches.kept.ranges < (isKeptBack ? foundBy(search) : matches.counts.ranges);
}

/** What went wrong, and when it is tried again. */
function retryWords({ reached }: Search, { attempt, of, delayMs, failure }: Retry): string {
  const service = serviceName(reached?.account);
  const what =
    failure.code === "incomplete"
      ? atStart(vscode.l10n.t("The connection to {0} broke before the search was done.", service))
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

/** Rows and messages of views are plain text: Markdown's marks go. */
export function plainText(markdown: string): string {
  return markdown.replace(/[`*]/g, "").replace(/\s+/g, " ").trim();
}
