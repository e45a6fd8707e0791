import { isAbort } from "../../core/model/errors.ts";
import type { Matches } from "../../core/model/matches.ts";
import type { Alert, Filter, Progress, SearchEvent, SearchQuery } from "../../core/model/search.ts";
import { searchWithRetries, type Retry } from "../../core/search/searchRetries.ts";
import type { Reached } from "../accounts/services.ts";
import type { Log } from "../platform/log.ts";

/** How far a search is, and what it has found so far. */
export interface FollowedSearch {
  /** Where it ran; absent until the service is reached. */
  readonly reached?: Pick<Reached, "account"> & Partial<Reached>;
  readonly status: "running" | "done" | "stopped" | "failed";
  readonly matches?: Matches | undefined;
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

export interface FollowParts {
  readonly signal: AbortSignal;
  readonly reach: () => Promise<Reached>;
  readonly log: Log;
  /** The search as it is now; `undefined` if it is not kept any more. */
  readonly soFar: () => FollowedSearch | undefined;
  readonly update: (change: Partial<FollowedSearch>) => void;
  /** Forgets what the service has said so far: the search is about to begin again. */
  readonly startOver: (retry: Retry) => void;
}

/** Follows a search to the end of its stream. Never rejects: what goes wrong becomes part of the search. */
export async function followSearch(query: SearchQuery, followed: FollowParts): Promise<void> {
  const { log, soFar, update } = followed;
  try {
    await follow(query, followed);
    update({ status: "done" });
  } catch (error) {
    if (isAbort(error)) update({ status: "stopped", retry: undefined });
    else {
      log.error("The search failed", error);
      update({ status: "failed", failure: error, retry: undefined });
    }
  }
  const unwritten = soFar()?.matches?.failure;
  if (unwritten !== undefined) log.error("Matches could not be written to disk", unwritten);
}

async function follow(query: SearchQuery, followed: FollowParts): Promise<void> {
  const { signal, log, soFar, update, startOver } = followed;
  /** How many events there were of each kind that we don't know. */
  const unknown = new Map<string, number>();
  try {
    for await (const event of searchWithRetries(() => search(query, followed), { signal })) {
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
          log.info(`An event "${event.event}" of the search could not be read: ${event.reason}`);
          update({ unreadable: (soFar()?.unreadable ?? 0) + 1 });
          break;
        case "unknown":
          unknown.set(event.event, (unknown.get(event.event) ?? 0) + 1);
          break;
        case "retry":
          log.error(`The search starts again, attempt ${event.attempt}`, event.failure);
          startOver(event);
          break;
      }
    }
  } finally {
    for (const [name, count] of unknown) log.info(`Passed over ${count} events "${name}" of the search.`);
  }
  const trace = soFar()?.progress?.trace;
  if (trace !== undefined) log.info(`Trace of the search: ${trace}`);
}

/** One attempt: reaches the service, which may have to be started again, and asks it. */
async function* search(query: SearchQuery, { signal, reach, update }: FollowParts): AsyncGenerator<SearchEvent, void> {
  const reached = await reach();
  update({ reached });
  yield* reached.service.search(query, { signal });
}
