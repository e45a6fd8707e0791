import * as vscode from "vscode";
import { foldedCode } from "../../core/markdown/passages.ts";
import { countUncited, sourceState, type ReadAnswer, type ReadAnswers } from "../../core/sources/answerSources.ts";
import { shownQuestions } from "../../core/conversations/shownQuestions.ts";
import { canChange, isSettled, type Conversation, type Question, type Quota } from "../../core/model/conversation.ts";
import { withoutBidiControls, withoutBidiControlsIn } from "../../core/text/bidi.ts";
import type { PendingQuestion } from "../../core/conversations/pendingQuestions.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import type { AnswerState, ProgressState, QuestionState, SourceState, WrittenState } from "../../protocol/answer.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Composer } from "../ask/composer.ts";
import { templates } from "../ask/questionPicker.ts";
import { printUnasked } from "./savedPanel.ts";
import { actionsOf, failureNotice, isNotFound, modelOffer, notice, outcomeNotice } from "./answerNotices.ts";
import { expectedWords } from "./expectedWords.ts";
import { labels } from "./panelLabels.ts";
import { logOf, notesOf, statsState } from "./questionDetails.ts";
import { relativeTime } from "../conversations/historyWords.ts";
import type { SourceFinding } from "../../core/sources/sourceCheck.ts";
import { quotaWords } from "../platform/quotaWords.ts";
import { serviceName } from "../platform/serviceName.ts";
import { activityWords, effortWords, writerName, writingNotice, writtenState } from "./writtenState.ts";
import { sourceStatus, statusSummary } from "../sources/sourceStatus.ts";

/** Everything that a panel knows. */
export interface AnswerKnowledge {
  readonly account: Account;
  readonly savedName: string | undefined;
  readonly conversation: Conversation | undefined;
  /** What the conversation is called; empty if it has no name yet. */
  readonly title: string;
  /** When work on the running question began, by our clock (milliseconds since the epoch). */
  readonly startedAt: number | undefined;
  readonly read: ReadAnswers | undefined;
  /** Questions that the service may not have: see `PendingQuestions`. */
  readonly pending: readonly PendingQuestion[];
  /** Whether the question on its way is to be stopped as soon as the service has it. */
  readonly isStopping: boolean;
  readonly failure: unknown;
  /** What the service last said about the person's quota. */
  readonly quota: Quota | undefined;
  /** How long the last answers of the service took, in milliseconds. */
  readonly earlierMs: readonly number[];
  /** Whether the conversation is no longer followed, because of that failure. */
  readonly isHalted: boolean;
  /** When the copy was made, if the conversation is a copy on this machine. */
  readonly copiedAt: number | undefined;
  /** See {@link AnswerState.steps}. */
  readonly steps: number;
  /** See {@link AnswerState.pointed}. */
  readonly pointed: AnswerState["pointed"];
  /** The results of the checks of sources, by their numbers. */
  readonly checked: { of(index: number): SourceFinding | undefined; readonly isChecking: boolean };
  /** Whether to say, under an answer of passages, that a model could write it. */
  readonly offersModel: boolean;
  /** Where the next question is written. */
  readonly composer: Pick<Composer, "state">;
}

