import * as vscode from "vscode";
import { LOCAL_ACCOUNT, type Account, type Accounts } from "./accounts.ts";
import { serviceName } from "../platform/serviceName.ts";

export const AUTHENTICATION_ID = "plumbline";

export interface AccountSessionParts {
  readonly accounts: Accounts;
  readonly signIn: () => Promise<Account | undefined>;
  readonly signOut: (account: Account) => Promise<void>;
}

/**
 * The accounts in the editor's Accounts menu. The editor hands the `accessToken` of a session to every extension that
 * the person allows: so it is the account's id, which is of no use to anyone, and never a token.
 */
export class AccountSessions implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #parts: AccountSessionParts;
  readonly #changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly onDidChangeSessions = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;
  #shown: readonly vscode.AuthenticationSession[];

  constructor(parts: AccountSessionParts) {
    this.#parts = parts;
    this.#shown = this.#sessions();
    const look = () => {
      this.#look();
    };
    this.#subscriptions = vscode.Disposable.from(this.#changed, parts.accounts.onDidChange(look));
  }

  /** Throws if the editor has a provider of that name already. */
  register(): vscode.Disposable {
    return vscode.authentication.registerAuthenticationProvider(AUTHENTICATION_ID, "Plumbline", this, {
      supportsMultipleAccounts: true,
    });
  }

  getSessions(
    _scopes?: readonly string[],
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    const wanted = options?.account?.id;
    return Promise.resolve(this.#sessions().filter(({ id }) => wanted === undefined || id === wanted));
  }

  async createSession(): Promise<vscode.AuthenticationSession> {
    const account = await this.#parts.signIn();
    if (!account) throw new vscode.CancellationError();
    return sessionOf(account);
  }

  async removeSession(sessionId: string): Promise<void> {
    const account = this.#parts.accounts.find(sessionId);
    if (account) await this.#parts.signOut(account);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #sessions(): vscode.AuthenticationSession[] {
    const signedIn = this.#parts.accounts.all.filter(({ id, isAnonymous }) => id !== LOCAL_ACCOUNT.id && !isAnonymous);
    return signedIn.map(sessionOf);
  }

  #look(): void {
    const before = this.#shown;
    const now = (this.#shown = this.#sessions());
    const missingIn = (others: readonly vscode.AuthenticationSession[]) => (one: vscode.AuthenticationSession) =>
      !others.some(({ id }) => id === one.id);
    const [added, removed] = [now.filter(missingIn(before)), before.filter(missingIn(now))];
    if (added.length + removed.length > 0) this.#changed.fire({ added, removed, changed: [] });
  }
}

/** A session without scopes: all that it does is say who is signed in. */
function sessionOf(account: Account): vscode.AuthenticationSession {
  const { id } = account;
  return { id, accessToken: id, account: { id, label: serviceName(account) }, scopes: [] };
}
