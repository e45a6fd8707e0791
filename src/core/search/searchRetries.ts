import { setTimeout as sleep } from "node:timers/promises";
import { isAbort, ServiceError } from "../model/errors.ts";
import type { SearchEvent } from "../model/search.ts";

/** Nothing was found before the stream broke: the search starts over, and all it said before is void. */
export interface Retry {
  readonly type: "retry";
  /** 1 for the first one, up to `of`. */
  readonly attempt: number;
  readonly of: number;
  readonly failure: ServiceError;
  readonly delayMs: number;
}

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Replaced in tests; waits that many milliseconds and rejects with an `AbortError` when stopped. */
  readonly wait?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

/** As often at most, after as many milliseconds on average. */
const DELAYS_MS = [500, 1000, 2000];
/** A service that wants more time than this is not waited for: a person can decide to come back. */
const PATIENCE_MS = 60_000;
const PASSING: readonly string[] = ["incomplete", "serverError", "unavailable"];

/**
 * Yields the events of a search, which is started again where its stream broke before it found anything, up to three
 * times: asking changes nothing. Whatever breaks later, or is no break at all, is thrown. Aborting ends a wait at once,
 * with an `AbortError`.
 */
export async function* searchWithRetries(
  start: () => AsyncIterable<SearchEvent>,
  { signal, wait = waitFor }: RetryOptions,
): AsyncGenerator<SearchEvent | Retry, void> {
  for (let attempt = 1; ; attempt++) {
    let hasFound = false;
    try {
      for await (const event of start()) {
        hasFound ||= event.type === "matches" && event.matches.counts.items > 0;
        yield event;
      }
      return;
    } catch (error) {
      const delayMs = hasFound || isAbort(error) ? undefined : delayBefore(attempt, error);
      if (delayMs === undefined) throw error;
      yield { type: "retry", attempt, of: DELAYS_MS.length, failure: error as ServiceError, delayMs };
      await wait(delayMs, signal);
    }
  }
}

/** Milliseconds to wait; `undefined` where there is to be no other attempt. */
function delayBefore(attempt: number, error: unknown): number | undefined {
  const average = DELAYS_MS[attempt - 1];
  if (average === undefined || !(error instanceof ServiceError)) return undefined;
  const { code, retryAt } = error;
  // Without a word of when to come back, coming back at once to a service that has too much to do makes it worse.
  const passes = PASSING.includes(code) || (code === "rateLimited" && retryAt !== undefined);
  if (!passes) return undefined;
  const wanted = Math.max(0, (retryAt ?? 0) - Date.now());
  // Clients that broke off together don't come back together.
  return wanted > PATIENCE_MS ? undefined : wanted + average * (0.5 + Math.random());
}

async function waitFor(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal });
}
