import type { Matches } from "../model/matches.ts";
import type { Progress } from "../model/search.ts";
import type { Dismissals } from "./dismissals.ts";

/** The numbers of one search. Every place that tells one takes it from here, so that all tell the same. */
export interface SearchCounts {
  /** All matches that were found, as the service counts them, also those that it did not send; less those that were dismissed. */
  readonly found: number;
  /** As many of them can be looked at: the sum of the rows. */
  readonly shown: number;
  /** The repositories that they are in. */
  readonly repositories: number;
  /**
   * Why there is less to look at than was found: no more was asked for or is kept, it could not be written to disk, or it
   * never came. Absent where there is not.
   */
  readonly cut?: "limit" | "unwritten" | "unsent";
  /** Whether the search stopped looking at a number of matches: then there may be more. */
  readonly isStoppedAtLimit: boolean;
}

/** What a search has brought so far. */
interface Found {
  readonly matches?: Matches | undefined;
  readonly progress?: Progress | undefined;
  readonly dismissals?: Pick<Dismissals, "countIn"> | undefined;
}

/** What a service calls it when it stops looking. A file that is left out for its size is no limit of matches. */
const LIMITS = ["shard-match-limit", "document-match-limit", "repository-limit"];

/**
 * Counts what a search has found. What was sent is counted as it came; of what was not, only the service knows. Its count
 * of repositories is taken only then, as some services count those that they looked into. `isOver` tells that nothing
 * more comes.
 */
export function countSearch({ matches, progress, dismissals }: Found, isOver: boolean): SearchCounts {
  const sent = matches?.counts ?? { ranges: 0, repositories: 0 };
  const told = progress?.matchCount ?? 0;
  const shown = matches?.kept.ranges ?? 0;
  const found = Math.max(sent.ranges, told);
  const reasons = new Set(progress?.skipped.map(({ reason }) => reason));
  const cut =
    shown < found ? reasonOfCut(sent.ranges - shown, matches?.failure, reasons.has("display"), isOver) : undefined;
  const repositories = Math.max(sent.repositories, told > sent.ranges ? (progress?.repositoriesCount ?? 0) : 0);
  const dismissed = (matches && dismissals?.countIn(matches)) ?? { ranges: 0, repositories: 0 };
  return {
    found: found - dismissed.ranges,
    shown: shown - dismissed.ranges,
    repositories: repositories - dismissed.repositories,
    ...(cut && { cut }),
    isStoppedAtLimit: LIMITS.some((reason) => reasons.has(reason)),
  };
}

function reasonOfCut(dropped: number, failure: unknown, isKeptBack: boolean, isOver: boolean): SearchCounts["cut"] {
  if (dropped > 0) return failure === undefined ? "limit" : "unwritten";
  if (isKeptBack) return "limit";
  return isOver ? "unsent" : undefined; // until then they may be on their way
}
