import * as vscode from "vscode";
import { parseBaseUrl } from "../../core/accounts/baseUrl.ts";
import { ServiceError } from "../../core/model/errors.ts";
import { awaitDevice, type DeviceCode, type OAuthClient, type TokenPair } from "../../core/accounts/oauth.ts";
import type { Account, Accounts } from "./accounts.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { tellFailure } from "../platform/failureMessage.ts";
import type { Log } from "../platform/log.ts";
import { OAuthTokens } from "./oauthTokens.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { TokenStore } from "../network/tokenStore.ts";
import { readSetting } from "../platform/settings.ts";
import { reason } from "../../core/model/reasons.ts";

/** With the browser of this machine, which returns to the editor, or with a code typed on a page in any browser. */
export type OAuthWay = "browser" | "code";

export interface OAuthSignInParts {
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  /** The OAuth server of an account's instance, as this application sees it. */
  readonly client: (account: Account, clientId: string) => OAuthClient;
  /** Where windows find the locks for refreshing tokens. */
  readonly lockFolder: string;
  readonly openPage: (address: string) => Thenable<boolean>;
  readonly log: Log;
}

/** How long the editor waits for the browser to come back. */
const BROWSER_MS = 10 * 60_000;

type Answer = ReadonlyMap<string, string>;

/** Signing in by OAuth, and the resulting tokens. A sign-in resolves to `undefined` if the person gives up. */
export class OAuthSignIns {
  readonly tokens: OAuthTokens;
  readonly #parts: OAuthSignInParts;
  /** Sign-ins that wait for the browser, by the state that each has sent. */
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(parts: OAuthSignInParts) {
    const { accounts, tokens, client, lockFolder } = parts;
    this.#parts = parts;
    this.tokens = new OAuthTokens({
      store: tokens,
      client: (accountId, clientId) => {
        const account = accounts.find(accountId);
        if (!account) throw new ServiceError("sessionEnded", "There is no such account any more.");
        return Promise.resolve(client(account, clientId));
      },
      lockFolder,
      onDidEnd: (accountId, why) => {
        this.#tellEnd(accounts.find(accountId), why);
      },
    });
  }

  /** Rejects with a `ServiceError` if the service refused, or the person did there, or if it took too long. */
  async signIn(way: OAuthWay, account: Account, clientId: string): Promise<TokenPair | undefined> {
    const client = this.#parts.client(account, clientId);
    const stop = new AbortController();
    try {
      return await (way === "browser" ? this.#byBrowser(client, account, stop) : this.#byCode(client, account, stop));
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      throw error;
    } finally {
      await client.close();
    }
  }

  /** Takes the query of the redirect, as the editor decoded it. Each state is accepted only once. */
  receive(query: string): void {
    const answer = new Map(query.split("&").map((field): [string, string] => split(field, "=")));
    const state = answer.get("state") ?? "";
    const waiting = this.#waiting.get(state);
    this.#waiting.delete(state);
    if (waiting) {
      waiting(answer);
      return;
    }
    const message = vscode.l10n.t(
      "The browser returned from a sign-in that this window is not waiting for. Start the sign-in in this window, and finish it within ten minutes.",
    );
    tellFailure({ message, signIn: true }, { isWarning: true });
  }

  /** Ends a sign-in at the service too. It has already been removed here, so a failure is only logged. */
  async revoke(account: Account, pair: TokenPair): Promise<void> {
    const client = this.#parts.client(account, pair.clientId);
    try {
      await client.revoke(pair);
    } catch (error) {
      this.#parts.log.error(`The sign-in to ${serviceName(account)} could not be ended there`, error);
    } finally {
      await client.close();
    }
  }

  async #byBrowser(client: OAuthClient, account: Account, stop: AbortController): Promise<TokenPair> {
    const request = client.browserRequest(await redirectAddress());
    const title = vscode.l10n.t("Waiting for your browser: allow Plumbline at {0}.", serviceName(account));
    const { log, openPage } = this.#parts;
    log.hide(request.state);
    return waiting(title, stop, async (signal) => {
      const answered = this.#answer(request.state, signal);
      const opened = Promise.resolve(openPage(request.page)).then((isOpen) => {
        if (!isOpen) stop.abort(); // the person doesn't want to go there
      });
      const [answer] = await Promise.all([answered, opened]);
      const error = answer.get("error");
      if (error !== undefined)
        throw client.refusal(error, (answer.get("error_description") ?? "").replaceAll("+", " "));
      const code = answer.get("code") ?? "";
      log.hide(code);
      return request.exchange(code, signal);
    });
  }

