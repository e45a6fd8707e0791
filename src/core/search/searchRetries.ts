import { setTimeout as sleep } from "node:timers/promises";
import { isAbort, ServiceError } from "../model/errors.ts";
import type { SearchEvent } from "../model/search.ts";

/** Nothing was found before the stream broke: the search starts over, and everything it reported before is void. */
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

/** The average waits before each retry; there are no more retries than these. */
const DELAYS_MS = [500, 1000, 2000];
/** If a service wants more time than this, there is no retry: a person can decide to come back. */
const PATIENCE_MS = 60_000;
const PASSING: readonly string[] = ["incomplete", "serverError", "unavailable"];

/**
 * Yields the events of a search, which is started again, up to three times, if its stream broke before it found
 * anything: searching changes nothing. Any later or other failure is thrown. Aborting ends a wait at once, with an
 * `AbortError`.
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

/** Milliseconds to wait; `undefined` if there is to be no further attempt. */
function delayBefore(attempt: number, error: unknown): number | undefined {
  const average = DELAYS_MS[attempt - 1];
  if (average === undefined || !(error instanceof ServiceError)) return undefined;
  const { code, retryAt } = error;
  // If an overloaded service does not say when to come back, coming back at once makes it worse.
  const passes = PASSING.includes(code) || (code === "rateLimited" && retryAt !== undefined);
  if (!passes) return undefined;
  const wanted = Math.max(0, (retryAt ?? 0) - Date.now());
  // Clients that were cut off together should not come back together.
  return wanted > PATIENCE_MS ? undefined : wanted + average * (0.5 + Math.random());
}

async function waitFor(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal });
}
