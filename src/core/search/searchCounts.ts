import type { Matches } from "../model/matches.ts";
import type { Progress } from "../model/search.ts";
import type { Dismissals } from "./dismissals.ts";

/** The numbers of one search. Every place that shows one takes it from here, so that all of them agree. */
export interface SearchCounts {
  /**
   * All matches that were found, as the service counts them, including those that it did not send; without dismissed
   * ones.
   */
  readonly found: number;
  /** How many of them can be looked at: the sum of the rows. */
  readonly shown: number;
  /** The repositories that they are in. */
  readonly repositories: number;
  /**
   * Why fewer can be looked at than were found: no more were requested or are kept, they could not be written to disk,
   * or they never arrived. Absent if all can.
   */
  readonly cut?: "limit" | "unwritten" | "unsent";
  /** Whether the search stopped at a limit of matches: then there may be more. */
  readonly isStoppedAtLimit: boolean;
}

/** What a search has returned so far. */
interface Found {
  readonly matches?: Matches | undefined;
  readonly progress?: Progress | undefined;
  readonly dismissals?: Pick<Dismissals, "countIn"> | undefined;
}

/** The reasons that a service gives when it stops looking. A file that is left out for its size is not such a limit. */
const LIMITS = ["shard-match-limit", "document-match-limit", "repository-limit"];

/**
 * Counts what a search has found. What was sent is counted as it arrived; what was not sent, only the service knows.
 * Its count of repositories is used only then, because some services count those that they looked into. `isOver`:
 * nothing more will arrive.
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
  return isOver ? "unsent" : undefined; // until then, more may be on the way
}
