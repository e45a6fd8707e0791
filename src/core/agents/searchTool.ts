import { filterOf } from "../query/queryFilters.ts";
import { queryParts } from "../query/queryParts.ts";
import type { ArgumentsOf } from "./toolArguments.ts";
import { readAskedSearch, type AskedSearch } from "./askedSearch.ts";
import { headingsFor, inOrder, LINES_OF_A_FILE, printItems, TOKENS_A_LINE } from "./printedItems.ts";
import { withPlacesNamed } from "./served.ts";
import { bestLines } from "./bestLines.ts";
import { budgetOf, BUDGET, HAND_BACK_MS, RANKED_TOKENS, type Tool, type ToolCall } from "./tool.ts";
import { countOf, framed, printed, prose, seconds } from "./toolText.ts";
import {
  LOCALS,
  MENTIONS,
  ToolProblem,
  type FoundItem,
  type FoundMatches,
  type SearchOptions,
  type ToolService,
} from "./toolService.ts";

const FIELDS = {
  query: {
    type: "string",
    isRequired: true,
    atMost: 5000,
    description: "A question, a text, a pattern or a query.",
  },
  skip: {
    type: "integer",
    least: 0,
    most: 100_000,
    description: "How many results to skip.",
  },
  budget: { ...BUDGET, description: `Tokens to return: ${RANKED_TOKENS} by default if ranked, otherwise 4000.` },
} as const;

const NAME = "plumbline_search";
/**
 * The number of matches that are requested, whatever is skipped, so that going on continues the same results: on this
 * machine, as many as are found by default.
 */
const DISPLAY = { local: 10_000, remote: 3_000 } as const;

export const SEARCH_TOOL: Tool<typeof FIELDS> = {
  name: NAME,
  description: [
    "Finds the code that a question in plain words is about, in all repositories, best passages first. For each place of an exact text on disk, grep is as good.",
    "On the local service, ask whole questions; one word, code or a regular expression is found as written, and ranked if it is nowhere. A company's service finds lines with all words: send few.",
    'Sourcegraph\'s query language: terms are ANDed, "quoted" is exact, /RE2/; repo: file: lang: (- excludes) case:yes rev: type:symbol|path|repo|commit|diff author: after: count: AND OR NOT.',
    'Example: {"query": "how does the client decide whether to retry? lang:go"}',
  ].join(" "),
  fields: FIELDS,
  run: search,
};

async function search(
  { query: asked, skip = 0, budget }: ArgumentsOf<typeof FIELDS>,
  service: ToolService,
  call: ToolCall,
): Promise<string> {
  const query = await withPlacesNamed(asked, service);
  const { found, isRanked, scope, missed } = await carryOut(query, service, call);
  if (found.items.length === 0) return nothingFound({ query, scope, found }, service, call);
  if (skip >= found.items.length)
    throw new ToolProblem(`The search has ${countOf(found.items.length, "result")}: "skip" must be less.`);
  const instead = missed ? `${missedAs(missed)}: these are the passages that fit its words best. ` : "";
  const heading = `${instead}${totalOf(found)} for ${printed(query)} (${service.name}${isRanked ? ", best passages first" : ""})`;
  const tokens = budgetOf(budget, call, isRanked ? RANKED_TOKENS : undefined);
  const items = isRanked ? cutToBest(found.items, query, tokens) : inOrder(found.items);
  const { text, taken, notes: cuts } = printItems(items.slice(skip), tokens, await headingsFor(service, query));
  const left = found.items.length - skip - taken;
  const said = [...(missed ? notesOf(missed) : []), ...notesOf(found)];
  const notes = [
    ...cuts,
    ...(isRanked && items.some((item, at) => item !== found.items[at]) ? [CUT_TO_BEST] : []),
    ...(isPartial(found) ? [MORE_WERE_FOUND] : []),
    ...(left > 0
      ? [
          `[Cut: ${countOf(left, "more result")}. Go on with "skip": ${skip + taken}, or narrow with repo:, file:, lang:.]`,
        ]
      : []),
  ];
  return framed(service.name, heading, [text, ...said].join("\n"), notes);
}

/** What was found, and how. */
interface CarriedOut {
  readonly found: FoundMatches;
  /** Whether it is passages, best first. */
  readonly isRanked: boolean;
  /** The filters that choose files; unknown if that can't be determined, or if the query is not about files. */
  readonly scope: string | undefined;
  /** What came of looking for it as it is written, if that found nothing. */
  readonly missed?: FoundMatches | undefined;
}

