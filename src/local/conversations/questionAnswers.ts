import { randomUUID } from "node:crypto";
import { afterRunning } from "../../core/model/afterRunning.ts";
import { isAbort } from "../../core/model/errors.ts";
import type { LanguageModel } from "../../core/model/languageModel.ts";
import type { KeptFiles } from "../files/keptFiles.ts";
import type { Log } from "../http/log.ts";
import { Turns } from "../http/turns.ts";
import { AnswerRecords, keyOf, nameOf, type AnswerRecordsParts } from "./answerRecords.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { askedQuestion, type Asking } from "./askedQuestion.ts";
import { failureMessage, type FindAnswer } from "./foundAnswer.ts";
import { BROKEN_OFF, settledWriting } from "./settledQuestion.ts";
import type { QuestionState, StoredConversation, StoredQuestion } from "./storedConversation.ts";
import { textOfWriting } from "./storedWriting.ts";
import type { ReplyLimits } from "../writing/reply.ts";
import { HandedFiles, writeWords, type LookUpInFolders } from "./writtenAnswers.ts";

const ANSWER_AT_MOST_MS = 60_000;
/** Each one searches all folders. More at once would slow each other down until none is done in time. */
const ANSWERED_AT_ONCE = 4;

export interface QuestionAnswersParts extends Omit<AnswerRecordsParts, "isAtIt"> {
  readonly find: FindAnswer;
  /** What a model that writes may look up. */
  readonly lookUp: LookUpInFolders;
  /** Overrides the usual limits, for tests. */
  readonly replyLimits?: Partial<ReplyLimits>;
}

/**
 * Answers questions in the background, and writes each state they reach to disk. Questions that other processes
 * abandoned are answered too, if their folders are served here. A model is lent for one question, and asked once: an
 * answer that it left unfinished is settled with what there is.
 */
export class QuestionAnswers {
  readonly #store: ConversationStore;
  readonly #kept: KeptFiles;
  readonly #records: AnswerRecords;
  readonly #find: FindAnswer;
  readonly #writing: Pick<QuestionAnswersParts, "lookUp" | "replyLimits">;
  readonly #log: Log;
  readonly #running = new Map<string, AbortController>();
  readonly #ends = new Set<Promise<void>>();
  readonly #turns = new Turns(ANSWERED_AT_ONCE);
  readonly #closing = new AbortController();

  constructor({ store, kept, find, served, log, ...writing }: QuestionAnswersParts) {
    this.#store = store;
    this.#kept = kept;
    this.#find = find;
    this.#writing = writing;
    this.#records = new AnswerRecords({ store, kept, served, isAtIt: this.#running.has.bind(this.#running), log });
    this.#log = log;
  }

  /** Adds a conversation with one question, and begins to answer it. */
  async create(text: string, folders: readonly string[], { model }: Asking = {}): Promise<StoredConversation> {
    const now = Date.now();
    const conversation = await this.#store.create((id) => ({
      version: 1,
      id,
      readToken: randomUUID(),
      createdAt: now,
      updatedAt: now,
      title: "",
      questions: [askedQuestion({ id: 1, text, folders, worker: this.#records.worker() }, { model })],
    }));
    this.#begin(conversation, 1, model);
    return conversation;
  }

