import type * as vscode from "vscode";
import type { AccessToken } from "../../core/model/accessToken.ts";
import type { Quota } from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { RunTimes } from "../../core/conversations/pollSchedule.ts";
import type { CodeSearchService } from "../../core/model/service.ts";
import type { Account, Accounts } from "./accounts.ts";
import { reachedService } from "./reachedService.ts";
import type { LocalAddress } from "./serviceProcess.ts";

/** What it takes to reach a service. */
export interface ServiceAddress {
  readonly accountId: string;
  readonly baseUrl: string;
  /** Read on every request. */
  readonly token: () => Promise<AccessToken | undefined>;
}

/** A service, and its address at the time of asking. */
export interface Reached {
  readonly account: Account;
  readonly baseUrl: string;
  /** Finds the service at its current address: can be kept as long as the account is signed in. */
  readonly service: CodeSearchService;
  /** How long its answers took. */
  readonly runTimes: RunTimes;
}

/** The service of each account, connected on first use. The local one is started then, and again if it ended. */
export class Services implements vscode.Disposable {
  readonly #local: { start(): Promise<LocalAddress> };
  readonly #tokens: { get(accountId: string): Promise<AccessToken | undefined> };
  readonly #create: (address: ServiceAddress) => CodeSearchService;
  readonly #accounts: Pick<Accounts, "find" | "runTimes">;
  readonly #connected = new Map<string, Connected>();
  readonly #quotas = new Map<string, Quota>();

  constructor(
    local: { start(): Promise<LocalAddress> },
    tokens: { get(accountId: string): Promise<AccessToken | undefined> },
    create: (address: ServiceAddress) => CodeSearchService,
    accounts: Pick<Accounts, "find" | "runTimes">,
  ) {
    this.#local = local;
    this.#tokens = tokens;
    this.#create = create;
    this.#accounts = accounts;
  }

  /** Throws a `ServiceError` if the local service can't be started, or if the account was signed out. */
  async reach(account: Account): Promise<Reached> {
    const { baseUrl } = await this.#connect(account);
    return {
      account,
      baseUrl,
      service: reachedService(
        () => this.#connect(account),
        ({ quota }) => {
          if (quota) this.#quotas.set(account.id, quota);
        },
      ),
      runTimes: this.#accounts.runTimes(account.id),
    };
  }

  /** What an account's service last said about the person's quota; `undefined` if it has not told this window. */
  quota(accountId: string): Quota | undefined {
    return this.#quotas.get(accountId);
  }

  /** Closes the connections of an account; the next use opens new ones. */
  close(accountId: string): void {
    const connected = this.#connected.get(accountId);
    this.#connected.delete(accountId);
    void connected?.service.close();
  }

  dispose(): void {
    for (const accountId of [...this.#connected.keys()]) this.close(accountId);
  }

  async #connect(account: Account): Promise<Connected> {
    if (this.#accounts.find(account.id)?.baseUrl !== account.baseUrl)
      throw new ServiceError("signedOut", "There is no such account.");
    if (account.baseUrl !== undefined) {
      return this.#keep(account.id, account.baseUrl, account.baseUrl, async () => this.#tokens.get(account.id));
    }
    const start = await this.#local.start();
    return this.#keep(account.id, start.baseUrl, start, () => Promise.resolve(start.token));
  }

  /** `identity` differs if the service does, such as the local service after a restart, whatever its port. */
  #keep(
    accountId: string,
    baseUrl: string,
    identity: LocalAddress | string,
    token: () => Promise<AccessToken | undefined>,
  ): Connected {
    const kept = this.#connected.get(accountId);
    if (kept?.identity === identity) return kept;
    this.close(accountId);
    const connected = {
      baseUrl,
      identity,
      service: this.#create({ accountId, baseUrl, token }),
      ...(typeof identity === "object" && { ended: identity.ended }),
    };
    this.#connected.set(accountId, connected);
    return connected;
  }
}

/** Connections to a service at its current address. */
interface Connected {
  readonly baseUrl: string;
  readonly identity: LocalAddress | string;
  readonly service: CodeSearchService;
  readonly ended?: Promise<void>;
}
