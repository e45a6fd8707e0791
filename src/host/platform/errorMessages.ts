import * as vscode from "vscode";
import { QUESTION_AT_MOST } from "../../core/model/conversation.ts";
import { ServiceError, type ServiceErrorCode } from "../../core/model/errors.ts";
import { withStop } from "../../core/text/sentences.ts";
import { atStart } from "./serviceName.ts";
import { reasonWords } from "./reasonWords.ts";

/** What happened, then what to do. One place, so that a code without words does not compile. */
export interface Wording {
  readonly message: string;
  /** Whether signing in (again) is what helps. */
  readonly signIn?: boolean;
  /** Whether another access token is what helps. */
  readonly createToken?: boolean;
  /** The page to open in the browser, if that is what helps. */
  readonly page?: string | undefined;
}

type Words = (error: ServiceError, service: string) => Wording;

const WORDS: Record<ServiceErrorCode, Words> = {
  unreachable: (error, service) => ({
    message: vscode.l10n.t(
      "Could not reach {0} ({1}). Check the address, and your connection or proxy.",
      service,
      reasonWords(error),
    ),
  }),
  hostNotFound: (error, service) => ({
    message: vscode.l10n.t(
      "Could not resolve {0} ({1}). Check the address, and whether your network or VPN is up.",
      service,
      reasonWords(error),
    ),
  }),
  refused: (error, service) => ({
    message: vscode.l10n.t(
      "Could not connect to {0} ({1}). Check the address and the port; the service may be down.",
      service,
      reasonWords(error),
    ),
  }),
  certificateExpired: (error, service) => ({
    message: vscode.l10n.t(
      "The certificate of {0} has expired ({1}). Check this machine's clock, or ask an administrator to renew the certificate.",
      service,
      reasonWords(error),
    ),
  }),
  certificateUntrusted: (error, service) => ({
    message: vscode.l10n.t(
      "The certificate of {0} is from an authority that this machine does not trust ({1}). Add the authority's certificate to the system's, or name it in NODE_EXTRA_CA_CERTS and start the editor again.",
      service,
      reasonWords(error),
    ),
  }),
  certificateRefused: (error, service) => ({
    message: vscode.l10n.t(
      "The certificate of {0} can't be accepted ({1}). Ask an administrator for another one.",
      service,
      reasonWords(error),
    ),
  }),
  certificateWrongHost: (error, service) => ({
    message: vscode.l10n.t(
      "The certificate of {0} is for another host ({1}). Check the address.",
      service,
      reasonWords(error),
    ),
  }),
  insecure: (error, service) => ({
    message: vscode.l10n.t(
      "Could not make a secure connection to {0} ({1}). Check whether the address begins with https or http.",
      service,
      reasonWords(error),
    ),
  }),
  proxy: (error, service) => ({
    message: vscode.l10n.t(
      "Could not reach {0} through the proxy ({1}). Check the proxy in the editor's settings (http.proxy) and in the environment.",
      service,
      reasonWords(error),
    ),
  }),
  proxyUnauthorized: (_, service) => ({
    message: vscode.l10n.t(
      "The proxy for {0} needs a user name and a password. Add them to its address in the setting http.proxy, or set http.proxyAuthorization.",
      service,
    ),
  }),
  timeout: (_, service) => ({ message: vscode.l10n.t("{0} did not answer in time. Try again in a moment.", service) }),
  unauthorized: (error, service) => ({
    message: vscode.l10n.t(
      "{0} did not accept your sign-in: {1} Sign in with a new access token, or ask an administrator.",
      service,
      sentence(reasonWords(error)),
    ),
    signIn: true,
  }),
  browserCheck: ({ page = "" }, service) => ({
    message: vscode.l10n.t(
      "A proxy in front of {0} requires a check in the browser first. Open {1} in a browser, then try again.",
      service,
      page,
    ),
    page,
  }),
  secretLost: (error, service) => ({
    message: vscode.l10n.t(
      "Nothing was sent to {0}: {1}. Sign in again, or set the header again; without a keyring, that lasts until the window is closed.",
      service,
      reasonWords(error),
    ),
    signIn: true,
  }),
  signedOut: (_, service) => ({
    message: vscode.l10n.t("You signed out of {0}, or changed its address. Nothing more will be sent there.", service),
    signIn: true,
  }),
  sessionEnded: (_, service) => ({
    message: vscode.l10n.t(
      "Your sign-in to {0} has ended. Sign in again: your conversations and everything else stay as they are.",
      service,
    ),
    signIn: true,
  }),
  signingIn: (_, service) => ({
    message: vscode.l10n.t(
      "Another window is signing in to {0}. Wait until it is done or close that window, then try again.",
      service,
    ),
  }),
  signInDenied: (error, service) => ({
    message: vscode.l10n.t(
      "Access to {0} was denied by you or an administrator ({1}). Sign in again to allow it.",
      service,
      reasonWords(error),
    ),
    signIn: true,
  }),
  signInExpired: (error, service) => ({
    message: vscode.l10n.t(
      "The sign-in to {0} has expired or was already used ({1}). Sign in again.",
      service,
      reasonWords(error),
    ),
    signIn: true,
  }),
  clientRejected: (error, service) => ({
    message: vscode.l10n.t(
      "{0} does not accept Plumbline's client id ({1}). Ask an administrator to register Plumbline there as a public OAuth client, with the scopes and redirect addresses that its documentation lists, then enter the id in the setting plumbline.signIn.clientIds.",
      service,
      reasonWords(error),
    ),
    signIn: true,
  }),
  forbidden: (error, service) => ({
    message:
      error.scope === undefined
        ? vscode.l10n.t(
            "{0} refused this ({1}). The access token may lack a scope, or an administrator has to allow it.",
            service,
            reasonWords(error),
          )
        : vscode.l10n.t(
            "{0} refused this ({1}). The access token may lack the scope {2}: sign in with a token that has it, or ask an administrator.",
            service,
            reasonWords(error),
            error.scope,
          ),
    signIn: true,
    createToken: error.scope !== undefined,
  }),
  notFound: (_, service) => ({
    message: vscode.l10n.t("{0} no longer has this, or you have no access to it.", service),
  }),
  unsupported: (_, service) => ({
    message: vscode.l10n.t(
      "{0} does not offer this. It may be too old, not a code search service, or an administrator has turned it off.",
      service,
    ),
  }),
  tooOld: (error, service) => ({
    message: vscode.l10n.t(
      "{0} is too old for this. {1} Ask an administrator to update it; everything else keeps working.",
      service,
      reasonWords(error),
    ),
  }),
  interfaceGone: (_, service) => ({
    message: vscode.l10n.t(
      "{0} no longer offers conversations. An administrator may have turned them off or may be updating the service. Try again later.",
      service,
    ),
  }),
  notAService: (error, service) => ({
    message:
      error.reason?.code === "wantsHttps"
        ? vscode.l10n.t("The address of {0} is {1}: it wants https.", service, error.reason.values[0] ?? "")
        : vscode.l10n.t(
            "{0} doesn't look like a code search service: {1} Check the address; a login page or proxy may be in between.",
            service,
            reasonWords(error),
          ),
    signIn: true,
  }),
  badRequest: (error, service) => ({ message: vscode.l10n.t("{0} refused this: {1}", service, reasonWords(error)) }),
  folder: (error) => ({ message: vscode.l10n.t("This is a folder, not a file: {0}", reasonWords(error)) }),
  tooLarge: (error, service) => ({
    message: vscode.l10n.t(
      "{0} sent more than {1} MB. Open it in the browser.",
      service,
      Math.round((error.length ?? 0) / 1_048_576),
    ),
  }),
  tooLong: (error) => ({
    message: vscode.l10n.t(
      "This question has {0} characters; the limit is {1}. Shorten it and ask again.",
      (error.length ?? 0).toLocaleString(vscode.env.language),
      QUESTION_AT_MOST.toLocaleString(vscode.env.language),
    ),
  }),
  quotaExceeded: (error, service) => ({
    message:
      error.retryAt === undefined
        ? vscode.l10n.t("Your quota at {0} is used up ({1}). Ask again after it resets.", service, reasonWords(error))
        : vscode.l10n.t("Your quota at {0} is used up. Ask again after {1}.", service, timeWords(error.retryAt)),
  }),
  rateLimited: (error, service) => ({
    message:
      error.retryAt === undefined
        ? vscode.l10n.t("Too many requests to {0}. Wait a moment, then try again.", service)
        : vscode.l10n.t("Too many requests to {0}. Try again after {1}.", service, timeWords(error.retryAt)),
  }),
  unavailable: (error, service) => ({
    message: vscode.l10n.t(
      "{0} is down, or a gateway can't reach it ({1}). Try again in a moment; if this goes on, tell an administrator.",
      service,
      reasonWords(error),
    ),
  }),
  conflict: (error, service) => ({
    message: vscode.l10n.t(
      "{0} can't do this now: it was changed elsewhere or is still busy ({1}). Refresh, then try again.",
      service,
      reasonWords(error),
    ),
  }),
  serverError: (error, service) => ({
    message: vscode.l10n.t("{0} failed: {1}. Try again in a moment.", service, reasonWords(error)),
  }),
  malformed: (error, service) => ({
    message: vscode.l10n.t(
      "{0} sent an answer that can't be read ({1}). Its version may be unknown to Plumbline.",
      service,
      reasonWords(error),
    ),
  }),
  incomplete: (_, service) => ({
    message: vscode.l10n.t("The connection to {0} broke before the search finished. Search again.", service),
  }),
  unknownOutcome: (error, service) => ({
    message: [
      vscode.l10n.t("It is unclear whether {0} received the question ({1}).", service, reasonWords(error)),
      error.looks === "foundNothing" ? vscode.l10n.t("It was not found there.") : "",
      error.looks instanceof ServiceError
        ? vscode.l10n.t("Looking for it failed ({0}).", reasonWords(error.looks))
        : "",
      vscode.l10n.t("Try Again looks for it there before asking again."),
    ]
      .filter(Boolean)
      .join(" "),
  }),
};

/** The words for any failure; `service` names where it happened. */
export function wordingOf(error: unknown, service: string): Wording {
  if (error instanceof ServiceError) {
    const wording = WORDS[error.code](error, service);
    return { ...wording, message: atStart(wording.message, service) };
  }
  return {
    message: vscode.l10n.t(
      "Something went wrong in Plumbline: {0}",
      error instanceof Error ? error.message : String(error),
    ),
  };
}

/** The service's words, changed only at their start and end, so that they can stand between other sentences. */
export function sentence(words: string): string {
  return atStart(withStop(words));
}

/** The time of day, with the date if it is not today. */
export function timeWords(time: number): string {
  const then = new Date(time);
  const isToday = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(vscode.env.language, { ...(!isToday && { dateStyle: "medium" }), timeStyle: "short" });
}
