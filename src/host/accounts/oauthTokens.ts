import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../core/model/errors.ts";
import { isDue, isExpired, type OAuthClient, type TokenPair } from "../../core/accounts/oauth.ts";
import { withRefreshLock } from "./refreshLock.ts";

export interface OAuthTokenParts {
  readonly store: {
    pair(accountId: string): Promise<TokenPair | undefined>;
    setPair(accountId: string, pair: TokenPair): Promise<void>;
  };
  /** The OAuth server that gave the account its tokens, for the application that got them. */
  readonly client: (accountId: string, clientId: string) => Promise<Pick<OAuthClient, "refresh" | "close">>;
  /** Where all windows find the same lock. Only empty files are written there. */
  readonly lockFolder: string;
  /** Called when a sign-in has ended, once for each of them in each window. */
  readonly onDidEnd: (accountId: string, why: ServiceError) => void;
  readonly now?: () => number;
  /** How long another window's new pair may take to be seen here. */
  readonly graceMs?: number;
}

/** How soon to retry an exchange that failed without ending the sign-in. */
const AGAIN_MS = 30_000;
const GRACE_MS = 2_000;
/** With these, no retry with the same refresh token can succeed. */
const FINAL: readonly string[] = ["sessionEnded", "clientRejected"];

/**
 * The access tokens of accounts that signed in by OAuth. A refresh token works only once. So all windows of this
 * machine refresh one after the other: each first checks whether another one already has, and stores a new pair before
 * using it.
 */
export class OAuthTokens {
  readonly #parts: OAuthTokenParts;
  readonly #now: () => number;
  readonly #refreshing = new Map<string, Promise<TokenPair>>();
  /** Why a refresh token is not tried any more. */
  readonly #ended = new Map<string, ServiceError>();
  readonly #notBefore = new Map<string, number>();

  constructor(parts: OAuthTokenParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  /** The access token to send now. One that expires soon is exchanged first; if that fails, it is used to its end. */
  async current(accountId: string): Promise<string> {
    const pair = await this.#pair(accountId);
    if (!isDue(pair, this.#now())) return pair.accessToken;
    const isUsable = !isExpired(pair, this.#now());
    if (isUsable && this.#now() < (this.#notBefore.get(accountId) ?? 0)) return pair.accessToken;
    try {
      return (await this.#refresh(accountId, pair.accessToken)).accessToken;
    } catch (error) {
      if (!isUsable || isFinal(error)) throw error;
      this.#notBefore.set(accountId, this.#now() + AGAIN_MS);
      return pair.accessToken;
    }
  }

  /** An access token other than `refused`. Throws `sessionEnded` if none can be had. */
  async renewed(accountId: string, refused: string): Promise<string> {
    return (await this.#refresh(accountId, refused)).accessToken;
  }

  /** Calls at the same time share one answer. */
  #refresh(accountId: string, stale: string): Promise<TokenPair> {
    let refreshing = this.#refreshing.get(accountId);
    if (!refreshing) {
      const lockFile = path.join(this.#parts.lockFolder, `${accountId}.lock`);
      refreshing = withRefreshLock(lockFile, () => this.#exchange(accountId, stale)).finally(() => {
        this.#refreshing.delete(accountId);
      });
      this.#refreshing.set(accountId, refreshing);
    }
    return refreshing;
  }

  /** Runs under the lock. */
  async #exchange(accountId: string, stale: string): Promise<TokenPair> {
    const pair = await this.#pair(accountId);
    if (pair.accessToken !== stale) return pair; // another window was quicker
    const client = await this.#parts.client(accountId, pair.clientId);
    try {
      if (pair.refreshToken === undefined) throw new ServiceError("sessionEnded", "It gave no refresh token.");
      const fresh = await client.refresh(pair);
      const kept = await this.#pair(accountId);
      if (kept.accessToken !== stale) return kept; // signed in again meanwhile; after a sign-out `#pair` throws
      await this.#parts.store.setPair(accountId, fresh);
      return fresh;
    } catch (error) {
      if (!isFinal(error) || !(await this.#parts.store.pair(accountId))) throw error;
      const newer = await this.#newerThan(stale, accountId);
      if (newer) return newer;
      this.#ended.set(pair.refreshToken ?? pair.accessToken, error);
      this.#parts.onDidEnd(accountId, error);
      throw error;
    } finally {
      await client.close();
    }
  }

  /** A window on another machine shares the secrets, not the lock. Its new pair may take a moment to arrive. */
  async #newerThan(stale: string, accountId: string): Promise<TokenPair | undefined> {
    const { store, graceMs = GRACE_MS } = this.#parts;
    for (let waits = 10; ; waits--) {
      const pair = await store.pair(accountId);
      if (pair && pair.accessToken !== stale) return pair;
      if (waits === 0) return undefined;
      await sleep(graceMs / 10);
    }
  }

  /** Throws if there is no pair, or if its sign-in is known to have ended. */
  async #pair(accountId: string): Promise<TokenPair> {
    const pair = await this.#parts.store.pair(accountId);
    if (!pair) throw new ServiceError("sessionEnded", "There is no sign-in any more.");
    const ended = this.#ended.get(pair.refreshToken ?? pair.accessToken);
    if (ended) throw ended;
    return pair;
  }
}

function isFinal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && FINAL.includes(error.code);
}
