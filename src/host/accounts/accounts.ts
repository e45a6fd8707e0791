import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { ContextKeys } from "../platform/contextKeys.ts";
import type { ConversationPage } from "../../core/model/conversation.ts";
import type { RunTimes } from "../../core/conversations/pollSchedule.ts";

/** Where questions and searches go: the local service, or an instance with a token of its own. */
export interface Account {
  /** `local`, or random. Tokens and everything remembered are kept under it. */
  readonly id: string;
  /** Without a trailing slash. Absent for the local service, whose address changes with every start. */
  readonly baseUrl?: string;
  /** Used without any token. */
  readonly isAnonymous?: boolean;
}

/** Run times of the local service in milliseconds, assumed until some have been measured on this machine. */
const QUICK_MS: readonly number[] = [400, 900, 2000];
/** The longest wait between two polls of the local service, which answers one in a millisecond. */
const LOCAL_WAIT_MS = 500;
/** How many run times are kept: an instance changes, and old ones say little. */
const RUNS_KEPT = 40;

/** How long a first page is shown without being read again: as long as it takes to get from a sign-in to the list. */
const PAGE_NEW_MS = 10_000;

export const LOCAL_ACCOUNT: Account = { id: "local" };

interface InterfaceMemory {
  get(): "new" | "legacy" | undefined;
  set(name: "new" | "legacy", page: ConversationPage): void;
  takePage(): ConversationPage | undefined;
}

/** The state of the accounts that a window last announced. */
interface Picture {
  readonly version: string;
  readonly all: readonly Account[];
  readonly currentId: string;
}

/**
 * The accounts of this person in all windows. One is current: at first the local service. A change in another window
 * takes effect at once, and is announced by the next `sync`.
 */
