import type { FileInRepository } from "../files/codeBase.ts";

/** A file that may hold an answer. */
export interface CandidateFile extends FileInRepository {
  /** Absolute. */
  readonly file: string;
  readonly score: number;
  /** How much its passages count, by what kind of file it is: 1 for source code. */
  readonly prior: number;
  /** How much it speaks of the question, compared with the file that does most: from 0 to 1. */
  readonly relevance: number;
}
