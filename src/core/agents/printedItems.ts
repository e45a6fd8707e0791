import { diffPlaces } from "../model/commitText.ts";
import { keptContentHash } from "../sources/pinnedRevision.ts";
import { isAtRevision, repositoryHeadings } from "./served.ts";
import { codeLine, countOf, printed, TextWithin } from "./toolText.ts";
import type { FoundItem, FoundLine, ToolService } from "./toolService.ts";

/**
 * If there are other files, more lines of one file are hardly ever worth their cost: one line per `TOKENS_A_LINE`
 * tokens of the budget, but at least this many.
 */
export const LINES_OF_A_FILE = 20;
export const TOKENS_A_LINE = 200;
const MORE_OF_A_FILE = '[For more lines of a file: narrow with file:, read it, or pass a larger "budget".]';

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
