import type * as vscode from "vscode";
import type { AccessToken } from "../../core/model/accessToken.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { RunTimes } from "../../core/conversations/pollSchedule.ts";
import type { CodeSearchService } from "../../core/model/service.ts";
import type { Account, Accounts } from "./accounts.ts";
import type { LocalProcess } from "./localProcess.ts";

/** What it takes to reach a service. */
export interface ServiceAddress {
  readonly accountId: string;
  readonly baseUrl: string;
  /** Read on every request. */
  readonly token: () => Promise<AccessToken | undefined>;
}

/** A service and where it is. */
export interface Reached {
  readonly account: Account;
  readonly baseUrl: string;
  readonly service: CodeSearchService;
  /** How long its answers took. */
  readonly runTimes: RunTimes;
}

/** The service of each account, connected on first use. The local one is started for it, and again if it ended. */
export class Services implements vscode.Disposable {
  readonly #local: LocalProcess;
  readonly #tokens: { get(accountId: string): Promise<AccessToken | undefined> };
  readonly #create: (address: ServiceAddress) => CodeSearchService;
  readonly #accounts: Pick<Accounts, "find" | "runTimes">;
  readonly #reached = new Map<string, Reached & { readonly identity: object | string }>();

  constructor(
    local: LocalProcess,
    tokens: { get(accountId: string): Promise<AccessToken | undefined> },
    create: (address: ServiceAddress) => CodeSearchService,
    accounts: Pick<Accounts, "find" | "runTimes">,
  ) {
    this.#local = local;
    this.#tokens = tokens;
    this.#create = create;
    this.#accounts = accounts;
  }

  /** Throws a `ServiceError` where the local service can't be started, or somebody signed out of the account. */
  async reach(account: Account): Promise<Reached> {
    if (this.#accounts.find(account.id)?.baseUrl !== account.baseUrl)
      throw new ServiceError("signedOut", "There is no such account.");
    if (account.baseUrl !== undefined) {
      return this.#keep(account, account.baseUrl, account.baseUrl, async () => this.#tokens.get(account.id));
    }
    const start = await this.#local.start();
    return this.#keep(account, start.baseUrl, start, () => Promise.resolve(start.token));
  }

  /** Closes the connections of an account; the next use opens new ones. */
  close(accountId: string): void {
    const reached = this.#reached.get(accountId);
    this.#reached.delete(accountId);
    void reached?.service.close();
  }

  dispose(): void {
    for (const accountId of [...this.#reached.keys()]) this.close(accountId);
  }

  /** `identity` is another one when the service is another one: the local service of another start, on whatever port. */
  #keep(
    account: Account,
    baseUrl: string,
    identity: object | string,
    token: () => Promise<AccessToken | undefined>,
  ): Reached {
    const kept = this.#reached.get(account.id);
    if (kept?.identity === identity) return kept;
    this.close(account.id);
    const reached = {
      account,
      baseUrl,
      identity,
      service: this.#create({ accountId: account.id, baseUrl, token }),
      runTimes: this.#accounts.runTimes(account.id),
    };
    this.#reached.set(account.id, reached);
    return reached;
  }
}
