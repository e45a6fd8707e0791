import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { isAbort, ServiceError } from "../../core/model/errors.ts";
import { ModelError } from "../../core/model/languageModel.ts";
import { parseModelAddress, type ModelServer } from "../../core/model/modelServer.ts";
import { isLoopback } from "../../core/model/network.ts";
import type { Log } from "../platform/log.ts";
import type { KeptModel } from "./keptModels.ts";
import { modelFailureWords } from "./modelWords.ts";

export interface ModelAddressParts {
  /** Connects to the server at an address; `key` is sent to it. */
  readonly serverAt: (baseUrl: string, key: string | undefined) => Promise<ModelServer>;
  readonly log: Log;
}

/** A model that can be chosen and has not been tried yet. */
export interface Candidate extends Pick<KeptModel, "name" | "source" | "limits"> {
  readonly key?: string;
}

export interface Loading {
  readonly signal: AbortSignal;
  /** Called each time that the model turns out to be still loading. */
  readonly onLoading: () => void;
}

/** How long an address may take to list its models. */
const LISTED_MS = 30_000;
/** How often a server that is loading its model is asked again. */
const LOADING_MS = 1000;

export function candidateAt(baseUrl: string, model: string, key?: string): Candidate {
  return {
    name: model,
    source: { kind: "endpoint", baseUrl, model, hasKey: key !== undefined },
    limits: { tools: "unknown" },
    ...(key !== undefined && { key }),
  };
}

/** Repeats a request as long as the server refuses it because its model is loading. Rejects with any other failure. */
export async function onceLoaded<T>(ask: () => Promise<T>, { signal, onLoading }: Loading): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ModelError && error.code === "loading")) throw error;
      onLoading();
      await sleep(LOADING_MS, undefined, { signal });
    }
  }
}

/**
 * Asks for an address, its key and one of its models. If the key is refused, asks again. `undefined` if the person gave
 * up.
 */
export async function atAddress(parts: ModelAddressParts): Promise<Candidate | undefined> {
  const typed = await vscode.window.showInputBox({
    title: titleOfStep(1),
    prompt: vscode.l10n.t("The address of an OpenAI-compatible server"),
    placeHolder: "https://gateway.example.com/v1",
    ignoreFocusOut: true,
    validateInput: problemOfAddress,
  });
  const baseUrl = typed === undefined ? undefined : parseModelAddress(typed);
  if (baseUrl === undefined) return undefined;
  return withKey(parts, baseUrl, {
    key: titleOfStep(2),
    model: titleOfStep(3),
    prompt: vscode.l10n.t("Its key, which is kept in the editor's secret storage. Leave it empty if it needs none."),
  });
}

/**
 * Asks for the key of a server that was found to want one, and for one of its models. `undefined` if the person gave
 * up.
 */
export async function lockedModel(parts: ModelAddressParts, baseUrl: string): Promise<Candidate | undefined> {
  const title = vscode.l10n.t("Choose a Model for Local Answers");
  return withKey(parts, baseUrl, { key: title, model: title, prompt: keyFor(new URL(baseUrl).host) });
}

/** Whether a server refused to list its models without a key. What refuses with a web page is no model server. */
export function isLocked(error: unknown): boolean {
  const { cause } = error instanceof ModelError ? error : {};
  return cause instanceof ServiceError && (cause.code === "unauthorized" || cause.code === "forbidden");
}

interface KeyWords {
  /** Titles of the prompt for the key and of the one for the model. */
  readonly key: string;
  readonly model: string;
  /** The prompt with which the key is first asked for. */
  readonly prompt: string;
}