export class Accounts implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #contextKeys = new ContextKeys();
  /** The ids for addresses without an account. */
  readonly #newIds = new Map<string, string>();
  /** The first pages by which an account's interface was found, for who lists them next. */
  readonly #firstPages = new Map<string, { readonly page: ConversationPage; readonly readAt: number }>();
  #told: Picture;
  readonly #changed = new vscode.EventEmitter<Account>();
  /** The current account has changed, or was signed in to again. */
  readonly onDidChangeCurrent = this.#changed.event;
  readonly #listed = new vscode.EventEmitter<undefined>();
  /** The accounts have changed, or which one is current. */
  readonly onDidChange = this.#listed.event;
  readonly #removed = new vscode.EventEmitter<Account>();
  /** The person signed out of an account, in any window: what runs for it stops, and what is kept of it is removed. */
  readonly onDidRemove = this.#removed.event;
  readonly #written = new vscode.EventEmitter<string>();
  /** This window has changed something. Gives the new version, for the other windows. */
  readonly onDidWrite = this.#written.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#told = this.#look();
    this.#announce();
  }

  /** A different string after every change. */
  get version(): string {
    return this.#state.get("accountsVersion", "");
  }

  get all(): readonly Account[] {
    const accounts = this.#state.get<unknown>("accounts");
    return [LOCAL_ACCOUNT, ...(Array.isArray(accounts) ? accounts.filter(isAccount) : [])];
  }

  get current(): Account {
    return this.find(this.#state.get("currentAccount", LOCAL_ACCOUNT.id)) ?? LOCAL_ACCOUNT;
  }

  find(id: string): Account | undefined {
    return this.all.find((account) => account.id === id);
  }

  /**
   * The existing account for this address, or a new one that `add` keeps: the same one for all sign-ins of this window
   * that run at once.
   */
  for(baseUrl: string): Account {
    const known = this.all.find((account) => account.baseUrl === baseUrl);
    if (known) return known;
    const id = this.#newIds.get(baseUrl) ?? randomUUID();
    this.#newIds.set(baseUrl, id);
    return { id, baseUrl };
  }

  /** Keeps an account and makes it the current one. */
  async add(account: Account): Promise<void> {
    await this.#state.update("accounts", [...this.#others(account), account]);
    if (account.baseUrl !== undefined) this.#newIds.delete(account.baseUrl); // after signing out, it gets another id
    await this.use(account);
  }

  async use(account: Account): Promise<void> {
    await this.#state.update("currentAccount", account.id);
    await this.#publish(account);
  }

  /** Forgets an account. If it was the current one, the `next` one becomes current. */
  async remove(account: Account, next = LOCAL_ACCOUNT): Promise<void> {
    const isCurrent = this.current.id === account.id;
    await this.#state.update("accounts", this.#others(account));
    if (isCurrent) await this.#state.update("currentAccount", next.id);
    this.#firstPages.delete(account.id);
    await this.#state.update(memoryKey(account.id), undefined);
    await this.#state.update(runTimesKey(account.id), undefined);
    await this.#publish(account);
  }

  /** Announces what has changed since the last call. Returns whether anything has. */
  sync(): boolean {
    const before = this.#told;
    const now = this.#look();
    if (now.version === before.version) return false; // also while a change is being written
    this.#told = now;
    for (const account of before.all) {
      if (!now.all.some(({ id, baseUrl }) => id === account.id && baseUrl === account.baseUrl))
        this.#removed.fire(account);
    }
    if (now.currentId !== before.currentId || now.version.startsWith(`${now.currentId} `)) {
      this.#announce();
      this.#changed.fire(this.current);
    }
    this.#listed.fire(undefined);
    return true;
  }

  /** Which conversation interface the account's instance was found to have, and what that listed just now. */
  interfaceMemory(accountId: string): InterfaceMemory {
    return {
      get: () => this.#state.get(memoryKey(accountId)),
      set: (name, page) => {
        this.#firstPages.set(accountId, { page, readAt: performance.now() });
        void this.#state.update(memoryKey(accountId), name);
      },
      takePage: () => {
        const first = this.#firstPages.get(accountId);
        this.#firstPages.delete(accountId);
        return first && performance.now() - first.readAt < PAGE_NEW_MS ? first.page : undefined;
      },
    };
  }

  /** How long the last answers of the account's instance took. */
  runTimes(accountId: string): RunTimes {
    const key = runTimesKey(accountId);
    const isLocal = accountId === LOCAL_ACCOUNT.id;
    const past = () => this.#state.get<readonly number[]>(key) ?? (isLocal ? QUICK_MS : []);
    return {
      ...(isLocal && { longestWaitMs: LOCAL_WAIT_MS }),
      get past() {
        return past();
      },
      add: (timeMs) => void this.#state.update(key, [...past(), Math.round(timeMs)].slice(-RUNS_KEPT)),
    };
  }

  dispose(): void {
    vscode.Disposable.from(this.#changed, this.#listed, this.#removed, this.#written).dispose();
  }

  /** Updates the conditions under which commands and welcome texts are shown. */
  #announce(): void {
    const signedIn = this.current.baseUrl !== undefined;
    // Unknown before Plumbline is used: until then, agents are offered its tools even if no folder is open.
    this.#contextKeys.set({ signedIn, signedOut: !signedIn });
  }

  #others(account: Account): readonly Account[] {
    return this.all.filter(({ id, baseUrl }) => id !== account.id && baseUrl !== undefined);
  }

  #look(): Picture {
    return { version: this.version, all: this.all, currentId: this.current.id };
  }

  /** Written last: a window that sees the version sees the rest. The version begins with the account's id. */
  async #publish({ id }: Account): Promise<void> {
    const version = `${id} ${randomUUID()}`;
    await this.#state.update("accountsVersion", version);
    this.sync();
    this.#written.fire(version);
  }
}

function isAccount(value: unknown): value is Account {
  if (typeof value !== "object" || value === null) return false;
  const { id, baseUrl } = value as Readonly<Record<string, unknown>>;
  return typeof id === "string" && typeof baseUrl === "string";
}

function memoryKey(accountId: string): string {
  return `conversationInterface.${accountId}`;
}

function runTimesKey(accountId: string): string {
  return `runTimes.${accountId}`;
}
