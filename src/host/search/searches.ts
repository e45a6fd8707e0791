import * as vscode from "vscode";
import { Dismissals } from "../../core/search/dismissals.ts";
import { surplus, type Bounds } from "../../core/search/retention.ts";
import type { PatternType, SearchQuery } from "../../core/model/search.ts";
import type { WrittenQuery } from "../../protocol/writtenQuery.ts";
import type { Log } from "../platform/log.ts";
import type { Reached } from "../accounts/services.ts";
import type { FollowedSearch } from "./followSearch.ts";

/** A search and its results so far. */
export interface Search extends FollowedSearch {
  /** Stays the same while it runs and afterwards. */
  readonly id: number;
  readonly query: SearchQuery;
  /** The name that a person gave it, if any. */
  readonly name?: string | undefined;
  /** Set as long as it is only of what is being typed: then the next key may end and replace it. */
  readonly isTyped?: boolean;
  /** Whether it is kept whatever comes after it. */
  readonly isPinned: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Set if it ran before the window was opened: then only its first matches are here, with the counts of all. */
  readonly isEarlier?: true;
  /** What was dismissed from its matches. */
  readonly dismissals: Dismissals;
}

/** What is restored of a search that ran before the window was opened. */
export type Restored = Pick<
  Search,
  "query" | "startedAt" | "reached" | "isEarlier" | "matches" | "progress" | "filters" | "dismissals"
>;

/**
 * Searches for a text, or for one with fields, read as the settings say if no pattern type is given. Focuses the
 * results, unless `preserveFocus`. Resolves when the search is over; at once if nothing is left to search for.
 */
export type RunSearch = (
  query: string | WrittenQuery,
  patternType?: PatternType,
  preserveFocus?: boolean,
) => Promise<void>;

/** The bounds of the searches that are kept, with their results. */
const BOUNDS: Bounds = { count: 20, memoryBytes: 256 * 1024 * 1024, fileBytes: 2 * 1024 * 1024 * 1024 };

/** What is known of a search that has not been answered yet. */
const NOTHING_YET = {
  matches: undefined,
  progress: undefined,
  filters: [],
  alert: undefined,
  serviceErrors: [],
  unreadable: 0,
  retry: undefined,
} satisfies Partial<Search>;

const STOPPED = { status: "stopped", retry: undefined } satisfies Partial<Search>;

/** How old, at most, what was found while typing may be where Enter asks for it. */
const FRESH_MS = 30_000;

/**
 * Runs one search at a time: a new one stops the one before, which can't change anything from then on. The latest
 * searches are kept with their results, and one of them is shown. What is typed is searched for beside them.
 */
export class Searches implements vscode.Disposable {
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<Search | undefined>();
  /**
   * Fires when what is shown changes: with each event that arrives, and when another search is shown, or none any more.
   */
  readonly onDidChange = this.#changed.event;
  readonly #removed = new vscode.EventEmitter<Search>();
  /** Fires when a search was removed, by a person or with its account. */
  readonly onDidRemove = this.#removed.event;
  /** The last one may be of what is being typed. */
  #kept: Search[] = [];
  #shown = -1;
  #count = 0;
  #abort: AbortController | undefined;
  /** The search of what is being typed, until it has something to show. */
  #typed: Search | undefined;
  #typing: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The search that is shown. */
  get current(): Search | undefined {
    return this.#kept[this.#shown];
  }

  /** The searches that are kept, oldest first. */
  get all(): readonly Search[] {
    return this.#kept.filter(({ isTyped }) => !isTyped);
  }

  /** The names of repositories in which the search that is shown has found something: the first 300. */
  get repositoryNames(): readonly string[] {
    return this.current?.matches?.repositories(0, 300).map(({ name }) => name) ?? [];
  }

  /** What was typed for the search that is shown, without its fields. */
  get textShown(): string {
    const { written, text = "" } = this.current?.query ?? {};
    return written?.text ?? text;
  }

  get canGoBack(): boolean {
    return this.#shown > 0;
  }

  get canGoForward(): boolean {
    return this.#shown < this.all.length - 1;
  }

