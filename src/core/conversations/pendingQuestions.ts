import { isSameQuestion } from "./askOnce.ts";
import type { Conversation } from "../model/conversation.ts";
import { ServiceError } from "../model/errors.ts";
import { reason } from "../model/reasons.ts";
import type { InsteadOf } from "../model/service.ts";

/** A question on its way to the service, or one that did not arrive there. */
export interface PendingQuestion {
  readonly text: string;
  /** Milliseconds since the epoch; unique within a conversation. */
  readonly startedAt: number;
  /** How many questions of the conversation were asked before it. */
  readonly position: number;
  /** See {@link InsteadOf}: if it is asked again, then also that way. */
  readonly insteadOf?: InsteadOf;
  /** When it was first sent; only if the outcome of that is unknown. */
  readonly sentAt?: number;
  /** Why it was not asked; absent while it is on its way. */
  readonly failure?: unknown;
  /** It had not been asked when the window was reloaded. The reason is no longer known. */
  readonly isForgotten?: boolean;
}

/**
 * The questions of one conversation that the service does not have, oldest first. At most one, the last, is on its way;
 * the others failed and stay, whatever is asked after them, until they are asked again, found at the service or
 * discarded.
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

  /**
   * Adds a question at the end, on its way. It replaces a failed one with the same words for the same place, and keeps
   * its `sentAt`.
   */
  begin(text: string, position: number, insteadOf?: InsteadOf): PendingQuestion {
    const before = this.#all.find(
      (pending) => isSameQuestion(pending.text, text) && pending.insteadOf?.position === insteadOf?.position,
    );
    const startedAt = Math.max(Date.now(), (this.#all.at(-1)?.startedAt ?? 0) + 1);
    const { sentAt } = before ?? {};
    const begun = {
      text,
      startedAt,
      position,
      ...(insteadOf && { insteadOf }),
      ...(sentAt !== undefined && { sentAt }),
    };
    this.#all = [...this.#all.filter((pending) => pending !== before), begun];
    return begun;
  }

  /** The service has it. */
  taken(question: PendingQuestion): void {
    this.#all = this.#all.filter((pending) => pending !== question);
  }

  /** The one on its way failed. If its outcome is unknown, it is looked for before it is asked again. */
  fail(failure: unknown): void {
    const isUnknown = failure instanceof ServiceError && failure.code === "unknownOutcome";
    this.#all = this.#all.map((pending) => {
      if (pending.failure !== undefined) return pending;
      return { ...pending, failure, ...(isUnknown && { sentAt: pending.sentAt ?? pending.startedAt }) };
    });
  }

  /**
   * Restores the questions of a closed panel. One that was on its way when the window was closed is on its way again,
   * and is returned: its outcome is unknown, so it has to be looked for.
   */
  bringBack(questions: readonly PendingQuestion[]): PendingQuestion | undefined {
    const unknown = new ServiceError("unknownOutcome", reason("windowClosed"));
    const isSent = ({ failure, sentAt }: PendingQuestion): boolean => failure === undefined && sentAt !== undefined;
    const sent = this.sending ? undefined : questions.findLast(isSent);
    const back = questions.map((question) => (question === sent ? sent : { failure: unknown, ...question }));
    this.#all = [...back, ...this.#all];
    return sent;
  }

  /** Discards a failed question that is no longer wanted. */
  discard(startedAt: number): void {
    this.#all = this.#all.filter((pending) => pending.startedAt !== startedAt || pending.failure === undefined);
  }

  /** Discards those that failed, or are being looked for, if the service turns out to have them. */
  reconcile({ questions }: Pick<Conversation, "questions">): void {
    this.#all = this.#all.filter(({ text, position, failure, sentAt }) => {
      const isThere = questions.slice(position).some((question) => isSameQuestion(question.text, text));
      return (failure === undefined && sentAt === undefined) || !isThere;
    });
  }
}
