import { randomUUID } from "node:crypto";
import path from "node:path";
import { isAbort } from "../../core/model/errors.ts";
import { contains } from "../../git/repositories.ts";
import type { CitedFile, KeptFiles } from "../files/keptFiles.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { Log } from "../http/log.ts";
import { isRunning } from "../../core/model/isRunning.ts";
import type { Answer, QuestionState, StoredConversation, StoredQuestion, Worker } from "./storedConversation.ts";
import { Turns } from "../http/turns.ts";

/** Finds the answer to a question. Rejects with an `AbortError` when stopped. */
export type FindAnswer = (request: AnswerRequest) => Promise<FoundAnswer>;

export interface AnswerRequest {
  readonly question: string;
  /** The questions before it in the conversation, oldest first. */
  readonly earlier: readonly string[];
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
  /** Tells what is done next. */
  readonly step: (text: string) => void;
}

export interface FoundAnswer extends Omit<Answer, "tookMs"> {
  /** A short title for the question. */
  readonly title: string;
  /** What is cited from files that no commit has like this: kept as long as the conversation. */
  readonly cited?: readonly CitedFile[];
}

/** An answer takes seconds. One that takes longer than this has lost its process, whatever has its number now. */
const ABANDONED_MS = 120_000;
const ANSWER_AT_MOST_MS = 60_000;
/** Each searches all folders. More at once would take each other's time away, until none is in time. */
const ANSWERED_AT_ONCE = 4;

/** What became of a question, while there is no room to write it down. */
interface UnwrittenAnswer {
  readonly id: number;
  readonly questionId: number;
  readonly state: QuestionState;
  readonly title: string;
}

export interface QuestionAnswersParts {
  readonly store: ConversationStore;
  readonly kept: KeptFiles;
  readonly find: FindAnswer;
  /** The folders that are served now. */
  readonly served: () => readonly string[];
  readonly log: Log;
}

/**
 * Answers questions in the background, and writes down each state they reach. Those that other processes were asked and
 * did not get on with are answered too, where their folders are served here.
 */
export class QuestionAnswers {
  readonly #store: ConversationStore;
  readonly #kept: KeptFiles;
  readonly #find: FindAnswer;
  readonly #served: () => readonly string[];
  readonly #log: Log;
  readonly #instance = randomUUID();
  readonly #running = new Map<string, AbortController>();
  readonly #unwritten = new Map<string, UnwrittenAnswer>();
  readonly #turns = new Turns(ANSWERED_AT_ONCE);
  readonly #closing = new AbortController();

  constructor({ store, kept, find, served, log }: QuestionAnswersParts) {
    this.#store = store;
    this.#kept = kept;
    this.#find = find;
    this.#served = served;
    this.#log = log;
  }

