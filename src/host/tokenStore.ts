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

  async delete(accountId: string): Promise<void> {
    await this.#secrets.delete(key(accountId));
  }
}

function key(accountId: string): string {
  return `token.${accountId}`;
}
