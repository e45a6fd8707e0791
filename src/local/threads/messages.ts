import type { Repository } from "../../git/repositories.ts";
import type { FoundAnswer } from "../conversations/questionAnswers.ts";
import type { SearchParameters } from "../search/searchParameters.ts";

/** Work for a thread. */
export type Job = SearchJob | AnswerJob;

export interface SearchJob {
  readonly type: "search";
  readonly parameters: SearchParameters;
  readonly folders: readonly string[];
  readonly repositories: readonly Repository[];
  /** Those in which git may be run. */
  readonly gitFolders: readonly string[];
  readonly heartbeatMs?: number;
}

export interface AnswerJob {
  readonly type: "answer";
  readonly question: string;
  readonly earlier: readonly string[];
  readonly folders: readonly string[];
  /** Those in which git may be run. */
  readonly gitFolders: readonly string[];
}

/** What a job tells while it runs. */
export type News =
  | { readonly type: "event"; readonly event: string; readonly json: string }
  /** An event as it is sent. */
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  | { readonly type: "step"; readonly text: string }
  | { readonly type: "answer"; readonly answer: FoundAnswer };

/** What a thread is made with. */
export interface ThreadData {
  readonly ripgrepBinary: string;
  /** For tests; 300 MB. What the parsers of a thread may hold for it to be kept. */
  readonly parserBytesAtMost?: number;
}

/** One job at a time. `taken` comes for each piece of news once it was taken in, in their order. */
export type ToThread = { readonly type: "begin"; readonly job: Job } | { readonly type: "stop" | "taken" };

/** Each `begin` is followed by one `ended`, behind all else about the job. */
export type FromThread =
  | { readonly type: "news"; readonly news: News }
  /** How long the job may take from now on. */
  | { readonly type: "limit"; readonly limitMs: number }
  /** A process was started, or has ended. */
  | { readonly type: "child"; readonly pid: number; readonly isRunning: boolean }
  /** With what went wrong, for the log. A thread that is spent holds too much memory to be kept for other jobs. */
  | { readonly type: "ended"; readonly failure?: string; readonly isSpent: boolean };
