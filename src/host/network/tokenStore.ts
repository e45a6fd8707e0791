import * as vscode from "vscode";
import type { AccessToken, BearerToken } from "../../core/model/accessToken.ts";
import { parseTokenPair, type TokenPair } from "../../core/accounts/oauth.ts";
import type { Log } from "../platform/log.ts";
import { LOSS_TOLD } from "../platform/stateKeys.ts";

/**
 * Access tokens and OAuth pairs, by account id, and the values of secret headers. They live in SecretStorage; what
 * can't be stored there stays in the memory of this window. Reading throws `secretLost` if a stored secret is gone or
 * can't be read.
 */
export class TokenStore implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #state: vscode.Memento;
  readonly #log: Log;
  readonly #bearer: (accountId: string) => BearerToken;
  /** Secrets that could not be stored, by key. */
  readonly #unkept = new Map<string, string>();
  /** Keys that this window has read or written. If such a secret is gone later, it was removed, not lost. */
  readonly #seen = new Set<string>();
  readonly #subscription: vscode.Disposable;

  /**
   * `state` remembers what was stored, without the secrets: a missing keyring shows only at the next start. `bearer`
   * returns what is used in place of an account's OAuth pair.
   */
  constructor(
    secrets: vscode.SecretStorage,
    state: vscode.Memento,
    log: Log,
    bearer: (accountId: string) => BearerToken,
  ) {
    this.#secrets = secrets;
    this.#state = state;
    this.#log = log;
    this.#bearer = bearer;
    // Another window was able to store it.
    this.#subscription = secrets.onDidChange(({ key }) => this.#unkept.delete(key));
  }

  async get(accountId: string): Promise<AccessToken | undefined> {
    const secret = await this.#read(tokenKey(accountId));
    return secret !== undefined && parseTokenPair(secret) ? this.#bearer(accountId) : secret;
  }

  /** The OAuth pair of an account; `undefined` if it has a token that a person made, or none. */
  async pair(accountId: string): Promise<TokenPair | undefined> {
    const pair = parseTokenPair((await this.#read(tokenKey(accountId))) ?? "");
    if (pair) this.#hide(pair);
    return pair;
  }

  setPair(accountId: string, pair: TokenPair): Promise<void> {
    this.#hide(pair);
    return this.#write(tokenKey(accountId), JSON.stringify(pair));
  }

  set(accountId: string, token: string): Promise<void> {
    return this.#write(tokenKey(accountId), token);
  }

  async delete(accountId: string): Promise<void> {
    const key = tokenKey(accountId);
    this.#unkept.delete(key);
    await this.#state.update(flagOf(key), undefined);
    await this.#secrets.delete(key);
  }

  /** The value of an extra header that is a secret. */
  headerValue(name: string): Promise<string | undefined> {
    return this.#read(headerKey(name));
  }

  setHeaderValue(name: string, value: string): Promise<void> {
    return this.#write(headerKey(name), value);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #hide({ accessToken, refreshToken = "" }: TokenPair): void {
    this.#log.hide(accessToken);
    this.#log.hide(refreshToken);
  }

  async #read(key: string): Promise<string | undefined> {
    const unkept = this.#unkept.get(key);
    if (unkept !== undefined) return unkept;
    const wasKept = this.#state.get(flagOf(key)) === true;
    let failure: unknown;
    try {
      const value = await this.#secrets.get(key);
      if (value !== undefined) {
        this.#log.hide(value);
        if (!this.#seen.has(key)) await this.#found(key, wasKept);
        return value;
      }
    } catch (error) {
      failure = error;
      this.#log.error("The secret storage can't be read", error);
    }
    if (!wasKept || (this.#seen.has(key) && failure === undefined)) return undefined;
    const { secretLost } = await import("./secretTrouble.ts");
    throw await secretLost(key, failure, this.#state, this.#log);
  }

  async #write(key: string, value: string): Promise<void> {
    this.#log.hide(value);
    try {
      await this.#secrets.store(key, value);
      this.#unkept.delete(key);
      this.#seen.add(key);
      await this.#state.update(flagOf(key), true);
    } catch (error) {
      this.#unkept.set(key, value);
      (await import("./secretTrouble.ts")).tellNotStored(error, this.#log);
    }
  }

  /** Notes that a secret was there before this window looked. If an earlier session stored it, there is a keyring. */
  async #found(key: string, wasKept: boolean): Promise<void> {
    this.#seen.add(key);
    if (wasKept && this.#state.get(LOSS_TOLD)) await this.#state.update(LOSS_TOLD, undefined);
    if (!wasKept) await this.#state.update(flagOf(key), true);
  }
}

function tokenKey(accountId: string): string {
  return `token.${accountId}`;
}

function headerKey(name: string): string {
  return `header.${name.toLowerCase()}`;
}

function flagOf(key: string): string {
  return `stored.${key}`;
}
