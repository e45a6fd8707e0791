import type { CitedFile } from "../../code/files/keptFiles.ts";
import type { ServedPassage } from "./evidence.ts";
import { l10n } from "../../base/l10n.ts";
import { parseJson } from "../../../core/text/parseJson.ts";

/** Something to look up in the code: a tool of `AGENT_TOOLS` with its input, checked. */
export type LookUp =
  | { readonly tool: "search"; readonly query: string }
  | { readonly tool: "grep"; readonly pattern: string; readonly path?: string }
  | { readonly tool: "read"; readonly path: string; readonly first?: number; readonly last?: number }
  | { readonly tool: "symbol"; readonly name: string }
  | { readonly tool: "list"; readonly path?: string }
  | { readonly tool: "history"; readonly path?: string; readonly query?: string };

export interface LookedUp {
  /** Can be cited. */
  readonly passages: readonly ServedPassage[];
  /** What else there is: names of files, commits, what was left out and how to go on. It can't be cited. */
  readonly text: string;
}

/** What was looked up, with the contents of files that no commit has in this state. */
export interface FoundCode extends LookedUp {
  readonly cited: readonly CitedFile[];
}

/** Looks something up, read-only, in the folders that are served. Rejects with an `AbortError` when stopped. */
export type LookUpCode = (lookUp: LookUp, signal: AbortSignal) => Promise<LookedUp>;

/** Parses what a model wants to look up; if that fails, returns a text that says what would be right. */
export function readLookUp(name: string, input: unknown): LookUp | string {
  const fields: Readonly<Record<string, unknown>> = parsed(input);
  const text = (key: string): string | undefined => {
    const value = fields[key];
    return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 1_000) : undefined;
  };
  const line = (key: string): number | undefined => {
    const value = Number(fields[key]);
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  const path = text("path")?.replace(/^\.?\//, "");
  switch (name) {
    case "search": {
      const query = text("query");
      return query === undefined ? 'search needs a query, such as {"query": "retry delay"}.' : { tool: name, query };
    }
    case "grep": {
      const pattern = text("pattern");
      if (pattern === undefined) return 'grep needs a pattern, such as {"pattern": "retry\\\\("}.';
      return { tool: name, pattern, ...(path && { path }) };
    }
    case "read": {
      if (!path) return 'read needs a path, such as {"path": "src/parse.ts", "first": 1, "last": 80}.';
      const [first, last] = [line("first"), line("last")];
      return { tool: name, path, ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
    }
    case "symbol": {
      const symbol = text("name");
      return symbol === undefined
        ? 'symbol needs a name, such as {"name": "parseRetry"}.'
        : { tool: name, name: symbol };
    }
    case "list":
      return { tool: name, ...(path && { path }) };
    case "history": {
      const query = text("query");
      return { tool: name, ...(path && { path }), ...(query !== undefined && { query }) };
    }
    default:
      return `There is no tool ${JSON.stringify(name.slice(0, 50))}. There are search, grep, read, symbol, list and history.`;
  }
}

/** What is done, in a few words. */
export function describeLookUp(lookUp: LookUp): string {
  switch (lookUp.tool) {
    case "search":
      return l10n.t("Searching for {0}", lookUp.query);
    case "grep":
      return lookUp.path === undefined
        ? l10n.t("Looking for {0}", lookUp.pattern)
        : l10n.t("Looking for {0} in {1}", lookUp.pattern, lookUp.path);
    case "read":
      return lookUp.first === undefined
        ? l10n.t("Reading {0}", lookUp.path)
        : l10n.t("Reading {0} from line {1}", lookUp.path, lookUp.first);
    case "symbol":
      return l10n.t("Looking up {0}", lookUp.name);
    case "list":
      return lookUp.path === undefined ? l10n.t("Listing the folders") : l10n.t("Listing {0}", lookUp.path);
    case "history":
      return lookUp.path === undefined
        ? l10n.t("Reading the history")
        : l10n.t("Reading the history of {0}", lookUp.path);
  }
}

function parsed(input: unknown): Readonly<Record<string, unknown>> {
  let value = input;
  if (typeof value === "string")
    try {
      value = parseJson(value);
    } catch {
      return {};
    }
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
