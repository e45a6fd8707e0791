import type * as vscode from "vscode";
import type { Log } from "./log.ts";

/** Access tokens, by account id. They live in SecretStorage and nowhere else. */
export class TokenStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;

  constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  async get(accountId: string): Promise<string | undefined> {
    const token = await this.#secrets.get(key(accountId));
    if (token !== undefined) this.#log.hide(token);
    return token;
  }

  async set(accountId: string, token: string): Promise<void> {
    this.#log.hide(token);
    await this.#secrets.store(key(accountId), token);
  }

  /** The value of an extra header that is a secret. */
  async headerValue(name: string): Promise<string | undefined> {
    const value = await this.#secrets.get(headerKey(name));
    if (value !== undefined) this.#log.hide(value);
    return value;
  }

  async setHeaderValue(name: string, value: string): Promise<void> {
    this.#log.hide(value);
    await this.#secrets.store(headerKey(name), value);
  }

  async delete(accountId: string): Promise<void> {
    await this.#secrets.delete(key(accountId));
  }
}

function key(accountId: string): string {
  return `token.${accountId}`;
}

function headerKey(name: string): string {
  return `header.${name.toLowerCase()}`;
}
