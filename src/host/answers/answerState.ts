import * as vscode from "vscode";
import { sourceState, type ReadAnswers } from "../../core/sources/answerSources.ts";
import {
  canChange,
  isSettled,
  type Conversation,
  type Outcome,
  type Question,
  type Quota,
} from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { PendingQuestion } from "../../core/conversations/pendingQuestions.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import type {
  AnswerState,
  FollowUpState,
  NoticeAction,
  NoticeState,
  ProgressState,
  QuestionState,
  SourceState,
} from "../../protocol/answer.ts";
import type { Account } from "../accounts/accounts.ts";
import { printUnasked } from "./savedPanel.ts";
import { failureWords, wordingOf } from "../platform/errorMessages.ts";
import { logOf, notesOf, quotaWords, statsState } from "./questionDetails.ts";
import { relativeTime } from "../conversations/historyWords.ts";
import type { SourceFinding } from "../sources/checkedSources.ts";
import { serviceName } from "../platform/serviceName.ts";
import { sourceStatus, statusSummary } from "../sources/sourceStatus.ts";

/** Everything that a panel knows. */
export interface AnswerKnowledge {
  readonly account: Account;
  readonly savedName: string | undefined;
  readonly conversation: Conversation | undefined;
  /** Since when its question has been answered that is, by our clock (milliseconds since the epoch). */
  readonly startedAt: number | undefined;
  readonly read: ReadAnswers | undefined;
  /** What the service may not have: see `PendingQuestions`. */
  readonly pending: readonly PendingQuestion[];
  /** Whether the question on its way is to be stopped as soon as the service has it. */
  readonly isStopping: boolean;
  readonly failure: unknown;
  /** Set where the conversation is the copy of this machine: when it was made. */
  readonly copiedAt: number | undefined;
  /** See {@link AnswerState.steps}. */
  readonly steps: number;
  /** See {@link AnswerState.pointed}. */
  readonly pointed: AnswerState["pointed"];
  /** What became of the sources, by their numbers. */
  readonly checked: { of(index: number): SourceFinding | undefined; readonly isChecking: boolean };
  /** See {@link FollowUpState.draft}. */
  readonly draft: FollowUpState["draft"];
}

/** The picture of a conversation, in the person's language. */
export function answerState(known: AnswerKnowledge): AnswerState {
  const { account, conversation, pending, savedName, failure, copiedAt } = known;
  const canAsk = canAskNow(known, savedName !== undefined);
  const hasBox = conversation !== undefined && canChange(conversation) && !isNotFound(failure);
  return {
    ...(savedName !== undefined && { name: savedName }),
    ...(pending.length > 0 && { unasked: printUnasked({ accountId: account.id, questions: pending }) }),
    title: conversation?.title || pending[0]?.text || vscode.l10n.t("Conversation"),
    questions: questionStates(known, canAsk),
    ...(hasBox && { followUp: followUpState(!canAsk, known.draft) }),
    ...(conversation?.quota && { quota: quotaWords(conversation.quota) }),
    ...(conversation && !canChange(conversation) && { readOnly: readOnlyWords() }),
    steps: known.steps,
    ...(known.pointed && { pointed: known.pointed }),
    // The page of a local one would only lead back here.
    canOpenInBrowser: account.baseUrl !== undefined && conversation?.webUrl !== undefined,
    ...(copiedAt !== undefined && { copy: copyWords(copiedAt) }),
    ...(failure !== undefined && { notice: failureNotice(failure, account) }),
    labels: labels(),
  };
}

/** Whether a question can be sent now; `isMade` says that the conversation exists, though it may not be here yet. */
export function canAskNow(
  { conversation, pending, failure }: Pick<AnswerKnowledge, "conversation" | "pending" | "failure">,
  isMade: boolean,
): boolean {
  if (pending.some((question) => question.failure === undefined) || isNotFound(failure)) return false;
  return conversation ? canChange(conversation) && isSettled(conversation) : !isMade;
}

/** What the page calls a question that was not asked. */
export function unaskedId({ startedAt }: PendingQuestion): string {
  return `unasked.${String(startedAt)}`;
}

/** Those of the conversation, with those that were not asked where they would have come. */
function questionStates(known: AnswerKnowledge, canAsk: boolean): readonly QuestionState[] {
  const asked = (known.conversation?.questions ?? []).map((question) => questionState(question, known, canAsk));
  const states: QuestionState[] = [];
  let from = 0;
  for (const pending of known.pending) {
    const to = pending.failure === undefined ? asked.length : Math.max(from, pending.position);
    states.push(...asked.slice(from, to), pendingState(pending, known, canAsk));
    from = to;
  }
  return [...states, ...asked.slice(from)];
}

