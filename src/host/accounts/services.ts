import type * as vscode from "vscode";
import type { AccessToken } from "../../core/model/accessToken.ts";
import type { Quota } from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { RunTimes } from "../../core/conversations/pollSchedule.ts";
import { once } from "../../core/model/once.ts";
import type { CodeSearchService } from "../../core/model/service.ts";
import type { Account, Accounts } from "./accounts.ts";
import type { ServiceNames } from "../../core/search/serviceNames.ts";
import { reachedService } from "./reachedService.ts";
import type { LocalAddress } from "./serviceProcess.ts";

/** The local service is asked again soon: a file that was just made is looked for as well. */
const LOCAL_NAMES_MS = 2_000;

/** Who is given what a service answers. */
type Asker = "person" | "agent";

/** What it takes to reach a service. */
export interface ServiceAddress {
  readonly accountId: string;
  readonly baseUrl: string;
  /** Read on every request. */
  readonly token: () => Promise<AccessToken | undefined>;
  /** What the service is known to announce. */
  readonly capabilities?: string;
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
  readonly #connected = new Map<string, Partial<Record<Asker, Connected>>>();
  readonly #quotas = new Map<string, Quota>();
  /** Of each account, what its service has by name. */
  readonly #names = new Map<string, () => Promise<ServiceNames>>();

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

  /**
   * `asker` is who sees what comes: the local service holds some files back from agents. Throws a `ServiceError` if
   * that can't be started, or if the account was signed out.
   */
  async reach(account: Account, asker: Asker = "person"): Promise<Reached> {
    const { baseUrl } = await this.#connect(account, asker);
    return {
      account,
      baseUrl,
      service: reachedService(
        () => this.#connect(account, asker),
        ({ quota }) => {
          if (quota) this.#quotas.set(account.id, quota);
        },
      ),
      runTimes: this.#accounts.runTimes(account.id),
    };
  }

  /** The names that an account's service has, remembered for a while. */
  names(account: Account): Promise<ServiceNames> {
    const load = this.#names.get(account.id) ?? once(() => this.#loadNames(account));
    this.#names.set(account.id, load);
    return load();
  }

  async #loadNames(account: Account): Promise<ServiceNames> {
    const { ServiceNames } = await import("../../core/search/serviceNames.ts");
    const isLocal = account.baseUrl === undefined;
    const service = async (): Promise<CodeSearchService> => (await this.reach(account)).service;
    return new ServiceNames(service, isLocal ? { rememberedMs: LOCAL_NAMES_MS } : {});
  }

  /** What an account's service last said about the person's quota; `undefined` if it has not told this window. */
  quota(accountId: string): Quota | undefined {
    return this.#quotas.get(accountId);
  }

  /** Closes the connections of an account; the next use opens new ones. */
  close(accountId: string): void {
    for (const connected of Object.values(this.#connected.get(accountId) ?? {})) void connected.service.close();
    this.#connected.delete(accountId);
    this.#names.delete(accountId);
  }

  dispose(): void {
    for (const accountId of [...this.#connected.keys()]) this.close(accountId);
  }

  async #connect(account: Account, asker: Asker): Promise<Connected> {
    if (this.#accounts.find(account.id)?.baseUrl !== account.baseUrl)
      throw new ServiceError("signedOut", "There is no such account.");
    if (account.baseUrl !== undefined) {
      const token = () => this.#tokens.get(account.id);
      return this.#keep({ accountId: account.id, baseUrl: account.baseUrl, token }, account.baseUrl, "person");
    }
    const start = await this.#local.start();
    const token = () => Promise.resolve(asker === "agent" ? start.agentToken : start.token);
    return this.#keep(
      { accountId: account.id, baseUrl: start.baseUrl, token, capabilities: start.capabilities },
      start,
      asker,
    );
  }

  /** `identity` differs if the service does, such as the local service after a restart, whatever its port. */
  #keep(address: ServiceAddress, identity: LocalAddress | string, asker: Asker): Connected {
    const { accountId, baseUrl } = address;
    const known = this.#connected.get(accountId)?.[asker];
    if (known?.identity === identity) return known;
    void known?.service.close();
    const connected = {
      baseUrl,
      identity,
      service: this.#create(address),
      ...(typeof identity === "object" && { ended: identity.ended }),
    };
    this.#connected.set(accountId, { ...this.#connected.get(accountId), [asker]: connected });
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
