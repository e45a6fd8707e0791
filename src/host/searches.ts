import * as vscode from "vscode";
import { isAbort } from "../core/errors.ts";
import type { Matches } from "../core/matches.ts";
import type { Alert, Filter, Progress, SearchQuery } from "../core/search.ts";
import type { Log } from "./log.ts";
import type { Reached } from "./services.ts";

/** A search and what has come of it so far. */
export interface Search {
  /** Stays the same while it runs and afterwards. */
  readonly id: number;
  readonly query: SearchQuery;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Where it ran; absent until the service is reached. */
  readonly reached?: Reached;
  readonly status: "running" | "done" | "stopped" | "failed";
  readonly matches?: Matches;
  readonly progress?: Progress;
  readonly filters: readonly Filter[];
  readonly alert?: Alert;
  /** What the service said went wrong, in its words. */
  readonly serviceErrors: readonly string[];
  /** Events that could not be read: what was in them is lost. */
  readonly unreadable: number;
  /** Why it failed; results that came before it stay. */
  readonly failure?: unknown;
}

/** As many searches are kept, each with its results. */
const KEPT = 20;
/** And no more than this of all of them together. */
const KEPT_MEMORY_BYTES = 256 * 1024 * 1024;
const KEPT_FILE_BYTES = 2 * 1024 * 1024 * 1024;

/**
 * Runs one search at a time: a new one stops the one before, which can't write anything from then on. The last ones are
 * kept with their results, and one of them is shown.
 */
export class Searches implements vscode.Disposable {
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<Search>();
  /** What is shown changed: as often as events arrive, or because another search is shown. */
  readonly onDidChange = this.#changed.event;
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

  get canGoBack(): boolean {
    return this.#shown > 0;
  }

  get canGoForward(): boolean {
    return this.#shown < this.#kept.length - 1;
  }

  /** The search for the same text that ran before this one. */
  before(search: Search): Search | undefined {
    return this.#kept.findLast(({ id, query }) => id < search.id && query.text === search.query.text);
  }

  /** Shows another one of the searches that are kept. One that is running goes on. */
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

  /** Runs to the end of the stream. Never rejects: what goes wrong becomes part of the {@link Search}. */
  async run(query: SearchQuery, reach: () => Promise<Reached>): Promise<void> {
    this.stop();
    const abort = (this.#abort = new AbortController());
    const id = ++this.#count;
    let search: Search = {
      id,
      query,
      startedAt: Date.now(),
      status: "running",
      filters: [],
      serviceErrors: [],
      unreadable: 0,
    };
    this.current?.matches?.park();
    this.#kept.push(search);
    this.#shown = this.#kept.length - 1;
    this.#dropOldest();
    const update = (change: Partial<Search>): void => {
      search = { ...search, ...change };
      if (this.#abort === abort) this.#replace(search);
    };
    update({});
    /** How many events of each kind that we know nothing of. */
    const unknown = new Map<string, number>();
    try {
      const reached = await reach();
      update({ reached });
      for await (const event of reached.service.search(query, { signal: abort.signal })) {
        switch (event.type) {
          case "matches":
            update({ matches: event.matches });
            break;
          case "progress":
            update({ progress: event.progress });
            break;
          case "filters":
            update({ filters: event.filters });
            break;
          case "alert":
            update({ alert: event.alert });
            break;
          case "error":
            update({ serviceErrors: [...search.serviceErrors, event.message] });
            break;
          case "unreadable":
            this.#log.info(`An event "${event.event}" of the search could not be read: ${event.reason}`);
            update({ unreadable: search.unreadable + 1 });
            break;
          case "unknown":
            unknown.set(event.event, (unknown.get(event.event) ?? 0) + 1);
            break;
        }
      }
      update({ status: "done" });
      this.#dropOldest();
    } catch (error) {
      if (isAbort(error)) update({ status: "stopped" });
      else {
        this.#log.error("The search failed", error);
        update({ status: "failed", failure: error });
      }
    }
    const unwritten = search.matches?.failure;
    if (unwritten !== undefined) this.#log.error("Matches could not be written to disk", unwritten);
    for (const [name, count] of unknown) this.#log.info(`Passed over ${count} events "${name}" of the search.`);
  }

  /** Stops the search that is running; what it found stays. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    const running = this.#kept.find(({ status }) => status === "running");
    if (running) this.#replace({ ...running, status: "stopped" });
  }

  dispose(): void {
    this.stop();
    for (const { matches } of this.#kept) matches?.dispose();
    this.#changed.dispose();
  }

  /** Lets the oldest searches go, with their results, until what is kept is within bounds. The one that is shown stays. */
  #dropOldest(): void {
    const isTooMuch = (): boolean => {
      const sizes = this.#kept.flatMap(({ matches }) => matches?.size ?? []);
      const sum = (of: "memoryBytes" | "fileBytes") => sizes.reduce((total, size) => total + size[of], 0);
      return this.#kept.length > KEPT || sum("memoryBytes") > KEPT_MEMORY_BYTES || sum("fileBytes") > KEPT_FILE_BYTES;
    };
    while (this.#shown > 0 && isTooMuch()) {
      this.#kept.shift()?.matches?.dispose();
      this.#shown -= 1;
    }
  }

  /** Puts in what is new of a search that is kept. */
  #replace(search: Search): void {
    const index = this.#kept.findIndex(({ id }) => id === search.id);
    if (index < 0) return;
    this.#kept[index] = search;
    if (index === this.#shown) this.#changed.fire(search);
  }
}
