import type { Conversation } from "../model/conversation.ts";
import type { MatchedItem, MatchedLine } from "../model/matches.ts";
import type { Alert, Skipped } from "../model/search.ts";
import type { FileAtRevision } from "../model/service.ts";

/** What the tools for agents need of a service, whichever door an agent came through. Every call can be stopped. */
export interface ToolService {
  /** As agents are told: `the local service`, `sourcegraph.example.com`. */
  readonly name: string;
  /** What links of its answers are relative to. */
  readonly baseUrl: string;
  /** Serves the folders of this machine: asking costs nothing, and plain words rank passages. */
  readonly isLocal: boolean;
  /** Runs a query to its end. `display` is how many matches are handed over at most; all are counted. */
  search(query: string, options: { readonly display: number; readonly signal: AbortSignal }): Promise<FoundMatches>;
  /** The bytes of a file. Throws a `ServiceError`: `notFound`, `folder`, `tooLarge`. */
  readFile(file: FileAtRevision, options: { readonly signal: AbortSignal }): Promise<Uint8Array>;
  /** Asks a question in a new conversation. Sent once, and not stopped on its way. */
  ask(question: string): Promise<Conversation>;
  /** Yields each state of a conversation that was just asked in, the settled one last. */
  watch(asked: Conversation, options: { readonly signal: AbortSignal }): AsyncIterable<Conversation>;
  /** Cancels what is being answered in a conversation. */
  cancel(name: string): Promise<void>;
  /** Reads a conversation by its name, id or link. Throws a {@link ToolProblem} for what names none that may be read here. */
  conversation(reference: string, options: { readonly signal: AbortSignal }): Promise<Conversation>;
}

/** What came of a search. */
export interface FoundMatches {
  /** In the order in which they came, as many as were asked for. */
  readonly items: readonly FoundItem[];
  /** All that are known of. */
  readonly counts: { readonly items: number; readonly lines: number };
  /** Whether more was found than is known of. */
  readonly isCut?: boolean;
  /** What the service counted, also of what it did not hand over: ranges, and what has none once each. */
  readonly matchCount: number;
  /** Parts that were left out. */
  readonly skipped: readonly Pick<Skipped, "title" | "message">[];
  readonly alert?: Alert | undefined;
  /** What the service said went wrong. */
  readonly errors: readonly string[];
}

export interface FoundItem extends Pick<MatchedItem, "type" | "repository" | "path" | "label"> {
  readonly revision?: string;
  readonly commit?: MatchedItem["commit"];
  readonly lines: readonly FoundLine[];
}

/** Zero-based, as all lines inside. */
export type FoundLine = Pick<MatchedLine, "line" | "text" | "ranges"> & Pick<MatchedLine, "symbol">;

/** Why a call of a tool makes no sense, in words for the model that made it: what is wrong, and what would be valid. */
export class ToolProblem extends Error {
  override readonly name = "ToolProblem";
}
