import * as vscode from "vscode";
import { isAbort } from "../../core/model/errors.ts";
import type { Matches } from "../../core/model/matches.ts";
import { Dismissals } from "../../core/search/dismissals.ts";
import { surplus, type Bounds } from "../../core/search/retention.ts";
import type { Alert, Filter, PatternType, Progress, SearchEvent, SearchQuery } from "../../core/model/search.ts";
import type { WrittenQuery } from "../../protocol/writtenQuery.ts";
import type { Retry } from "../../core/search/searchRetries.ts";
import type { Log } from "../platform/log.ts";
import type { Reached } from "../accounts/services.ts";

/** A search and its results so far. */
export interface Search {
  /** Stays the same while it runs and afterwards. */
  readonly id: number;
  readonly query: SearchQuery;
  /** The name that a person gave it, if any. */
  readonly name?: string | undefined;
  /** Whether it is kept whatever comes after it. */
  readonly isPinned: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Where it ran; absent until the service is reached. */
  readonly reached?: Pick<Reached, "account"> & Partial<Reached>;
  /** Set if it ran before the window was opened: then only its first matches are here, with the counts of all. */
  readonly isEarlier?: true;
  readonly status: "running" | "done" | "stopped" | "failed";
  readonly matches?: Matches | undefined;
  /** What was dismissed from its matches. */
  readonly dismissals: Dismissals;
  readonly progress?: Progress | undefined;
  readonly filters: readonly Filter[];
  readonly alert?: Alert | undefined;
  /** What the service said went wrong, in its words. */
  readonly serviceErrors: readonly string[];
  /** Events that could not be read: what was in them is lost. */
  readonly unreadable: number;
  /** Set if its stream broke before anything was found, and it is about to start again. */
  readonly retry?: Retry | undefined;
  /** Why it failed; results that came before it stay. */
  readonly failure?: unknown;
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

/**
 * Runs one search at a time: a new one stops the one before, which can't change anything from then on. The latest
 * searches are kept with their results, and one of them is shown.
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
  #kept: Search[] = [];
  #shown = -1;
  #count = 0;
  #abort: AbortController | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The search that is shown. */
  get current(): Search | undefined {
    return this.#kept[this.#shown];
  }

  /** The searches that are kept, oldest first. */
  get all(): readonly Search[] {
    return this.#kept;
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
    return this.#shown < this.#kept.length - 1;
  }

  /** Shows another one of the searches that are kept. One that is running continues. */
  show(search: Search): void {
    const index = this.#kept.findIndex(({ id }) => id === search.id);
    if (index < 0) return;
    if (index !== this.#shown) this.current?.matches?.park();
    this.#shown = index;
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
    for (const search of this.#kept.filter(({ reached }) => reached?.account.id === accountId)) this.remove(search);
  }

  /** Shows a search that ran before the window was opened, unless there is a newer one. */
  restore(search: Restored): void {
    if (this.#kept.length > 0) return;
    this.#kept.push({ ...NOTHING_YET, ...search, id: ++this.#count, isPinned: false, status: "done" });
    this.#shown = 0;
    this.#changed.fire(this.current);
  }

  /** Runs to the end of the stream. Never rejects: what goes wrong becomes part of the {@link Search}. */
  async run(query: SearchQuery, reach: () => Promise<Reached>): Promise<void> {
    this.stop();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const id = ++this.#count;
    this.current?.matches?.park();
    this.#kept.push({
      id,
      query,
      isPinned: false,
      startedAt: Date.now(),
      status: "running",
      ...NOTHING_YET,
      dismissals: new Dismissals(),
    });
    this.#shown = this.#kept.length - 1;
    this.#dropOldest();
    const update = (change: Partial<Search>): void => {
      if (this.#abort === abort) this.#change(id, change);
    };
    update({});
    try {
      const { searchWithRetries } = await import("../../core/search/searchRetries.ts");
      await this.#follow(
        id,
        searchWithRetries(() => search(query, signal, reach, update), { signal }),
        update,
      );
      update({ status: "done" });
      this.#dropOldest();
    } catch (error) {
      if (isAbort(error)) update({ status: "stopped", retry: undefined });
      else {
        this.#log.error("The search failed", error);
        update({ status: "failed", failure: error, retry: undefined });
      }
    }
    const unwritten = this.#kept.find((kept) => kept.id === id)?.matches?.failure;
    if (unwritten !== undefined) this.#log.error("Matches could not be written to disk", unwritten);
  }

  /** Stops the search that is running; what it found stays. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    const running = this.#kept.find(({ status }) => status === "running");
    if (running) this.#change(running.id, { status: "stopped", retry: undefined });
  }

  dispose(): void {
    this.stop();
    for (const { matches } of this.#kept) matches?.dispose();
    vscode.Disposable.from(this.#changed, this.#removed).dispose();
  }

  async #follow(
    id: number,
    events: AsyncIterable<SearchEvent | Retry>,
    update: (change: Partial<Search>) => void,
  ): Promise<void> {
    const soFar = () => this.#kept.find((kept) => kept.id === id);
    /** How many events there were of each kind that we don't know. */
    const unknown = new Map<string, number>();
    try {
      for await (const event of events) {
        switch (event.type) {
          case "matches":
            update({ matches: event.matches, retry: undefined });
            break;
          case "progress":
            update({ progress: event.progress, retry: undefined });
            break;
          case "filters":
            update({ filters: event.filters });
            break;
          case "alert":
            update({ alert: event.alert });
            break;
          case "error":
            update({ serviceErrors: [...(soFar()?.serviceErrors ?? []), event.message] });
            break;
          case "unreadable":
            this.#log.info(`An event "${event.event}" of the search could not be read: ${event.reason}`);
            update({ unreadable: (soFar()?.unreadable ?? 0) + 1 });
            break;
          case "unknown":
            unknown.set(event.event, (unknown.get(event.event) ?? 0) + 1);
            break;
          case "retry":
            this.#log.error(`The search starts again, attempt ${event.attempt}`, event.failure);
            update({ ...NOTHING_YET, dismissals: new Dismissals(), retry: event });
            break;
        }
      }
    } finally {
      for (const [name, count] of unknown) this.#log.info(`Passed over ${count} events "${name}" of the search.`);
    }
    const trace = soFar()?.progress?.trace;
    if (trace !== undefined) this.#log.info(`Trace of the search: ${trace}`);
  }

  /** Drops the oldest searches with their results until what is kept is within bounds. The one that is shown stays. */
  #dropOldest(): void {
    const stays = this.#kept.filter((search) => search === this.current || search.status === "running");
    const sizes = this.#kept.map(({ id, isPinned, matches }) => {
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

  /** Applies a change to a search that is kept. */
  #change(id: number, change: Partial<Search>): void {
    const index = this.#kept.findIndex((kept) => kept.id === id);
    const search = this.#kept[index];
    if (!search) return;
    this.#kept[index] = { ...search, ...change };
    if (index === this.#shown) this.#changed.fire(this.current);
  }
}

/** One attempt: reaches the service, which may have to be started again, and asks it. */
async function* search(
  query: SearchQuery,
  signal: AbortSignal,
  reach: () => Promise<Reached>,
  update: (change: Partial<Search>) => void,
): AsyncGenerator<SearchEvent, void> {
  const reached = await reach();
  update({ reached });
  yield* reached.service.search(query, { signal });
}
