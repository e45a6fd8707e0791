import type { FolderEncoding, SearchExcludes } from "../../core/model/localProcess.ts";
import type { Repository } from "../../git/repositories/repositories.ts";
import type { Access } from "../code/files/access.ts";
import type { FoundAnswer } from "../answers/conversations/foundAnswer.ts";
import type { FoundCode, LookUp } from "../answers/writing/lookUp.ts";
import type { SearchParameters } from "../search/searchParameters.ts";
import type { DefinitionRequest, FileDefinitions } from "../code/symbols/fileDefinitions.ts";

/** Work for a thread. */
export type Job = SearchJob | AnswerJob | LookUpJob | DefinitionsJob;

export interface SearchJob {
  readonly type: "search";
  readonly parameters: SearchParameters;
  readonly access: Access;
  readonly folders: readonly string[];
  /** Those that are served but don't answer now. */
  readonly silent: readonly string[];
  readonly repositories: readonly Repository[];
  /** Those in which git may be run. */
  readonly gitFolders: readonly string[];
  readonly encodings: readonly FolderEncoding[];
  readonly excludes: readonly SearchExcludes[];
  readonly heartbeatMs?: number;
}

export interface AnswerJob {
  readonly type: "answer";
  readonly question: string;
  readonly earlier: readonly string[];
  readonly shown: readonly (readonly string[])[];
  readonly access: Access;
  readonly folders: readonly string[];
  /** Those that the question is about as well, but that don't answer now. */
  readonly silent: readonly string[];
  readonly workingIn: readonly string[];
  readonly readForMs?: number;
  /** Those in which git may be run. */
  readonly gitFolders: readonly string[];
  readonly encodings: readonly FolderEncoding[];
  readonly excludes: readonly SearchExcludes[];
  readonly withEvidence: boolean;
  readonly showsIgnored: boolean;
}

export interface LookUpJob {
  readonly type: "lookUp";
  readonly lookUp: LookUp;
  readonly access: Access;
  readonly folders: readonly string[];
  /** Those in which git may be run. */
  readonly gitFolders: readonly string[];
  readonly encodings: readonly FolderEncoding[];
  readonly excludes: readonly SearchExcludes[];
}

export interface DefinitionsJob {
  readonly type: "definitions";
  readonly requests: readonly DefinitionRequest[];
}

/** What a job reports while it runs. */
export type News =
  | { readonly type: "event"; readonly event: string; readonly json: string }
  /** Whole events as they are sent. Their memory is reused once they were taken in. */
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  | { readonly type: "step"; readonly text: string }
  | { readonly type: "answer"; readonly answer: FoundAnswer }
  /** Why there can't be an answer, in words for the person. */
  | { readonly type: "unanswerable"; readonly reason: string }
  | { readonly type: "lookedUp"; readonly found: FoundCode }
  /** For the next requests, in order: in the end there is one for each. */
  | { readonly type: "definitions"; readonly definitions: readonly FileDefinitions[] };

/** What a thread is created with. */
export interface ThreadData {
  readonly engineProgram: string;
  /** For tests; 300 MB. The most that the parsers of a thread may hold for it to be kept. */
  readonly parserBytesAtMost?: number;
  /** For tests; 5 s. How long parsing one file may take. */
  readonly parsingAtMostMs?: number;
  /** For tests; 2 GB. The most pages, of 64 kB each, that the parsers of a thread can have at all. */
  readonly parserPagesAtMost?: number;
}

/** What a thread receives from its handle in addition. */
export interface ThreadStart extends ThreadData {
  /** Not zero when the job is to stop. Code that never awaits sees it too. */
  readonly stopFlag: Int32Array;
}

/**
 * One job at a time. `taken` is sent for each piece of news once it was taken in, in order. After `end` the thread ends
 * its processes, and then itself.
 */
export type ToThread =
  | { readonly type: "begin"; readonly job: Job; readonly language: string }
  | { readonly type: "stop" | "taken" | "end" }
  | { readonly type: "defined"; readonly id: number; readonly definitions: FileDefinitions };

/** Each `begin` is followed by one `ended`, after everything else about the job. */
export type FromThread =
  | { readonly type: "news"; readonly news: News }
  /** How long the job may take from now on. */
  | { readonly type: "limit"; readonly limitMs: number }
  /** Asks for the definitions in a file. `defined` with this `id` answers. */
  | { readonly type: "define"; readonly id: number; readonly request: DefinitionRequest }
  /** For the log. */
  | { readonly type: "log"; readonly message: string }
  /** The running job was told to stop, and will. */
  | { readonly type: "stopping" }
  /** A process was started, or has ended. */
  | { readonly type: "child"; readonly pid: number; readonly isRunning: boolean }
  /** With what went wrong, for the log. A thread that is spent holds too much memory to be kept for other jobs. */
  | { readonly type: "ended"; readonly failure?: string; readonly isSpent: boolean };