function copyWords(copiedAt: number): string {
  const time = new Date(copiedAt).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "short" });
  return vscode.l10n.t("Copy on this machine, made {0} ({1})", relativeTime(copiedAt, Date.now()), time);
}

function readOnlyWords(): string {
  return vscode.l10n.t("This is somebody else's conversation. You can read it, but not go on with it.");
}

function isNotFound(failure: unknown): boolean {
  return failure instanceof ServiceError && failure.code === "notFound";
}

function questionState(question: Question, known: AnswerKnowledge, canAsk: boolean): QuestionState {
  const { conversation, read, copiedAt, failure } = known;
  const canStop = conversation !== undefined && canChange(conversation);
  const { outcome } = question;
  const answer = read?.answers.get(question.id);
  // Nobody knows how a copy went on that can't be compared with the service.
  const isRunning = outcome.status === "processing" && (copiedAt === undefined || failure === undefined);
  const progress = isRunning ? progressState(known, outcome.steps, canStop) : undefined;
  const notice = isRunning ? undefined : outcomeNotice(outcome, canAsk, conversation?.quota);
  const sources = (answer?.sources ?? []).flatMap((index) => {
    const location = read?.sources[index];
    return location ? [checkedSourceState(index, location, known.checked)] : [];
  });
  const statuses = sources.map(({ status }) => status);
  const sourcesSummary = statusSummary(statuses, known.checked.isChecking);
  return {
    id: question.id,
    text: question.text,
    ...(progress && { progress }),
    answer: answer?.blocks ?? [],
    ...(notice && { notice }),
    sources,
    ...(sourcesSummary !== undefined && { sourcesSummary }),
    otherSources: (answer?.otherSources ?? []).map(({ label }) => label),
    suggestedFollowUps: question.suggestedFollowUps,
    log: isRunning ? [] : logOf(question),
    ...(question.stats && { stats: statsState(question.stats) }),
    notes: notesOf(question),
  };
}

/** A source with what became of it, as far as it was looked for. */
export function checkedSourceState(
  index: number,
  location: SourceLocation,
  checked: AnswerKnowledge["checked"],
): SourceState {
  const { check, excerpt } = checked.of(index) ?? {};
  return {
    ...sourceState(index, location),
    ...(check && { status: sourceStatus(location, check) }),
    ...(excerpt !== undefined && { excerpt }),
  };
}

function followUpState(isBusy: boolean, draft: FollowUpState["draft"]): FollowUpState {
  return {
    placeholder: vscode.l10n.t("Ask a follow-up question"),
    send: vscode.l10n.t("Ask"),
    mention: vscode.l10n.t("Mention a Repository or File"),
    draft,
    ...(isBusy && {
      waiting: vscode.l10n.t("It can be asked when the answer is there. Until then it is kept as a draft."),
    }),
  };
}

function progressState(
  { account, startedAt = Date.now() }: AnswerKnowledge,
  steps: readonly string[],
  canStop: boolean,
): ProgressState {
  return { label: searching(account), startedAt, steps, canStop };
}

function pendingState(pending: PendingQuestion, known: AnswerKnowledge, canAsk: boolean): QuestionState {
  const { account, conversation } = known;
  const { text, startedAt, failure, isForgotten } = pending;
  const nothing = { answer: [], sources: [], otherSources: [], suggestedFollowUps: [], log: [], notes: [] };
  if (failure === undefined) {
    const label = known.isStopping ? vscode.l10n.t("Stopping") : searching(account);
    const progress = { label, startedAt, steps: [], canStop: !known.isStopping };
    return { ...nothing, id: String(conversation?.questions.length ?? 0), text, progress };
  }
  const told = isForgotten
    ? notice("warning", vscode.l10n.t("This was not asked before the window was closed."), ["retry", "showLog"])
    : failureNotice(failure, account);
  const actions = told.actions.filter(({ action }) =>
    action === "retry" ? canAsk : action !== "forget" || conversation,
  );
  const more = conversation ? actionsOf(["discard"]) : [];
  return { ...nothing, id: unaskedId(pending), text, notice: { ...told, actions: [...actions, ...more] } };
}

function searching(account: Account): string {
  return account.baseUrl === undefined
    ? vscode.l10n.t("Searching the open folders")
    : vscode.l10n.t("{0} is searching the code", serviceName(account));
}

