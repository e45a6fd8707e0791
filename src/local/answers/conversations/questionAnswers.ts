import { randomUUID } from "node:crypto";
import type { KeptFiles } from "../../code/files/keptFiles.ts";
import type { Log } from "../../base/log.ts";
import { Semaphore } from "../../base/semaphore.ts";
import { Answering, type AnsweringParts } from "./answering.ts";
import { AnswerRecords, keyOf, nameOf, type AnswerRecordsParts } from "./answerRecords.ts";
import { askedQuestion, type Asking } from "./askedQuestion.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { StoredConversation, StoredQuestion } from "./storedConversation.ts";

/** Each one searches all folders. More at once would slow each other down until none is done in time. */
const ANSWERED_AT_ONCE = 4;

export type QuestionAnswersParts = Omit<AnswerRecordsParts, "isAnsweringHere"> &
  Pick<AnsweringParts, "find" | "lookUp" | "findHeldBack" | "replyLimits">;

/**
 * Answers questions in the background, and writes each state they reach to disk. Questions that other processes
 * abandoned are answered too, if their folders are served here. A model is lent for one question, and asked once: an
 * answer that it left unfinished is settled with what there is.
 */
export class QuestionAnswers {
  readonly #store: ConversationStore;
  readonly #kept: KeptFiles;
  readonly #records: AnswerRecords;
  readonly #parts: AnsweringParts;
  readonly #log: Log;
  readonly #running = new Map<string, AbortController>();
  readonly #ends = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor({ store, kept, served, log, signs, ...parts }: QuestionAnswersParts) {
    this.#store = store;
    this.#kept = kept;
    this.#records = new AnswerRecords({
      store,
      kept,
      served,
      isAnsweringHere: this.#running.has.bind(this.#running),
      log,
      ...(signs && { signs }),
    });
    this.#log = log;
    const turns = new Semaphore(ANSWERED_AT_ONCE);
    this.#parts = { ...parts, records: this.#records, turns, log, closing: this.#closing.signal };
  }

  /** Adds a conversation with one question, and begins to answer it. */
  async create(text: string, folders: readonly string[], asking: Asking = {}): Promise<StoredConversation> {
    const now = Date.now();
    const conversation = await this.#store.create((id) => ({
      version: 1,
      id,
      readToken: randomUUID(),
      createdAt: now,
      updatedAt: now,
      title: "",
      questions: [askedQuestion({ id: 1, text, folders, worker: this.#records.worker() }, asking)],
    }));
    this.#begin(conversation, 1, asking);
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
    if (conversation) this.#begin(conversation, questionId, asking);
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

  /** Reads conversations as {@link get} does, but changes nothing. */
  async *look(ids: readonly number[]): AsyncGenerator<StoredConversation, void> {
    const ending = this.#records.ending();
    for await (const conversation of this.#store.read(ids)) yield this.#records.asSeenFromHere(conversation, ending);
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

  #begin(conversation: StoredConversation, questionId: number, asking: Asking = {}): void {
    const at = conversation.questions.findIndex(({ id }) => id === questionId);
    const question = conversation.questions[at];
    if (!question) return;
    const controller = new AbortController();
    const key = keyOf(conversation.id, questionId);
    this.#running.set(key, controller);
    const end = new Answering(this.#parts, { conversation, at, question, asking, controller })
      .run()
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
}
