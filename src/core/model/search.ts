import { PATTERN_TYPES, type PatternType, type WrittenQuery } from "../../protocol/writtenQuery.ts";
import type { Matches } from "./matches.ts";

export interface SearchQuery {
  /** In the service's query language. Never empty. */
  readonly text: string;
  /** Used if the query has no `patternType:` of its own. */
  readonly patternType: PatternType;
  /** What the text was compiled from, unless it was written as it is. Sent to nobody. */
  readonly written?: WrittenQuery;
  /** At most this many matches are sent; the search continues and counts. */
  readonly display: number;
  /** This many lines are included on each side of a match. */
  readonly contextLines: number;
}

export { PATTERN_TYPES, type PatternType };

/**
 * What a search reports while it runs. A `matches` event says that {@link Matches} has grown; `progress`, `filters` and
 * `alert` each replace the previous one. `alert` and `error` may come after the final progress.
 */
export type SearchEvent =
  | { readonly type: "matches"; readonly matches: Matches }
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "filters"; readonly filters: readonly Filter[] }
  | { readonly type: "alert"; readonly alert: Alert }
  | { readonly type: "error"; readonly message: string }
  | { readonly type: "unreadable"; readonly event: string; readonly reason: string }
  /** Of an unknown kind: it is skipped. */
  | { readonly type: "unknown"; readonly event: string };

export interface Progress {
  readonly done: boolean;
  /** Ranges found so far, including those that were not sent. */
  readonly matchCount: number;
  readonly repositoriesCount?: number;
  readonly durationMs: number;
  readonly skipped: readonly Skipped[];
  /** Where the service records what it did: an address or an id, for those who run it. */
  readonly trace?: string;
}

/** Something that was left out, in the service's words. Reasons and severities are open sets. */
export interface Skipped {
  readonly reason: string;
  readonly title: string;
  readonly message: string;
  readonly severity: string;
  readonly suggested?: { readonly title: string; readonly queryExpression: string };
}

export interface Filter {
  /** A query fragment. */
  readonly value: string;
  readonly label: string;
  readonly count: number;
  /** Whether `count` is exact; a lower bound otherwise. */
  readonly exhaustive: boolean;
  readonly kind: string;
}

export interface Alert {
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  readonly proposedQueries: readonly { readonly description: string; readonly query: string }[];
}
