import { literalPattern } from "../query/literalPattern.ts";
import { usesQuery } from "../query/usesQuery.ts";
import { inRepository } from "./readTool.ts";
import { placeNamed } from "./served.ts";
import { headingsFor, inOrder, printItems } from "./printedItems.ts";
import { isIncomplete, notesOf, searchedFiles, throwProblem } from "./searchTool.ts";
import { budgetOf, BUDGET, type Tool, type ToolCall } from "./tool.ts";
import type { ArgumentsOf } from "./toolArguments.ts";
import { countOf, framed, printed } from "./toolText.ts";
import { ToolProblem, type FoundItem, type FoundLine, type FoundMatches, type ToolService } from "./toolService.ts";

const FIELDS = {
  name: {
    type: "string",
    isRequired: true,
    atMost: 200,
    description: "One name as it is written: addRoute or Engine.addRoute.",
  },
  repository: {
    type: "string",
    atMost: 500,
    description: "Only this one, as a search prints it after #.",
  },
  show: {
    type: "string",
    atMost: 20,
    values: ["definitions", "uses", "both"],
    description: "By default, both.",
  },
  budget: BUDGET,
} as const;

const DISPLAY = 1000;

export const SYMBOL_TOOL: Tool<typeof FIELDS> = {
  name: "plumbline_symbol",
  description: [
    "Finds where a name is defined and used, in all repositories: not where it is part of a comment, a text or a longer name, as grep does.",
    "Use it before you change a function or type. The local service goes by syntax; a company's lists all lines with the word.",
  ].join(" "),
  searchHint: "definitions, uses, callers and references of a name",
  fields: FIELDS,
  run: symbol,
};

async function symbol(args: ArgumentsOf<typeof FIELDS>, service: ToolService, call: ToolCall): Promise<string> {
  const { show = "both", repository: named } = args;
  const repository =
    named === undefined ? undefined : (await placeNamed({ repository: named, path: "" }, service)).repository;
  const headings = await headingsFor(service, "");
  const name = args.name
    .trim()
    .replace(/^`+|`+$/g, "")
    .replace(/\([^()]*\)$/, "");
  if (/\s/.test(name))
    throw new ToolProblem('"name" must be one name, such as parseRetryAfter. For words, use plumbline_search.');
  const scope = repository === undefined ? "" : `${inRepository({ repository })} `;
  const budget = budgetOf(args.budget, call);
  const [last, owner] = partsOf(name);
  const whole = await lookUp(name, show, scope, service, call);
  const found =
    whole.defined.items.length > 0 || last === name
      ? { ...whole, isOfOther: false }
      : ofOwner(await lookUp(last, show, scope, service, call), last, owner);
  // What is written with its owner, as `Parser::new`, is hardly reached otherwise.
  const isSpelled = name.includes("::") && whole.uses !== undefined && whole.uses.length > 0;
  const { defined, isOfOther } = found;
  const [used, uses] = isSpelled ? [whole.used, whole.uses] : [found.used, found.uses];
  const kinds = [
    ...(show === "uses" ? [] : [`${atLeast(defined)}${countOf(linesOf(defined.items), "definition")}`]),
    ...(used && uses
      ? [`${atLeast(used)}${service.isLocal ? `${countOf(linesOf(uses), "line")} of use` : otherLines(linesOf(uses))}`]
      : []),
  ].join(", ");
  if (defined.items.length === 0 && !uses?.length) {
    const where = await searchedFiles(scope, service, call);
    const heading = `${printed(name)}: ${kinds}${where} (${service.name}). Look for parts of the name with plumbline_search.`;
    return framed(service.name, heading, notesOf(used ?? defined, { isBrief: true }).join("\n"));
  }
  const beside = isOfOther ? `. ${printed(owner)} has no definition of it: these are of other things` : "";
  const heading = `${printed(name)}: ${kinds} (${service.name})${beside}`;
  const parts: string[] = [];
  const notes: string[] = [];
  const said = new Set<string>();
  const add = (title: string, items: readonly FoundItem[], share: number, found: FoundMatches): void => {
    if (items.length === 0) return;
    const sorted = inOrder(items);
    const whole = printItems(sorted, share, headings);
    const isWhole = (whole.taken === items.length && whole.notes.length === 0) || found === defined;
    const { text, taken, notes: cuts } = isWhole ? whole : printItems(callsFirst(sorted), share, headings);
    notes.push(...cuts);
    parts.push(title, text);
    const left = items.length - taken + Math.max(0, found.counts.items - found.items.length);
    if (left > 0)
      notes.push(
        `[Cut: ${title.toLowerCase()} in ${countOf(left, "more file")}. Pass ${repository === undefined ? '"repository", or ' : ""}a larger "budget".]`,
      );
    for (const note of notesOf(found, { isBrief: true })) said.add(note);
  };
  if (show !== "uses") add("Definitions", defined.items, uses?.length ? Math.ceil(budget * 0.4) : budget, defined);
  if (used && uses)
    add(
      service.isLocal ? "Uses" : "Other lines with the name",
      uses,
      show === "uses" ? budget : Math.floor(budget * 0.6),
      used,
    );
  return framed(service.name, heading, [...parts, ...said].join("\n"), [...new Set(notes)]);
}

