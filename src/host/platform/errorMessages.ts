import * as vscode from "vscode";
import { QUESTION_AT_MOST, type FailureCode, type Outcome, type Quota } from "../../core/model/conversation.ts";
import { ServiceError, type ServiceErrorCode } from "../../core/model/errors.ts";
import { atStart } from "./serviceName.ts";

/** What happened, then what to do. One place, so that a code without words does not compile. */
export interface Wording {
  readonly message: string;
  /** Whether signing in (again) is what helps. */
  readonly signIn?: boolean;
  /** The page in the browser that is what helps. */
  readonly page?: string | undefined;
}

type Words = (error: ServiceError, service: string) => Wording;

const WORDS: Record<ServiceErrorCode, Words> = {
  unreachable: (error, service) => ({
    message: vscode.l10n.t(
      "{0} can't be reached ({1}). Check the address, and your connection or proxy.",
      service,
      error.message,
    ),
  }),
  hostNotFound: (error, service) => ({
    message: vscode.l10n.t(
      "{0} can't be found: its name is not known here ({1}). Check the address, and whether your network or VPN is up.",
      service,
      error.message,
    ),
  }),
  refused: (error, service) => ({
    message: vscode.l10n.t(
      "{0} can't be reached (nothing answers there: {1}). Check the address and its port; the service may be down.",
      service,
      error.message,
    ),
  }),
  certificateExpired: (error, service) => ({
    message: vscode.l10n.t(
      "The certificate of {0} is out of date ({1}). Ask who runs it to renew it, and check the clock of this machine.",
      service,
      error.message,
    ),
  }),
  certificateUntrusted: (error, service) => ({
    message: vscode.l10n.t(
      "The certificate of {0} is from an authority that this machine does not trust ({1}). Add the authority's certificate to the system's, or name it in NODE_EXTRA_CA_CERTS and start the editor again.",
      service,
      error.message,
    ),
  }),
  certificateWrongHost: (error, service) => ({
    message: vscode.l10n.t(
      "The certificate of {0} is for another host ({1}). Check the address.",
      service,
      error.message,
    ),
  }),
  insecure: (error, service) => ({
    message: vscode.l10n.t(
      "No secure connection to {0} could be made ({1}). Check whether its address begins with https or http.",
      service,
      error.message,
    ),
  }),
  proxy: (error, service) => ({
    message: vscode.l10n.t(
      "{0} can't be reached through the proxy ({1}). Check the proxy in the editor's settings (http.proxy) and in the environment.",
      service,
      error.message,
    ),
  }),
  proxyUnauthorized: (_, service) => ({
    message: vscode.l10n.t(
      "The proxy on the way to {0} wants a user name and a password. Put them into its address in the setting http.proxy, or set http.proxyAuthorization.",
      service,
    ),
  }),
  timeout: (_, service) => ({ message: vscode.l10n.t("{0} did not answer in time. Try again in a moment.", service) }),
  unauthorized: (error, service) => ({
    message: vscode.l10n.t(
      "{0} does not let you in: {1} Sign in with a new access token, or ask an administrator where it takes none.",
      service,
      sentence(error.message),
    ),
    signIn: true,
  }),
  browserCheck: ({ page = "" }, service) => ({
    message: vscode.l10n.t(
      "A proxy of {0} wants a check to be passed in the browser first. Open {1} there, then try again.",
      service,
      page,
    ),
    page,
  }),
  secretLost: (error, service) => ({
    message: vscode.l10n.t(
      "{0} is not asked: {1}. Sign in again, or set the header again; where this editor has no keyring, that lasts until the window is closed.",
      service,
      error.message,
    ),
    signIn: true,
  }),
  signedOut: (_, service) => ({
    message: vscode.l10n.t("{0} was signed out of, or got another address: nothing is sent there any more.", service),
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
      "Another window is signing in to {0}, and has not finished. Close that window, or wait for it, and try again.",
      service,
    ),
  }),
  signInDenied: (error, service) => ({
    message: vscode.l10n.t(
      "{0} did not let Plumbline in: you or an administrator refused it ({1}). Sign in again to allow it.",
      service,
      error.message,
    ),
    signIn: true,
  }),
  signInExpired: (error, service) => ({
    message: vscode.l10n.t(
      "Signing in to {0} took too long, or was used before ({1}). Nothing was kept. Start again.",
      service,
      error.message,
    ),
    signIn: true,
  }),
  clientRejected: (error, service) => ({
    message: vscode.l10n.t(
      "{0} does not take Plumbline under its client id ({1}). An administrator registers it there as a public OAuth client, with the scopes and the redirect addresses that the README of Plumbline lists; its id belongs into the setting plumbline.signIn.clientIds.",
      service,
      error.message,
    ),
    signIn: true,
  }),
  forbidden: (error, service) => ({
    message:
      error.scope === undefined
        ? vscode.l10n.t(
            "{0} refused this ({1}). An administrator may have to allow it to you, or the access token lacks a scope.",
            service,
            error.message,
          )
        : vscode.l10n.t(
            "{0} refused this ({1}). The access token may lack the scope {2}: sign in with one that has it, or ask an administrator whether this is allowed to you.",
            service,
            error.message,
            error.scope,
          ),
    signIn: true,
  }),
  notFound: (_, service) => ({
    message: vscode.l10n.t("{0} does not have this any more, or you may not see it.", service),
  }),
  unsupported: (_, service) => ({
    message: vscode.l10n.t(
      "{0} has no such interface. It may be no code search service, too old, or an administrator may have switched it off.",
      service,
    ),
  }),
  tooOld: (error, service) => ({
    message: vscode.l10n.t(
      "{0} is too old for this. {1} Ask who runs it to update it; what else it offers works all the same.",
      service,
      error.message,
    ),
  }),
  interfaceGone: (_, service) => ({
    message: vscode.l10n.t(
      "{0} offers no conversations any more. An administrator may have switched them off, or is updating it: ask them, or try again later.",
      service,
    ),
  }),
  notAService: (error, service) => ({
    message: vscode.l10n.t(
      "At {0} something answered that is no code search service: {1} Check the address; a login page or proxy may be in between.",
      service,
      error.message,
    ),
    signIn: true,
  }),
  badRequest: (error, service) => ({ message: vscode.l10n.t("{0} refused this: {1}", service, error.message) }),
  folder: (error) => ({ message: vscode.l10n.t("This is a folder, not a file: {0}", error.message) }),
  tooLarge: (error, service) => ({
    message: vscode.l10n.t(
      "{0} sent more than the {1} MB that are taken. Open it in the browser.",
      service,
      Math.round((error.length ?? 0) / 1_048_576),
    ),
  }),
  tooLong: (error) => ({
    message: vscode.l10n.t(
      "This question has {0} characters; {1} are possible. Shorten it and ask again.",
      error.length ?? 0,
      QUESTION_AT_MOST,
    ),
  }),
  quotaExceeded: (error, service) => ({
    message:
      error.retryAt === undefined
        ? vscode.l10n.t("Your quota at {0} is used up ({1}). Ask again when it is reset.", service, error.message)
        : vscode.l10n.t("Your quota at {0} is used up. Ask again after {1}.", service, timeWords(error.retryAt)),
  }),
  rateLimited: (error, service) => ({
    message:
      error.retryAt === undefined
        ? vscode.l10n.t("{0} has had too many requests from you. Wait a little before the next one.", service)
        : vscode.l10n.t(
            "{0} has had too many requests from you. Try again after {1}.",
            service,
            timeWords(error.retryAt),
          ),
  }),
  unavailable: (error, service) => ({
    message: vscode.l10n.t(
      "{0} is not up, or a gateway in front of it can't reach it ({1}). Try again in a moment; if it stays like this, tell who runs it.",
      service,
      error.message,
    ),
  }),
  conflict: (error, service) => ({
    message: vscode.l10n.t(
      "{0} can't do this now: something else has changed it, or is still going on there ({1}). Look at how it is, then try again.",
      service,
      error.message,
    ),
  }),
  serverError: (error, service) => ({
    message: vscode.l10n.t("{0} failed: {1}. Try again in a moment.", service, error.message),
  }),
  malformed: (error, service) => ({
    message: vscode.l10n.t(
      "{0} gave an answer that can't be read ({1}). It may be of a version that Plumbline doesn't know.",
      service,
      error.message,
    ),
  }),
  incomplete: (_, service) => ({
    message: vscode.l10n.t("The connection to {0} broke before the search was done. Search again.", service),
  }),
  unknownOutcome: ({ message, looks }, service) => ({
    message: [
      vscode.l10n.t("Nobody knows whether {0} took the question ({1}).", service, message),
      looks === "foundNothing" ? vscode.l10n.t("It can't be found there.") : "",
      looks instanceof ServiceError ? vscode.l10n.t("It could not be looked for ({0}).", looks.message) : "",
      vscode.l10n.t("Try Again looks for it before it asks."),
    ]
      .filter(Boolean)
      .join(" "),
  }),
};

