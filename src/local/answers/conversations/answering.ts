import { awakeTimeout } from "../../../core/model/awakeTimeout.ts";
import { isAbort } from "../../../core/model/errors.ts";
import type { ListedSource } from "../../../core/model/conversation.ts";
import type { LanguageModel } from "../../../core/model/languageModel.ts";
import type { Log } from "../../base/log.ts";
import { l10n } from "../../base/l10n.ts";
import type { Semaphore } from "../../base/semaphore.ts";
import type { ReplyLimits } from "../writing/reply.ts";
import type { AnswerRecords } from "./answerRecords.ts";
import type { Asking } from "./askedQuestion.ts";
import { failureMessage, type FindAnswer, type FoundAnswer } from "./foundAnswer.ts";
import { questionsHeldBack } from "./shownFiles.ts";
import { BROKEN_OFF, settledWriting } from "./settledQuestion.ts";
import type { QuestionState, Step, StoredConversation, StoredQuestion } from "./storedConversation.ts";
import { textOfWriting, type StoredWriting } from "./storedWriting.ts";
import { HandedFiles, writeWords, type LookUpInFolders } from "./writtenAnswers.ts";

const FINDING_AT_MOST_MS = 60_000;
/** What was read by then is ranked: that is worth more than no answer. */
const READING_AT_MOST_MS = FINDING_AT_MOST_MS / 2;

/** What questions are answered with. */
export interface AnsweringParts {
  readonly find: FindAnswer;
  /** What a model that writes may look up. */
  readonly lookUp: LookUpInFolders;
  /** Those of earlier questions whose answers show what is held back from a model; by default, judged by names. */
  readonly findHeldBack?: (questions: readonly StoredQuestion[]) => Promise<ReadonlySet<StoredQuestion>>;
  /** Overrides the usual limits, for tests. */
  readonly replyLimits?: Partial<ReplyLimits>;
  readonly records: AnswerRecords;
  /** Answers are found in turn; a model that writes needs none. */
  readonly turns: Semaphore;
  readonly log: Log;
  /** Aborted when this process ends. */
  readonly closing: AbortSignal;
}

/** One question of a conversation, and who is to answer it. */
export interface AnsweringTask {
  readonly conversation: StoredConversation;
  /** The position of the question. */
  readonly at: number;
  readonly question: StoredQuestion;
  readonly asking: Asking;
  /** Aborted when the question is stopped or deleted, here or by another process. */
  readonly controller: AbortController;
}

/** Answers one question, once: finds passages, lets a model write if there is one, and writes to disk how it ended. */
export class Answering {
  readonly #parts: AnsweringParts;
  readonly #task: AnsweringTask;
  readonly #handed = new HandedFiles();
  #writing: StoredWriting | undefined;
  /** Only the first question has one. */
  #title = "";
  #steps: readonly Step[];
  /** The last step: when it is on disk, so are those before it. */
  #told: Promise<unknown> = Promise.resolve();

  constructor(parts: AnsweringParts, task: AnsweringTask) {
    this.#parts = parts;
    this.#task = task;
    this.#writing = task.question.writing;
    this.#steps = task.question.steps;
  }