/** What a panel shows of a conversation, in the person's language. */
export function answerState(known: AnswerKnowledge): AnswerState {
  const { account, conversation, pending, savedName, failure, copiedAt } = known;
  const canAsk = canAskNow(known, savedName !== undefined);
  const isFirst = conversation === undefined && savedName === undefined;
  const hasBox = (conversation ? canChange(conversation) : isFirst) && !isNotFound(failure);
  const isNew = isFirst && pending.length === 0;
  return {
    ...(savedName !== undefined && { name: savedName }),
    ...((pending.length > 0 || isNew) && { unasked: printUnasked({ accountId: account.id, questions: pending }) }),
    title: withoutBidiControls(known.title || firstQuestion(known)) || titleOf(isNew),
    questions: questionStates(known, canAsk),
    ...(hasBox && { followUp: known.composer.state({ isFirst, isBusy: !canAsk }) }),
    ...(isNew && { start: { heading: vscode.l10n.t("Templates"), templates: templates() } }),
    ...(conversation?.quota && { quota: withoutBidiControls(quotaWords(conversation.quota)) }),
    ...(conversation && !canChange(conversation) && { readOnly: readOnlyWords() }),
    steps: known.steps,
    ...(known.pointed && { pointed: known.pointed }),
    // The page of a local conversation would only lead back here.
    canOpenInBrowser: account.baseUrl !== undefined && conversation?.webUrl !== undefined,
    ...(copiedAt !== undefined && { copy: copyWords(copiedAt) }),
    ...(failure !== undefined && { notice: withoutBidiControlsIn(failureNotice(failure, account, known.quota)) }),
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

/** The id by which the page knows a question that was not asked. */
export function unaskedId({ startedAt }: PendingQuestion): string {
  return `unasked.${String(startedAt)}`;
}

/** The questions of the conversation. Unasked ones are placed where they would have been. */
function questionStates(known: AnswerKnowledge, canAsk: boolean): readonly QuestionState[] {
  const asked = shownQuestions(known.conversation?.questions ?? []).map((question) =>
    questionState(question, known, canAsk),
  );
  const states: QuestionState[] = [];
  let from = 0;
  for (const pending of known.pending) {
    const to = pending.failure === undefined ? asked.length : Math.max(from, pending.position);
    states.push(...asked.slice(from, to), pendingState(pending, known, canAsk));
    from = to;
  }
  return [...states, ...asked.slice(from)];
}

/** Until a conversation has a title, it is called by its first question. */
function firstQuestion({ conversation, pending }: AnswerKnowledge): string {
  return conversation?.questions[0]?.text ?? pending[0]?.text ?? "";
}

function titleOf(isNew: boolean): string {
  return isNew ? vscode.l10n.t("New Conversation") : vscode.l10n.t("Conversation");
}

function copyWords(copiedAt: number): string {
  const time = new Date(copiedAt).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "short" });
  return vscode.l10n.t("Offline copy, made {0} ({1})", relativeTime(copiedAt, Date.now()), time);
}

function readOnlyWords(): string {
  return vscode.l10n.t("This conversation belongs to another person. You can read it, but not continue it.");
}

function questionState(question: Question, known: AnswerKnowledge, canAsk: boolean): QuestionState {
  const { conversation, read, copiedAt, failure, isHalted } = known;
  const canStop = conversation !== undefined && canChange(conversation);
  const { outcome } = question;
  const answer = read?.answers.get(question.id);
  // Without the service, a copy can't tell whether its question is still running.
  const isFollowed = copiedAt === undefined ? !isHalted : failure === undefined;
  const isRunning = outcome.status === "processing" && isFollowed;
  // Without a copy, what is wrong with the conversation is all that there is to say.
  const isUnknown = outcome.status === "processing" && copiedAt === undefined;
  const progress = isRunning ? progressState(known, question, outcome.steps, canStop) : undefined;
  const written = writtenState(question, answer?.passages ?? [], canAsk);
  const isOffered = known.offersModel && !written && question === conversation?.questions.at(-1);
  const notice =
    isRunning || isUnknown
      ? undefined
      : (writingNotice(question, canAsk) ??
        outcomeNotice(outcome, canAsk, conversation?.quota) ??
        (isOffered ? modelOffer() : undefined));
  const sources = sourceStates(answer, known);
  const statuses = sources.filter(({ within }) => within === undefined).map(({ status }) => status);
  const sourcesSummary = statusSummary(statuses, known.checked.isChecking);
  const uncited = answer ? countUncited(answer) : 0;
  const shown = {
    text: question.text,
    ...(canStop && { canEdit: true }),
    ...(progress && { progress }),
    ...(notice && { notice }),
    ...(sourcesSummary !== undefined && { sourcesSummary }),
    ...(uncited > 0 && { uncited: { count: uncited, words: vscode.l10n.t("{0} not cited", uncited) } }),
    otherSources: (answer?.otherSources ?? []).map(({ label }) => label),
    suggestedFollowUps: question.suggestedFollowUps,
    log: isRunning ? [] : logOf(question),
    ...(question.stats && { stats: statsState(question.stats, question) }),
    notes: notesOf(question),
  };
  const { passages, ...told } = written ?? {};
  const folded = foldedCode((written?.hasWords === true ? passages?.blocks : answer?.blocks) ?? [], question.passages);
  return {
    id: question.id,
    ...withoutBidiControlsIn(shown),
    answer: answer?.blocks ?? [],
    ...(folded.length > 0 && { folded }),
    sources,
    ...(written && {
      written: { ...withoutBidiControlsIn(told as Omit<WrittenState, "passages">), ...(passages && { passages }) },
    }),
  };
}

