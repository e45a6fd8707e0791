import { diffPlaces } from "../model/commitText.ts";
import { filterOf } from "../query/queryFilters.ts";
import { queryParts } from "../query/queryParts.ts";
import { keptContentHash } from "../sources/pinnedRevision.ts";
import type { ArgumentsOf } from "./toolArguments.ts";
import { readAskedSearch, type AskedSearch } from "./askedSearch.ts";
import { isAtRevision, repositoryHeadings, withPlacesNamed } from "./served.ts";
import { bestLines } from "./bestLines.ts";
import { budgetOf, BUDGET, RANKED_TOKENS, type Tool, type ToolCall } from "./tool.ts";
import { codeLine, countOf, framed, printed, prose, TextWithin } from "./toolText.ts";
import {
  LOCALS,
  MENTIONS,
  ToolProblem,
  type FoundItem,
  type FoundLine,
  type FoundMatches,
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
 * If there are other files, more lines of one file are hardly ever worth their cost: one line per `TOKENS_A_LINE`
 * tokens of the budget, but at least this many.
 */
const LINES_OF_A_FILE = 20;
const TOKENS_A_LINE = 200;
const MORE_OF_A_FILE = '[For more lines of a file: narrow with file:, read it, or pass a larger "budget".]';
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

/** Searches as the query is meant: on the local service exactly, or ranked if that finds nothing or it is a question. */
async function carryOut(query: string, service: ToolService, { signal }: ToolCall): Promise<CarriedOut> {
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
  const found = await service.search(ranked, { display, signal });
  throwProblem(found, query, service);
  return { found, isRanked: true, scope, missed: missed[0] };
}

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

/**
 * Services answer from many files at once, in a different order each time: sorts files by path, leaves commits as they
 * come.
 */
export function inOrder(items: readonly FoundItem[]): readonly FoundItem[] {
  const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const isOfCommits = items.some(({ commit }) => commit !== undefined);
  return isOfCommits
    ? [...Map.groupBy(items, ({ repository }) => repository).values()].flat()
    : items.toSorted((a, b) => byName(a.repository, b.repository) || byName(a.path, b.path));
}

/** The printed results, how many they are, and how to get the rest. */
interface PrintedItems {
  readonly text: string;
  readonly taken: number;
  readonly notes: readonly string[];
}

/** How what is found is headed. */
export interface Headings {
  /** Whether what was searched may be as in a commit, which is named then: otherwise it is files as they are now. */
  readonly withCommits: boolean;
  /** What follows the name of a repository, where it is printed for the first time. */
  readonly behindName: (name: string) => string;
}

export async function headingsFor(service: ToolService, query: string): Promise<Headings> {
  return {
    withCommits: !service.isLocal || isAtRevision(query),
    behindName: await repositoryHeadings(service),
  };
}

/** Results as ripgrep prints them: headings for repositories and files, then `line:text`. */
export function printItems(
  items: readonly FoundItem[],
  budget: number,
  { withCommits, behindName }: Headings,
): PrintedItems {
  const within = new TextWithin(budget);
  const atMost = items.length > 1 ? Math.max(LINES_OF_A_FILE, Math.floor(budget / TOKENS_A_LINE)) : Infinity;
  let place: string | undefined;
  let taken = 0;
  let isCut = false;
  for (const item of items) {
    const toPrint = linesToPrint(item);
    const lines = printLines(toPrint, item, atMost);
    const repository = `# ${placeOf(item, withCommits)}`;
    const isNew = repository !== place;
    const heading = [...(isNew ? [`${repository}${behindName(item.repository)}`] : []), headingOf(item)];
    const [first, ...others] = lines;
    if (!within.add(...heading, ...(first === undefined ? [] : [first]))) break;
    taken += 1;
    place = repository;
    const cutAt = others.findIndex((line) => !within.add(line));
    isCut ||= cutAt >= 0 || toPrint.length > atMost;
    if (cutAt >= 0) {
      within.addAnyway(moreLines(toPrint.length - cutAt - 1, item));
      break;
    }
  }
  return { text: within.text, taken, notes: isCut ? [MORE_OF_A_FILE] : [] };
}

/** The repository, and the commit if that was searched, or what a service has: a plain file is read as it is now. */
function placeOf({ repository, revision, commit }: FoundItem, withCommits: boolean): string {
  const isPlain =
    revision === undefined || !withCommits || commit !== undefined || keptContentHash(revision) !== undefined;
  return `${printed(repository)}${isPlain ? "" : `@${shortened(revision)}`}`;
}

function headingOf({ type, path, label, commit }: FoundItem): string {
  if (commit) {
    const day = commit.authoredAt === undefined ? "" : ` ${new Date(commit.authoredAt).toISOString().slice(0, 10)}`;
    return `${printed(commit.hash.slice(0, 12))}${day} ${printed(commit.author)}: ${printed(label)}`;
  }
  if (path !== "") return pathHeading(path);
  return type === "repo" ? "(repository)" : printed(label);
}

/** The path of a file, above its lines, marked with `./` if it looks like a repository, a line or a note of ours. */
function pathHeading(path: string): string {
  return `${/^(?:[#[]|\d+:)/.test(path) ? "./" : ""}${printed(path)}`;
}

function shortened(revision: string): string {
  return /^[0-9a-f]{40,64}$/.test(revision) ? revision.slice(0, 8) : printed(revision);
}

function printLines(lines: readonly FoundLine[], item: FoundItem, atMost: number): readonly string[] {
  const isOfCommit = item.commit !== undefined;
  const shown = lines.slice(0, atMost).map((line) => printLine(line, isOfCommit));
  if (lines.length > atMost) shown.push(moreLines(lines.length - atMost, item));
  return shown;
}

/** For a commit without the subject, which is its heading; for a diff only the lines near what was found. */
function linesToPrint({ type, commit, label, lines }: FoundItem): readonly FoundLine[] {
  if (!commit) return lines;
  if (type === "diff") return nearFound(lines);
  if (lines[0]?.text !== label) return lines;
  return lines.slice(lines[1]?.text.trim() === "" ? 2 : 1);
}

/**
 * Includes the lines that name the file and the place, and an ellipsis for what is left out; all lines if nothing was
 * found in lines.
 */
function nearFound(lines: readonly FoundLine[]): readonly FoundLine[] {
  if (lines.every(({ ranges }) => ranges.length === 0)) return lines;
  const places = diffPlaces(lines.map(({ text }) => text));
  const isHead = lines.map(({ text }, at) => places[at] === undefined && !text.startsWith("\\"));
  const isNear = (at: number) =>
    [-1, 1].some((step) => {
      let by = 0;
      while (by <= BESIDE && isHead[at + step * by] === false && lines[at + step * by]?.ranges.length === 0) by++;
      return by <= BESIDE && isHead[at + step * by] === false;
    });
  const shown: FoundLine[] = [];
  let heads: readonly FoundLine[] = [];
  let isGap = false;
  for (const [at, line] of lines.entries()) {
    if (isHead[at]) {
      const isBelowHead = isHead[at - 1] === true;
      heads = [...(isBelowHead ? heads : line.text.startsWith("@@") ? heads.slice(0, 1) : []), line];
      isGap = false;
    } else if (isNear(at)) {
      shown.push(...heads, ...(isGap ? [{ ...line, text: "…", ranges: [] }] : []), line);
      heads = [];
      isGap = false;
    } else isGap = true;
  }
  return shown;
}

/** Lines of a diff to show above and below a found one. */
const BESIDE = 2;

function moreLines(count: number, { commit }: FoundItem): string {
  return `[${countOf(count, "more line")} of this ${commit ? "commit" : "file"}]`;
}

function printLine({ line, text, textStart, ranges, symbol }: FoundLine, isOfCommit: boolean): string {
  const code = codeLine(text, ranges[0]?.start, textStart);
  if (symbol) {
    const container = symbol.container === "" ? "" : ` in ${printed(symbol.container)}`;
    return `${line + 1}:${printed(symbol.kind)} ${code}${container}`;
  }
  // A message may look like results: its lines are not, and begin with a blank as no others do.
  return isOfCommit ? ` ${code}`.trimEnd() : `${line + 1}:${code}`;
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
export function throwProblem({ items, alert, errors }: FoundMatches, query: string, { name }: ToolService): void {
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