  async run(): Promise<void> {
    const { records, log, closing } = this.#parts;
    const { id } = this.#task.conversation;
    const questionId = this.#task.question.id;
    let state: QuestionState;
    const endSigns = records.keepAlive(id, questionId);
    try {
      state = await this.#answer().finally(endSigns);
    } catch (error) {
      const left = records.writingOf(id, questionId);
      if (left) await records.keep(id, this.#handed.citedIn(left.words)); // the words stay, whatever ended the writing
      if (isAbort(error) && this.#task.controller.signal.aborted) {
        await this.#stopped(left);
        return;
      }
      log(
        "error",
        `conversation ${id}: ${error instanceof Error ? (error.stack ?? error.message) : "unknown failure"}`,
      );
      state = { status: "failed", message: failureMessage(error) };
      this.#writing = left ?? this.#writing;
    }
    if (closing.aborted) {
      await this.#told;
      return;
    }
    const [steps, writing] = [this.#steps, this.#writing];
    await records.write({ id, questionId, state, title: this.#title, steps, ...(writing && { writing }) });
  }

  async #answer(): Promise<QuestionState> {
    const { find, turns, records } = this.#parts;
    const { conversation, at, question, asking, controller } = this.#task;
    const endTurn = await turns.acquire(controller.signal);
    const startedAt = performance.now();
    const late = new AbortController();
    const clearLate = awakeTimeout(FINDING_AT_MOST_MS, () => {
      late.abort(new DOMException("The answer took too long.", "TimeoutError"));
    });
    const endFinding = () => {
      clearLate();
      late.abort(); // a signal that something listens to is kept until it is aborted
      endTurn();
    };
    try {
      const before = conversation.questions.slice(0, at);
      const found = await find({
        question: question.text,
        earlier: before.map(({ text }) => text),
        shown: before.map(({ state }) => (state.status === "completed" ? linksIn(state.sources) : [])),
        access: { asker: question.asker ?? "person" },
        folders: question.folders,
        signal: AbortSignal.any([controller.signal, late.signal]),
        step: this.#step.bind(this),
        showsIgnored: asking.showsIgnored === true,
        ...(asking.workingIn && { workingIn: asking.workingIn }),
        readForMs: READING_AT_MOST_MS,
        ...(asking.model && { withEvidence: true }),
      });
      if (at === 0) this.#title = found.title;
      const { text, sources, passages, followUps, searches, cited = [] } = found;
      await records.keep(conversation.id, cited);
      endFinding(); // a model may write for minutes
      const writing = await this.#write(found);
      const tookMs = Math.round(performance.now() - startedAt);
      return {
        status: "completed",
        text: writing ? textOfWriting(writing) : text,
        sources,
        ...(passages && !writing && { passages }),
        followUps,
        searches,
        tookMs,
      };
    } finally {
      endFinding();
    }
  }

  /** Lets the model write about what was found. Without one, it has broken off; `undefined` for passages only. */
  async #write(found: FoundAnswer): Promise<StoredWriting | undefined> {
    const { text, sources, passages: lines, followUps, searches } = found;
    const { model } = this.#task.asking;
    if (!this.#writing) return undefined;
    this.#writing = { ...this.#writing, passages: { text, ...(lines && { lines }), sources, followUps, searches } };
    this.#writing = model
      ? await this.#writeWith(model, this.#writing, found)
      : { ...this.#writing, failure: BROKEN_OFF };
    return this.#writing;
  }

  async #writeWith(model: LanguageModel, passages: StoredWriting, found: FoundAnswer): Promise<StoredWriting> {
    const { records, lookUp, replyLimits } = this.#parts;
    const { conversation, at, question, controller } = this.#task;
    const { id, questions } = conversation;
    const { insteadOf } = question;
    const { findHeldBack = questionsHeldBack } = this.#parts;
    const heldBack = await findHeldBack(questions);
    const given = questions.filter((other) => !heldBack.has(other));
    const begun = insteadOf?.goesOn ? given.find((other) => other.id === insteadOf.question)?.writing : undefined;
    this.#handed.add(found.evidenceCited ?? []);
    this.#writing = { ...passages, words: begun?.words ?? "" };
    const growing = records.grow(
      { id, questionId: question.id, writing: this.#writing, title: this.#title },
      controller,
    );
    const written = await writeWords({
      question,
      writing: this.#writing,
      model,
      evidence: found.evidence ?? [],
      ...(found.told !== undefined && { told: found.told }),
      handed: this.#handed,
      earlier: questions.slice(0, at).filter((other) => given.includes(other) && other.id !== insteadOf?.question),
      begun,
      lookUp,
      ...(replyLimits && { replyLimits }),
      signal: controller.signal,
      step: this.#step.bind(this),
      onWriting: growing.set,
    }).finally(growing.end);
    await records.keep(id, this.#handed.citedIn(written.words));
    const isLess = found.isEvidenceLess === true || questions.slice(0, at).some((other) => heldBack.has(other));
    return isLess
      ? { ...written, notes: [...written.notes, l10n.t("Some files were held back from the model.")] }
      : written;
  }

  #step(text: string): void {
    const { id } = this.#task.conversation;
    const steps = [...this.#steps, { text, at: Date.now() }];
    this.#steps = steps;
    this.#told = this.#parts.records
      .change(id, this.#task.question.id, (before) => ({ ...before, steps }))
      .then((isOurs) => {
        if (!isOurs) this.#task.controller.abort(); // canceled or deleted by another process
      })
      .catch(() => undefined);
  }

  /** A cancel or delete has written the state. Closing leaves it to the next process, unless a model was writing. */
  async #stopped(left: StoredWriting | undefined): Promise<void> {
    const { records, closing } = this.#parts;
    const { conversation, question } = this.#task;
    const { id } = conversation;
    await this.#told;
    if (!closing.aborted) await records.forgetDeleted(id);
    else if (left) {
      const [steps, title] = [this.#steps, this.#title];
      await records.write({ id, questionId: question.id, title, steps, ...settledWriting(left, question) });
    }
  }
}

function linksIn(sources: readonly ListedSource[]): readonly string[] {
  return sources.flatMap(({ type, link }) => (type === "File" ? [link] : []));
}
