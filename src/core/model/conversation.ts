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
  /** Lets its holder read the conversation. A secret: only ever shown when asked for, never logged. */
  readonly readToken?: string;
  /** The owner's number or name, as the service has it. */
  readonly ownerId?: string;
  /** `false` for another person's conversation, see {@link canChange}; absent where the service doesn't say. */
  readonly isOwner?: boolean;
  /** Absent where the service doesn't say. */
  readonly isStarred?: boolean;
  /** What of the person's quota is used; absent where the service doesn't say. */
  readonly quota?: Quota;
}

/** How much of what a person may ask is used up in the period that ends at `resetsAt`. */
export interface Quota {
  readonly used: number;
  /** Absent where there is no limit. */
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
  /** Set where a model of the person's writes the answer, or wrote it. */
  readonly written?: WrittenAnswer;
  /** The position of the question in whose place it is shown. */
  readonly insteadOf?: number;
  /** What branches stood for before it was asked, and still did when its answer was there: what it cites of them is known. */
  readonly tips?: readonly BranchTip[];
  /** Kinds of parts of the question or its answer that can't be shown here (`csv`), as the service calls them; they can in the browser. */
  readonly unknownBlocks?: readonly string[];
}

/** The commit that a branch of a repository stood for at the service, by its full hash. */
export interface BranchTip {
  readonly repository: string;
  /** Absent for the default branch, where none is named. */
  readonly revision?: string;
  readonly commit: string;
}

/**
 * What there is to know of an answer that a model of the person's writes, beside its words, which are in the outcome. As
 * long as there are no words, the passages are there instead.
 */
export interface WrittenAnswer {
  /** The model, as it is shown. */
  readonly model: string;
  /** The model that answered, as its server names it, where that was another one. */
  readonly answeredBy?: string;
  /** Markdown: what was found, below the words; empty where the outcome has it. */
  readonly passages: string;
  readonly rounds: number;
  /** What the model is doing now; absent where it is not asked anything. */
  readonly activity?: ModelActivity;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Set where some of them are known by the length of the text alone. */
  readonly areTokensEstimated?: boolean;
  /** Statements of the whole answer, and those of them that cite nothing; absent while it is written. */
  readonly statements?: number;
  readonly unsourced?: number;
  /** Names and quotes that were not in what was read. */
  readonly unfound?: number;
  /** What the person should know, in the service's words. */
  readonly notes: readonly string[];
  readonly failure?: WritingFailure;
}

/** What a model that was asked is doing: nothing comes from it yet or for some seconds, or thoughts, or words. */
export type ModelActivity = (typeof MODEL_ACTIVITIES)[number];

export const MODEL_ACTIVITIES = ["silent", "thinking", "writing"] as const;

/** Why a model wrote no more. */
export interface WritingFailure {
  /** One of `ModelErrorCode`, `endless`, `empty`; an open set. */
  readonly code: string;
  /** Perhaps the words of the model's server; may be empty. */
  readonly message: string;
  /** Milliseconds since the epoch from which on it makes sense to try again. */
  readonly retryAt?: number;
}

/** A source as a service lists it: whether it is a place in a file is told by its link. */
export interface ListedSource {
  /** `File` and `Repository` have been seen; an open set. */
  readonly type: string;
  /** Relative to the service, or absolute; may be empty. */
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
      /** More details, in the service's words; never repeats `reason`. */
      readonly details?: string;
      /** Milliseconds since the epoch from which on it makes sense to ask again. */
      readonly retryAt?: number;
      readonly partialAnswer: string;
    }
  | { readonly status: "canceled"; readonly partialAnswer: string }
  /** A state that Plumbline doesn't know, and that stayed the same for so long that watching has ended. */
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

/** Which conversations to list, and in what order. What an interface can't filter at the service is filtered here. */
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
  /** At most one, which may be another person's. */
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

/** Whether the person may ask on in it, stop it and delete it: another person's is for reading only. */
export function canChange({ isOwner }: Pick<Conversation, "isOwner">): boolean {
  return isOwner !== false;
}

/** How a conversation stands: as its last question does. One without questions is still being made. */
export function statusOf({ questions }: Pick<Conversation, "questions">): Outcome["status"] {
  return questions.at(-1)?.outcome.status ?? "processing";
}

/** Whether nothing more will happen until the next question. A conversation without questions is still being made. */
export function isSettled(conversation: Conversation): boolean {
  return (
    conversation.questions.length > 0 &&
    conversation.questions.every((question) => question.outcome.status !== "processing")
  );
}
