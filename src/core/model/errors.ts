import { printReason, type Reason } from "./reasons.ts";

/**
 * What can go wrong between us and a code search service. Each code has its words in `host/platform/errorMessages.ts`.
 *
 * - `unreachable`: no connection, or one that broke before an answer, for none of the reasons that follow.
 * - `hostNotFound`: the name of the host can't be resolved.
 * - `refused`: the host is there, but nothing listens on the port.
 * - `certificateExpired`, `certificateUntrusted`, `certificateWrongHost`: what is wrong with its certificate;
 *   `certificateRefused`: it is unfit for another reason, such as a weak key.
 * - `insecure`: no secure connection could be made for another reason: the server may not speak TLS there.
 * - `proxy`: the proxy can't be reached, or can't reach the service. `proxyUnauthorized`: it wants a password.
 * - `timeout`: connected, but no answer in time; for a stream: silent for too long.
 * - `unauthorized`: no token, or one that is not accepted.
 * - `browserCheck`: something in front of the service wants the user to pass a check in the browser first, at `page`.
 * - `secretLost`: a token or header that the editor stored is no longer available: nothing is sent without it.
 * - `signedOut`: the user signed out of the service, or changed its address, while something was on its way there.
 * - `sessionEnded`: the sign-in was for a limited time, and the service no longer extends it.
 * - `signInDenied`: the sign-in was declined. `signInExpired`: it was not answered in time.
 * - `signingIn`: another window, or another process, is renewing the same sign-in and does not finish.
 * - `clientRejected`: the service doesn't know Plumbline by its client id, or does not allow it what it asked for.
 * - `forbidden`: the token lacks a scope, or the user a permission; `scope` may name the scope that is needed.
 * - `notFound`: the conversation, file or repository does not exist (any more).
 * - `unsupported`: the instance does not offer this interface (too old, or switched off).
 * - `tooOld`: the instance does not offer it because its version is older; the message says which version it has.
 * - `interfaceGone`: the instance used to offer a conversation interface, but no longer does.
 * - `notAService`: something answered that is not a code search service: a login page, a proxy, another site.
 * - `badRequest`: the service refused the request; its words are in the message.
 * - `folder`: what was requested as a file is a folder; `names` are those in it.
 * - `tooLarge`: the answer has more bytes than are accepted (`length`).
 * - `tooLong`: the question has more characters (`length`) than the service accepts; it was not sent.
 * - `rateLimited`: too many requests; `retryAt` may say when to try again.
 * - `quotaExceeded`: no more questions for now; `retryAt` may say until when.
 * - `unavailable`: the service is not up, or a gateway in front of it gave up on it.
 * - `conflict`: something else changed what the request was about, or is still in progress there.
 * - `serverError`: the service failed.
 * - `malformed`: the service answered something that can't be read.
 * - `incomplete`: a stream ended before its `done` event, or before it began; what came before that is kept.
 * - `unknownOutcome`: a request that changes something was sent, and its answer never came or can't be read: it may
 *   have been carried out. The message is what came instead; `looks` says whether it was looked for.
 */
export type ServiceErrorCode =
  | "unreachable"
  | "hostNotFound"
  | "refused"
  | "certificateExpired"
  | "certificateUntrusted"
  | "certificateRefused"
  | "certificateWrongHost"
  | "insecure"
  | "proxy"
  | "proxyUnauthorized"
  | "timeout"
  | "unauthorized"
  | "browserCheck"
  | "secretLost"
  | "signedOut"
  | "sessionEnded"
  | "signInDenied"
  | "signInExpired"
  | "signingIn"
  | "clientRejected"
  | "forbidden"
  | "notFound"
  | "unsupported"
  | "tooOld"
  | "interfaceGone"
  | "notAService"
  | "badRequest"
  | "folder"
  | "tooLarge"
  | "tooLong"
  | "rateLimited"
  | "quotaExceeded"
  | "unavailable"
  | "conflict"
  | "serverError"
  | "malformed"
  | "incomplete"
  | "unknownOutcome";

/** No way to the service for now: that may pass by itself. Reading a state changes nothing. */
export const OFFLINE_CODES: readonly ServiceErrorCode[] = [
  "unreachable",
  "hostNotFound",
  "refused",
  "proxy",
  "timeout",
];

/**
 * A failure of a service or of the way to it. `message` holds the words of the service or the system or, for the log,
 * the `reason` that we found ourselves; it never holds a secret.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ServiceErrorCode;
  readonly reason?: Reason;
  /** Milliseconds since the epoch; from then on it makes sense to try again. */
  readonly retryAt?: number;
  /** The scope that an access token needs for what was refused: `externalapi:write`. */
  readonly scope?: string;
  /** Where in the browser the check has to be passed. */
  readonly page?: string;
  /** How many characters there were, or how many bytes are allowed. */
  readonly length?: number;
  /** What the service calls the request in its own records. */
  readonly trace?: string;
  /** The names in what is a folder, of which those of folders end in `/`. */
  readonly names?: readonly string[];
  /** The result of looking for a question that may or may not have been asked; absent if it was not looked for. */
  readonly looks?: "foundNothing" | ServiceError;

  constructor(code: ServiceErrorCode, told: string | Reason, details: ServiceErrorDetails = {}) {
    super(typeof told === "string" ? told : printReason(told), { cause: details.cause });
    this.code = code;
    if (typeof told === "object") this.reason = told;
    if (details.retryAt !== undefined) this.retryAt = details.retryAt;
    if (details.scope !== undefined) this.scope = details.scope;
    if (details.page !== undefined) this.page = details.page;
    if (details.length !== undefined) this.length = details.length;
    if (details.trace !== undefined) this.trace = details.trace;
    if (details.names !== undefined) this.names = details.names;
    if (details.looks !== undefined) this.looks = details.looks;
  }
}

export interface ServiceErrorDetails {
  readonly cause?: unknown;
  readonly retryAt?: number | undefined;
  readonly scope?: string | undefined;
  readonly page?: string;
  readonly length?: number;
  readonly trace?: string;
  readonly names?: readonly string[];
  readonly looks?: "foundNothing" | ServiceError | undefined;
}

/** What the service calls the failed request in its own records: taken from the error, or from its causes. */
export function traceOf(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  return (failure instanceof ServiceError ? failure.trace : undefined) ?? traceOf(failure.cause);
}

/** Whether this was stopped on purpose. Asked first in every `catch`: an abort is not an error. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
