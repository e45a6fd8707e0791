import * as vscode from "vscode";
import type { AccessToken, BearerToken } from "../../core/model/accessToken.ts";
import { parseBaseUrl } from "../../core/accounts/baseUrl.ts";
import type { Connection } from "../../core/model/connection.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { TokenPair } from "../../core/accounts/oauth.ts";
import type { Account, Accounts } from "./accounts.ts";
import { tellWhatWorks, tryOut, type Failure, type Working } from "./connectionTrial.ts";
import { isOfTheWay, isReachedByEditor, useEditorFetch, useWords } from "../network/editorFetch.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { tellFailure } from "../platform/failureMessage.ts";
import type { Log } from "../platform/log.ts";
import { chooseWay, clientIdFor, type OAuthSignIns } from "./oauthSignIns.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { ServiceAddress } from "./services.ts";
import { promptForAddress, promptForToken } from "./signInPrompts.ts";
import type { SignOuts } from "./signOuts.ts";
import type { TokenStore } from "../network/tokenStore.ts";
import { reason } from "../../core/model/reasons.ts";

export interface SignInParts {
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  readonly connect: (address: ServiceAddress) => Promise<Connection>;
  readonly oauth: () => Promise<OAuthSignIns>;
  readonly signOuts: Pick<SignOuts, "begin" | "finish">;
  readonly log: Log;
}

/**
 * Asks for an address, unless the proposed one is that of an account, and how to sign in there, tries the result, and
 * keeps it only if it works. A step that failed can be repeated. Resolves to the account, or to `undefined` if the
 * person gave up. An account that is `edited` stays as it is until the new address works, and is then removed with
 * everything that belongs to it: a token is for one address.
 */
export async function signIn(
  parts: SignInParts,
  { address: proposed, edited }: { readonly address?: string | undefined; readonly edited?: Account } = {},
): Promise<Account | undefined> {
  const { accounts, tokens, log } = parts;
  const isAgain = proposed !== undefined && accounts.all.some(({ baseUrl }) => baseUrl === proposed);
  let address = isAgain ? proposed : await promptForAddress(proposed ?? (edited ?? accounts.current).baseUrl ?? "");
  let given: Secret | undefined;
  for (;;) {
    const baseUrl = address === undefined ? undefined : parseBaseUrl(address);
    if (baseUrl === undefined) return undefined;
    const account = accounts.for(baseUrl);
    const name = serviceName(account);
    const tried = await obtain(parts, account, baseUrl, given).catch(failureIn);
    given = undefined;
    if (tried === undefined) return undefined;
    if ("works" in tried) {
      const { secret } = tried;
      const { id } = accounts.for(baseUrl); // another sign-in there, perhaps in another window, may have been faster
      if (secret === "") await tokens.delete(id);
      else if (typeof secret === "string") await tokens.set(id, secret);
      else await tokens.setPair(id, secret);
      const kept = { id, baseUrl, ...(secret === "" && { isAnonymous: true }) };
      if (tried.listed) accounts.interfaceMemory(id).set(tried.listed.by, tried.listed.page);
      await accounts.add(kept);
      if (edited && edited.id !== id) await forget(parts, edited);
      tellWhatWorks(tried, name, secret === "", baseUrl);
      return kept;
    }
    const { failure } = tried;
    log.error(`Signing in to ${name} failed`, failure);
    const isAsked = tried.secret !== undefined && clientIdFor(baseUrl) === undefined;
    const again = isAsked ? vscode.l10n.t("Enter Token Again") : vscode.l10n.t("Try Again");
    const newAddress = vscode.l10n.t("Change Address");
    const showLog = vscode.l10n.t("Show Log");
    const isRefused = REFUSALS.has(failure.code);
    const secureUrl = secureAddress(baseUrl, failure);
    const useHttps = secureUrl === undefined ? [] : [vscode.l10n.t("Use https")];
    const isBetter = !secureUrl && (await isEditorBetter(parts, account.id, baseUrl, failure));
    const use = isBetter ? [useWords()] : [];
    const actions = isRefused ? [again, newAddress, showLog] : [...useHttps, ...use, newAddress, again, showLog];
    const words = [wordingOf(failure, name).message, ...use.map(() => editorWords())].join(" ");
    const choice = await vscode.window.showErrorMessage(words, ...actions);
    if (choice === showLog) log.show();
    if (choice !== undefined && use.includes(choice)) {
      await useEditorFetch(baseUrl);
      given = tried.secret; // already typed or allowed, and not used yet
    } else if (choice !== undefined && (choice === newAddress || useHttps.includes(choice))) {
      address = choice === newAddress ? await promptForAddress(secureUrl ?? baseUrl) : secureUrl;
      // A token that was typed is kept; what a service gave is for that one.
      if (typeof tried.secret === "string") given = tried.secret;
    } else if (choice !== again) return undefined;
  }
}

/** The same address over https, if the service at an address over http leads there. */
function secureAddress(baseUrl: string, { reason }: Failure): string | undefined {
  const [origin] = reason?.code === "wantsHttps" ? reason.values : [];
  return origin === undefined ? undefined : `${origin}${new URL(baseUrl).pathname.replace(/\/$/, "")}`;
}

