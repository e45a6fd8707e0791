import { randomUUID } from "node:crypto";
import path from "node:path";
import { isRunning } from "../../../core/model/isRunning.ts";
import { contains } from "../../../git/repositories/repositories.ts";
import type { CitedFile, KeptFiles } from "../../code/files/keptFiles.ts";
import type { Log } from "../../base/log.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { MACHINE, startOf } from "./machine.ts";
import { endedWhileAnswering, hasPassages, settled } from "./settledQuestion.ts";
import { SignsOfLife } from "./signsOfLife.ts";
import type { QuestionState, Step, StoredConversation, StoredQuestion, Worker } from "./storedConversation.ts";
import type { StoredWriting } from "./storedWriting.ts";
import { l10n } from "../../base/l10n.ts";

/** A process that can't be looked up counts as gone after this time without a sign of life. */
const ABANDONED_MS = 120_000;
/** How often a process gives one while it answers a question, or waits to. */
const ALIVE_MS = 20_000;
/** A question whose processes ended this many times would end, or hang, the next one too. A few end by chance. */
const ENDED_AT_MOST = 25;
function endsProcesses(): QuestionState {
  return {
    status: "failed",
    message: l10n.t(
      "The local service kept stopping while it looked for the answer. Ask in other words, or about fewer folders.",
    ),
  };
}
/** How often newly written words go to disk: the process may be killed at any moment, for example by a reload. */
const WORDS_MS = 500;
/** How often the process gives a sign of life while the model thinks. */
const RENEWED_MS = 2_000;
/** The outcome of a question that is not on disk yet. */
export interface UnwrittenAnswer {
  readonly id: number;
  readonly questionId: number;
  readonly state: QuestionState;
  readonly title: string;
  readonly steps: readonly Step[];
  readonly writing?: StoredWriting;
}

export interface AnswerRecordsParts {
  readonly store: ConversationStore;
  readonly kept: KeptFiles;
  /** The folders that are served now. */
  readonly served: () => readonly string[];
  /** Whether this process is working on a question, by its {@link keyOf key}. */
  readonly isAnsweringHere: (key: string) => boolean;
  readonly log: Log;
  /** For tests: what others have done is looked at here. */
  readonly signs?: SignsOfLife;
}

/** The state of the questions that this process answers: on disk, and in memory where that is newer. */
export class AnswerRecords {
  readonly #store: ConversationStore;
  readonly #kept: KeptFiles;
  readonly #served: () => readonly string[];
  readonly #isAnsweringHere: (key: string) => boolean;
  readonly #log: Log;
  readonly #instance = randomUUID();
  readonly #signs: SignsOfLife;
  /** What models are writing in this process, newer than what is on disk. */
  readonly #growing = new Map<string, StoredWriting>();
  /** Outcomes that could not be written, for example because there was no room. */
  readonly #unwritten = new Map<string, UnwrittenAnswer>();
  /** Outcomes that are on their way to the disk. */
  readonly #ending = new Map<string, UnwrittenAnswer>();

  constructor({ store, kept, served, isAnsweringHere, log, signs }: AnswerRecordsParts) {
    this.#store = store;
    this.#kept = kept;
    this.#served = served;
    this.#isAnsweringHere = isAnsweringHere;
    this.#log = log;
    this.#signs = signs ?? new SignsOfLife();
  }

  /** Gives signs of life while a question is answered here, until the returned function is called. */
  keepAlive(id: number, questionId: number): () => void {
    const renew = ({ state, ...before }: StoredQuestion): StoredQuestion => ({
      ...before,
      state: state.status === "processing" ? { ...state, worker: { ...state.worker, renewedAt: Date.now() } } : state,
    });
    const timer = setInterval(() => {
      // That there is no room now, or that it was canceled meanwhile, is noticed by who writes what it is about.
      this.change(id, questionId, renew).catch(() => undefined);
    }, ALIVE_MS);
    return () => {
      clearInterval(timer);
    };
  }

