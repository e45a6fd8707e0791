import { ToolProblem } from "./toolService.ts";

/** Calls that were confirmed and never made are forgotten, oldest first. */
const KEPT = 100;

/** For which service calls were prepared: a person who agreed to one has not agreed to another. */
export class PreparedCalls {
  readonly #accounts = new Map<string, string>();

  add(tool: string, input: unknown, accountId: string): void {
    const key = keyOf(tool, input);
    this.#accounts.delete(key);
    this.#accounts.set(key, accountId);
    if (this.#accounts.size > KEPT) this.#accounts.delete(this.#accounts.keys().next().value ?? "");
  }

  /** Throws a {@link ToolProblem} where the call was prepared for another service than the one that is in use by now. */
  take(tool: string, input: unknown, accountId: string, serviceName: string): void {
    const key = keyOf(tool, input);
    const prepared = this.#accounts.get(key);
    this.#accounts.delete(key);
    if (prepared !== accountId && prepared !== undefined)
      throw new ToolProblem(`The service in use has changed to ${serviceName}. Call ${tool} again to use that.`);
  }
}

function keyOf(tool: string, input: unknown): string {
  return `${tool} ${JSON.stringify(input)}`;
}
