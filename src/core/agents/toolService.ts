import type { Conversation } from "../model/conversation.ts";
import type { MatchedItem, MatchedLine } from "../model/matches.ts";
import type { Alert, Skipped } from "../model/search.ts";
import type { FileAtRevision } from "../model/service.ts";

/** What the tools for agents need from a service, whichever door an agent came through. Every call can be aborted. */
export interface ToolService {
  /** As agents see it: `the local service`, `sourcegraph.example.com`. */
  readonly name: string;
  /** What links in its answers are relative to. */
  readonly baseUrl: string;
  /** Serves the folders of this machine: asking costs nothing, and plain words rank passages. */
  readonly isLocal: boolean;
  /** What it serves of this machine; absent if that can't be said. */
  readonly served?: () => Promise<Served>;
  /**
   * The repository of an absolute path, which need not exist, and its path there, which is empty for the root;
   * `undefined` for what is not served. Absent for a service that is not of this machine.
   */
  readonly locate?: (path: string) => Promise<{ readonly repository: string; readonly path: string } | undefined>;
  /** Runs a query to its end. `display` is how many matches are returned at most; all are counted. */
  search(query: string, options: SearchOptions): Promise<FoundMatches>;
  /** The bytes of a file. Throws a `ServiceError`: `notFound`, `forbidden`, `folder`, `tooLarge`. */
  readFile(file: FileAtRevision, options: { readonly signal: AbortSignal }): Promise<Uint8Array>;
  /** Asks a question in a new conversation. Sent once; can't be stopped on its way. */
  ask(question: string): Promise<Conversation>;
  /** Yields each state of a conversation in which a question was just asked, the settled one last. */
  watch(asked: Conversation, options: { readonly signal: AbortSignal }): AsyncIterable<Conversation>;
  /** Cancels the question that is being answered in a conversation. */
  cancel(name: string): Promise<void>;
  /**
   * Reads a conversation by its name, id or link. Throws a {@link ToolProblem} if that stands for none that may be read
   * here.
   */
  conversation(reference: string, options: { readonly signal: AbortSignal }): Promise<Conversation>;
}

export interface SearchOptions {
  readonly display: number;
  readonly signal: AbortSignal;
  /** Ends the search with what was found so far, while `signal` gives it up. */
  readonly late?: AbortSignal;
}

/** What a service serves of this machine. Paths are as the system writes them. */
export interface Served {
  readonly folders: readonly string[];
  /** Those of them that are not there now. */
  readonly missing: readonly string[];
  readonly repositories: readonly ServedRepository[];
}

export interface ServedRepository {
  readonly name: string;
  /** A folder that is served may be below it. */
  readonly root: string;
}

/** With these words, the local service refuses to give a file to agents and models. */
export const IS_HELD_BACK = "is held back from agents and models";

/** The reason for which the local service says that files are held back. */
export const HELD_BACK = "held-back";
/** The reasons for which it says what it left out of a search for uses, since it is none. */
export const MENTIONS = "mentions";
export const LOCALS = "locals";

/** The result of a search. */
export interface FoundMatches {
  /** In the order in which they came, at most as many as were requested. */
  readonly items: readonly FoundItem[];
  /** All that are known. */
  readonly counts: { readonly items: number; readonly lines: number };
  /** Whether more was found than is known. */
  readonly isCut?: boolean;
  /** What the service counted, including what it did not send: ranges, and one for each match without any. */
  readonly matchCount: number;
  /** Parts that were left out. */
  readonly skipped: readonly Pick<Skipped, "reason" | "title" | "message">[];
  readonly alert?: Alert | undefined;
  /** The errors that the service reported. */
  readonly errors: readonly string[];
}

export interface FoundItem extends Pick<MatchedItem, "type" | "repository" | "path" | "label"> {
  readonly revision?: string;
  readonly commit?: MatchedItem["commit"];
  readonly lines: readonly FoundLine[];
}

/** Zero-based, like all lines in these interfaces. */
export type FoundLine = Pick<MatchedLine, "line" | "text" | "textStart" | "ranges" | "symbol">;

/** Why a call of a tool is invalid, in words for the model that made it: what is wrong, and what would be valid. */
export class ToolProblem extends Error {
  override readonly name = "ToolProblem";
}
