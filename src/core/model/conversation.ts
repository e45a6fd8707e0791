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
  /** Grants whoever has it to read the conversation. A secret: only ever shown when asked for, never logged. */
  readonly readToken?: string;
  /** The owner's number or name, as the service has it. */
  readonly ownerId?: string;
  /** `false` for somebody else's conversation, which is for reading; absent where the service doesn't say. See {@link canChange}. */
  readonly isOwner?: boolean;
  /** Absent where the service doesn't say. */
  readonly isStarred?: boolean;
  /** What of the person's quota is used; absent where the service doesn't say. */
  readonly quota?: Quota;
}

/** How much of what a person may ask is used up in the period that ends at `resetsAt`. */
export interface Quota {
  readonly used: number;
  /** Absent: as much as one likes. */
  readonly limit?: number;
  /** Milliseconds since the epoch. */
  readonly resetsAt?: number;
}

export interface Question {
  /** Unique within its conversation and stable over reads. */
  readonly id: string;
  /** All that was asked in words; several inputs are separated by a blank line. */
  readonly text: string;
  /** Addresses of the images that were asked with. Never loaded without a click. */
  readonly images?: readonly string[];
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly outcome: Outcome;
  /** What the service lists; those found in the answer's links are added in `answerSources.ts`. */
  readonly listedSources: readonly ListedSource[];
  readonly suggestedFollowUps: readonly string[];
  /** What the agent did, oldest first, as far as the service keeps it. The last one may repeat the answer. */
  readonly turns?: readonly Turn[];
  /** Absent while the question is processed, and where the service gives none. */
  readonly stats?: Stats;
  /** Kinds of parts of the question or its answer that can't be shown here (`csv`), as the service calls them; they can in the browser. */
  readonly unknownBlocks?: readonly string[];
}

export interface ListedSource {
  /** `Repository` has been seen; an open set. */
  readonly type: string;
  /** Relative to the instance, or absolute; may be empty. */
  readonly link: string;
  readonly label: string;
}

/** One entry of the agent's log. */
export interface Turn {
  /** `user` is the person; an open set otherwise. */
  readonly role: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
}

/** What an answer took, as far as the service says. */
export interface Stats {
  readonly timeMs?: number;
  readonly toolCalls?: number;
  readonly totalInputTokens?: number;
  readonly cachedTokens?: number;
  readonly cacheCreationInputTokens?: number;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly totalTokens?: number;
  /** What was billed. */
  readonly credits?: number;
}

/** How a question stands. All but `processing` are final. Answers are Markdown and may stop in the middle of anything. */
export type Outcome =
  | {
      readonly status: "processing";
      /** What the service says that it is doing, newest last. */
      readonly steps: readonly string[];
      /** What there is of the answer already. */
      readonly partialAnswer?: string;
      /** The service's word for a state that Plumbline doesn't know; it may be a final one. `watchConversation` decides. */
      readonly unknownState?: string;
    }
  | { readonly status: "completed"; readonly answer: string }
  | {
      readonly status: "failed";
      readonly code: FailureCode;
      /** The service's own words, written for the person; may be empty. */
      readonly reason: string;
      /** More of the service's words, for whoever wants to know; never repeats `reason`. */
      readonly details?: string;
      /** Milliseconds since the epoch from which on it makes sense to ask again. */
      readonly retryAt?: number;
      readonly partialAnswer: string;
    }
  | { readonly status: "canceled"; readonly partialAnswer: string }
  /** A state that Plumbline doesn't know, and that stayed the same for so long that nobody waits any more. */
  | { readonly status: "unknown"; readonly state: string; readonly partialAnswer: string };

/** Why the service gave up on a question. */
export type FailureCode = "internal" | "quotaExceeded" | "entitlementExceeded" | "tokenLimitExceeded" | "other";

/** A line of the history. */
export interface ConversationSummary {
  readonly name: string;
  readonly title: string;
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly webUrl?: string;
  readonly readToken?: string;
  readonly ownerId?: string;
  /** See {@link Conversation.isOwner}. */
  readonly isOwner?: boolean;
  readonly isStarred?: boolean;
  /** How its last question stands. Absent from the new interface, whose summaries carry no state. */
  readonly status?: Outcome["status"];
}

/** Which conversations to list, and in what order. What an interface can't sift at the service is sifted here. */
export interface ConversationQuery {
  /** What an earlier page returned as `next`: the rest of the query must be the same. */
  readonly page?: string;
  /** How many to read at once; a page may bring fewer. */
  readonly pageSize?: number;
  /** Only those in whose title, questions and answers every word of this occurs, see {@link hasWords}. */
  readonly text?: string;
  readonly isStarred?: boolean;
  readonly id?: string;
  readonly ownerId?: string;
  /** At most one, which may be somebody else's. */
  readonly readToken?: string;
  /** Last changed first, if it is left out. The new interface knows no other order and keeps to it. */
  readonly sort?: ConversationOrder;
}

/** With a minus: highest or newest first. */
export type ConversationOrder = `${"" | "-"}${"id" | "createdAt" | "updatedAt"}`;

export interface ConversationPage {
  readonly conversations: readonly ConversationSummary[];
  /** Hand it to the next call for the next page; absent on the last one. */
  readonly next?: string;
}

/** Longer questions are refused by the service. */
export const QUESTION_AT_MOST = 100_000;

/** The last part of a name: what stays the same when one conversation is named in several ways. */
export function conversationId(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Looks for every word of `words` in a text, in any case and order. Without words, every text has them all. */
export function hasWords(words: string): (text: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/);
  return (text) => {
    const searched = text.toLowerCase();
    return wanted.every((word) => searched.includes(word));
  };
}

/** Whether one may ask on in it, stop it and delete it: not so in somebody else's. */
export function canChange({ isOwner }: Pick<Conversation, "isOwner">): boolean {
  return isOwner !== false;
}

/** How a conversation stands: as its last question does. One without questions is still being made. */
export function statusOf({ questions }: Pick<Conversation, "questions">): Outcome["status"] {
  return questions.at(-1)?.outcome.status ?? "processing";
}

/** Whether nothing more will happen until somebody asks again. A conversation without questions is still being made. */
export function isSettled(conversation: Conversation): boolean {
  return (
    conversation.questions.length > 0 &&
    conversation.questions.every((question) => question.outcome.status !== "processing")
  );
}
