import type { CitedFile } from "../../code/files/keptFiles.ts";
import type { ServedPassage } from "./evidence.ts";
import { l10n } from "../../base/l10n.ts";
import { MODEL_TOOLS, type ModelToolName } from "../../../core/agents/tools.ts";
import { parseJson } from "../../../core/text/parseJson.ts";

/** Something to look up in the code: a tool of `MODEL_TOOLS` with its input, checked. */
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
  if (!isTool(name))
    return `There is no tool ${JSON.stringify(name.slice(0, 50))}. There are ${NAMES.slice(0, -1).join(", ")} and ${NAMES.at(-1)}.`;
  return READERS[name](parsed(input));
}

type Input = Readonly<Record<string, unknown>>;

const READERS: Readonly<Record<ModelToolName, (input: Input) => LookUp | string>> = {
  search(input) {
    const query = textIn(input, "query");
    return query === undefined ? 'search needs a query, such as {"query": "retry delay"}.' : { tool: "search", query };
  },
  grep(input) {
    const pattern = textIn(input, "pattern");
    if (pattern === undefined) return 'grep needs a pattern, such as {"pattern": "retry\\\\("}.';
    return { tool: "grep", pattern, ...pathIn(input) };
  },
  read(input) {
    const { path } = pathIn(input);
    if (path === undefined) return 'read needs a path, such as {"path": "src/parse.ts", "first": 1, "last": 80}.';
    const [first, last] = [lineIn(input, "first"), lineIn(input, "last")];
    return { tool: "read", path, ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
  },
  symbol(input) {
    const name = textIn(input, "name");
    return name === undefined ? 'symbol needs a name, such as {"name": "parseRetry"}.' : { tool: "symbol", name };
  },
  list: (input) => ({ tool: "list", ...pathIn(input) }),
  history(input) {
    const query = textIn(input, "query");
    return { tool: "history", ...pathIn(input), ...(query !== undefined && { query }) };
  },
};

const NAMES = MODEL_TOOLS.map(({ name }) => name);

function isTool(name: string): name is ModelToolName {
  return Object.hasOwn(READERS, name);
}

function textIn(input: Input, key: string): string | undefined {
  const value = input[key];
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 1_000) : undefined;
}

function lineIn(input: Input, key: string): number | undefined {
  const value = Number(input[key]);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function pathIn(input: Input): { readonly path?: string } {
  const path = textIn(input, "path")?.replace(/^\.?\//, "");
  return path ? { path } : {};
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

function parsed(input: unknown): Input {
  let value = input;
  if (typeof value === "string")
    try {
      value = parseJson(value);
    } catch {
      return {};
    }
  return typeof value === "object" && value !== null ? (value as Input) : {};
}
