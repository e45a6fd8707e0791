import type { ModelMessage, ModelRequest } from "../../core/model/languageModel.ts";

/**
 * What a server turned out not to accept, for everything that is sent to it from then on: `noStreamOptions`, reporting
 * usage at the end of a stream; `noSystemRole`, system messages.
 */
export type Quirk = "noStreamOptions" | "noSystemRole";

/**
 * The body of `POST …/chat/completions`, streamed. Contains no lone surrogate: some servers refuse those as broken
 * JSON.
 */
export function encodeChat(model: string, request: ModelRequest, quirks: ReadonlySet<Quirk>): object {
  const { tools = [], toolChoice, schema } = request;
  const messages = quirks.has("noSystemRole") ? withoutSystem(request.messages) : request.messages;
  return wellFormed({
    model,
    messages: messages.map(encodeMessage),
    stream: true,
    ...(quirks.has("noStreamOptions") ? {} : { stream_options: { include_usage: true } }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: "function",
            function: { name, description, parameters: inputSchema },
          })),
          ...(toolChoice && { tool_choice: toolChoice }),
        }),
    ...(schema && { response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } } }),
  }) as object;
}

function encodeMessage(message: ModelMessage): object {
  switch (message.role) {
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.text };
    case "assistant": {
      const { text, toolCalls = [] } = message;
      if (toolCalls.length === 0) return { role: "assistant", content: text };
      return {
        role: "assistant",
        content: text === "" ? null : text,
        tool_calls: toolCalls.map(({ callId, name, input }) => ({
          id: callId,
          type: "function",
          function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input ?? {}) },
        })),
      };
    }
    default:
      return { role: message.role, content: message.text };
  }
}

/** Puts what the system says in front of what the person says first. */
function withoutSystem(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const system = messages.flatMap((message) => (message.role === "system" ? [message.text] : []));
  const others = messages.filter(({ role }) => role !== "system");
  const [first, ...rest] = others;
  if (system.length === 0) return messages;
  if (first?.role !== "user") return [{ role: "user", text: system.join("\n\n") }, ...others];
  return [{ role: "user", text: [...system, first.text].join("\n\n") }, ...rest];
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]));
}