  /** Rejects if the browser does not come back in time, or if `signal` aborts. */
  async #answer(state: string, signal: AbortSignal): Promise<Answer> {
    const late = AbortSignal.timeout(BROWSER_MS);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting.set(state, resolve);
        late.addEventListener("abort", () => {
          reject(new ServiceError("signInExpired", reason("browserStayed")));
        });
        signal.addEventListener("abort", () => {
          reject(new DOMException("Stopped", "AbortError"));
        });
      });
    } finally {
      this.#waiting.delete(state);
    }
  }

  async #byCode(client: OAuthClient, account: Account, stop: AbortController): Promise<TokenPair | undefined> {
    const name = serviceName(account);
    const asking = vscode.l10n.t("Asking {0} for a code…", name);
    const device = await waiting(asking, stop, (signal) => client.startDevice(signal));
    if (!(await this.#showCode(device, name))) return undefined;
    const title = vscode.l10n.t("Waiting for the code {0} to be entered at {1}.", device.userCode, device.page);
    return waiting(title, stop, (signal) => awaitDevice(client, device, { signal }));
  }

  async #showCode({ userCode, page }: DeviceCode, name: string): Promise<boolean> {
    const open = vscode.l10n.t("Copy Code and Open Page");
    const detail = vscode.l10n.t(
      "Enter it at {0}, in any browser where you are signed in to {1}, and allow Plumbline. Entering it gives this machine access.",
      page,
      name,
    );
    const message = vscode.l10n.t("Your code for {0}: {1}", name, userCode);
    const choice = await vscode.window.showInformationMessage(message, { modal: true, detail }, open);
    if (choice !== open) return false;
    await vscode.env.clipboard.writeText(userCode);
    await this.#parts.openPage(page);
    return true;
  }

  #tellEnd(account: Account | undefined, why: ServiceError): void {
    const name = serviceName(account);
    this.#parts.log.error(`The sign-in to ${name} has ended`, why);
    tellFailure(wordingOf(why, name), { isWarning: true, address: account?.baseUrl });
  }
}

/** Runs something that may take minutes, with a notification that can stop it. */
function waiting<T>(title: string, stop: AbortController, run: (signal: AbortSignal) => Promise<T>): Thenable<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
    token.onCancellationRequested(() => {
      stop.abort();
    });
    return run(stop.signal);
  });
}

/** The client id under which Plumbline is registered at an address; `undefined` if the setting has none. */
export function clientIdFor(baseUrl: string): string | undefined {
  const ids = Object.entries(readSetting("plumbline.signIn.clientIds"));
  return ids.find(([address]) => parseBaseUrl(address) === baseUrl)?.[1].trim() || undefined;
}

/**
 * The address by which the browser comes back to this editor. An editor on the desktop only adds the window, which a
 * service that compares addresses letter by letter does not know; one in a browser has an address of its own.
 */
async function redirectAddress(): Promise<string> {
  const own = vscode.Uri.from({ scheme: vscode.env.uriScheme, authority: "plumbline.plumbline", path: "/auth" });
  try {
    const external = await vscode.env.asExternalUri(own);
    if (/^https?$/.test(external.scheme)) return external.toString(true);
  } catch {
    // This editor has no address but its own.
  }
  return own.toString(true);
}

/**
 * Asks how to sign in, if there is a choice. The browser always returns to an editor on its own machine; to one in a
 * browser only where a service takes its address, which few do.
 */
export async function chooseWay(name: string): Promise<OAuthWay | "token" | undefined> {
  const isWeb = vscode.env.uiKind === vscode.UIKind.Web;
  const isHere = !isWeb && vscode.env.remoteName === undefined && vscode.env.uriScheme !== "";
  const browser = {
    way: "browser" as const,
    label: vscode.l10n.t("Sign in with your browser"),
    iconPath: new vscode.ThemeIcon("globe"),
  };
  const rows: (vscode.QuickPickItem & { readonly way: OAuthWay | "token" })[] = [
    ...(isHere ? [{ ...browser, detail: vscode.l10n.t("Allow Plumbline there; the browser returns here.") }] : []),
    {
      way: "code",
      label:
        isHere || isWeb ? vscode.l10n.t("Sign in with a code") : vscode.l10n.t("Sign in with your browser and a code"),
      detail: vscode.l10n.t("Enter a short code on a page of the service, in any browser"),
      iconPath: new vscode.ThemeIcon("device-mobile"),
    },
    ...(isWeb
      ? [{ ...browser, detail: vscode.l10n.t("Only if an administrator has allowed the address of this editor") }]
      : []),
    {
      way: "token",
      label: vscode.l10n.t("Paste an access token"),
      detail: vscode.l10n.t("Create one on a page of the service, or leave it empty to search without signing in"),
      iconPath: new vscode.ThemeIcon("key"),
    },
  ];
  const placeHolder = vscode.l10n.t("How to sign in to {0}", name);
  const options = { placeHolder, title: vscode.l10n.t("Sign In (2/2)"), ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(rows, options))?.way;
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
