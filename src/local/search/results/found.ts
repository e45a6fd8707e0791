import type { LoggedCommit } from "../../../git/history/log.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import type { Range } from "../../code/lines/positions.ts";
import type { Engine } from "../../code/engine/engine.ts";
import type { LeftOut } from "../../code/engine/leftOut.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import type { MatchForm } from "./encodeLines.ts";
import type { WrittenLines } from "./writtenLines.ts";
import { languageOf } from "../../../core/text/languages.ts";
import type { ReadDefinitions } from "../../code/symbols/fileDefinitions.ts";
import type { CodeSymbol } from "../../../core/model/codeSymbol.ts";

/** One result of a search. */
export type Found = FoundRepository | FileResult | FoundCommit;

interface FoundRepository {
  readonly type: "repo";
  readonly repository: Repository;
  readonly nameRanges: readonly Range[];
  readonly at?: Revised;
}

export type FileResult = {
  readonly repository: Repository;
  readonly path: string;
  readonly pathRanges: readonly Range[];
  /** Left out if it follows from the path. */
  readonly language?: string;
  /** Left out for the file as it is on disk. */
  readonly at?: Revised;
} & (
  | { readonly type: "path" }
  | { readonly type: "content"; readonly lines: readonly FoundLines[] | WrittenLines }
  | { readonly type: "symbol"; readonly symbols: readonly CodeSymbol[] }
);

/** The revisions in which something is the same. */
export interface Revised {
  /** As the query names them. Never empty. */
  readonly revisions: readonly string[];
  /** The one that the first of them names. */
  readonly commit: string;
}

export interface SearchOptions {
  readonly signal: AbortSignal;
  readonly engine: Engine;
  /** Lines around each match. */
  readonly contextLines: number;
  /** Set if lines are wanted as chunks: in which form. */
  readonly chunks?: Pick<MatchForm, "maxLineLength" | "asParts">;
  /** The most ranges that are wanted. */
  readonly limit: number;
  /** Whether a repository's git data may be read. */
  readonly canReadGit: (repository: Repository) => boolean;
  readonly readDefinitions: ReadDefinitions;
  /** Is told what the engine left out. */
  readonly leaveOut: (leftOut: LeftOut) => void;
  /** Is told what is not among the results. */
  readonly skip: (skipped: Skipped) => void;
}

/** A line, counted with the fence that opens the content as line 0; a column and a length in code points. */
export type CommitRange = readonly [line: number, column: number, length: number];

/** A commit with its message, or with those of its hunks that were found, without the fence. */
export interface FoundCommit {
  readonly type: "commit" | "diff";
  readonly repository: Repository;
  readonly commit: LoggedCommit;
  readonly content: string;
  readonly ranges: readonly CommitRange[];
}

/** Why something is not among the results, as `progress` lists it. */
export interface Skipped {
  readonly reason: string;
  readonly title: string;
  /** Markdown. */
  readonly message: string;
  readonly severity?: "info" | "warn";
  readonly suggested?: { readonly title: string; readonly queryExpression: string };
  /** Whether there is more than was counted. */
  readonly isCut?: boolean;
}

/** The language of a result's file. */
export function languageOfFound(found: Found): string | undefined {
  return "path" in found ? (found.language ?? languageOf(found.path)) : undefined;
}
