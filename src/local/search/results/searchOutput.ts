import { EVENT_AT_MOST } from "../../base/eventStream.ts";
import { Facets } from "./facets.ts";
import type { MatchForm } from "./encodeLines.ts";
import { JsonWriter } from "./jsonWriter.ts";
import { countRanges, encodeMatches, limitRanges, type MatchOrigin, type MatchPieces } from "./searchEvents.ts";
import type { Found, Skipped } from "./found.ts";
import type { Alert } from "../../../core/model/search.ts";
import { l10n } from "../../base/l10n.ts";

/** Where the events of a search go. */
export interface SearchEvents {
  /** `json` contains no line break. */
  send(event: string, json: string): void;
  /** The same for an array of values that are JSON already, each in pieces, whose memory may be reused afterwards. */
  sendArray(event: string, elements: readonly (readonly Buffer[])[]): void;
  /** Resolves when most of what was sent has been taken, or the reader has gone. */
  drained(): Promise<void>;
}

/** As on the service. */
const FLUSH_BYTES = 32 * 1024;

/** The output of one search: counts all results, and sends those to be displayed, in the service's order of events. */
export class SearchOutput {
  readonly #events: SearchEvents;
  readonly #form: MatchForm & { readonly display: number };
  readonly #startedAt = performance.now();
  readonly #facets = new Facets();
  readonly #out = new JsonWriter();
  /** Those because of which there is more than was counted, and the others. */
  readonly #cutting = new Map<string, object>();
  readonly #harmless = new Map<string, object>();
  /** Whether there is more than was counted. */
  #isCut = false;
  #found = 0;
  #displayed = 0;
  #pending: MatchPieces[] = [];
  #pendingLength = 0;
  #wasFlushed = false;
  #flushedCount = 0;

  constructor(events: SearchEvents, form: MatchForm & { readonly display: number }) {
    this.#events = events;
    this.#form = form;
  }

  /** How many ranges were counted. */
  get count(): number {
    return this.#found;
  }

  /**
   * Counts a result, and sends as much of it as is still to be displayed. What is too large for one event is neither
   * sent nor counted. `origin` is called only for what is sent. Waits while the client is slow.
   */
  async add(found: Found, origin: () => Promise<MatchOrigin>): Promise<void> {
    const count = countRanges(found);
    const { display } = this.#form;
    const room = display - this.#displayed;
    if (count > room)
      this.skip({
        reason: "display",
        title: l10n.t("Display limit reached"),
        message: l10n.t("Only the first {0} matches are shown.", display),
      });
    if (room <= 0) {
      this.#count(found, count);
      return;
    }
    const displayed = count > room ? limitRanges(found, room) : found;
    const encoded = encodeMatches(displayed, await origin(), this.#form, this.#out);
    const matches = encoded.filter(({ length }) => length <= EVENT_AT_MOST);
    if (matches.length < encoded.length)
      this.skip({
        reason: "document-match-limit",
        title: l10n.t("Too much in one file"),
        message: l10n.t("A file with too many matches was skipped."),
      });
    const leftOut = sumOf(encoded) - sumOf(matches);
    this.#displayed += Math.min(count, room) - leftOut;
    this.#count(found, count - leftOut);
    for (const match of matches) {
      this.#pending.push(match);
      this.#pendingLength += match.length;
      if (!this.#wasFlushed) this.flush();
      else if (this.#pendingLength >= FLUSH_BYTES) this.#flushMatches();
      await this.#events.drained();
    }
  }

  /**
   * Sends what has come since the last call: filters, matches, progress. If `isLast`, leaves progress to {@link
   * sendProgress}.
   */
  flush(isLast = false): void {
    if (this.#flushedCount === this.#found && this.#pending.length === 0 && !isLast) return;
    this.#flushedCount = this.#found;
    const filters = this.#facets.encode(isLast && !this.#isCut);
    if (filters.length > 0) this.#events.send("filters", JSON.stringify(filters));
    this.#flushMatches();
    this.#wasFlushed = true;
    if (!isLast) this.sendProgress(false);
  }

  sendProgress(done: boolean): void {
    const progress = {
      done,
      repositoriesCount: this.#facets.repositoryCount,
      matchCount: this.#found,
      durationMs: Math.round(performance.now() - this.#startedAt),
      skipped: [...this.#cutting.values(), ...this.#harmless.values()],
    };
    this.#events.send("progress", JSON.stringify(progress));
  }

  /** Reported from the next progress on; a later one with the same reason replaces it. */
  skip({ isCut = true, severity = "info", ...item }: Skipped): void {
    this.#isCut ||= isCut;
    (isCut ? this.#cutting : this.#harmless).set(item.reason, { ...item, severity });
  }

  sendAlert(title: string, description: string, proposedQueries: Alert["proposedQueries"] | null = null): void {
    this.#events.send("alert", JSON.stringify({ title, description, proposedQueries }));
  }

  sendError(message: string): void {
    this.#events.send("error", JSON.stringify({ message }));
  }

  #flushMatches(): void {
    const pending = this.#pending;
    if (pending.length > 0)
      this.#events.sendArray(
        "matches",
        pending.map(({ pieces }) => pieces),
      );
    for (const { free } of pending) free();
    this.#pending = [];
    this.#pendingLength = 0;
  }

  #count(found: Found, count: number): void {
    if (count === 0) return;
    this.#found += count;
    this.#facets.add(found, count);
  }
}

function sumOf(matches: readonly MatchPieces[]): number {
  return matches.reduce((sum, { count }) => sum + count, 0);
}
