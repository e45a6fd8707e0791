import * as vscode from "vscode";
import { dayGroups, type Dated } from "../../core/conversations/dayGroups.ts";
import { repositoryGroups } from "../../core/conversations/repositoryGroups.ts";
import { withoutBidiControls } from "../../core/text/bidi.ts";

/** Conversations by day of their last update, the newest first, with the words for each group. */
export function groupByDay<C extends Dated>(
  conversations: readonly C[],
  now: number,
): readonly { readonly label: string; readonly conversations: readonly C[] }[] {
  return dayGroups(conversations, now).map(({ group, members }) => ({
    label: {
      today: vscode.l10n.t("Today"),
      yesterday: vscode.l10n.t("Yesterday"),
      week: vscode.l10n.t("Last 7 Days"),
      month: vscode.l10n.t("Last 30 Days"),
      older: vscode.l10n.t("Older"),
    }[group],
    conversations: members,
  }));
}

/** Conversations by the repository that they are about, with the words for each group. */
export function groupByRepository<C extends Dated & { readonly repository?: string }>(
  conversations: readonly C[],
): readonly { readonly label: string; readonly conversations: readonly C[] }[] {
  return repositoryGroups(conversations).map(({ repository, members }) => ({
    label: repository === undefined ? vscode.l10n.t("Repository Not Known") : withoutBidiControls(repository),
    conversations: members,
  }));
}

/**
 * "5m", "3h", "2d", or the day if that is more than 30 days ago, in the editor's language: short enough to come first.
 */
export function shortAge(time: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - time) / 1000));
  const as = (count: number, unit: "minute" | "hour" | "day") =>
    count.toLocaleString(vscode.env.language, { style: "unit", unit, unitDisplay: "narrow" });
  if (seconds < 60) return vscode.l10n.t("now");
  if (seconds < 3600) return as(Math.trunc(seconds / 60), "minute");
  if (seconds < 86_400) return as(Math.trunc(seconds / 3600), "hour");
  if (seconds < 30 * 86_400) return as(Math.trunc(seconds / 86_400), "day");
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  return new Date(time).toLocaleDateString(vscode.env.language, isThisYear ? day : { ...day, year: "numeric" });
}

/** "5 min. ago", or the date if it is more than 30 days ago, in the editor's language. */
export function relativeTime(time: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(vscode.env.language, { numeric: "auto", style: "short" });
  const seconds = Math.round((time - now) / 1000);
  if (seconds > -60) return vscode.l10n.t("now");
  if (seconds > -3600) return format.format(Math.trunc(seconds / 60), "minute");
  if (seconds > -86_400) return format.format(Math.trunc(seconds / 3600), "hour");
  if (seconds > -30 * 86_400) return format.format(Math.trunc(seconds / 86_400), "day");
  return new Date(time).toLocaleDateString(vscode.env.language, { dateStyle: "medium" });
}
