import type { Conversation, ConversationPage, ConversationQuery } from "./conversation.ts";
import type { SearchEvent, SearchQuery } from "./search.ts";

/** Every call can be aborted. An aborted call rejects with an `AbortError`, which is not a failure. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** How a question is asked. */
export interface AskOptions extends CallOptions {
  /** The nonce of a model that the local service may write the answer with, once. Goes to no other service. */
  readonly model?: string | undefined;
  /**
   * Set if a tool asks, rather than a person: then the local service shows no ignored file. Goes to no other service.
   */
  readonly isTool?: boolean | undefined;
  /**
   * The names of the code bases in which the person works: what is in them comes first where a question says nothing
   * else. Goes to no other service than the local one.
   */
  readonly workingIn?: readonly string[] | undefined;
}

/**
 * Which question of a conversation, by its position, another one is shown in place of, and whether the new answer
 * continues the old one's words.
 */
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
   * yielded stays valid). Leaving the loop closes the connection.
   */
  search(query: SearchQuery, options?: CallOptions): AsyncIterable<SearchEvent>;

  /**
   * Asks a question in a new conversation and returns at once, while the question is processed. Throws `tooLong` before
   * anything is sent, and `unknownOutcome` if it may have been asked: `askOnce` finds that out.
   */
  createConversation(question: string, options?: AskOptions): Promise<Conversation>;

  /** What `createConversation` would send now, or `addQuestion` in the conversation with that `name`. Sends nothing. */
  previewQuestion(question: string, name?: string): Promise<RequestPreview>;

  getConversation(name: string, options?: CallOptions): Promise<Conversation>;

  /** The user's own conversations. An empty page with a `next` is not the last one. */
  listConversations(options?: CallOptions & ConversationQuery): Promise<ConversationPage>;

  /**
   * Asks a follow-up question and returns the conversation with it. `after` is how many questions it had before, which
   * distinguishes the new one from an old one with the same words. Throws like `createConversation`.
   */
  addQuestion(
    name: string,
    question: string,
    options?: AskOptions & { readonly after?: number; readonly insteadOf?: InsteadOf | undefined },
  ): Promise<Conversation>;

  /** Cancels the last question that is not settled; does nothing if all are. Returns the conversation afterwards. */
  cancelConversation(name: string, options?: CallOptions): Promise<Conversation>;

  /** Deletes this one conversation. */
  deleteConversation(name: string, options?: CallOptions): Promise<void>;

  /** The names of the search contexts that the person may use; none where the service has no such thing. */
  searchContexts(options?: CallOptions): Promise<readonly string[]>;

  /** The bytes of a file, at the head of the default branch if `revision` is left out. */
  readFile(file: FileAtRevision, options?: CallOptions): Promise<Uint8Array>;

  /** Closes its connections. Pending calls reject. */
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
  /** It goes through the editor's own `fetch`, which chooses a proxy and adds headers itself. */
  readonly byEditor?: boolean;
  /** The service has not been asked yet which interface it has: the request with the question may be another one. */
  readonly isGuess: boolean;
}

export interface FileAtRevision {
  readonly repository: string;
  readonly path: string;
  readonly revision?: string;
}
