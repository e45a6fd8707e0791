import { ServiceError } from "../../core/model/errors.ts";
import { isBreak } from "./httpErrors.ts";

/** More would be a burden for a busy service. */
const RETRIES = 3;

/** What is retried, and until when. */
export interface Retrying {
  /** Whether it changes nothing: then it may be carried out twice. */
  readonly isRepeatable: boolean;
  /** About how long the first wait is; each later one is three times as long. */
  readonly firstMs: number;
  /** For all attempts together, waits included: no attempt begins later. Called after a failure. */
  readonly deadlineMs: () => Promise<number>;
  readonly wait: (delayMs: number) => Promise<void>;
}

/**
 * Carries out a request, and repeats it if its connection broke, a gateway could not reach the service, or the service
 * says when to come back (`Retry-After`), up to three times. `act` is told how many milliseconds have passed before it.
 */
export async function withRetries<T>(
  { isRepeatable, firstMs, deadlineMs, wait }: Retrying,
  act: (spentMs: number) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  for (let retries = 0; ; retries++) {
    const spentMs = performance.now() - started;
    try {
      return await act(spentMs);
    } catch (error) {
      if (!isRepeatable || retries === RETRIES || !passes(error)) throw error;
      const wantedMs = error instanceof ServiceError ? Math.max(0, (error.retryAt ?? 0) - Date.now()) : 0;
      // Clients that failed together should not come back together.
      const delayMs = wantedMs + firstMs * 3 ** retries * (0.5 + Math.random());
      if (performance.now() - started + delayMs >= (await deadlineMs())) throw error;
      await wait(delayMs);
    }
  }
}

/** Whether another attempt may do better, without bothering a service that has said to stay away. */
function passes(error: unknown): boolean {
  if (isBreak(error)) return true;
  if (!(error instanceof ServiceError)) return false;
  return error.code === "unavailable" || (error.code === "rateLimited" && error.retryAt !== undefined);
}
