import { setTimeout as sleep } from "node:timers/promises";
import { OFFLINE_CODES, ServiceError } from "../model/errors.ts";
import { reason } from "../model/reasons.ts";

/** The result of a sign-in by OAuth. All of it is secret. */
export interface TokenPair {
  readonly accessToken: string;
  /** Works once. Absent if the service gave none: then the sign-in ends with its access token. */
  readonly refreshToken?: string;
  /** Milliseconds since the epoch; absent if the service did not say. */
  readonly expiresAt?: number;
  /** From this time on, shortly before it ends, the access token is exchanged before it is used. */
  readonly dueAt?: number;
  /** The application that it was given to, the only one that can refresh it. */
  readonly clientId: string;
}

/** What a person types on a page of the service to let this machine in (RFC 8628). */
export interface DeviceCode {
  /** A secret: it is exchanged for the tokens. */
  readonly deviceCode: string;
  /** Shown to the user. */
  readonly userCode: string;
  /** The page, with the code in its address if the service offers that. */
  readonly page: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly intervalMs: number;
}

/** One sign-in through the browser, with the proof that the code that comes back is for this client (RFC 7636). */
export interface BrowserRequest {
  /** Where the browser goes. */
  readonly page: string;
  /** Returned with the response, once. */
  readonly state: string;
  /** Exchanges the code in the response. */
  exchange(code: string, signal?: AbortSignal): Promise<TokenPair>;
}

/**
 * The OAuth server of an instance, as seen by one of its applications. Rejects with a `ServiceError`: `signInDenied`,
 * `signInExpired`, `clientRejected` and `sessionEnded` are its own refusals; none contains a secret.
 */
export interface OAuthClient {
  /** Sends nothing. `redirectUri` is compared character by character with the registered ones. */
  browserRequest(redirectUri: string): BrowserRequest;
  startDevice(signal?: AbortSignal): Promise<DeviceCode>;
  /** Asks once whether the person has typed the code; returns the tokens if so. */
  poll(deviceCode: string, signal?: AbortSignal): Promise<TokenPair | "pending" | "slowDown">;
  /** Uses up the refresh token of the pair. Rejects with `sessionEnded` if it is not accepted. */
  refresh(pair: TokenPair): Promise<TokenPair>;
  /** Ends the sign-in at the service. */
  revoke(pair: TokenPair): Promise<void>;
  /** The meaning of the `error` in a response that came through the browser. */
  refusal(error: string, description: string): ServiceError;
  close(): Promise<void>;
}

/** How long before its end an access token is exchanged, but at most a tenth of its lifetime. */
const EARLY_MS = 5 * 60_000;
/** RFC 8628, 3.5. */
const SLOWER_MS = 5_000;
const SLOWEST_MS = 60_000;

/** The pair from a response received at `now`; `lifeMs` is the lifetime of its access token, if the response has it. */
export function tokenPair(
  given: Pick<TokenPair, "accessToken" | "clientId" | "refreshToken">,
  lifeMs: number | undefined,
  now: number,
): TokenPair {
  if (lifeMs === undefined) return given;
  const expiresAt = now + lifeMs;
  return { ...given, expiresAt, dueAt: expiresAt - Math.min(EARLY_MS, lifeMs / 10) };
}

/** Whether the access token should be exchanged before it is used. */
export function isDue({ dueAt = Infinity }: TokenPair, now: number): boolean {
  return dueAt <= now;
}

export function isExpired({ expiresAt = Infinity }: TokenPair, now: number): boolean {
  return expiresAt <= now;
}

/** The pair in a stored secret; `undefined` for anything else, such as an access token that a person made. */
export function parseTokenPair(text: string): TokenPair | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const pair = JSON.parse(text) as Partial<TokenPair>;
    return typeof pair.accessToken === "string" && typeof pair.clientId === "string" ? (pair as TokenPair) : undefined;
  } catch {
    return undefined;
  }
}

export interface AwaitDeviceOptions {
  readonly signal: AbortSignal;
  /** For tests that can't wait. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly now?: () => number;
}

/**
 * Asks until the person has typed the code: no faster than the service wants, and slower if it can't be reached. Throws
 * `signInExpired` when the code expires, `signInDenied` when the person declines.
 */
export async function awaitDevice(
  client: Pick<OAuthClient, "poll">,
  { deviceCode, expiresAt, intervalMs }: DeviceCode,
  { signal, wait = (ms) => sleep(ms, undefined, { signal }), now = Date.now }: AwaitDeviceOptions,
): Promise<TokenPair> {
  let pauseMs = intervalMs;
  for (;;) {
    await wait(pauseMs, signal);
    if (now() >= expiresAt) throw new ServiceError("signInExpired", reason("codeExpired"));
    try {
      const outcome = await client.poll(deviceCode, signal);
      if (typeof outcome === "object") return outcome;
      if (outcome === "slowDown") pauseMs += SLOWER_MS;
    } catch (error) {
      const mayPass =
        error instanceof ServiceError && [...OFFLINE_CODES, "serverError", "rateLimited"].includes(error.code);
      if (!mayPass) throw error;
      pauseMs = Math.min(pauseMs * 2, Math.max(SLOWEST_MS, pauseMs));
    }
  }
}