  /** Adds a conversation with one question, and begins to answer it. */
  async create(text: string, folders: readonly string[]): Promise<StoredConversation> {
    const now = Date.now();
    const conversation = await this.#store.create((id) => ({
      version: 1,
      id,
      readToken: randomUUID(),
      createdAt: now,
      updatedAt: now,
      title: "",
      questions: [this.#newQuestion(1, text, folders)],
    }));
    this.#begin(conversation, 1);
    return conversation;
  }

  /** Adds a question to a conversation, and begins to answer it. `undefined` where there is no such conversation. */
  async add(id: number, text: string, folders: readonly string[]): Promise<StoredConversation | undefined> {
    let questionId = 0;
    const conversation = await this.#store.update(id, (before) => {
      questionId = Math.max(...before.questions.map((question) => question.id)) + 1;
      return {
        ...before,
        updatedAt: Date.now(),
        questions: [...before.questions, this.#newQuestion(questionId, text, folders)],
      };
    });
    if (conversation) this.#begin(conversation, questionId);
    return conversation;
  }

  /**
   * Reads a conversation. Questions whose process has ended are answered again by this one where it serves their folders,
   * and else have failed as long as nobody does. An answer that could not be written is tried to be written again, and is
   * there in any case while this process runs.
   */
  async get(id: number): Promise<StoredConversation | undefined> {
    for (const unwritten of [...this.#unwritten.values()]) if (unwritten.id === id) await this.#write(unwritten);
    const conversation = await this.#store.get(id);
    if (!conversation) return undefined;
    const after = await this.#takeOver(conversation).catch((error: unknown) => {
      this.#log("error", `conversation ${id}: its question can't be taken over: ${nameOf(error)}`);
      return undefined; // it can be read all the same
    });
    return this.#asSeenFromHere(after ?? conversation);
  }

  /** Reads a conversation as {@link get} does, and leaves everything as it is. */
  async look(id: number): Promise<StoredConversation | undefined> {
    const conversation = await this.#store.get(id);
    return conversation && this.#asSeenFromHere(conversation);
  }

  /** Resolves with the conversation after it, where there was something to take over. */
  async #takeOver({ id, questions }: StoredConversation): Promise<StoredConversation | undefined> {
    const isForUs = (question: StoredQuestion) => this.#isAbandoned(question) && this.#servesFoldersOf(question);
    if (!questions.some(isForUs)) return undefined;
    const taken: number[] = [];
    const after = await this.#store.update(id, (before) => {
      taken.length = 0;
      const questions = before.questions.map((question): StoredQuestion => {
        if (!isForUs(question)) return question;
        taken.push(question.id);
        return { ...question, steps: [], state: { status: "processing", worker: this.#worker() } };
      });
      return taken.length > 0 ? { ...before, questions } : undefined;
    });
    if (after) for (const questionId of taken) this.#begin(after, questionId);
    return after;
  }

  /** Stops answering: one question, or all that are being answered. Resolves with the conversation after it. */
  async cancel(id: number, questionId?: number): Promise<StoredConversation | undefined> {
    const isMeant = (question: StoredQuestion) =>
      question.state.status === "processing" && (questionId === undefined || question.id === questionId);
    const after = await this.#store.update(id, (before) => {
      if (!before.questions.some(isMeant)) return undefined;
      const now = Date.now();
      const questions = before.questions.map((question): StoredQuestion =>
        isMeant(question) ? { ...question, updatedAt: now, state: { status: "canceled" } } : question,
      );
      return { ...before, updatedAt: now, questions };
    });
    for (const question of after?.questions ?? [])
      if (question.state.status === "canceled") this.#running.get(keyOf(id, question.id))?.abort();
    return after && this.#asSeenFromHere(after);
  }

  /** Deletes a conversation and stops what is done for it. Resolves with whether there was one. */
  async delete(id: number): Promise<boolean> {
    const isDeleted = await this.#store.delete(id);
    for (const [key, controller] of this.#running) if (key.startsWith(`${id}/`)) controller.abort();
    await this.#kept.forget(id);
    return isDeleted;
  }

  /** Stops everything. Unanswered questions stay as they are, for the next process to answer. */
  close(): void {
    this.#closing.abort();
    for (const controller of this.#running.values()) controller.abort();
  }

  #begin(conversation: StoredConversation, questionId: number): void {
    const controller = new AbortController();
    const key = keyOf(conversation.id, questionId);
    this.#running.set(key, controller);
    this.#answer(conversation, questionId, controller)
      .catch((error: unknown) => {
        this.#log("error", `conversation ${conversation.id}: ${nameOf(error)}`);
      })
      .finally(() => this.#running.delete(key));
  }

  async #answer(conversation: StoredConversation, questionId: number, controller: AbortController): Promise<void> {
    const { id, questions } = conversation;
    const at = questions.findIndex((question) => question.id === questionId);
    const question = questions[at];
    if (!question) return;
    let writing: Promise<unknown> = Promise.resolve();
    const step = (text: string) => {
      writing = writing
        .then(() =>
          this.#change(id, questionId, (before) => ({ ...before, steps: [...before.steps, { text, at: Date.now() }] })),
        )
        .then((isOurs) => {
          if (!isOurs) controller.abort(); // canceled or deleted by another process
        })
        .catch(() => undefined);
    };
    let state: QuestionState;
    let title = "";
    let endTurn: (() => void) | undefined;
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined; // one of `AbortSignal.timeout` would keep what hears of it until it rings
    try {
      endTurn = await this.#turns.take(controller.signal);
      const startedAt = Date.now();
      timer = setTimeout(() => {
        late.abort(new DOMException("The answer took too long.", "TimeoutError"));
      }, ANSWER_AT_MOST_MS);
      const found = await this.#find({
        question: question.text,
        earlier: questions.slice(0, at).map((earlier) => earlier.text),
        folders: question.folders,
        signal: AbortSignal.any([controller.signal, late.signal]),
        step,
      });
      ({ title } = found);
      const { text, sources, followUps, searches, cited = [] } = found;
      await this.#keep(id, cited);
      state = { status: "completed", text, sources, followUps, searches, tookMs: Date.now() - startedAt };
    } catch (error) {
      if (isAbort(error) && controller.signal.aborted) return; // whoever stopped it wrote the state, or leaves it to the next process
      this.#log(
        "error",
        `conversation ${id}: ${error instanceof Error ? (error.stack ?? error.message) : "unknown failure"}`,
      );
      state = { status: "failed", message: failureMessage(error) };
    } finally {
      clearTimeout(timer);
      late.abort(); // a signal that something listens to is kept until it is aborted
      endTurn?.();
    }
    await writing;
    if (this.#closing.signal.aborted) return;
    await this.#write({ id, questionId, state, title: at === 0 ? title : "" });
  }

  async #write(answer: UnwrittenAnswer): Promise<void> {
    const { id, questionId, state, title } = answer;
    const key = keyOf(id, questionId);
    try {
      await this.#change(id, questionId, (before) => ({ ...before, state }), title);
      this.#unwritten.delete(key);
      if ((await this.#store.get(id)) === undefined) await this.#kept.forget(id); // deleted, perhaps by another process
    } catch (error) {
      this.#unwritten.set(key, answer);
      this.#log("error", `conversation ${id}: the answer can't be written: ${nameOf(error)}`);
    }
  }

  /** Without it, an answer is as good; only what became of its sources can't be told later. */
  async #keep(id: number, cited: readonly CitedFile[]): Promise<void> {
    try {
      await this.#kept.keep(id, cited);
    } catch (error) {
      this.#log("warning", `conversation ${id}: what it cites can't be kept: ${nameOf(error)}`);
    }
  }

  #asSeenFromHere(conversation: StoredConversation): StoredConversation {
    const { id } = conversation;
    let { title } = conversation;
    const questions = conversation.questions.map((question): StoredQuestion => {
      if (question.state.status !== "processing") return question;
      const unwritten = this.#unwritten.get(keyOf(id, question.id));
      if (unwritten) {
        title = unwritten.title || title;
        return { ...question, state: unwritten.state };
      }
      return this.#isAbandoned(question) && !this.#servesFoldersOf(question)
        ? { ...question, state: { status: "failed", message: notServed(question) } }
        : question;
    });
    return { ...conversation, title, questions };
  }

  /** Changes a question that this process still answers. Resolves with whether it does. */
  async #change(
    id: number,
    questionId: number,
    change: (question: StoredQuestion) => StoredQuestion,
    title = "",
  ): Promise<boolean> {
    let isOurs = false;
    await this.#store.update(id, (before) => {
      const question = before.questions.find((candidate) => candidate.id === questionId);
      isOurs = question?.state.status === "processing" && question.state.worker.instance === this.#instance;
      if (!isOurs) return undefined;
      const now = Date.now();
      return {
        ...before,
        title: title || before.title,
        updatedAt: now,
        questions: before.questions.map((other) =>
          other.id === questionId ? { ...change(other), updatedAt: now } : other,
        ),
      };
    });
    return isOurs;
  }

  #newQuestion(id: number, text: string, folders: readonly string[]): StoredQuestion {
    const now = Date.now();
    return {
      id,
      text,
      createdAt: now,
      updatedAt: now,
      folders,
      steps: [],
      state: { status: "processing", worker: this.#worker() },
    };
  }

  #worker(): Worker {
    return { pid: process.pid, instance: this.#instance, startedAt: Date.now() };
  }

  #servesFoldersOf({ folders }: StoredQuestion): boolean {
    const served = this.#served();
    return folders.every((folder) => served.some((one) => contains(path.resolve(one), path.resolve(folder))));
  }

  #isAbandoned({ state }: StoredQuestion): boolean {
    if (state.status !== "processing") return false;
    const { pid, instance, startedAt } = state.worker;
    if (instance === this.#instance) return false;
    return pid === process.pid || !isRunning(pid) || Date.now() - startedAt > ABANDONED_MS;
  }
}

function notServed({ folders }: StoredQuestion): string {
  return `The window that this was asked in was closed before it was answered. It will be answered when this conversation is opened in a window with ${folders.join(" and ")}.`;
}

function keyOf(id: number, questionId: number): string {
  return `${id}/${questionId}`;
}

/** What happened, without what may be the person's: a path, a text. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}

function failureMessage(error: unknown): string {
  return error instanceof Error && error.name === "TimeoutError"
    ? "The code took too long to search. Ask about fewer folders, or more exactly."
    : "The local service failed while it looked for the answer. Its log says more.";
}
