/** A conversation as the service knows it, whichever of its two interfaces it came from. */
export interface Conversation {
  /** Opaque, as the service returned it: `users/12/conversations/7`, or a bare number from the legacy interface. */
  readonly name: string;
  /** May be empty while the first question is being processed. */
  readonly title: string;
  /** In the order in which they were asked; may be empty just after creation. */
  readonly questions: readonly Question[];
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
  /** The conversation's page at the service. Treat as a secret: it may grant access. Never logged. */
  readonly webUrl?: string;
  /** Lets its holder read the conversation. A secret: only ever shown when asked for, never logged. */
  readonly readToken?: string;
  /** The owner's number or name, as the service gives it. */
  readonly ownerId?: string;
  /** `false` for another person's conversation, see {@link canChange}; absent if the service doesn't say. */
  readonly isOwner?: boolean;
  /** Absent if the service doesn't say. */
  readonly isStarred?: boolean;
  /** How much of the user's quota is used; absent if the service doesn't say. */
  readonly quota?: Quota;
}

/** How much of a person's allowance of questions is used up in the period that ends at `resetsAt`. */
export interface Quota {
  readonly used: number;
  /** Absent if there is no limit. */
  readonly limit?: number;
  /** Milliseconds since the epoch. */
  readonly resetsAt?: number;
}

export interface Question {
  /** Unique within its conversation and stable over reads. */
  readonly id: string;
  /** Everything that was asked in words; several inputs are separated by a blank line. */
  readonly text: string;
  /** Addresses of the images that belong to the question. Never loaded without a click. */
  readonly images?: readonly string[];
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly outcome: Outcome;
  /** The sources that the service lists; those found in the answer's links are added in `answerSources.ts`. */
  readonly listedSources: readonly ListedSource[];
  readonly suggestedFollowUps: readonly string[];
  /** What the agent did, oldest first, as far as the service keeps it. The last one may repeat the answer. */
  readonly turns?: readonly Turn[];
  /** Absent while the question is being processed, and if the service gives none. */
  readonly stats?: Stats;
  /** Set if one of the user's models writes the answer, or wrote it. */
  readonly written?: WrittenAnswer;
  /** For each passage of the answer, in their order, what to see of it first; absent if the service doesn't say. */
  readonly passages?: readonly PassageLines[];
  /** The position of the question that it is shown in place of. */
  readonly insteadOf?: number;
  /**
   * The commits that branches stood for both before it was asked and when its answer was there: so what it cites from
   * them is known.
   */
  readonly tips?: readonly BranchTip[];
  /**
   * Kinds of parts of the question or its answer that can't be shown here (`csv`), as the service calls them; the
   * browser can show them.
   */
  readonly unknownBlocks?: readonly string[];
}

/** Which lines of a passage say most about the question, and where its words are. Rows and columns are zero-based. */
export interface PassageLines {
  /** Ascending. */
  readonly shown: readonly number[];
  /** By threes: the row, and in UTF-16 units the first column and the one behind the last. */
  readonly marks: readonly number[];
}

/** The commit, by its full hash, that a branch of a repository stood for at the service. */
export interface BranchTip {
  readonly repository: string;
  /** Absent for the default branch, if none is named. */
  readonly revision?: string;
  readonly commit: string;
}

/**
 * What is known about an answer that one of the user's models writes, except its words, which are in the outcome. As
 * long as there are no words, the outcome has the passages instead.
 */
export interface WrittenAnswer {
  /** The model's name, as shown. */
  readonly model: string;
  /** The model that answered, as its server names it, if it was another one. */
  readonly answeredBy?: string;
  /** Markdown: what was found, shown below the words; empty if the outcome has it. */
  readonly passages: string;
  readonly rounds: number;
  /** What the model is doing now; absent while it is not being asked. */
  readonly activity?: ModelActivity;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Set if some of them are estimated from the length of the text alone. */
  readonly areTokensEstimated?: boolean;
  /** The number of statements in the whole answer, and of those that cite nothing; absent while it is being written. */
  readonly statements?: number;
  readonly unsourced?: number;
  /** The number of names and quotes that did not occur in what was read. */
  readonly unfound?: number;
  /** What the user should know, in the service's words. */
  readonly notes: readonly string[];
  readonly failure?: WritingFailure;
}

/** What a model that was asked is doing: sending nothing, not yet or not for some seconds, or thoughts, or words. */
export type ModelActivity = (typeof MODEL_ACTIVITIES)[number];