/** The last part of a name, and what it is a member of; empty if that is not said. */
function partsOf(name: string): readonly [last: string, owner: string] {
  const [last = name, owner = ""] = name
    .replace(/\/\d{1,2}$/, "") // of Elixir and Erlang
    .split(/\.|::?|->|[#/\\]/)
    .toReversed();
  return last === "" ? [name, ""] : [last, owner];
}

interface LookedUp {
  readonly defined: FoundMatches;
  readonly used: FoundMatches | undefined;
  readonly uses: readonly FoundItem[] | undefined;
}

async function lookUp(
  name: string,
  show: string,
  scope: string,
  service: ToolService,
  { signal }: ToolCall,
): Promise<LookedUp> {
  const options = { display: DISPLAY, signal };
  const defined = await service.search(
    `${scope}type:symbol case:yes patternType:regexp ^${literalPattern(name)}$ count:${DISPLAY}`,
    options,
  );
  throwProblem(defined, name, service);
  const used = show === "definitions" ? undefined : await service.search(queryForUses(name, scope, service), options);
  if (used) throwProblem(used, name, service);
  return { defined, used, uses: used && withoutDefinitions(used.items, defined.items) };
}

/**
 * Only what an owner has of these, unless it has none. A use is left out if what is written before it has a definition
 * of that name itself; a variable may be anything.
 */
function ofOwner(
  { defined, used, uses }: LookedUp,
  name: string,
  owner: string,
): LookedUp & { readonly isOfOther: boolean } {
  const wanted = owner.toLowerCase(); // a variable may be called as its class
  const ownerOf = ({ symbol }: FoundLine) => partsOf(symbol?.container ?? "")[0];
  const owners = new Set(defined.items.flatMap(({ lines }) => lines.map(ownerOf)));
  const isOfOther = owner !== "" && ![...owners].some((each) => each.toLowerCase() === wanted);
  if (owner === "" || isOfOther) return { defined, used, uses, isOfOther };
  const spelled = new RegExp(String.raw`([\p{L}_]\w*)(?:::|\.|->|#)${literalPattern(name)}(?!\w)`, "gu");
  const isMeant = ({ text }: FoundLine) => {
    const others = [...text.matchAll(spelled)].map(([, other = ""]) => other);
    return others.length === 0 || others.some((other) => other.toLowerCase() === wanted || !owners.has(other));
  };
  const items = linesWhere(defined.items, (line) => ownerOf(line).toLowerCase() === wanted);
  return {
    defined: { ...defined, items, counts: { items: items.length, lines: linesOf(items) } },
    used,
    uses: uses && linesWhere(uses, isMeant),
    isOfOther,
  };
}

function linesWhere(items: readonly FoundItem[], isWanted: (line: FoundLine) => boolean): readonly FoundItem[] {
  return items.flatMap((item) => {
    const lines = item.lines.filter(isWanted);
    return lines.length > 0 ? [{ ...item, lines }] : [];
  });
}

function atLeast(found: FoundMatches): string {
  return isIncomplete(found) && found.items.length > 0 ? "at least " : "";
}

/** Lines that look like calls before all others, each in the order of their files. */
function callsFirst(items: readonly FoundItem[]): readonly FoundItem[] {
  const those = (isCall: boolean) => linesWhere(items, (line) => isCallIn(line) === isCall);
  return [...those(true), ...those(false)];
}

function isCallIn({ text, ranges }: FoundLine): boolean {
  return ranges.some(({ start, end }) => CALLED.test(text.slice(end)) || BEFORE_CALLED.test(text.slice(0, start)));
}

const BEFORE_CALLED = /(?:\bnew\s+|@)$/;

const CALLED = /^(?:!|\??\.|(?:::)?<[^<>()]{0,200}>)?\s*\(/;

/** For services where uses can't be distinguished from words in comments and strings. */
function otherLines(count: number): string {
  return countOf(count, "other line with the name", "other lines with the name");
}

function queryForUses(name: string, scope: string, { isLocal }: ToolService): string {
  const { filters, pattern, patternType } = usesQuery(name, isLocal);
  return `${scope}${filters} patternType:${patternType} ${pattern} count:${DISPLAY}`;
}

function withoutDefinitions(uses: readonly FoundItem[], definitions: readonly FoundItem[]): readonly FoundItem[] {
  const keyOf = ({ repository, path }: FoundItem, line: number) => JSON.stringify([repository, path, line]);
  const defined = new Set(definitions.flatMap((item) => item.lines.map(({ line }) => keyOf(item, line))));
  return uses.flatMap((item) => {
    const lines = item.lines.filter(({ line }) => !defined.has(keyOf(item, line)));
    return lines.length > 0 ? [{ ...item, lines }] : [];
  });
}

function linesOf(items: readonly FoundItem[]): number {
  return items.reduce((sum, { lines }) => sum + lines.length, 0);
}