/** The words for any failure; `service` names where it happened. */
export function wordingOf(error: unknown, service: string): Wording {
  if (error instanceof ServiceError) {
    const wording = WORDS[error.code](error, service);
    return { ...wording, message: atStart(wording.message) };
  }
  return {
    message: vscode.l10n.t(
      "Something went wrong in Plumbline: {0}",
      error instanceof Error ? error.message : String(error),
    ),
  };
}

/** Why the service gave up on a question, in its words too, and what to do now. When to ask again, `retryAt`, is counted down beside it. */
export function failureWords({ code, reason: told, retryAt, partialAnswer }: Failed, quota?: Quota): string {
  const reason = sentence(told);
  const isCut = partialAnswer !== "";
  const words: Record<FailureCode, () => readonly string[]> = {
    internal: () => [vscode.l10n.t("The service could not finish this answer."), reason, isCut ? "" : tryAgain()],
    quotaExceeded: () => [quotaUsedUp(quota), reason, retryAt === undefined ? whenReset(quota) : askForMore()],
    entitlementExceeded: () => [
      vscode.l10n.t("You have asked as many questions as you may for now."),
      reason,
      retryAt === undefined ? whenReset() : askForMore(),
    ],
    tokenLimitExceeded: () => [
      vscode.l10n.t("This was too much for one answer."),
      reason,
      vscode.l10n.t("Ask something narrower: about one repository, file or function."),
    ],
    other: () => [vscode.l10n.t("The service could not answer this."), reason, tryAgain()],
  };
  const part = vscode.l10n.t("What there is of the answer is shown above; you can ask on, such as to continue.");
  return [...words[code](), isCut ? part : ""].filter(Boolean).join(" ");
}

