import type { Conversation, ConversationPage, ConversationQuery } from "./conversation.ts";
import type { SearchEvent, SearchQuery } from "./search.ts";

/** Every call can be stopped. A stopped call rejects with an `AbortError`, which is not a failure. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** How a question is asked. */
export interface AskOptions extends CallOptions {
  /** The nonce of a model that the local service may write the answer with, once. Goes to no other service. */
  readonly model?: string | undefined;
}

/** The position of a question in its conversation in whose place another one is shown, and whether that goes on with its words. */
export interface InsteadOf {
  readonly position: number;
  readonly goesOn: boolean;
}

/**
 * A code search service, as everything but `api` sees it. All methods reject with a `ServiceError`.
 * Calls that change something (`createConversation`, `addQuestion`) are sent once and never repeated: they cost.
 */
export interface CodeSearchService {
  /**
   * Runs a search. Ends after the service's `done` event; a stream cut short before that throws `incomplete` (what was
   * yielded stays good). Leaving the loop closes the connection.
   */
  search(query: SearchQuery, options?: CallOptions): AsyncIterable<SearchEvent>;

  /**
   * Asks a question in a new conversation and returns at once, with the question processing. Throws `tooLong` before
   * anything is sent, and `unknownOutcome` where it may have been asked: `askOnce` looks into that.
   */
  createConversation(question: string, options?: AskOptions): Promise<Conversation>;

  /** What `createConversation` would send now, or `addQuestion` in the conversation of that `name`. Sends nothing. */
  previewQuestion(question: string, name?: string): Promise<RequestPreview>;

  getConversation(name: string, options?: CallOptions): Promise<Conversation>;

  /** The person's own conversations. An empty page that has a `next` is not the last one. */
  listConversations(options?: CallOptions & ConversationQuery): Promise<ConversationPage>;

  /**
   * Asks a follow-up question and returns the conversation with it. `after` is how many questions it had before, which
   * tells the new one from an old one with the same words. Throws like `createConversation`.
   */
  addQuestion(
    name: string,
    question: string,
    options?: AskOptions & { readonly after?: number; readonly insteadOf?: InsteadOf | undefined },
  ): Promise<Conversation>;

  /** Cancels the last question that is not settled; does nothing where all are. Returns the conversation after it. */
  cancelConversation(name: string, options?: CallOptions): Promise<Conversation>;

  /** Deletes this one conversation. */
  deleteConversation(name: string, options?: CallOptions): Promise<void>;

  /** The bytes of a file; at the head of the default branch where `revision` is left out. */
  readFile(file: FileAtRevision, options?: CallOptions): Promise<Uint8Array>;

  /** Closes its connections. Calls under way reject. */
  close(): Promise<void>;
}

/** A request as it would be sent, without its secrets. */
export interface RequestPreview {
  readonly method: string;
  readonly url: string;
  /** A value that is secret is left out. */
  readonly headers: readonly { readonly name: string; readonly value?: string }[];
  readonly body: string;
  /** The proxy that it goes through, if any: host and port. */
  readonly proxy?: string;
  /** It goes through the editor's own `fetch`, which chooses a proxy and adds headers by itself. */
  readonly byEditor?: boolean;
  /** The service has not been asked yet which interface it has: it may get another request with the same question. */
  readonly isGuess: boolean;
}

export interface FileAtRevision {
  readonly repository: string;
  readonly path: string;
  readonly revision?: string;
}
