import * as vscode from "vscode";
import {
  ModelError,
  type LanguageModel,
  type ModelErrorCode,
  type ModelMessage,
  type ModelPart,
  type ModelRequest,
} from "../../core/model/languageModel.ts";

/** Identifies one of the editor's models. */
export interface EditorModel {
  readonly vendor: string;
  readonly model: string;
}

/** A model that says nothing for this long is no longer waited for. */
const SILENT_MS = 300_000;

/**
 * The models that extensions of this editor provide. Looking for them starts those extensions, so it is done only after
 * a click. Some of the models may still refuse.
 */
export async function editorModels(
  wanted: vscode.LanguageModelChatSelector = {},
): Promise<readonly vscode.LanguageModelChat[]> {
  const { lm } = vscode as { readonly lm?: Partial<typeof vscode.lm> }; // editors built on VS Code may lack it
  const found: readonly vscode.LanguageModelChat[] | undefined = await lm?.selectChatModels?.(wanted);
  return found ?? [];
}

/**
 * What the editor says about a model. Only newer ones say whether it calls tools, which their interface doesn't
 * promise.
 */
export function limitsOf(model: vscode.LanguageModelChat): LanguageModel["limits"] {
  const { capabilities } = model as { readonly capabilities?: { readonly supportsToolCalling?: unknown } };
  const calls = capabilities?.supportsToolCalling;
  const tools = calls === true || (typeof calls === "number" && calls > 0) ? "yes" : calls === false ? "no" : "unknown";
  return { tools, ...(model.maxInputTokens > 0 && { inputTokens: model.maxInputTokens }) };
}

/** One of the editor's models. It is looked up for each request, because its extension may be gone by then. */
export function editorModel(
  { vendor, model: wanted }: EditorModel,
  id: string,
  limits: LanguageModel["limits"],
): LanguageModel {
  return {
    id,
    limits,
    async *send(request, { signal }): AsyncGenerator<ModelPart, void> {
      signal.throwIfAborted();
      if (request.schema) throw new ModelError("schemaUnsupported", "The editor's models take no schema.");
      const cancellation = new vscode.CancellationTokenSource();
      const abort = (): void => {
        cancellation.cancel();
      };
      signal.addEventListener("abort", abort, { once: true });
      let hasBegun = false;
      try {
        const [model] = await within(editorModels({ vendor, id: wanted }), signal);
        if (!model) throw new ModelError("notFound", vscode.l10n.t("No extension provides this model now."));
        const messages = toMessages(request.messages);
        const response = await within(model.sendRequest(messages, optionsOf(request), cancellation.token), signal);
        const stream = response.stream[Symbol.asyncIterator]();
        let half = "";
        for (;;) {
          const next = await within(stream.next(), signal);
          if (next.done) break;
          const value: unknown = next.value;
          hasBegun = true;
          if (value instanceof vscode.LanguageModelTextPart) {
            const text = half + value.value;
            half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
            const whole = text.slice(0, text.length - half.length).toWellFormed();
            if (whole !== "") yield { kind: "text", text: whole };
          } else if (value instanceof vscode.LanguageModelToolCallPart) {
            const { callId, name, input } = value;
            yield { kind: "toolCall", call: { callId, name, input } };
          }
        }
      } catch (error) {
        signal.throwIfAborted();
        throw modelErrorOf(error, hasBegun);
      } finally {
        signal.removeEventListener("abort", abort);
        cancellation.cancel(); // leaving the loop ends what is still being written
        cancellation.dispose();
      }
    },
  };
}

/** Waits for `work` until it takes too long or `signal` aborts: a provider may ignore both. */
async function within<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ModelError("timeout", vscode.l10n.t("No data arrived for too long.")));
    }, SILENT_MS);
    abort = () => {
      reject(new DOMException("It was stopped.", "AbortError"));
    };
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    if (abort) signal.removeEventListener("abort", abort);
  }
}

function optionsOf({ tools = [], toolChoice = "auto" }: ModelRequest): vscode.LanguageModelChatRequestOptions {
  const justification = vscode.l10n.t("Plumbline uses it to write answers about your code.");
  if (tools.length === 0 || toolChoice === "none") return { justification };
  return {
    justification,
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    toolMode:
      toolChoice === "required" && tools.length === 1
        ? vscode.LanguageModelChatToolMode.Required
        : vscode.LanguageModelChatToolMode.Auto,
  };
}

/** The editor has no system messages: their text begins the person's next one. Tool results have their own messages. */
function toMessages(messages: readonly ModelMessage[]): vscode.LanguageModelChatMessage[] {
  const ofPerson = (content: string | vscode.LanguageModelToolResultPart[]) =>
    vscode.LanguageModelChatMessage.User(content);
  const made: vscode.LanguageModelChatMessage[] = [];
  let system = "";
  let results: vscode.LanguageModelToolResultPart[] = [];
  const takeResults = (): void => {
    if (results.length > 0) made.push(ofPerson(results));
    results = [];
  };
  for (const message of messages) {
    if (message.role === "tool") {
      const text = new vscode.LanguageModelTextPart(message.text.toWellFormed());
      results.push(new vscode.LanguageModelToolResultPart(message.callId, [text]));
      continue;
    }
    takeResults();
    if (message.role === "system") {
      system += `${message.text.toWellFormed()}\n\n`;
    } else if (message.role === "assistant") {
      const { text, toolCalls = [] } = message;
      made.push(
        vscode.LanguageModelChatMessage.Assistant([
          ...(text === "" ? [] : [new vscode.LanguageModelTextPart(text.toWellFormed())]),
          ...toolCalls.map(({ callId, name, input }) => {
            const given = typeof input === "object" && input !== null ? input : {};
            return new vscode.LanguageModelToolCallPart(callId, name, given);
          }),
        ]),
      );
    } else {
      made.push(ofPerson(system + message.text.toWellFormed()));
      system = "";
    }
  }
  takeResults();
  if (system !== "") made.push(ofPerson(system.trim()));
  return made;
}

const CODES: Readonly<Record<string, ModelErrorCode>> = {
  NoPermissions: "noPermission",
  Blocked: "blocked",
  NotFound: "notFound",
  ChatQuotaExceeded: "quota",
  ChatRateLimited: "rateLimited",
};

/** Quota errors are recognized by their name, perhaps nested in an error that says nothing. */
function modelErrorOf(error: unknown, hasBegun: boolean): ModelError {
  if (error instanceof ModelError) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const known = CODES[(cause as { readonly code?: string }).code ?? ""] ?? CODES[cause.name];
    if (known) return new ModelError(known, cause.message, { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  if (/context|token limit|too long|exceeds/i.test(message)) return new ModelError("contextTooSmall", message);
  return new ModelError(hasBegun ? "brokenOff" : "failed", message, { cause: error });
}
