import * as vscode from "vscode";
import { isAbort } from "../core/errors.ts";
import type { Matches } from "../core/matches.ts";
import type { Alert, Progress, SearchQuery } from "../core/search.ts";
import type { Log } from "./log.ts";
import type { Reached } from "./services.ts";

/** A search and what has come of it so far. */
export interface Search {
  readonly query: SearchQuery;
  /** Where it ran; absent until the service is reached. */
  readonly reached?: Reached;
  readonly status: "running" | "done" | "stopped" | "failed";
  readonly matches?: Matches;
  readonly progress?: Progress;
  readonly alert?: Alert;
  /** What the service said went wrong, in its words. */
  readonly serviceErrors: readonly string[];
  /** Events that could not be read: what was in them is lost. */
  readonly unreadable: number;
  /** Why it failed; results that came before it stay. */
  readonly failure?: unknown;
}

/** Runs one search at a time: a new one stops the one before, which can't write anything from then on. */
export class Searches implements vscode.Disposable {
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<Search>();
  /** Something of the current search changed: as often as events arrive. */
  readonly onDidChange = this.#changed.event;
  #current: Search | undefined;
  #abort: AbortController | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  get current(): Search | undefined {
    return this.#current;
  }

  /** Runs to the end of the stream. Never rejects: what goes wrong becomes part of the {@link Search}. */
  async run(query: SearchQuery, reach: () => Promise<Reached>): Promise<void> {
    this.stop();
    const abort = (this.#abort = new AbortController());
    let search: Search = { query, status: "running", serviceErrors: [], unreadable: 0 };
    const update = (change: Partial<Search>): void => {
      search = { ...search, ...change };
      if (this.#abort === abort) this.#show(search);
    };
    update({});
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
          case "filters":
            break; // shown by the Filters view, which is still to come
        }
      }
      update({ status: "done" });
    } catch (error) {
      if (isAbort(error)) update({ status: "stopped" });
      else {
        this.#log.error("The search failed", error);
        update({ status: "failed", failure: error });
      }
    }
  }

  /** Stops the search that is running; what it found stays. */
  stop(): void {
    this.#abort?.abort();
    if (this.#current?.status === "running") this.#show({ ...this.#current, status: "stopped" });
    this.#abort = undefined;
  }

  dispose(): void {
    this.stop();
    this.#changed.dispose();
  }

  #show(search: Search): void {
    this.#current = search;
    this.#changed.fire(search);
  }
}