  /** Shows another one of the searches that are kept. One that is running continues. */
  show(search: Search): void {
    const index = this.#kept.findIndex(({ id }) => id === search.id);
    if (index < 0) return;
    if (index !== this.#shown) {
      this.endTyping();
      this.current?.matches?.park();
      this.#shown = index;
      this.#dropTyped();
    }
    this.#changed.fire(search);
  }

  back(): void {
    const search = this.#kept[this.#shown - 1];
    if (search) this.show(search);
  }

  forward(): void {
    const search = this.#kept[this.#shown + 1];
    if (search) this.show(search);
  }

  /** Dismisses something that a search has found, for everything that shows or counts it. */
  dismiss({ id, dismissals }: Search, what: (dismissals: Dismissals) => void): void {
    what(dismissals);
    this.#change(id, {});
  }

  pin(search: Search, isPinned: boolean): void {
    this.#change(search.id, { isPinned });
  }

  /** Gives it a name; with an empty one, its query is its name again. */
  rename(search: Search, name: string): void {
    this.#change(search.id, { name: name.trim() || undefined });
  }

  /** Removes it with its results. If it was shown, the one before it is shown instead, or the one after, or none. */
  remove(search: Search): void {
    const { id } = search;
    const index = this.#kept.findIndex((kept) => kept.id === id);
    if (index < 0) return;
    if (this.#kept[index]?.status === "running") this.stop();
    const wasShown = index === this.#shown;
    this.#drop(id);
    if (wasShown) this.#changed.fire(this.current);
    this.#removed.fire(search);
  }

  /** Removes all searches of an account; one that is running stops. */
  forget(accountId: string): void {
    this.endTyping();
    for (const search of this.#kept.filter(({ reached }) => reached?.account.id === accountId)) this.remove(search);
  }

  /** Shows a search that ran before the window was opened, unless there is a newer one. */
  restore(search: Restored): void {
    if (this.all.length > 0) return;
    this.#kept.unshift({ ...NOTHING_YET, ...search, id: ++this.#count, isPinned: false, status: "done" });
    this.#shown += 1;
    this.#changed.fire(this.current);
  }

  /** Runs to the end of the stream. Never rejects: what goes wrong becomes part of the {@link Search}. */
  async run(query: SearchQuery, reach: () => Promise<Reached>): Promise<void> {
    this.stop();
    const search = this.#begin(query);
    this.#show(search);
    this.#dropOldest();
    await this.#follow(search, (this.#abort = new AbortController()), reach);
  }

  /**
   * The same for what is being typed. It is shown once it has found something, or ended without a complaint, and is kept
   * only as long as nothing else is shown, unless it is committed. What was shown stays until then.
   */
  async type(query: SearchQuery, reach: () => Promise<Reached>): Promise<void> {
    this.endTyping();
    const abort = new AbortController();
    this.#typed = { ...this.#begin(query), isTyped: true };
    this.#typing = { abort, ended: this.#follow(this.#typed, abort, reach) };
    await this.#typing.ended;
  }

  /** Ends the search of what was typed. If it is shown, what it found stays. One that was committed goes on. */
  endTyping(): void {
    this.#typing?.abort.abort();
    this.#typing = this.#typed = undefined;
    const last = this.#kept.at(-1);
    if (last?.isTyped && last.status === "running") this.#change(last.id, STOPPED);
  }

  /**
   * Makes the search of what was typed one like all others, which no key ends: the one that is shown, or else the one
   * for the query that is `wanted`, if it has just found all of that or is about to. Resolves when it is over;
   * `undefined` if there is none.
   */
  commit(wanted?: SearchQuery): Promise<void> | undefined {
    const typed = (wanted && this.#typed) ?? this.#kept.at(-1);
    if (!typed?.isTyped || (wanted && !isAnswerTo(wanted, typed))) return undefined;
    const isShown = typed !== this.#typed;
    const going = typed.status === "running" ? this.#typing : undefined;
    if (going) this.#typing = undefined;
    this.#end(typed.id);
    this.#abort = going?.abort;
    if (isShown) this.#change(typed.id, { isTyped: false });
    else this.#show({ ...typed, isTyped: false });
    this.#dropOldest();
    return going?.ended ?? Promise.resolve();
  }

  /** Stops the search that is running; what it found stays. */
  stop(): void {
    this.#end();
  }

  dispose(): void {
    this.stop();
    for (const { matches } of this.#kept) matches?.dispose();
    vscode.Disposable.from(this.#changed, this.#removed).dispose();
  }

  /** Ends all that runs, except the search with this id. */
  #end(except?: number): void {
    for (const abort of [this.#typing?.abort, this.#abort]) abort?.abort();
    this.#typing = this.#typed = this.#abort = undefined;
    for (const { id, status } of this.#kept) if (status === "running" && id !== except) this.#change(id, STOPPED);
  }

  #begin(query: SearchQuery): Search {
    const id = ++this.#count;
    const [startedAt, dismissals] = [Date.now(), new Dismissals()];
    return { id, query, isPinned: false, startedAt, status: "running", ...NOTHING_YET, dismissals };
  }

  /** Keeps a new search and shows it, in place of what was typed before. */
  #show(search: Search): void {
    this.#dropTyped();
    this.current?.matches?.park();
    this.#shown = this.#kept.push(search) - 1;
    this.#changed.fire(search);
  }

  async #follow({ id, query }: Search, { signal }: AbortController, reach: () => Promise<Reached>): Promise<void> {
    const { followSearch } = await import("./followSearch.ts");
    await followSearch(query, {
      signal,
      reach,
      log: this.#log,
      soFar: () => [this.#typed, ...this.#kept].find((each) => each?.id === id),
      update: (change) => {
        if (!signal.aborted) this.#change(id, change);
      },
      startOver: (retry) => {
        if (!signal.aborted) this.#change(id, { ...NOTHING_YET, dismissals: new Dismissals(), retry });
      },
    });
    this.#dropOldest();
  }

  /** Drops the oldest searches with their results until what is kept is within bounds. The one that is shown stays. */
  #dropOldest(): void {
    const kept = this.all;
    const stays = kept.filter((search) => search === this.current || search.status === "running");
    const sizes = kept.map(({ id, isPinned, matches }) => {
      return { id, isPinned, ...(matches?.size ?? { memoryBytes: 0, fileBytes: 0 }) };
    });
    for (const id of surplus(sizes, BOUNDS, new Set(stays.map((search) => search.id)))) this.#drop(id);
  }

  #drop(id: number): void {
    const index = this.#kept.findIndex((kept) => kept.id === id);
    const [gone] = this.#kept.splice(index, 1);
    gone?.matches?.dispose();
    if (index < this.#shown || (index === this.#shown && (index > 0 || this.#kept.length === 0))) this.#shown -= 1;
  }

  #dropTyped(): void {
    const last = this.#kept.at(-1);
    if (last?.isTyped) this.#drop(last.id);
  }

  /** Applies a change to a search that is kept, or is of what is typed. */
  #change(id: number, change: Partial<Search>): void {
    if (this.#typed?.id === id) {
      const typed = { ...this.#typed, ...change };
      const isShown = isWorthShowing(typed);
      this.#typed = isShown || typed.status !== "running" ? undefined : typed;
      if (isShown) this.#show(typed);
      return;
    }
    const index = this.#kept.findIndex((kept) => kept.id === id);
    const search = this.#kept[index];
    if (!search) return;
    this.#kept[index] = { ...search, ...change };
    if (index === this.#shown) this.#changed.fire(this.current);
  }
}

/** Whether it has found something, or nothing though its query was in order. */
function isWorthShowing({ alert, matches, serviceErrors, status }: Search): boolean {
  const isInOrder = status === "done" && !alert && serviceErrors.length === 0;
  return isInOrder || (matches?.counts.items ?? 0) > 0;
}

/** Whether a search answers a query now: it asked the same, and still runs or was not long ago over. */
function isAnswerTo(wanted: SearchQuery, { progress, query, startedAt, status }: Search): boolean {
  const isFresh = status === "done" && Date.now() - startedAt - (progress?.durationMs ?? 0) < FRESH_MS;
  return (isFresh || status === "running") && JSON.stringify(query) === JSON.stringify(wanted);
}