  /** Keeps what a model has written so far: in memory at once, on disk soon after, with a sign of life. */
  grow(
    { id, questionId, writing, title }: Omit<UnwrittenAnswer, "state" | "steps"> & { readonly writing: StoredWriting },
    controller: AbortController,
  ): { readonly set: (writing: StoredWriting) => void; readonly end: () => void } {
    const key = keyOf(id, questionId);
    let hasMore = false;
    let renewedAt = 0;
    let isRenewing = false;
    const set = (after: StoredWriting) => {
      if (controller.signal.aborted) return;
      this.#growing.set(key, after);
      hasMore = true;
    };
    const renew = () => {
      [hasMore, renewedAt, isRenewing] = [false, performance.now(), true];
      const change = (before: StoredQuestion): StoredQuestion => ({
        ...this.withGrowing(id, before),
        state: { status: "processing", worker: { ...this.worker(), renewedAt: Date.now() } },
      });
      this.change(id, questionId, change, title)
        .then(
          (isOurs) => {
            if (!isOurs) controller.abort(); // canceled or deleted by another process
          },
          () => undefined, // there is no room now: perhaps there will be next time
        )
        .finally(() => {
          isRenewing = false;
        });
    };
    set(writing);
    renew();
    const timer = setInterval(() => {
      if (!isRenewing && (hasMore || performance.now() - renewedAt >= RENEWED_MS)) renew();
    }, WORDS_MS);
    return {
      set,
      end: () => {
        clearInterval(timer);
      },
    };
  }

  /** What a model has written of an answer so far, in this process. */
  writingOf(id: number, questionId: number): StoredWriting | undefined {
    return this.#growing.get(keyOf(id, questionId));
  }

  /** Forgets what a model has written in this process, because the writing has ended. */
  endWriting(id: number, questionId: number): void {
    this.#growing.delete(keyOf(id, questionId));
  }

  /** The question, with what a model has written of its answer in this process. */
  withGrowing(id: number, question: StoredQuestion): StoredQuestion {
    const writing = this.writingOf(id, question.id);
    return writing ? { ...question, writing } : question;
  }

  /**
   * Writes to disk how a question ended. If that fails, the outcome is kept in memory until {@link writeLeft}. What a
   * model wrote was shown before it was on disk, and so is its end.
   */
  async write(answer: UnwrittenAnswer): Promise<void> {
    const { id, questionId, state, title, steps, writing } = answer;
    const key = keyOf(id, questionId);
    if (writing) this.#ending.set(key, answer);
    try {
      await this.change(id, questionId, (before) => ({ ...before, state, steps, ...(writing && { writing }) }), title);
      this.#unwritten.delete(key);
      await this.forgetDeleted(id);
    } catch (error) {
      this.#unwritten.set(key, answer);
      this.#log("error", `conversation ${id}: the answer can't be written: ${nameOf(error)}`);
    } finally {
      this.#ending.delete(key);
    }
  }

