import { isAbort, ServiceError, type ServiceErrorCode } from "../../core/model/errors.ts";
import { withoutBidiControls } from "../../core/text/bidi.ts";
import { header, type Answer } from "./answerBody.ts";
import { JsonObject } from "./json.ts";
import { reason, type Reason } from "../../core/model/reasons.ts";
import { parseJson } from "../../core/text/parseJson.ts";

/** Connection failures after which the request can't have reached the service, with what they mean. */
const NEVER_SENT: Readonly<Record<string, ServiceErrorCode>> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "hostNotFound",
  EAI_AGAIN: "hostNotFound",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  UND_ERR_CONNECT_TIMEOUT: "unreachable",
  UND_ERR_PRX_TLS: "proxy",
  UND_ERR_PRX_CONN: "proxy",
  UND_ERR_SOCKS5_AUTH_REJECTED: "proxyUnauthorized",
  UND_ERR_SOCKS5_AUTH_FAILED: "proxyUnauthorized",
  CERT_HAS_EXPIRED: "certificateExpired",
  CERT_NOT_YET_VALID: "certificateExpired",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificateWrongHost",
  HOSTNAME_MISMATCH: "certificateWrongHost",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificateUntrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "certificateUntrusted",
  UNABLE_TO_GET_ISSUER_CERT: "certificateUntrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificateUntrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificateUntrusted",
  CERT_UNTRUSTED: "certificateUntrusted",
};

/**
 * The other codes with which OpenSSL refuses a certificate, as Node names them: revoked, made for something else, with
 * a broken signature. Weak keys and signatures are `UNSPECIFIED`, with words.
 */
const REFUSED_CERTIFICATE =
  /^(?:CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|UNSPECIFIED$)/;

/** System calls that come before there is a connection. They fail in more ways than can be listed. */
const BEFORE_SENDING: Readonly<Record<string, ServiceErrorCode>> = {
  connect: "unreachable",
  getaddrinfo: "hostNotFound",
};

/** undici's deadlines: the answer's headers, and the silence between two pieces of its body. */
const TOO_LATE = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

/**
 * A failure before anything of the request was written, by whatever name: so nothing was done, and a new connection
 * would fail in the same way.
 */
export class Unsent extends Error {
  override readonly name = "Unsent";

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** What the failure is about. */
interface Failed {
  /** Whether the request changes something, so that a lost answer leaves its outcome unknown. */
  readonly changes?: boolean | undefined;
  /** The proxy that it went through: if there is one, it is the proxy that could not be reached. */
  readonly proxy?: string | undefined;
}

/**
 * What a failed request means. An abort or a `ServiceError` is returned as it is. A signal that timed out means
 * `timeout`.
 */
export function failureOf(error: unknown, { changes = false, proxy }: Failed = {}): Error {
  if (error instanceof ServiceError) return error;
  const refusal = refusalOfProxy(error); // checked first: undici makes it look like an abort
  if (refusal !== undefined) {
    return new ServiceError(refusal === "407" ? "proxyUnauthorized" : "proxy", `HTTP ${refusal}`, { cause: error });
  }
  if (isAbort(error) && error instanceof Error) return error;
  const code = errorCode(error);
  const reason = reasonOf(error);
  const known = meaningOfUnsent(error);
  if (known) {
    const isOfProxy =
      proxy !== undefined && (known === "refused" || known === "hostNotFound" || known === "unreachable");
    return new ServiceError(isOfProxy ? "proxy" : known, reason, { cause: error });
  }
  if (changes) return new ServiceError("unknownOutcome", reason, { cause: error });
  if (/^(?:Z_|ERR__ERROR_)/.test(code)) return new ServiceError("malformed", reason, { cause: error });
  return new ServiceError(TOO_LATE.has(code) || isOverdue(error) ? "timeout" : "unreachable", reason, { cause: error });
}

/** Whether an error is the reason of an `AbortSignal.timeout`. */
function isOverdue(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

/** The status with which a proxy refused, as undici says in a message; with its `fetch`, in that of a cause's cause. */
function refusalOfProxy(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const refusal = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(error.message);
  return refusal?.[1] ?? refusalOfProxy(error.cause);
}

/** Whether an existing connection broke, before or during its answer. One that was never made can't break. */
export function isBreak(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.code !== "unreachable") return false;
  return meaningOfUnsent(error.cause) === undefined;
}

/** Whether what broke is a connection that had served other requests before: its server may just have closed it. */
export function isBreakOfKept(error: unknown): boolean {
  return isBreak(error) && error instanceof Error && hasServed(error.cause);
}

/** undici says how much had come over a socket, if it was the other end that closed it. */
function hasServed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { socket } = error as { readonly socket?: { readonly bytesRead?: number } };
  return (socket?.bytesRead ?? 0) > 0 || hasServed(error.cause);
}

/** What a failure means if the request can't have reached the service; `undefined` for any other failure. */
function meaningOfUnsent(error: unknown): ServiceErrorCode | undefined {
  const code = errorCode(error);
  const listed = NEVER_SENT[code] ?? (isTlsCode(code) ? "insecure" : BEFORE_SENDING[systemCall(error)]);
  if (listed !== undefined || !(error instanceof Unsent)) return listed;
  if (isOverdue(error.cause) || code === "UND_ERR_BODY_TIMEOUT") return "timeout"; // as a whole: no body has begun
  if (REFUSED_CERTIFICATE.test(code)) return "certificateRefused";
  return error.message.includes("before secure TLS connection") ? "insecure" : "unreachable";
}

