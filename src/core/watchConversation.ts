import { setTimeout as sleep } from "node:timers/promises";
import { isSettled, type Conversation } from "./conversation.ts";
import { isAbort, ServiceError } from "./errors.ts";
import type { CodeSearchService } from "./service.ts";

export interface WatchOptions {
  readonly signal?: AbortSignal;
  /** Told of a failure that is not the end: the service is asked again. */
  readonly onMiss?: (error: ServiceError) => void;
  /** Replaced in tests; waits that many milliseconds and rejects with an `AbortError` when stopped. */
  readonly wait?: (delayMs: number, signal?: AbortSignal) => Promise<void>;
}

/** What a moment without connection looks like: worth another try, since asking for the state changes nothing. */
const PASSING: readonly string[] = ["unreachable", "timeout", "rateLimited", "serverError"];
const PATIENCE_MS = 60_000;

/**
 * Yields every observed state of the conversation, the settled one last. A service that can't be reached for a while is
 * asked again for a minute; any other failure, or a longer one, is thrown. Aborting rejects with an `AbortError`.
 */
export async function* watchConversation(
  service: Pick<CodeSearchService, "getConversation">,
  name: string,
  { signal, onMiss, wait = waitFor }: WatchOptions = {},
): AsyncGenerator<Conversation, void> {
  let failingMs = 0;
  for (const delayMs of pollDelays()) {
    try {
      const conversation = await service.getConversation(name, signal && { signal });
      failingMs = 0;
      yield conversation;
      if (isSettled(conversation)) return;
    } catch (error) {
      if (isAbort(error) || !(error instanceof ServiceError) || !PASSING.includes(error.code)) throw error;
      failingMs += delayMs;
      if (failingMs > PATIENCE_MS) throw error;
      onMiss?.(error);
    }
    await wait(delayMs, signal);
  }
}

/**
 * Milliseconds between polls, without end: quick at first, since the local service answers in a second, then every
 * 3 s, which is what the service's own command line does.
 */
export function* pollDelays(): Generator<number, void> {
  for (const delayMs of [250, 250, 500, 500, 1000, 1000, 2000]) yield delayMs;
  for (;;) yield 3000;
}

async function waitFor(delayMs: number, signal?: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, signal && { signal });
}
