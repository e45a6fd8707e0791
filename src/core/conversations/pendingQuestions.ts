import { isSameQuestion } from "./askOnce.ts";
import type { Conversation } from "../model/conversation.ts";
import { ServiceError } from "../model/errors.ts";

/** A question on its way to the service, or one that didn't get there. */
export interface PendingQuestion {
  readonly text: string;
  /** Milliseconds since the epoch; no two of a conversation have the same. */
  readonly startedAt: number;
  /** So many questions of the conversation were asked before it. */
  readonly position: number;
  /** When it was first sent, if nobody knows what became of that. */
  readonly sentAt?: number;
  /** Why it was not asked; absent while it is on its way. */
  readonly failure?: unknown;
  /** It was not asked before the window was reloaded, for a reason that nobody knows any more. */
  readonly isForgotten?: boolean;
}

/**
 * The questions of one conversation that the service hasn't got, oldest first. At most one, the last, is on its way; the
 * others failed and stay, whatever is asked after them, until they are asked again, found at the service or discarded.
 */
export class PendingQuestions {
  #all: readonly PendingQuestion[] = [];

  get all(): readonly PendingQuestion[] {
    return this.#all;
  }

  /** The one that is on its way. */
  get sending(): PendingQuestion | undefined {
    return this.#all.find(({ failure }) => failure === undefined);
  }

  /** Puts a question at the end, on its way. It takes the place of the same words that failed before, and knows when they were sent. */
  begin(text: string, position: number): PendingQuestion {
    const before = this.#all.find((pending) => isSameQuestion(pending.text, text));
    const startedAt = Math.max(Date.now(), (this.#all.at(-1)?.startedAt ?? 0) + 1);
    const { sentAt } = before ?? {};
    const begun = { text, startedAt, position, ...(sentAt !== undefined && { sentAt }) };
    this.#all = [...this.#all.filter((pending) => pending !== before), begun];
    return begun;
  }

  /** The service has it. */
  taken(question: PendingQuestion): void {
    this.#all = this.#all.filter((pending) => pending !== question);
  }

  /** The one on its way didn't get there, or nobody knows: then it is looked for before it is asked again. */
  fail(failure: unknown): void {
    const isUnknown = failure instanceof ServiceError && failure.code === "unknownOutcome";
    this.#all = this.#all.map((pending) => {
      if (pending.failure !== undefined) return pending;
      return { ...pending, failure, ...(isUnknown && { sentAt: pending.sentAt ?? pending.startedAt }) };
    });
  }

  /**
   * Takes those of a panel that is no more. What was on its way when the window was closed is so again, and returned: nobody
   * knows what became of it, and it is to be looked for.
   */
  bringBack(questions: readonly PendingQuestion[]): PendingQuestion | undefined {
    const unknown = new ServiceError("unknownOutcome", "The window was closed while it was being asked.");
    const isSent = ({ failure, sentAt }: PendingQuestion): boolean => failure === undefined && sentAt !== undefined;
    const sent = this.sending ? undefined : questions.findLast(isSent);
    const back = questions.map((question) => (question === sent ? sent : { failure: unknown, ...question }));
    this.#all = [...back, ...this.#all];
    return sent;
  }

  /** Somebody doesn't want it any more. */
  discard(startedAt: number): void {
    this.#all = this.#all.filter((pending) => pending.startedAt !== startedAt || pending.failure === undefined);
  }

  /** Lets go of those that failed, or are looked for, and that the service turns out to have. */
  reconcile({ questions }: Pick<Conversation, "questions">): void {
    this.#all = this.#all.filter(({ text, position, failure, sentAt }) => {
      const isThere = questions.slice(position).some((question) => isSameQuestion(question.text, text));
      return (failure === undefined && sentAt === undefined) || !isThere;
    });
  }
}