async function withKey(parts: ModelAddressParts, baseUrl: string, words: KeyWords): Promise<Candidate | undefined> {
  const { host } = new URL(baseUrl);
  let { prompt } = words;
  for (;;) {
    const given = await promptForKey({ title: words.key, prompt });
    if (!given) return undefined;
    let names: readonly string[] = [];
    try {
      names = await modelsAt(parts, baseUrl, given.key);
    } catch (error) {
      if (isAbort(error)) return undefined;
      parts.log.error("The models at an address can't be listed", error);
      // A key that may not list models may still work for one of them: that is refused in another way.
      if (error instanceof ModelError && error.cause instanceof ServiceError && error.cause.code === "unauthorized") {
        prompt =
          given.key === undefined ? keyFor(host) : vscode.l10n.t("{0} refused this key. Type the right one.", host);
        continue;
      }
    }
    const name =
      names.length > 0
        ? await vscode.window.showQuickPick(names, {
            title: words.model,
            placeHolder: vscode.l10n.t("One of the models at {0}", host),
            ignoreFocusOut: true,
          })
        : await vscode.window.showInputBox({
            title: words.model,
            prompt: vscode.l10n.t("{0} doesn't list its models. Type the name of one.", host),
            ignoreFocusOut: true,
          });
    return name ? candidateAt(baseUrl, name, given.key) : undefined;
  }
}

function keyFor(host: string): string {
  return vscode.l10n.t("Type the key for {0}. It is kept in the editor's secret storage.", host);
}

/**
 * Waits for the model of a server that was still loading. `undefined` if the person gave up, or it failed, which is
 * shown.
 */
export async function loadedModel(parts: ModelAddressParts, baseUrl: string): Promise<Candidate | undefined> {
  const { host } = new URL(baseUrl);
  try {
    const names = await modelsAt(parts, baseUrl, undefined);
    const name =
      names.length > 1
        ? await vscode.window.showQuickPick(names, { placeHolder: vscode.l10n.t("One of the models at {0}", host) })
        : names[0];
    return name === undefined ? undefined : candidateAt(baseUrl, name);
  } catch (error) {
    if (isAbort(error)) return undefined;
    parts.log.error("A model was waited for and did not load", error);
    void vscode.window.showErrorMessage(modelFailureWords(error, host));
    return undefined;
  }
}

/** Asks for a key; `key` is `undefined` if the person left it empty. Resolves to `undefined` if the person gave up. */
export async function promptForKey(
  words: Pick<vscode.InputBoxOptions, "title" | "prompt">,
): Promise<{ readonly key: string | undefined } | undefined> {
  const typed = await vscode.window.showInputBox({ ...words, password: true, ignoreFocusOut: true });
  if (typed === undefined) return undefined;
  return { key: typed.trim().replace(/^bearer\s+/i, "") || undefined };
}

/** The models at an address. Waits as long as they load, which is shown and can be canceled (`AbortError`). */
async function modelsAt({ serverAt }: ModelAddressParts, baseUrl: string, key: string | undefined) {
  const { host } = new URL(baseUrl);
  const server = await serverAt(baseUrl, key);
  const title = vscode.l10n.t("Looking for models at {0}", host);
  try {
    return await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, cancellable: true, title },
      async (progress, cancellation) => {
        const abort = new AbortController();
        cancellation.onCancellationRequested(() => {
          abort.abort();
        });
        const { signal } = abort;
        const onLoading = () => {
          progress.report({ message: vscode.l10n.t("It is still loading.") });
        };
        const list = () => server.models(AbortSignal.any([signal, AbortSignal.timeout(LISTED_MS)]));
        return await onceLoaded(list, { signal, onLoading });
      },
    );
  } finally {
    await server.close();
  }
}

function titleOfStep(step: number): string {
  return vscode.l10n.t("Another Address ({0}/3)", step);
}

function problemOfAddress(text: string): string | vscode.InputBoxValidationMessage | undefined {
  const baseUrl = parseModelAddress(text);
  if (baseUrl === undefined) return vscode.l10n.t("Type a web address, such as {0}", "https://gateway.example.com/v1");
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:" || isLoopback(hostname)) return undefined;
  const message = vscode.l10n.t("Over http, others on the network can read the key, your code and the answers.");
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}
