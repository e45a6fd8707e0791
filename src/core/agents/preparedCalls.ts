import { ToolProblem } from "./toolService.ts";

/** Calls that were confirmed but never made are forgotten, oldest first. */
const KEPT = 100;

/** Remembers for which service each call was prepared: a person who agreed to one has not agreed to another. */
export class PreparedCalls {
  readonly #accounts = new Map<string, string>();

  add(tool: string, input: unknown, accountId: string): void {
    const key = keyOf(tool, input);
    this.#accounts.delete(key);
    this.#accounts.set(key, accountId);
    if (this.#accounts.size > KEPT) this.#accounts.delete(this.#accounts.keys().next().value ?? "");
  }

  /** Throws a {@link ToolProblem} if the call was prepared for a service other than the one in use now. */
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