function failureNotice(failure: unknown, account: Account): NoticeState {
  const retryAt = failure instanceof ServiceError ? failure.retryAt : undefined;
  // When to try again is counted down beside the words: they needn't tell it.
  const told = failure instanceof ServiceError && retryAt ? new ServiceError(failure.code, failure.message) : failure;
  const { message, signIn, page } = wordingOf(told, serviceName(account));
  const counted = retryAt === undefined ? {} : { retryAt };
  if (isNotFound(failure)) return notice("error", message, ["forget", "retry", "showLog"]);
  const helping: readonly NoticeAction[] = page ? ["openService"] : signIn ? ["signIn"] : [];
  return { ...notice("error", message, [...helping, "retry", "showLog"]), ...counted };
}

function outcomeNotice(outcome: Outcome, canAsk: boolean, quota: Quota | undefined): NoticeState | undefined {
  const actions: readonly NoticeAction[] = canAsk ? ["retry"] : [];
  switch (outcome.status) {
    case "processing":
      return notice("info", vscode.l10n.t("The answer was not there yet when this copy was made."), []);
    case "completed":
      // The new interface keeps one state for the whole conversation: what became of an earlier question is not told.
      return outcome.answer.trim() === ""
        ? notice("info", vscode.l10n.t("There is no answer to this question."), [])
        : undefined;
    case "canceled":
      return notice("info", vscode.l10n.t("Stopped. You can ask again, or something else."), actions);
    case "unknown":
      return notice(
        "warning",
        outcome.state === ""
          ? vscode.l10n.t("The service doesn't say what became of this question. Nothing has changed for a while.")
          : vscode.l10n.t(
              'The service says that this question is "{0}", which Plumbline doesn\'t know. Nothing has changed for a while.',
              outcome.state,
            ),
        actions,
      );
    case "failed":
      return {
        ...notice("error", failureWords(outcome, quota), actions),
        ...(outcome.details !== undefined && { details: outcome.details }),
        ...(outcome.retryAt !== undefined && { retryAt: outcome.retryAt }),
      };
  }
}

function notice(severity: NoticeState["severity"], message: string, actions: readonly NoticeAction[]): NoticeState {
  return { severity, message, actions: actionsOf(actions) };
}

function actionsOf(actions: readonly NoticeAction[]): NoticeState["actions"] {
  const words: Record<NoticeAction, string> = {
    retry: vscode.l10n.t("Try Again"),
    signIn: vscode.l10n.t("Sign In…"),
    openService: vscode.l10n.t("Open in Browser"),
    showLog: vscode.l10n.t("Show Log"),
    forget: vscode.l10n.t("Remove from History"),
    discard: vscode.l10n.t("Discard"),
  };
  return actions.map((action) => ({ action, label: words[action] }));
}

function labels(): AnswerState["labels"] {
  return {
    stop: vscode.l10n.t("Stop"),
    sources: vscode.l10n.t("Sources"),
    checkSources: vscode.l10n.t("Check Again"),
    compareSource: vscode.l10n.t("Compare with the cited version"),
    followUps: vscode.l10n.t("Ask next"),
    copy: vscode.l10n.t("Copy"),
    copied: vscode.l10n.t("Copied"),
    code: vscode.l10n.t("Code"),
    wrap: vscode.l10n.t("Wrap Lines"),
    insertCode: vscode.l10n.t("Insert at Cursor"),
    openCode: vscode.l10n.t("Open in Editor"),
    searchCode: vscode.l10n.t("Search for This"),
    diagram: vscode.l10n.t("Diagram"),
    zoomIn: vscode.l10n.t("Zoom In"),
    zoomOut: vscode.l10n.t("Zoom Out"),
    zoomReset: vscode.l10n.t("Fit"),
    copySvg: vscode.l10n.t("Copy as SVG"),
    showSource: vscode.l10n.t("Show Source"),
    log: vscode.l10n.t("What Was Done"),
    stats: vscode.l10n.t("What It Took"),
    details: vscode.l10n.t("Details"),
    openInBrowser: vscode.l10n.t("Open in Browser"),
    retryIn: vscode.l10n.t("You can try again in {0}."),
    retryNow: vscode.l10n.t("You can try again now."),
    question: vscode.l10n.t("Question"),
    answer: vscode.l10n.t("Answer"),
    answered: vscode.l10n.t("The answer is there."),
    showMore: vscode.l10n.t("Show More"),
    showLess: vscode.l10n.t("Show Less"),
  };
}