/** The service's words as they are, but for their start and end: they stand between other sentences. */
function sentence(words: string): string {
  const text = words.trim();
  return text === "" || /[.!?:…。]$/u.test(text) ? atStart(text) : `${atStart(text)}.`;
}

type Failed = Extract<Outcome, { status: "failed" }>;

function tryAgain(): string {
  return vscode.l10n.t("Try again, or ask it in other words.");
}

function quotaUsedUp(quota: Quota | undefined): string {
  return quota?.limit === undefined
    ? vscode.l10n.t("Your quota of questions is used up.")
    : vscode.l10n.t("Your quota of questions is used up: {0} of {1}.", quota.used, quota.limit);
}

function whenReset({ resetsAt = 0 }: Partial<Quota> = {}): string {
  return resetsAt < Date.now()
    ? vscode.l10n.t("Ask again later, or ask an administrator for more.")
    : vscode.l10n.t("You can ask again from {0} on, or ask an administrator for more.", timeWords(resetsAt));
}

function askForMore(): string {
  return vscode.l10n.t("An administrator may give you more.");
}

/** The time of day, with the date where it is another day. */
function timeWords(time: number): string {
  const then = new Date(time);
  const isToday = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(vscode.env.language, { ...(!isToday && { dateStyle: "medium" }), timeStyle: "short" });
}