/** Carries out a query, in time for the client: what was found until then is told as such. */
async function carryOut(query: string, service: ToolService, call: ToolCall): Promise<CarriedOut> {
  const { signal, handBackMs = HAND_BACK_MS } = call;
  const late = new AbortController();
  const endAt = performance.now() + handBackMs;
  const timer = setTimeout(() => {
    late.abort();
  }, handBackMs);
  const stopped = `It was stopped after ${seconds(handBackMs)}, with what was found so far: narrow it with repo:, file:, lang:`;
  const inTime = {
    name: service.name,
    isLocal: service.isLocal,
    async search(text: string, { display }: Pick<SearchOptions, "display">): Promise<FoundMatches> {
      const found = await service.search(text, { display, signal, late: late.signal });
      return late.signal.aborted ? { ...found, isCut: true, errors: [...found.errors, stopped] } : found;
    },
  };
  call.progress(`Searching ${service.name}`);
  try {
    return await searchAsMeant(query, inTime, call, () => endAt - performance.now());
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Searches as the query is meant: on the local service exactly, or ranked if that finds nothing or it is a question.
 */
async function searchAsMeant(
  query: string,
  service: Pick<ToolService, "name" | "isLocal" | "search">,
  { signal }: ToolCall,
  leftMs: () => number,
): Promise<CarriedOut> {
  const display = service.isLocal ? DISPLAY.local : DISPLAY.remote;
  const asked: AskedSearch = service.isLocal ? readAskedSearch(query) : { kind: "query", exact: [query] };
  const { kind, exact, ranked, scope } = asked;
  if (ranked === undefined) {
    const found = await service.search(query, { display, signal });
    throwProblem(found, query, service);
    return { found, isRanked: false, scope: fileFilters(query) };
  }
  const missed: FoundMatches[] = [];
  for (const each of exact) {
    const found = await service.search(each, { display, signal });
    if (kind === "text" && each === exact[0]) throwProblem(found, query, service); // text is no wrong expression
    if (found.items.length > 0) return { found, isRanked: false, scope };
    missed.push(found);
  }
  const found = await service.search(`${ranked} ${readingWithin(leftMs())}`, { display, signal });
  throwProblem(found, query, service);
  return { found, isRanked: true, scope, missed: missed[0] };
}

/** The filter by which files are read for most of this time; in the rest of it, what was read is ranked. */
function readingWithin(ms: number): string {
  return `timeout:${Math.max(1, Math.ceil((ms * READING_SHARE) / 1000))}s`;
}

const READING_SHARE = 0.8;

function missedAs(missed: FoundMatches): string {
  return notesOf(missed).length > 0 ? "Not found as it is written in what was read" : "Nowhere as it is written";
}

const MORE_WERE_FOUND =
  "[More was found than is returned here, in no particular order: narrow with repo:, file:, lang:.]";

/** Passages with the lines that fit best, so that more of them are among the first tokens: the first one has most. */
function cutToBest(passages: readonly FoundItem[], query: string, tokens: number): readonly FoundItem[] {
  const ofAll = Math.floor(tokens / TOKENS_A_LINE);
  return passages.map((item, at) => {
    const lines = bestLines(item.lines, query, Math.max(at === 0 ? LINES_OF_A_FILE : LINES_OF_A_PASSAGE, ofAll));
    return lines.length < item.lines.length ? { ...item, lines } : item;
  });
}

/** Of a passage behind the first one. */
const LINES_OF_A_PASSAGE = 10;
const CUT_TO_BEST = "[Passages are cut to the lines that fit best: read a file for what is between them.]";

/** Whether there are results that can't be reached by going on. */
function isPartial({ counts, items, isCut }: FoundMatches): boolean {
  return isCut === true || counts.items > items.length;
}

function totalOf(found: FoundMatches): string {
  const { counts } = found;
  const results = `${isPartial(found) ? "at least " : ""}${countOf(counts.items, "result")}`;
  return counts.lines > 0 ? `${results}, ${countOf(counts.lines, "line")},` : results;
}

/** What was left out, in the service's words: with its message for each, or only the titles. */
export function notesOf({ skipped, errors, alert }: FoundMatches, { isBrief = false } = {}): readonly string[] {
  const wordsOf = ({ title, message }: (typeof skipped)[number]) =>
    isBrief ? title : `${title}: ${message}`.slice(0, NOTE_AT_MOST);
  const missing = [
    ...skipped.filter(isMissing).map(wordsOf),
    ...errors,
    ...(alert ? [`${alert.title}. ${alert.description}`] : []),
  ];
  const besides = skipped.filter((each) => !isMissing(each)).map(wordsOf);
  const note = (label: string, parts: readonly string[]) =>
    parts.length === 0 ? [] : [`[${label}: ${parts.map(prose).join("; ").slice(0, NOTES_AT_MOST)}]`];
  return [...note("Not listed", besides), ...note("Incomplete", missing)];
}

/** Whether there may be more than was found. */
export function isIncomplete(found: FoundMatches): boolean {
  return isPartial(found) || found.skipped.some(isMissing) || found.errors.length > 0;
}

/** Whether what was left out may be what is searched for. */
function isMissing({ reason }: FoundMatches["skipped"][number]): boolean {
  return reason !== MENTIONS && reason !== LOCALS;
}

const NOTE_AT_MOST = 250;
const NOTES_AT_MOST = 750;

/** If a query can't be carried out, the model has to correct it. */
export function throwProblem(
  { items, alert, errors }: FoundMatches,
  query: string,
  { name }: Pick<ToolService, "name">,
): void {
  if (items.length > 0) return;
  const failed = `The search for ${printed(query)} failed (${name}).`;
  if (alert) {
    const proposed = alert.proposedQueries.slice(0, 3).map((each) => JSON.stringify(each.query));
    const advice = proposed.length > 0 ? ` Try ${printed(proposed.join(" or "))}.` : "";
    throw new ToolProblem(framed(name, failed, `${prose(`${alert.title}. ${alert.description}`)}${advice}`));
  }
  if (errors.length > 0) throw new ToolProblem(framed(name, failed, prose(errors.join("; "))));
}

async function nothingFound(
  { query, scope, found }: Pick<CarriedOut, "scope" | "found"> & { readonly query: string },
  service: ToolService,
  call: ToolCall,
): Promise<string> {
  const where = scope === undefined ? "" : await searchedFiles(scope, service, call);
  const heading = `0 results for ${printed(query)}${where} (${service.name}).`;
  const advice =
    where === NO_FILES
      ? "No file matches the filters: look for its name with type:path, or for its repository with type:repo."
      : hasBareExpression(query)
        ? "It was searched for as text: a regular expression goes between slashes, such as /find(One|All)\\s*[(]/."
        : "Try fewer or other words, another spelling, or fewer filters.";
  return framed(service.name, `${heading} ${advice}`, notesOf(found).join("\n"));
}

/** Whether words of a query look like patterns for grep, but are text here: `get\w+Name`, `one|other`, `a.*b`. */
function hasBareExpression(query: string): boolean {
  const parts = queryParts(query).map(({ text }) => text);
  if (parts.some((part) => filterOf(part) === "patternType")) return false;
  return parts.some(
    (part) =>
      filterOf(part) === undefined && !/^["'/]/.test(part) && /\\[bBdDsSwW.|()]|\.[*+]|[^|]\|[^|]|\[\^/.test(part),
  );
}

/** Says how many files were searched without a result. Empty for a remote service: it would take one more search. */
export async function searchedFiles(filters: string, service: ToolService, { signal }: ToolCall): Promise<string> {
  if (!service.isLocal) return "";
  const { matchCount } = await service.search(`${filters} type:path count:all`.trim(), { display: 1, signal });
  return ` in ${countOf(matchCount, "file")}`;
}

const NO_FILES = ` in ${countOf(0, "file")}`;

/** The filters of a query that choose files; `undefined` if that can't be determined, or if it is not about files. */
function fileFilters(query: string): string | undefined {
  const parts = queryParts(query).map(({ text }) => text);
  const filters = parts.filter((part) => filterOf(part) !== undefined);
  const isAbout = (names: readonly string[], part: string) => names.includes(filterOf(part) ?? "");
  const words = parts.filter((part) => filterOf(part) === undefined);
  if (words.some((word) => /^(?:OR|NOT)$/i.test(word) || /^[()]|[)]$/.test(word))) return undefined;
  if (filters.some((part) => isAbout(["type"], part) && /:(?:repo|commit|diff)$/i.test(part))) return undefined;
  return filters.filter((part) => isAbout(["repo", "file", "lang", "rev"], part)).join(" ");
}
