import { hostname } from "node:os";
import * as vscode from "vscode";
import { isAbort } from "../../core/model/errors.ts";
import { ModelError, type ModelErrorCode, type ModelLimits } from "../../core/model/languageModel.ts";
import { isLoopback } from "../../core/model/network.ts";
import type { KeptModel } from "./keptModels.ts";
import { reasonWords } from "../platform/reasonWords.ts";

/** What people see of a model: its name, and where it is. */
export function modelName({ name, source }: Pick<KeptModel, "name" | "source">): string {
  return source.kind === "editor" ? name : vscode.l10n.t("{0} at {1}", name, new URL(source.baseUrl).host);
}

/** Where passages of the code would go, in a sentence. A program on this machine may be a gateway. */
export function destinationWords(model: Pick<KeptModel, "name" | "source">): string {
  const { source, name } = model;
  if (source.kind === "editor")
    return vscode.l10n.t(
      "Passages of your code will be sent to {0}, a model of the extension {1}.",
      name,
      source.vendor,
    );
  const { hostname: host, host: withPort } = new URL(source.baseUrl);
  if (!isLoopback(host)) return vscode.l10n.t("Passages of your code will be sent to {0}.", withPort);
  return vscode.l10n.t("Passages of your code will be sent to a program on {0}, which may pass it on.", machineName());
}

/** In a remote window, such as over SSH or in a container, loopback means the remote machine. */
function machineName(): string {
  return vscode.env.remoteName === undefined ? vscode.l10n.t("this machine") : hostname();
}

/** What was found out about a model, in one line. */
export function foundWords({ inputTokens, tools }: ModelLimits, tokensPerSecond?: number): string {
  const format = (count: number) => count.toLocaleString(vscode.env.language);
  return [
    inputTokens === undefined
      ? vscode.l10n.t("context length unknown")
      : vscode.l10n.t("context of {0} tokens", format(inputTokens)),
    tools === "yes"
      ? vscode.l10n.t("calls tools")
      : tools === "no"
        ? vscode.l10n.t("doesn't call tools")
        : vscode.l10n.t("tool calling unknown"),
    ...(tokensPerSecond === undefined
      ? []
      : [
          tokensPerSecond === 1
            ? vscode.l10n.t("1 token a second")
            : vscode.l10n.t("{0} tokens a second", format(tokensPerSecond)),
        ]),
  ].join(", ");
}

/** What a model that was tried and kept does from now on, with what was found out about it if it may answer. */
export function keptWords(model: KeptModel, isAnswering: boolean): string {
  const name = modelName(model);
  if (!vscode.workspace.isTrusted)
    return vscode.l10n.t("Passages only, in Restricted Mode. {0} is saved for later.", name);
  if (!isAnswering) return vscode.l10n.t("Passages only, as you chose. {0} is saved for later.", name);
  const found = foundWords(model.limits, model.tokensPerSecond);
  return vscode.l10n.t("{0} now writes local answers: {1}.", name, found);
}

/** What went wrong with a model, and what to do. */
export function modelFailureWords(error: unknown, name: string): string {
  if (!(error instanceof ModelError) || isAbort(error))
    return vscode.l10n.t("{0} failed: {1}", name, error instanceof Error ? error.message : String(error));
  const words = WORDS[error.code](name);
  const why = reasonWords(error);
  return why === "" ? words : `${words} (${why.replace(/[.。]$/, "")})`;
}

const WORDS: Readonly<Record<ModelErrorCode, (name: string) => string>> = {
  noPermission: (name) =>
    vscode.l10n.t("You have no permission to use {0}. Check its key, or allow it in the editor.", name),
  blocked: (name) => vscode.l10n.t("The provider of {0} refused this request. Ask in other words.", name),
  notFound: (name) => vscode.l10n.t("{0} is no longer available. Choose another model.", name),
  quota: (name) => vscode.l10n.t("Your quota of {0} is used up. Wait, or choose another model.", name),
  rateLimited: (name) => vscode.l10n.t("{0} got too many requests. Wait a moment.", name),
  loading: (name) => vscode.l10n.t("{0} is still loading. Try again in a moment.", name),
  overloaded: (name) => vscode.l10n.t("{0} is overloaded or still loading. Wait a moment.", name),
  contextTooSmall: (name) => vscode.l10n.t("The request is too long for {0}. Give it a larger context.", name),
  toolsUnsupported: (name) => vscode.l10n.t("{0} does not support tools.", name),
  schemaUnsupported: (name) => vscode.l10n.t("{0} does not support a schema.", name),
  unreachable: (name) => vscode.l10n.t("{0} can't be reached. Check that its server is running.", name),
  brokenOff: (name) => vscode.l10n.t("The connection to {0} broke off. Try again.", name),
  badAnswer: (name) => vscode.l10n.t("The answer from {0} can't be read. It may not be a chat model.", name),
  timeout: (name) => vscode.l10n.t("{0} didn't answer in time.", name),
  failed: (name) => vscode.l10n.t("{0} failed.", name),
};