  /** Adds a question to a conversation, and begins to answer it. `undefined` if there is no such conversation. */
  async add(
    id: number,
    text: string,
    folders: readonly string[],
    asking: Asking = {},
  ): Promise<StoredConversation | undefined> {
    let questionId = 0;
    const conversation = await this.#store.update(id, (before) => {
      questionId = Math.max(...before.questions.map((question) => question.id)) + 1;
      return {
        ...before,
        updatedAt: Date.now(),
        questions: [
          ...before.questions,
          askedQuestion(
            { id: questionId, text, folders, worker: this.#records.worker() },
            asking,
            before.questions[asking.insteadOf?.position ?? -1],
          ),
        ],
      };
    });
    if (conversation) this.#begin(conversation, questionId, asking.model);
    return conversation;
  }

  /**
   * Reads a conversation. A question whose process has ended is answered again if this process serves its folders;
   * otherwise it is shown as failed. An answer that could not be written to disk is written again, and is known in
   * memory until then. An answer that a model was writing is settled: the model is not asked again.
   */
  async get(id: number): Promise<StoredConversation | undefined> {
    await this.#records.writeLeft(id);
    const ending = this.#records.ending();
    const conversation = await this.#store.get(id);
    if (!conversation) return undefined;
    const after = await this.#records
      .takeOver(conversation, (taken, questionId) => {
        this.#begin(taken, questionId);
      })
      .catch((error: unknown) => {
        this.#log("error", `conversation ${id}: its question can't be taken over: ${nameOf(error)}`);
        return undefined; // it can still be read
      });
    return this.#records.asSeenFromHere(after ?? conversation, ending);
  }

  /** Reads a conversation as {@link get} does, but changes nothing. */
  async look(id: number): Promise<StoredConversation | undefined> {
    const ending = this.#records.ending();
    const conversation = await this.#store.get(id);
    return conversation && this.#records.asSeenFromHere(conversation, ending);
  }

  /** Stops answering one question, or all that are being answered. Resolves with the conversation after that. */
  async cancel(id: number, questionId?: number): Promise<StoredConversation | undefined> {
    const isMeant = (question: StoredQuestion) =>
      question.state.status === "processing" && (questionId === undefined || question.id === questionId);
    const after = await this.#store.update(id, (before) => {
      if (!before.questions.some(isMeant)) return undefined;
      const now = Date.now();
      const questions = before.questions.map((question): StoredQuestion =>
        isMeant(question)
          ? { ...this.#records.withGrowing(id, question), updatedAt: now, state: { status: "canceled" } }
          : question,
      );
      return { ...before, updatedAt: now, questions };
    });
    for (const question of after?.questions ?? [])
      if (question.state.status === "canceled") this.#running.get(keyOf(id, question.id))?.abort();
    return after && this.#records.asSeenFromHere(after);
  }

  /** Deletes a conversation and stops answering in it. Resolves with whether there was one. */
  async delete(id: number): Promise<boolean> {
    const isDeleted = await this.#store.delete(id);
    for (const [key, controller] of this.#running) if (key.startsWith(`${id}/`)) controller.abort();
    await this.#kept.forget(id);
    return isDeleted;
  }

  /**
   * Stops everything. Unanswered questions stay as they are, for the next process to answer. An answer that a model was
   * writing ends with what there is.
   */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const controller of this.#running.values()) controller.abort();
    await Promise.all(this.#ends);
  }

  #begin(conversation: StoredConversation, questionId: number, model?: LanguageModel): void {
    const controller = new AbortController();
    const key = keyOf(conversation.id, questionId);
    this.#running.set(key, controller);
    const end = this.#answer(conversation, questionId, controller, model)
      .catch((error: unknown) => {
        this.#log("error", `conversation ${conversation.id}: ${nameOf(error)}`);
      })
      .finally(() => {
        this.#running.delete(key);
        this.#records.endWriting(conversation.id, questionId);
        this.#ends.delete(end);
        this.#records.makeRoom();
      });
    this.#ends.add(end);
  }

  async #answer(
    conversation: StoredConversation,
    questionId: number,
    controller: AbortController,
    model: LanguageModel | undefined,
  ): Promise<void> {
    const { id, questions } = conversation;
    const at = questions.findIndex((question) => question.id === questionId);
    const question = questions[at];
    if (!question) return;
    let told: Promise<unknown> = Promise.resolve(); // the last step: when it is on disk, so are those before it
    const step = (text: string) => {
      const toldAt = Date.now();
      told = this.#records
        .change(id, questionId, (before) => ({ ...before, steps: [...before.steps, { text, at: toldAt }] }))
        .then((isOurs) => {
          if (!isOurs) controller.abort(); // canceled or deleted by another process
        })
        .catch(() => undefined);
    };
    let { writing: written } = question;
    const handed = new HandedFiles();
    let state: QuestionState;
    let title = "";
    let endTurn: (() => void) | undefined;
    const late = new AbortController();
    let clearLate: (() => void) | undefined;
    try {
      endTurn = await this.#turns.take(controller.signal);
      const startedAt = performance.now();
      clearLate = afterRunning(ANSWER_AT_MOST_MS, () => {
        late.abort(new DOMException("The answer took too long.", "TimeoutError"));
      });
      const found = await this.#find({
        question: question.text,
        earlier: questions.slice(0, at).map((earlier) => earlier.text),
        folders: question.folders,
        signal: AbortSignal.any([controller.signal, late.signal]),
        step,
        ...(model && { withEvidence: true }),
      });
      ({ title } = found);
      const { text, sources, followUps, searches, cited = [], evidence = [], evidenceCited = [] } = found;
      await this.#records.keep(id, cited);
      handed.add(evidenceCited);
      if (written) written = { ...written, passages: { text, sources, followUps, searches } };
      if (written && model) {
        endTurn(); // a model may write for minutes
        clearLate();
        const begun = question.insteadOf?.goesOn
          ? questions.find((other) => other.id === question.insteadOf?.question)?.writing
          : undefined;
        written = { ...written, words: begun?.words ?? "" };
        const growing = this.#records.grow(
          { id, questionId, writing: written, title: at === 0 ? title : "" },
          controller,
        );
        try {
          written = await writeWords({
            question,
            writing: written,
            model,
            evidence,
            handed,
            earlier: questions.slice(0, at).filter((other) => other.id !== question.insteadOf?.question),
            begun,
            ...this.#writing,
            signal: controller.signal,
            step,
            onWriting: growing.set,
          });
        } finally {
          growing.end();
        }
        await this.#records.keep(id, handed.citedIn(written.words));
      } else if (written) written = { ...written, failure: BROKEN_OFF };
      state = {
        status: "completed",
        text: written ? textOfWriting(written) : text,
        sources,
        followUps,
        searches,
        tookMs: Math.round(performance.now() - startedAt),
      };
    } catch (error) {
      const left = this.#records.writingOf(id, questionId);
      if (left) await this.#records.keep(id, handed.citedIn(left.words)); // the words stay, whatever ended the writing
      if (isAbort(error) && controller.signal.aborted) {
        await told;
        // A cancel or delete has written the state. Closing leaves it to the next process, unless a model was writing.
        if (!this.#closing.signal.aborted) await this.#records.forgetDeleted(id);
        else if (left)
          await this.#records.write({
            id,
            questionId,
            title: at === 0 ? title : "",
            ...settledWriting(left, question),
          });
        return;
      }
      this.#log(
        "error",
        `conversation ${id}: ${error instanceof Error ? (error.stack ?? error.message) : "unknown failure"}`,
      );
      state = { status: "failed", message: failureMessage(error) };
      written = left ?? written;
    } finally {
      clearLate?.();
      late.abort(); // a signal that something listens to is kept until it is aborted
      endTurn?.();
    }
    if (this.#closing.signal.aborted) {
      await told;
      return;
    }
    await this.#records.write({
      id,
      questionId,
      state,
      title: at === 0 ? title : "",
      ...(written && { writing: written }),
    });
  }
}