export const MODEL_ACTIVITIES = ["silent", "thinking", "writing"] as const;

/** Why a model stopped writing. */
export interface WritingFailure {
  /** One of `ModelErrorCode`, `endless`, `empty`; an open set. */
  readonly code: string;
  /** Perhaps the words of the model's server; may be empty. */
  readonly message: string;
  /** Milliseconds since the epoch; from then on it makes sense to try again. */
  readonly retryAt?: number;
}

/** A source as a service lists it; its link tells whether it is a place in a file. */
export interface ListedSource {
  /** `File` and `Repository` have been seen; an open set. */
  readonly type: string;
  /** Relative to the service, or absolute; may be empty. */
  readonly link: string;
  readonly label: string;
}

/** One entry of the agent's log. */
export interface Turn {
  /** `user` is the person who asks; an open set otherwise. */
  readonly role: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
}

/** What an answer cost, as far as the service says. */
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

/**
 * The state of a question. All but `processing` are final. Answers are Markdown and may stop in the middle of anything.
 */
export type Outcome =
  | {
      readonly status: "processing";
      /** What the service says it is doing, newest last. */
      readonly steps: readonly string[];
      /** As much of the answer as there is already. */
      readonly partialAnswer?: string;
      /**
       * The service's word for a state that Plumbline doesn't know; it may be a final one. `watchConversation` decides.
       */
      readonly unknownState?: string;
    }
  | { readonly status: "completed"; readonly answer: string }
  | {
      readonly status: "failed";
      readonly code: FailureCode;
      /** The service's own words, written for the user; may be empty. */
      readonly reason: string;
      /** More details, in the service's words; never repeats `reason`. */
      readonly details?: string;
      /** Milliseconds since the epoch; from then on it makes sense to ask again. */
      readonly retryAt?: number;
      readonly partialAnswer: string;
    }
  | { readonly status: "canceled"; readonly partialAnswer: string }
  /** A state that Plumbline doesn't know, and that did not change for so long that watching ended. */
  | { readonly status: "unknown"; readonly state: string; readonly partialAnswer: string };

/** Why the service gave up on a question. */
export type FailureCode = "internal" | "quotaExceeded" | "entitlementExceeded" | "tokenLimitExceeded" | "other";

/** An entry of the history. */
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
  /** The state of its last question. Absent from the new interface, whose summaries carry no state. */
  readonly status?: Outcome["status"];
}

/** Which conversations to list, and in what order. What an interface can't filter at the service is filtered here. */
export interface ConversationQuery {
  /** What an earlier page returned as `next`: the rest of the query must stay the same. */
  readonly page?: string;
  /** How many to read at once; a page may contain fewer. */
  readonly pageSize?: number;
  /** Only conversations whose title, questions and answers contain every word of this, see {@link hasWords}. */
  readonly text?: string;
  readonly isStarred?: boolean;
  readonly id?: string;
  readonly ownerId?: string;
  /** Finds at most one, which may be another person's. */
  readonly readToken?: string;
  /** Last changed first, if left out. The new interface knows no other order and always uses it. */
  readonly sort?: ConversationOrder;
}

/** With a minus: highest or newest first. */
export type ConversationOrder = `${"" | "-"}${"id" | "createdAt" | "updatedAt"}`;

export interface ConversationPage {
  readonly conversations: readonly ConversationSummary[];
  /** Pass it to the next call to get the next page; absent on the last one. */
  readonly next?: string;
}

/** Longer questions are refused by the service. */
export const QUESTION_AT_MOST = 100_000;

/** The last part of a name, which stays the same when one conversation is named in several ways. */
export function conversationId(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** A check that a text has every word of `words`, in any case and order. Without words, every text passes. */
export function hasWords(words: string): (text: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/);
  return (text) => {
    const searched = text.toLowerCase();
    return wanted.every((word) => searched.includes(word));
  };
}

/** Whether the user may continue, stop and delete it: another person's is read-only. */
export function canChange({ isOwner }: Pick<Conversation, "isOwner">): boolean {
  return isOwner !== false;
}

/** The state of a conversation, which is that of its last question. One without questions is still being created. */
export function statusOf({ questions }: Pick<Conversation, "questions">): Outcome["status"] {
  return questions.at(-1)?.outcome.status ?? "processing";
}

/** Whether nothing more will happen until the next question. A conversation without questions is being created. */
export function isSettled(conversation: Conversation): boolean {
  return (
    conversation.questions.length > 0 &&
    conversation.questions.every((question) => question.outcome.status !== "processing")
  );
}
