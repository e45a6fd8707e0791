import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { RunTimes } from "../core/pollSchedule.ts";

/** Where questions and searches go: the local service, or an instance with a token of its own. */
export interface Account {
  /** `local`, or random. Tokens and what is remembered are kept under it. */
  readonly id: string;
  /** Without a trailing slash. Absent for the local service, whose address changes with every start. */
  readonly baseUrl?: string;
}

/** What the local service takes, as long as it has not shown how fast this machine is. */
const QUICK_MS: readonly number[] = [400, 900, 2000];
/** An instance changes: what it did long ago says little. */
const RUNS_KEPT = 40;

export const LOCAL_ACCOUNT: Account = { id: "local" };

/** The accounts of this person, one of them current: at first the local service. */
export class Accounts implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<Account>();
  /** The current account is another one now. */
  readonly onDidChangeCurrent = this.#changed.event;
  readonly #removed = new vscode.EventEmitter<Account>();
  /** Somebody signed out of an account: whatever belongs to it goes. */
  readonly onDidRemove = this.#removed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#announce();
  }

  get all(): readonly Account[] {
    return [LOCAL_ACCOUNT, ...this.#state.get<Account[]>("accounts", [])];
  }

  get current(): Account {
    return this.find(this.#state.get("currentAccount", LOCAL_ACCOUNT.id)) ?? LOCAL_ACCOUNT;
  }

  find(id: string): Account | undefined {
    return this.all.find((account) => account.id === id);
  }

  /** The account for this address: the one that is there already, or a new one that is kept by `add`. */
  for(baseUrl: string): Account {
    return this.all.find((account) => account.baseUrl === baseUrl) ?? { id: randomUUID(), baseUrl };
  }

  /** Keeps an account and makes it the current one. */
  async add(account: Account): Promise<void> {
    await this.#save([...this.#remote().filter(({ id }) => id !== account.id), account]);
    await this.use(account);
  }

  async use(account: Account): Promise<void> {
    await this.#state.update("currentAccount", account.id);
    this.#announce();
    this.#changed.fire(account);
  }

  /** Forgets an account; the local service becomes the current one. */
  async remove(account: Account): Promise<void> {
    await this.#save(this.#remote().filter(({ id }) => id !== account.id));
    await this.#state.update(memoryKey(account.id), undefined);
    await this.#state.update(runTimesKey(account.id), undefined);
    this.#removed.fire(account);
    await this.use(LOCAL_ACCOUNT);
  }

  /** Which conversation interface the account's instance was found to have. */
  interfaceMemory(accountId: string): { get(): "new" | "legacy" | undefined; set(name: "new" | "legacy"): void } {
    return {
      get: () => this.#state.get(memoryKey(accountId)),
      set: (name) => void this.#state.update(memoryKey(accountId), name),
    };
  }

  /** How long the last answers of the account's instance took. */
  runTimes(accountId: string): RunTimes {
    const key = runTimesKey(accountId);
    const past = () => this.#state.get<readonly number[]>(key) ?? (accountId === LOCAL_ACCOUNT.id ? QUICK_MS : []);
    return {
      get past() {
        return past();
      },
      add: (timeMs) => void this.#state.update(key, [...past(), Math.round(timeMs)].slice(-RUNS_KEPT)),
    };
  }

  dispose(): void {
    this.#changed.dispose();
    this.#removed.dispose();
  }

  /** For the conditions under which commands and welcome texts are shown. */
  #announce(): void {
    void vscode.commands.executeCommand("setContext", "plumbline.signedIn", this.current.baseUrl !== undefined);
  }

  #remote(): readonly Account[] {
    return this.all.filter((account) => account.baseUrl !== undefined);
  }

  async #save(accounts: readonly Account[]): Promise<void> {
    await this.#state.update("accounts", accounts);
  }
}

function memoryKey(accountId: string): string {
  return `conversationInterface.${accountId}`;
}

function runTimesKey(accountId: string): string {
  return `runTimes.${accountId}`;
}

/**
 * The base URL in what a person typed or pasted: the scheme is added where missing, query, fragment and trailing slashes
 * go. `undefined` where there is no http(s) address in it, or one with a user and password.
 */
export function parseBaseUrl(text: string): string | undefined {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "" || url.username !== "" || url.password !== "") {
    return undefined;
  }
  return (url.origin + url.pathname).replace(/\/+$/, "");
}
