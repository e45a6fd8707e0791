import * as vscode from "vscode";
import type { Question, Stats } from "../../core/model/conversation.ts";
import type { StatsState } from "../../protocol/answer.ts";

/** What an answer took, in the person's language. Includes only what the service reports. */
export function statsState(
  stats: Stats,
  { createdAt, updatedAt, written }: Pick<Question, "createdAt" | "updatedAt" | "written">,
): StatsState {
  const areTokensEstimated = written?.areTokensEstimated === true;
  const { timeMs, toolCalls, credits, totalTokens } = stats;
  const tokens = (count: number | undefined) => {
    const printed = print(count);
    return areTokensEstimated && printed !== undefined ? vscode.l10n.t("about {0}", printed) : printed;
  };
  const rows: [string, string | undefined][] = [
    [vscode.l10n.t("Time"), timeMs === undefined ? undefined : printDuration(timeMs)],
    [vscode.l10n.t("Tool calls"), print(toolCalls)],
    [vscode.l10n.t("Credits"), print(credits)],
    [vscode.l10n.t("Tokens in total"), tokens(totalTokens)],
    [vscode.l10n.t("Tokens in the prompt"), tokens(stats.promptTokens)],
    [vscode.l10n.t("Tokens in the answer"), tokens(stats.completionTokens)],
    [vscode.l10n.t("Tokens read"), print(stats.totalInputTokens)],
    [vscode.l10n.t("Tokens read from the cache"), print(stats.cachedTokens)],
    [vscode.l10n.t("Tokens written to the cache"), print(stats.cacheCreationInputTokens)],
    [vscode.l10n.t("Asked"), printTime(createdAt)],
    [vscode.l10n.t("Last changed"), printTime(updatedAt)],
  ];
  const summary = [
    timeMs === undefined ? undefined : printDuration(timeMs),
    toolCalls &&
      (toolCalls === 1 ? vscode.l10n.t("1 tool call") : vscode.l10n.t("{0} tool calls", print(toolCalls) ?? "")),
    credits && (credits === 1 ? vscode.l10n.t("1 credit") : vscode.l10n.t("{0} credits", print(credits) ?? "")),
  ];
  return {
    summary: summary.filter(Boolean).join(" · "),
    rows: rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
  };
}

/** What the agent did, without the person's own words and without the answer itself. */
export function logOf({ turns = [], outcome }: Question): readonly string[] {
  const answer = outcome.status === "completed" ? outcome.answer.trim() : undefined;
  return turns.filter(({ role, text }) => role !== "user" && text.trim() !== answer).map(({ text }) => text);
}

/** What belongs to a question or its answer and can't be shown here. */
export function notesOf({ images = [], unknownBlocks = [] }: Question): readonly string[] {
  const notes: string[] = [];
  if (images.length > 0)
    notes.push(
      images.length === 1
        ? vscode.l10n.t("The question has an image, which is not shown here.")
        : vscode.l10n.t("The question has {0} images, which are not shown here.", images.length),
    );
  for (const kind of unknownBlocks) notes.push(vscode.l10n.t('A part of the kind "{0}" can\'t be shown here.', kind));
  return notes;
}

function printTime(time: number | undefined): string | undefined {
  if (time === undefined) return undefined;
  return new Date(time).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "short" });
}

function print(value: number | undefined): string | undefined {
  return value?.toLocaleString(vscode.env.language);
}

/** What took less than ten seconds, to a tenth: half a second is not none. */
export function printDuration(timeMs: number): string {
  const seconds = timeMs < 9_950 ? Math.ceil(timeMs / 100) / 10 : Math.round(timeMs / 1000);
  const unit = (value: number, name: "minute" | "second") =>
    new Intl.NumberFormat(vscode.env.language, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  if (seconds < 60) return unit(seconds, "second");
  const minutes = unit(Math.floor(seconds / 60), "minute");
  return seconds % 60 === 0 ? minutes : `${minutes} ${unit(seconds % 60, "second")}`;
}
