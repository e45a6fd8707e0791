import { bytesOf } from "../support/scriptedModelServer.ts";
import { textOf, type Json } from "../unit/local/runningService.ts";

/** A tool as it is offered to the model, by the name under which that calls it. */
export interface OfferedTool {
  readonly name: string;
  /** Codex puts the tools of a server into one. */
  readonly namespace?: string;
}

export interface AgentCall extends OfferedTool {
  readonly input: object;
}

/** What the model says: words, which end its turn, or calls of tools. */
export type Said = string | readonly AgentCall[];

/** What a tool answered, as the model is told. */
export interface ToolResult {
  readonly text: string;
  /** Undefined where the wire has no word for it. */
  readonly isError: boolean | undefined;
}

/** What a model reads of a request, whichever way it came. */
export interface AgentRequest {
  readonly tools: readonly OfferedTool[];
  /** Of the whole conversation, in their order. */
  readonly results: readonly ToolResult[];
}

/** One of the ways in which programs talk to models. */
export interface Wire {
  readonly path: RegExp;
  readonly read: (body: Json) => AgentRequest;
  /** The body of a streamed answer. */
  readonly write: (said: Said) => string;
}

/** All that agents speak, by their names. */
export const WIRES: Readonly<Record<string, Wire>> = {
  "chat completions": {
    path: /\/chat\/completions$/,
    read: ({ messages, tools }) => ({
      tools: named(list(tools).map((tool) => tool["function"])),
      results: list(messages)
        .filter(({ role }) => textOf(role) === "tool")
        .map(({ content }) => ({ text: textIn(content), isError: undefined })),
    }),
    write: (said) =>
      bytesOf(
        typeof said === "string"
          ? { text: [said] }
          : { calls: said.map(({ name, input }) => ({ name, arguments: JSON.stringify(input), id: newId("call") })) },
      ).toString(),
  },
  responses: {
    path: /\/responses$/,
    read: ({ input, tools }) => ({
      tools: list(tools).flatMap((tool) =>
        textOf(tool["type"]) === "namespace"
          ? list(tool["tools"]).map(({ name }) => ({ name: textOf(name), namespace: textOf(tool["name"]) }))
          : named([tool]),
      ),
      results: list(input)
        .filter(({ type }) => textOf(type) === "function_call_output")
        .map(({ output }) => ({ text: textIn(output), isError: undefined })),
    }),
    write: (said) => {
      const items =
        typeof said === "string"
          ? [{ type: "message", role: "assistant", content: [{ type: "output_text", text: said }] }]
          : said.map(({ input, ...tool }) => ({
              type: "function_call",
              ...tool,
              arguments: JSON.stringify(input),
              call_id: newId("call"),
            }));
      const id = newId("resp");
      return events([
        { type: "response.created", response: { id } },
        ...items.map((item, output_index) => ({
          type: "response.output_item.done",
          output_index,
          item: { id: newId("item"), status: "completed", ...item },
        })),
        {
          type: "response.completed",
          response: { id, usage: { input_tokens: 9, output_tokens: 9, total_tokens: 18 } },
        },
      ]);
    },
  },
  messages: {
    path: /\/messages(?:\?|$)/,
    read: ({ messages, tools }) => ({
      tools: named(list(tools)),
      results: list(messages)
        .flatMap(({ content }) => list(content))
        .filter(({ type }) => textOf(type) === "tool_result")
        .map(({ content, is_error }) => ({ text: textIn(content), isError: Boolean(is_error) })),
    }),
    write: (said) => {
      const blocks =
        typeof said === "string"
          ? [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text: said } }]
          : said.map(({ name, input }) => ({
              start: { type: "tool_use", id: newId("toolu"), name, input: {} },
              delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
            }));
      const usage = { input_tokens: 9, output_tokens: 9 };
      const stop_reason = typeof said === "string" ? "end_turn" : "tool_use";
      return events([
        {
          type: "message_start",
          message: { id: newId("msg"), type: "message", role: "assistant", model: "scripted", content: [], usage },
        },
        ...blocks.flatMap(({ start, delta }, index) => [
          { type: "content_block_start", index, content_block: start },
          { type: "content_block_delta", index, delta },
          { type: "content_block_stop", index },
        ]),
        { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
        { type: "message_stop" },
      ]);
    },
  },
  generateContent: {
    path: /:streamGenerateContent/,
    read: ({ contents, tools }) => ({
      tools: named(list(tools).flatMap(({ functionDeclarations }) => list(functionDeclarations))),
      results: list(contents)
        .flatMap(({ parts }) => list(parts))
        .flatMap(({ functionResponse }) => (functionResponse ? [functionResponse["response"]] : []))
        .map((response) => ({ text: JSON.stringify(response), isError: response?.["error"] !== undefined })),
    }),
    write: (said) => {
      const parts =
        typeof said === "string"
          ? [{ text: said }]
          : said.map(({ name, input }) => ({ functionCall: { id: newId("call"), name, args: input } }));
      const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 9, totalTokenCount: 18 };
      const candidates = [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }];
      return `data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`;
    },
  },
};

let ids = 0;

/** Some programs remember the ids of all calls, and take no call twice. */
function newId(kind: string): string {
  return `${kind}_${++ids}`;
}

function events(all: readonly { readonly type: string; readonly [name: string]: unknown }[]): string {
  return all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function named(tools: readonly (Json | undefined)[]): readonly OfferedTool[] {
  return tools.flatMap((tool) => (tool?.["name"] === undefined ? [] : [{ name: textOf(tool["name"]) }]));
}

/** Of a text, or of its parts. */
function textIn(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return list(content)
    .map(({ text }) => (text === undefined ? "" : textOf(text)))
    .join("\n");
}
