import { ASK_TOOL, CONVERSATION_TOOL } from "./askTools.ts";
import { READ_TOOL } from "./readTool.ts";
import { SEARCH_TOOL } from "./searchTool.ts";
import { SYMBOL_TOOL } from "./symbolTool.ts";
import { readArguments, schemaOf, type Fields, type ToolSchema } from "./toolArguments.ts";
import type { Tool, ToolCall } from "./tool.ts";
import type { ToolService } from "./toolService.ts";

/** A tool as it is offered to a model, which may pass any input. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  /**
   * Resolves with text for a model, within its token budget; any part that others wrote is framed as data. Throws a
   * `ToolProblem` for invalid input, an `AbortError` when stopped, otherwise what the service throws.
   */
  readonly call: (input: unknown, service: ToolService, call: ToolCall) => Promise<string>;
}

/** All tools, in the order in which a model sees them. None of them writes. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  offer(SEARCH_TOOL),
  offer(READ_TOOL),
  offer(SYMBOL_TOOL),
  offer(ASK_TOOL),
  offer(CONVERSATION_TOOL),
];

function offer<F extends Fields>({ name, description, fields, run }: Tool<F>): AgentTool {
  return {
    name,
    description,
    inputSchema: schemaOf(fields),
    call: async (input, service, call) => run(readArguments(name, fields, input), service, call),
  };
}