/** Says that the content type of an answer is not the one that was asked for. */
export function unexpected(contentType: string): Reason {
  return contentType === "" ? reason("noContentType") : reason("unexpectedType", contentType);
}

/**
 * Whether a proxy in front of the service wants the person to pass its check in the browser: `X-…-U2f-Challenge: true`.
 */
export function wantsBrowser(answer: Answer): boolean {
  const isAsked = (name: string) => /^x-.*-u2f-challenge$/i.test(name) && /^true$/i.test(header(answer, name));
  return [401, 403].includes(answer.statusCode) && Object.keys(answer.headers).some(isAsked);
}

/** An answer that is not 2xx. */
export interface Refusal {
  readonly status: number;
  readonly contentType: string;
  /** Its first few kilobytes. */
  readonly body: string;
  /** The header; empty if there is none. */
  readonly retryAfter: string;
  /** The page in the browser with the check that must be passed first; absent if there is none. */
  readonly page?: string | undefined;
  /** What the service calls the request in its own records; empty where it doesn't say. */
  readonly trace?: string;
}

/**
 * What an HTTP status other than 2xx means for a request. The service's own words, if it sent any, become the message.
 * If a gateway lost the answer to a request that changes something, the outcome is unknown.
 */
export function statusError(
  { status, contentType, body, retryAfter, page, trace = "" }: Refusal,
  { changes = false, scope }: { readonly changes?: boolean; readonly scope?: string } = {},
): ServiceError {
  const json = parseErrorBody(body);
  const isHtml = /html/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(body);
  const words = json?.words || (isHtml || json ? "" : body.trim().slice(0, 500));
  const isTooLong = status === 414 || status === 431; // the query is part of the address
  const message = withoutBidiControls(words) || `HTTP ${status}`;
  const traced = trace === "" ? {} : { trace };
  if (page !== undefined) return new ServiceError("browserCheck", message, { page, ...traced });
  if (changes && LOST_BY_GATEWAY.includes(status)) return new ServiceError("unknownOutcome", message, traced);
  const isPage = status === 401 ? /html/i.test(contentType) : isHtml; // the service says 401 in plain text
  const code = codeOfStatus(status, json?.connectCode, isPage);
  return new ServiceError(code, isTooLong ? reason("tooLong") : message, {
    retryAt: parseRetryAfter(retryAfter) ?? json?.retryAt,
    scope: code === "forbidden" ? (SCOPE.exec(message)?.[0] ?? scope) : undefined,
    ...traced,
  });
}

/** A gateway gave up waiting, or could not read what came; the request may have been carried out. */
const LOST_BY_GATEWAY: readonly number[] = [408, 499, 502, 504, 520, 524];

const SCOPE = /\bexternalapi:(?:read|write)\b|\buser:all\b/;

function codeOfStatus(status: number, connectCode: string | undefined, isPage: boolean): ServiceErrorCode {
  switch (status) {
    case 401:
      return isPage ? "notAService" : "unauthorized";
    case 402:
      return "quotaExceeded";
    case 403:
      return isPage ? "notAService" : "forbidden";
    case 404:
      // Connect: a service that lacks the method answers 404 without its JSON; `not_found` means the thing itself.
      return connectCode === "not_found" ? "notFound" : "unsupported";
    case 405:
    case 410:
    case 415:
    case 501:
      return "unsupported";
    case 407:
      return "proxyUnauthorized";
    case 408:
      return "timeout";
    case 429:
      return connectCode === "resource_exhausted" ? "quotaExceeded" : "rateLimited";
  }
  if (status === 409 || status === 412) return "conflict";
  // 499: something in between gave up; 520 to 530: a cloud can't reach what is behind it.
  if (status === 499 || (status >= 502 && status <= 504) || (status >= 520 && status <= 530)) return "unavailable";
  if (status >= 500) return "serverError";
  return status < 400 ? "notAService" : "badRequest";
}

const YEAR_S = 366 * 86_400;

/**
 * `Retry-After` in seconds, at most a year, or as an HTTP date, which begins with a weekday; in milliseconds since the
 * epoch.
 */
function parseRetryAfter(value: string): number | undefined {
  if (/^\d+$/.test(value)) return Date.now() + Math.min(Number(value), YEAR_S) * 1000;
  const time = /^[a-z]+, /i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

interface ErrorBody {
  readonly words: string;
  readonly connectCode: string | undefined;
  readonly retryAt: number | undefined;
}

function parseErrorBody(body: string): ErrorBody | undefined {
  try {
    const json = JsonObject.of(parseJson(body));
    if (!json) return undefined;
    const inner = json.object("error") ?? json;
    const words = inner.string("message") ?? json.string("error") ?? json.string("detail") ?? "";
    return { words, connectCode: json.string("code"), retryAt: inner.time("retryTime") };
  } catch {
    return undefined; // plain text and HTML are usual
  }
}

function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  // Several addresses of one host were tried: the first failure counts.
  return error instanceof AggregateError ? errorCode(error.errors[0]) : "cause" in error ? errorCode(error.cause) : "";
}

/** The system call that failed, such as `connect` or `read`; empty if the error doesn't say. */
function systemCall(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("syscall" in error && typeof error.syscall === "string") return error.syscall;
  return error instanceof AggregateError
    ? systemCall(error.errors[0])
    : "cause" in error
      ? systemCall(error.cause)
      : "";
}

function isTlsCode(code: string): boolean {
  return /^(?:ERR_TLS|ERR_SSL|EPROTO)/.test(code);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