  /** The outcomes on their way to the disk: what is read from disk from now on may still lack them. */
  ending(): ReadonlyMap<string, UnwrittenAnswer> {
    return new Map(this.#ending);
  }

  /** Tries again to write the outcomes of a conversation that could not be written. */
  async writeLeft(id: number): Promise<void> {
    for (const unwritten of [...this.#unwritten.values()]) if (unwritten.id === id) await this.write(unwritten);
  }

  /** Keeps what an answer cites. If that fails, the answer is complete, but later changes to its sources go unseen. */
  async keep(id: number, cited: readonly CitedFile[]): Promise<void> {
    try {
      await this.#kept.keep(id, cited);
    } catch (error) {
      this.#log("warning", `conversation ${id}: what it cites can't be kept: ${nameOf(error)}`);
    }
  }

  /** Discards what a conversation cites if it has been deleted meanwhile, perhaps by another process. */
  async forgetDeleted(id: number): Promise<void> {
    if ((await this.#store.get(id)) === undefined) await this.#kept.forget(id);
  }

  /** Makes room for what the next answers cite. Nothing waits for it. */
  makeRoom(): void {
    this.#kept.makeRoom().catch((error: unknown) => {
      this.#log("warning", `no room can be made for what is cited: ${nameOf(error)}`);
    });
  }

  /**
   * A conversation as this process knows it, including what is not on disk yet. An abandoned question with passages is
   * settled; one without has failed if this process doesn't serve its folders. Take `ending` before reading from disk.
   */
  asSeenFromHere(conversation: StoredConversation, ending = this.ending()): StoredConversation {
    const { id } = conversation;
    let { title } = conversation;
    const questions = conversation.questions.map((question): StoredQuestion => {
      if (question.state.status !== "processing") return question;
      const key = keyOf(id, question.id);
      const unwritten = this.#unwritten.get(key) ?? this.#ending.get(key) ?? ending.get(key);
      if (unwritten) {
        title = unwritten.title || title;
        const { state, steps, writing } = unwritten;
        return { ...question, state, steps, ...(writing && { writing }) };
      }
      if (!this.isAbandoned(id, question)) return this.withGrowing(id, question);
      if (hasPassages(question)) return settled(question);
      return this.servesFoldersOf(question)
        ? question
        : { ...question, state: { status: "failed", message: notServed(question) } };
    });
    return { ...conversation, title, questions };
  }

  /**
   * Takes over questions that other processes abandoned. Those with passages for a model are settled; the others are
   * answered here, by `begin`. Resolves with the changed conversation; `undefined` if nothing was taken over.
   */
  async takeOver(
    { id, questions }: StoredConversation,
    begin: (conversation: StoredConversation, questionId: number) => void,
  ): Promise<StoredConversation | undefined> {
    const isForUs = (question: StoredQuestion) =>
      this.isAbandoned(id, question) && (hasPassages(question) || this.servesFoldersOf(question));
    if (!questions.some(isForUs)) return undefined;
    const taken: number[] = [];
    const after = await this.#store.update(id, (before) => {
      taken.length = 0;
      if (!before.questions.some(isForUs)) return undefined;
      const questions = before.questions.map((question): StoredQuestion => {
        if (!isForUs(question)) return question;
        if (hasPassages(question)) return settled(question);
        const ended = endedWhileAnswering(question);
        if (ended >= ENDED_AT_MOST) return { ...question, updatedAt: Date.now(), state: endsProcesses() };
        taken.push(question.id);
        return {
          ...question,
          steps: [],
          state: { status: "processing", worker: { ...this.worker(), ended } },
        };
      });
      return { ...before, questions };
    });
    if (after) for (const questionId of taken) begin(after, questionId);
    return after;
  }

  /** Changes a question if this process is still answering it. Resolves with whether it is. */
  async change(
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

  /** This process, as a worker that starts now. */
  worker(): Worker {
    return {
      pid: process.pid,
      machine: MACHINE,
      instance: this.#instance,
      ...(BEGUN !== undefined && { begun: BEGUN }),
      startedAt: Date.now(),
    };
  }

  /** Whether the folders of a question are served by this process now. */
  servesFoldersOf({ folders }: StoredQuestion): boolean {
    const served = this.#served();
    return folders.every((folder) => served.some((one) => contains(path.resolve(one), path.resolve(folder))));
  }

  /**
   * Whether the process that should answer a question has ended. One that can't be looked up counts as ended when it
   * has given no sign of life for too long, in this process's own time. That may be this process itself, if the answer
   * was lost while the folder of the conversations was gone.
   */
  isAbandoned(id: number, { id: questionId, state, updatedAt }: StoredQuestion): boolean {
    if (state.status !== "processing") return false;
    const key = keyOf(id, questionId);
    if (this.#isAnsweringHere(key) || this.#unwritten.has(key)) return false;
    const { pid, machine = MACHINE, instance, begun } = state.worker;
    if (machine === MACHINE && instance !== this.#instance) {
      if (pid === process.pid || !isRunning(pid)) return true;
      const begunNow = begun === undefined ? undefined : startOf(pid);
      if (begunNow !== undefined) return begun !== begunNow;
    }
    return this.#signs.silentMs(key, `${instance} ${updatedAt}`) > ABANDONED_MS;
  }
}

const BEGUN = startOf(process.pid);

function notServed({ folders }: StoredQuestion): string {
  return l10n.t(
    "The window was closed before this was answered. Open this conversation in a window with these folders to have it answered: {0}",
    folders.join(", "),
  );
}

/** The key of a question within this process. */
export function keyOf(id: number, questionId: number): string {
  return `${id}/${questionId}`;
}

/** The kind of failure. Paths and texts are left out, as they may be private. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}
