/**
 * What can go wrong between us and a code search service. Each code has its words in `host/errorMessages.ts`.
 *
 * - `unreachable`: no connection (DNS, refused, reset before an answer).
 * - `timeout`: connected, but no answer in time; for a stream: silent for too long.
 * - `unauthorized`: no token, or one that is not accepted.
 * - `forbidden`: the token lacks a scope, or the person a permission.
 * - `notFound`: the conversation, file or repository does not exist (any more).
 * - `unsupported`: the instance does not offer this interface (too old, or switched off).
 * - `notAService`: something answered that is no code search service: a login page, a proxy, another site.
 * - `badRequest`: the service refused what was asked; its words are in the message.
 * - `rateLimited`: too many requests; `retryAt` may say when to try again.
 * - `serverError`: the service failed.
 * - `malformed`: the service answered something that can't be read.
 * - `incomplete`: a stream ended before its `done` event; what came before it stays.
 * - `unknownOutcome`: a request that changes something was sent and its answer never came: it may have been carried out.
 */
export type ServiceErrorCode =
  | "unreachable"
  | "timeout"
  | "unauthorized"
  | "forbidden"
  | "notFound"
  | "unsupported"
  | "notAService"
  | "badRequest"
  | "rateLimited"
  | "serverError"
  | "malformed"
  | "incomplete"
  | "unknownOutcome";

/** A failure of a service or of the way to it. `message` may hold the service's own words; it never holds a secret. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ServiceErrorCode;
  /** Milliseconds since the epoch from which on it makes sense to try again. */
  readonly retryAt?: number;

  constructor(code: ServiceErrorCode, message: string, { cause, retryAt }: { cause?: unknown; retryAt?: number } = {}) {
    super(message, { cause });
    this.code = code;
    if (retryAt !== undefined) this.retryAt = retryAt;
  }
}

/** Whether somebody stopped this on purpose. Asked first in every `catch`: an abort is not an error. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
