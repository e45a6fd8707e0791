import type { LanguageModel, ModelPart, ModelRequest } from "../../../../../src/core/model/languageModel.ts";

export type Script = readonly (ModelPart | string | Error | Promise<unknown>)[];

/**
 * A model that says what it is told to, request by request: a string is text, an error is thrown, a promise is awaited.
 */
export class ScriptedModel implements LanguageModel {
  readonly id = "scripted-7b at 127.0.0.1:1";
  readonly limits: LanguageModel["limits"];
  readonly requests: ModelRequest[] = [];
  isStopped = false;
  readonly #scripts: (Script | ((request: ModelRequest) => Script))[];

  constructor(
    scripts: readonly (Script | ((request: ModelRequest) => Script))[],
    limits: LanguageModel["limits"] = { tools: "no" },
  ) {
    this.#scripts = [...scripts];
    this.limits = limits;
  }

  async *send(request: ModelRequest, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ModelPart, void> {
    this.requests.push(structuredClone(request));
    signal.addEventListener("abort", () => {
      this.isStopped = true;
    });
    const script = this.#scripts.shift() ?? [];
    for (const part of typeof script === "function" ? script(request) : script) {
      if (part instanceof Error) throw part;
      if (part instanceof Promise) await part;
      else yield typeof part === "string" ? { kind: "text", text: part } : part;
    }
  }
}

/** The text of a whole request. */
export function textOfRequest(request: ModelRequest | undefined): string {
  return request?.messages.map(({ role, text }) => `[${role}]\n${text}`).join("\n\n") ?? "";
}
