import type { ModelTool } from "../model/languageModel.ts";
import { ASK_TOOL, CONVERSATION_TOOL } from "./askTools.ts";
import {
  MODEL_GREP,
  MODEL_HISTORY,
  MODEL_LIST,
  MODEL_READ,
  MODEL_SEARCH,
  MODEL_SYMBOL,
  type OfferToModels,
} from "./modelTools.ts";
import { READ_TOOL } from "./readTool.ts";
import { SEARCH_TOOL } from "./searchTool.ts";
import { SYMBOL_TOOL } from "./symbolTool.ts";
import { readArguments, schemaOf, type Fields, type ToolSchema } from "./toolArguments.ts";
import type { Tool, ToolCall } from "./tool.ts";
import type { ToolService } from "./toolService.ts";

/** A tool as it is offered to an agent, which may pass any input. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  /** As in {@link Tool}. */
  readonly searchHint?: string;
  /**
   * Resolves with text for a model, within its token budget; any part that others wrote is framed as data. Throws a
   * `ToolProblem` for invalid input, an `AbortError` when stopped, otherwise what the service throws.
   */
  readonly call: (input: unknown, service: ToolService, call: ToolCall) => Promise<string>;
}

/** Who gets a tool: agents, through the editor or MCP, and models that write an answer of the local service. */
interface Offered {
  readonly agents?: AgentTool;
  readonly models?: OfferToModels;
}

/**
 * All tools, in the order in which they are shown, and who gets which. None of them writes. A model gets neither `ask`
 * nor `conversation`: it is answering a question already, and what was answered before is not code.
 */
const TOOLS = {
  search: { agents: offer(SEARCH_TOOL), models: MODEL_SEARCH },
  grep: { models: MODEL_GREP },
  read: { agents: offer(READ_TOOL), models: MODEL_READ },
  symbol: { agents: offer(SYMBOL_TOOL), models: MODEL_SYMBOL },
  list: { models: MODEL_LIST },
  history: { models: MODEL_HISTORY },
  ask: { agents: offer(ASK_TOOL) },
  conversation: { agents: offer(CONVERSATION_TOOL) },
} as const satisfies Readonly<Record<string, Offered>>;

/** The tools of models, by name. Agents know theirs with `plumbline_` in front. */
export type ModelToolName = {
  [K in keyof typeof TOOLS]: (typeof TOOLS)[K] extends { models: OfferToModels } ? K : never;
}[keyof typeof TOOLS];

const ALL: readonly (readonly [name: string, Offered])[] = Object.entries(TOOLS);

export const AGENT_TOOLS: readonly AgentTool[] = ALL.flatMap(([, { agents }]) => agents ?? []);

/** The names and inputs stay the same, whatever finds things. */
export const MODEL_TOOLS: readonly ModelTool[] = ALL.flatMap(([name, { models }]) =>
  models ? [{ name, description: models.description, inputSchema: schemaOf(models.fields) }] : [],
);

function offer<F extends Fields>({ name, description, searchHint, fields, run }: Tool<F>): AgentTool {
  return {
    name,
    description,
    ...(searchHint !== undefined && { searchHint }),
    inputSchema: schemaOf(fields),
    call: async (input, service, call) => run(readArguments(name, fields, input), service, call),
  };
}