/** The sources with a row, in order, then those that are part of a row. */
function sourceStates(answer: ReadAnswer | undefined, { read, checked }: AnswerKnowledge): readonly SourceState[] {
  const { listed = [], sources: cited = [] } = answer ?? {};
  const rows = new Map(listed.flatMap(({ index, parts }) => parts.map((part) => [part, index] as const)));
  return [...new Set([...listed.map(({ index }) => index), ...cited])].flatMap((index) => {
    const location = read?.sources[index];
    const within = rows.get(index);
    return location ? [checkedSourceState(index, location, checked, within)] : [];
  });
}

/** A source, with the result of its check if there is one: the same object as before if nothing differs. */
export function checkedSourceState(
  index: number,
  location: SourceLocation,
  checked: AnswerKnowledge["checked"],
  within?: number,
): SourceState {
  const finding = checked.of(index);
  const known = drawn.get(location);
  if (known?.finding === finding && known?.state.index === index && known.state.within === within) return known.state;
  const { check, excerpt } = finding ?? {};
  const state = withoutBidiControlsIn({
    ...sourceState(index, location),
    ...(check && { status: sourceStatus(location, check) }),
    ...(excerpt !== undefined && { excerpt }),
    ...(within !== undefined && { within }),
  });
  drawn.set(location, { finding, state });
  return state;
}

/** The last state of each source: an answer that grows has hundreds of them, several times a second. */
const drawn = new WeakMap<
  SourceLocation,
  { readonly finding: SourceFinding | undefined; readonly state: SourceState }
>();

function progressState(
  { account, startedAt = Date.now(), earlierMs }: AnswerKnowledge,
  { written }: Question,
  steps: readonly string[],
  canStop: boolean,
): ProgressState {
  if (written?.activity === undefined) {
    const isTold = steps.length > 0 || account.baseUrl === undefined;
    const expected = isTold ? undefined : expectedWords(startedAt, earlierMs, Date.now());
    return { label: searching(account), startedAt, steps, canStop, ...(expected !== undefined && { expected }) };
  }
  const effort = effortWords(written);
  const label = withoutBidiControls(activityWords(written.activity, writerName(written)));
  return { label, startedAt, steps, canStop, ...(effort !== undefined && { effort }) };
}

function pendingState(pending: PendingQuestion, known: AnswerKnowledge, canAsk: boolean): QuestionState {
  const { account, conversation } = known;
  const { startedAt, failure, isForgotten } = pending;
  const text = withoutBidiControls(pending.text);
  const nothing = { answer: [], sources: [], otherSources: [], suggestedFollowUps: [], log: [], notes: [] };
  if (failure === undefined) {
    const label = known.isStopping ? vscode.l10n.t("Stopping") : searching(account);
    const progress = { label, startedAt, steps: [], canStop: !known.isStopping };
    return { ...nothing, id: String(conversation?.questions.length ?? 0), text, progress };
  }
  const told = isForgotten
    ? notice("warning", vscode.l10n.t("The window was closed before this was asked."), ["retry", "showLog"])
    : failureNotice(failure, account, known.quota);
  const actions = told.actions.filter(({ action }) =>
    action === "retry" ? canAsk : action !== "forget" || conversation,
  );
  const more = conversation ? actionsOf(["discard"]) : [];
  const words = withoutBidiControlsIn(told);
  return {
    ...nothing,
    id: unaskedId(pending),
    text,
    canEdit: true,
    notice: { ...words, actions: [...actions, ...more] },
  };
}

function searching(account: Account): string {
  return account.baseUrl === undefined
    ? vscode.l10n.t("Searching the open folders")
    : vscode.l10n.t("{0} is searching the code", serviceName(account));
}
