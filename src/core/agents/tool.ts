import type { ArgumentsOf, Field, Fields } from "./toolArguments.ts";
import type { ToolService } from "./toolService.ts";

/** Something that an agent can do, the same through every door. */
export interface Tool<F extends Fields = Fields> {
  /** `plumbline_search`. */
  readonly name: string;
  /**
   * For models: what it finds, how it wants to be called and when another one is better, in the first 150 characters,
   * as some clients show no more until a tool is chosen; then what differs between services.
   */
  readonly description: string;
  /** By which clients that list only some tools find this one; absent for one that is always to be listed. */
  readonly searchHint?: string;
  readonly fields: F;
  /**
   * Resolves with text for a model. Throws a `ToolProblem` for invalid arguments, otherwise what the service throws.
   */
  readonly run: (args: ArgumentsOf<F>, service: ToolService, call: ToolCall) => Promise<string>;
}

/** One call of a tool. */
export interface ToolCall {
  readonly signal: AbortSignal;
  /** What the caller has left for the result, in tokens; a smaller `budget` among the arguments takes precedence. */
  readonly budget?: number;
  /** Tells a person what is happening. */
  readonly progress: (text: string) => void;
  /** For tests; otherwise 45 seconds. How long to wait before returning what is there so far. */
  readonly handBackMs?: number;
}

/** Editors and clients give up on a tool after a minute or so. */
export const HAND_BACK_MS = 45_000;

const LEAST_TOKENS = 300;
const MOST_TOKENS = 30_000;
const USUAL_TOKENS = 4000;
/** Of ranked passages, the first ones are worth most. */
export const RANKED_TOKENS = 2000;

export const BUDGET = {
  type: "integer",
  least: LEAST_TOKENS,
  most: MOST_TOKENS,
  description: `Tokens to return: ${USUAL_TOKENS} by default.`,
} as const satisfies Field;

/** How many tokens a result may take: by default, `usual`. */
export function budgetOf(asked: number | undefined, { budget }: ToolCall, usual = USUAL_TOKENS): number {
  const wanted = asked ?? usual;
  // An editor whose context is full may leave next to nothing: some lines are worth more than none.
  return budget === undefined || !(budget > 0) ? wanted : Math.max(LEAST_TOKENS, Math.min(wanted, Math.floor(budget)));
}