async function isEditorBetter(
  { connect }: SignInParts,
  accountId: string,
  baseUrl: string,
  failure: Failure,
): Promise<boolean> {
  if (!isOfTheWay(failure)) return false;
  const connection = await connect({ accountId, baseUrl, token: () => Promise.resolve(undefined) });
  const title = vscode.l10n.t("Looking for another way…");
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, async () => {
    try {
      return (await isReachedByEditor(connection)) === true;
    } finally {
      await connection.close();
    }
  });
}

function editorWords(): string {
  return vscode.l10n.t("The editor's own fetch reaches it: Plumbline can use that for this service.");
}

/** Failures about who signs in, not about where. */
const REFUSALS = new Set(["unauthorized", "forbidden", "signInDenied", "signInExpired", "clientRejected"]);

type Secret = string | TokenPair;

interface Failed {
  readonly failure: Failure;
  /** What was tried, if it got that far. */
  readonly secret?: Secret;
}

/** Tries the secret that is `given`, or one obtained in the way that the person chooses, if there is a choice. */
async function obtain(
  { connect, log, oauth }: SignInParts,
  account: Account,
  baseUrl: string,
  given: Secret | undefined,
): Promise<(Working & { readonly secret: Secret }) | Failed | undefined> {
  const title = vscode.l10n.t("Signing in to {0}…", serviceName(account));
  let warning: string | undefined;
  if (given === undefined) {
    // An address that is wrong is noticed before anybody looks for a token.
    const doubt = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, async () =>
      doubtOf(await connect({ accountId: account.id, baseUrl, token: () => Promise.resolve(undefined) })),
    );
    // A gateway may hide the version, and nothing else.
    const isCertain = doubt?.code !== "notAService" || doubt.reason?.code === "wantsHttps";
    if (doubt && isCertain) return { failure: doubt };
    warning = doubt && wordingOf(doubt, serviceName(account)).message;
  }
  const secret = given ?? (await getSecret(oauth, account, baseUrl, warning));
  if (secret === undefined) return undefined;
  if (typeof secret === "string") log.hide(secret);
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, async () => {
    const token = (): Promise<AccessToken | undefined> =>
      Promise.resolve(typeof secret === "string" ? secret || undefined : newlyGiven(secret));
    const tried = await tryOut(await connect({ accountId: account.id, baseUrl, token }));
    return { ...tried, secret };
  });
}

/** Why nothing answers there, or something that leads elsewhere, or that states no version. */
async function doubtOf(connection: Connection): Promise<Failure | undefined> {
  try {
    for await (const { failure } of connection.check(["version"])) {
      if (failure?.code === "notAService" || isOfTheWay(failure)) return failure;
    }
    return undefined;
  } finally {
    await connection.close();
  }
}

async function getSecret(
  oauth: SignInParts["oauth"],
  account: Account,
  baseUrl: string,
  warning: string | undefined,
): Promise<Secret | undefined> {
  const clientId = clientIdFor(baseUrl);
  const way = clientId === undefined ? "token" : await chooseWay(serviceName(account));
  if (way === undefined) return undefined;
  if (way === "token" || clientId === undefined) return promptForToken(baseUrl, warning);
  return (await oauth()).signIn(way, { ...account, baseUrl }, clientId);
}

/** A token that is tried before it is kept: if it is refused at once, it is not exchanged. */
function newlyGiven({ accessToken }: TokenPair): BearerToken {
  return {
    current: () => Promise.resolve(accessToken),
    renewed: () => Promise.reject(new ServiceError("unauthorized", reason("tokenNotAccepted"))),
  };
}

function failureIn(error: unknown): Failed {
  if (error instanceof ServiceError) return { failure: error };
  throw error;
}

export type SignOutParts = Pick<SignInParts, "accounts" | "tokens" | "oauth" | "signOuts">;

/**
 * Forgets an account and its token: requests to it stop, and what is kept of it is removed, before the person is told.
 * Another service that is signed in to is used from then on, if there is one, else the local one.
 * A sign-in by OAuth ends at the service too.
 */
export async function signOut(parts: SignOutParts, account: Account): Promise<void> {
  if (account.baseUrl === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("You are using the local service, which needs no sign-in."),
    );
    return;
  }
  const name = serviceName(account);
  const wasCurrent = parts.accounts.current.id === account.id;
  const others = parts.accounts.all.filter(({ id, baseUrl }) => id !== account.id && baseUrl !== undefined);
  const other = others.at(-1); // the one that was signed in to last
  const failure = await forget(parts, account, other);
  const next = wasCurrent ? ` ${vscode.l10n.t("Now using {0}.", serviceName(other))}` : "";
  if (failure === undefined) {
    const message = vscode.l10n.t("Signed out of {0}. Its offline copies were removed from this machine.", name);
    void vscode.window.showInformationMessage(message + next);
  } else {
    const message = vscode.l10n.t(
      "Signed out of {0}. Some offline copies could not be removed ({1}); they are removed at the next start.",
      name,
      failure.message,
    );
    tellFailure({ message: message + next }, { isWarning: true });
  }
}

/** Resolves to the reason why something of the account is left, or to `undefined`. */
async function forget(
  { accounts, tokens, oauth, signOuts }: SignOutParts,
  account: Account,
  next?: Account,
): Promise<Error | undefined> {
  const pair = await tokens.pair(account.id).catch(() => undefined); // if it is lost, there is nothing to end
  await signOuts.begin(account.id);
  await accounts.remove(account, next); // first, so that nothing is sent without its token
  const failure = await signOuts.finish(account.id);
  if (pair) void oauth().then((signIns) => signIns.revoke(account, pair));
  return failure;
}
