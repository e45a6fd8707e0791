/** A conversation as the service knows it, whichever of its two interfaces told us. */
export interface Conversation {
  /** Opaque, as the service returned it: `users/12/conversations/7`, or a bare number from the legacy interface. */
  readonly name: string;
  /** May be empty while the first question is processed. */
  readonly title: string;
  /** In the order in which they were asked; may be empty just after creation. */
  readonly questions: readonly Question[];
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
  /** The conversation's page at the service. Secret-like: it may grant access. Never logged. */
  readonly webUrl?: string;
}

export interface Question {
  /** Unique within its conversation and stable over reads. */
  readonly id: string;
  readonly text: string;
  readonly createdAt?: number;
  readonly outcome: Outcome;
  /** What the service lists; those found in the answer's links are added in `answerSources.ts`. */
  readonly listedSources: readonly ListedSource[];
  readonly suggestedFollowUps: readonly string[];
}

export interface ListedSource {
  /** `Repository` has been seen; an open set. */
  readonly type: string;
  /** Relative to the instance, or absolute. */
  readonly link: string;
  readonly label: string;
}

/** How a question stands. All but `processing` are final. Answers are Markdown and may stop in the middle of anything. */
export type Outcome =
  | { readonly status: "processing"; readonly steps: readonly string[] }
  | { readonly status: "completed"; readonly answer: string }
  | {
      readonly status: "failed";
      readonly code: FailureCode;
      readonly reason: string;
      readonly retryAt?: number;
      readonly partialAnswer: string;
    }
  | { readonly status: "canceled"; readonly partialAnswer: string };

/** Why the service gave up on a question. */
export type FailureCode = "internal" | "quotaExceeded" | "entitlementExceeded" | "tokenLimitExceeded" | "other";

/** A line of the history. Carries no state: the new interface's summaries have none. */
export interface ConversationSummary {
  readonly name: string;
  readonly title: string;
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly webUrl?: string;
}

export interface ConversationPage {
  /** Newest first. */
  readonly conversations: readonly ConversationSummary[];
  /** Hand it to the next call for the next page; absent on the last one. */
  readonly next?: string;
}

/** The last part of a name: what stays the same when one conversation is named in several ways. */
export function conversationId(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Whether nothing more will happen until somebody asks again. A conversation without questions is still being made. */
export function isSettled(conversation: Conversation): boolean {
  return (
    conversation.questions.length > 0 &&
    conversation.questions.every((question) => question.outcome.status !== "processing")
  );
}
