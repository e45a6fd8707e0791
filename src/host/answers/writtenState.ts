import * as vscode from "vscode";
import { writingHelp } from "../../core/conversations/writingHelp.ts";
import type { ModelActivity, Question, WritingFailure, WrittenAnswer } from "../../core/model/conversation.ts";
import type { Block } from "../../protocol/markdown.ts";
import type { NoticeState, WrittenState } from "../../protocol/answer.ts";
import { actionsOf, notice } from "./answerNotices.ts";

/** What is shown below the words of a model. */
export function writtenState(
  { outcome, written }: Question,
  passages: readonly Block[],
  canAsk: boolean,
): WrittenState | undefined {
  if (!written) return undefined;
  const { model, answeredBy, statements, unsourced = 0, notes, unfound = 0, failure } = written;
  const isSettled = outcome.status !== "processing";
  const hasWords = written.passages !== "";
  const isComplete = unsourced === 0;
  const found =
    unfound === 0
      ? []
      : [
          unfound === 1
            ? vscode.l10n.t("A name or quote is not in what was read. It is marked.")
            : vscode.l10n.t("{0} names or quotes are not in what was read. They are marked.", unfound),
        ];
  return {
    hasWords,
    ...(isSettled &&
      hasWords &&
      statements !== undefined &&
      statements > 0 && { statements: { words: statementWords(statements, unsourced), isComplete } }),
    promise: hasWords ? vscode.l10n.t("Every citation leads to lines that were read.") : "",
    notes: [
      ...(isSettled && hasWords && answeredBy !== undefined
        ? [vscode.l10n.t("Written by {0} (requested: {1}).", answeredBy, model)]
        : []),
      ...found,
      ...notes,
    ],
    ...(passages.length > 0 && { passages: { label: vscode.l10n.t("Passages found"), blocks: passages } }),
    actions: isSettled && canAsk && !failure && outcome.status === "completed" ? actionsOf(["answerAgain"]) : [],
  };
}

function statementWords(statements: number, unsourced: number): string {
  const sourced = statements - unsourced;
  if (statements === 1)
    return sourced === 1 ? vscode.l10n.t("The statement has sources") : vscode.l10n.t("The statement has no sources");
  if (unsourced === 0) return vscode.l10n.t("{0} of {1} statements have sources", sourced, statements);
  return sourced === 1
    ? vscode.l10n.t("1 of {0} statements has sources, {1} without", statements, unsourced)
    : vscode.l10n.t("{0} of {1} statements have sources, {2} without", sourced, statements, unsourced);
}

/** Why a model stopped writing, and what to do; `undefined` if it finished by itself. */
export function writingNotice({ outcome, written }: Question, canAsk: boolean): NoticeState | undefined {
  if (!written || outcome.status === "processing") return undefined;
  const { failure } = written;
  const hasWords = written.passages !== "";
  const help = canAsk ? writingHelp(failure?.code, hasWords) : [];
  if (outcome.status === "canceled")
    return notice("info", vscode.l10n.t("Stopped. What had arrived by then is kept."), help);
  if (!failure) return undefined;
  const { message, retryAt } = failure;
  return {
    ...notice("warning", failureWords(failure, written, hasWords), help),
    ...(message !== "" && { details: message }),
    ...(retryAt !== undefined && { retryAt }),
  };
}

function failureWords({ code }: WritingFailure, { model }: WrittenAnswer, hasWords: boolean): string {
  switch (code) {
    case "noPermission":
      return vscode.l10n.t("You have no permission to use {0}. Check its key, or allow it, and answer again.", model);
    case "blocked":
      return vscode.l10n.t("{0} refused this question. Ask in other words, or choose another model.", model);
    case "notFound":
      return vscode.l10n.t("{0} is no longer available. Choose another model.", model);
    case "quota":
      return vscode.l10n.t("The quota of {0} is used up. Choose another model, or wait.", model);
    case "rateLimited":
      return hasWords
        ? vscode.l10n.t("{0} accepts no more requests for now. Continue a little later.", model)
        : vscode.l10n.t("{0} accepts no more requests for now. Answer again a little later.", model);
    case "loading":
      return hasWords
        ? vscode.l10n.t("{0} is still loading. Continue a little later.", model)
        : vscode.l10n.t("{0} is still loading. Answer again a little later.", model);
    case "overloaded":
      return hasWords
        ? vscode.l10n.t("{0} is overloaded or still loading. Continue a little later.", model)
        : vscode.l10n.t("{0} is overloaded or still loading. Answer again a little later.", model);
    case "contextTooSmall":
      return vscode.l10n.t("{0} has too little context for this. Give it a larger one, or ask about less.", model);
    case "unreachable":
      return vscode.l10n.t("{0} can't be reached. Check that its server is running.", model);
    case "brokenOff":
      return hasWords
        ? vscode.l10n.t("The answer broke off. Continue it, or answer again.")
        : vscode.l10n.t("The answer broke off before its first word. Answer again.");
    case "badAnswer":
      return vscode.l10n.t("What {0} sent can't be read. Answer again, or choose another model.", model);
    case "timeout":
      return hasWords
        ? vscode.l10n.t("{0} took too long. Continue, or choose a faster model.", model)
        : vscode.l10n.t("{0} took too long. Answer again, or choose a faster model.", model);
    case "endless":
      return vscode.l10n.t("{0} repeated itself and was stopped. Answer again, or choose another model.", model);
    case "empty":
      return vscode.l10n.t("{0} said nothing. Answer again, or choose another model.", model);
    default:
      return vscode.l10n.t("{0} failed. Answer again, or choose another model.", model);
  }
}

/** The model that is writing: `qwen3:4b at 127.0.0.1:11434`. */
export function writerName({ model, answeredBy }: WrittenAnswer): string {
  return answeredBy === undefined ? model : vscode.l10n.t("{0} (requested: {1})", answeredBy, model);
}

/** What the model of this name is doing. */
export function activityWords(activity: ModelActivity, name: string): string {
  switch (activity) {
    case "silent":
      return vscode.l10n.t("Waiting for {0}", name);
    case "thinking":
      return vscode.l10n.t("{0} is thinking", name);
    case "writing":
      return vscode.l10n.t("{0} is writing", name);
  }
}

/** What a model that is writing has taken so far: `2 rounds, about 8,100 tokens`. */
export function effortWords(written: WrittenAnswer): string | undefined {
  const { rounds, inputTokens, outputTokens, areTokensEstimated } = written;
  const sum = inputTokens + outputTokens;
  if (sum === 0) return undefined; // nothing was read
  const tokens = sum.toLocaleString(vscode.env.language);
  if (areTokensEstimated)
    return rounds === 1
      ? vscode.l10n.t("1 round, about {0} tokens", tokens)
      : vscode.l10n.t("{0} rounds, about {1} tokens", rounds, tokens);
  return rounds === 1
    ? vscode.l10n.t("1 round, {0} tokens", tokens)
    : vscode.l10n.t("{0} rounds, {1} tokens", rounds, tokens);
}
