import { MENTIONED, NAMED } from "./fileNames.ts";
import { inEnglish } from "./inEnglish.ts";
import type { InEnglish } from "./languages/language.ts";
import { readPrintedPlaces } from "./printedPlaces.ts";
import type { NameableFile } from "./writtenNames.ts";

/** What a question says about places in the code, apart from its words. */
export interface QuestionContext {
  /** The question without what introduces code, and without the code in its fences. */
  readonly text: string;
  /** The same in English as far as {@link inEnglish} can translate it, and the words that it translated. */
  readonly english: InEnglish;
  readonly places: readonly NamedPlace[];
  /** Those of them that a tool has printed, the innermost of a trace first. */
  readonly trace?: readonly NamedPlace[];
  /** The code in its fences. */
  readonly excerpts: readonly string[];
}

/** A file, a folder or a repository that the question names. */
export interface NamedPlace {
  /** Set if it has an `@`, which says where to look; otherwise the question only speaks of it. */
  readonly isMentioned?: true;
  readonly repository?: string;
  readonly path?: string;
  /** Zero-based, inclusive. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** Of what a tool has printed, the folders of the package that it is in, if a frame says so. */
  readonly folder?: string;
  /** The same as it was printed, once it is known what it means; then also all files that it may mean. */
  readonly printed?: string;
  readonly fits?: readonly NameableFile[];
}

/**
 * Separates a question from what surrounds it: `(about @host/owner/name@abc @src/a.ts:12-40)` at its end, or
 * ``In `src/a.ts` (repository `host/owner/name`), lines 12–40:`` with a fenced excerpt in front. Mentions such as
 * `@host/owner/name`, `@src/a.ts:12-40` and `@"my file.ts":12`, and files that are named anywhere else, count too.
 * `repositories` are the names that are recognized after an `@` even without a slash.
 */
export function readQuestionContext(question: string, repositories: readonly string[] = []): QuestionContext {
  const excerpts: string[] = [];
  const places: NamedPlace[] = [];
  const withoutAbout = question.replace(ABOUT, (_, repository: string, path?: string, start?: string, end?: string) => {
    places.push({
      isMentioned: true,
      repository,
      ...(path === undefined ? {} : { path }),
      ...readLineNumbers(start, end),
    });
    return "";
  });
  const withoutNames = withoutAbout.replaceAll(MENTION_OF_ANY, (mention, repository: string) => {
    if (!repositories.includes(repository)) return mention;
    places.push({ isMentioned: true, repository });
    return "";
  });
  const prose = takeFences(withoutNames.split("\n"), excerpts)
    .map((line) => withSlashes(readQuotedMentions(readIntroduction(line, places), repositories, places)))
    .join("\n");
  const { text: translated, spoken } = inEnglish(prose); // adds spaces around names in languages without any
  for (const [, , name = "", start, end] of translated.matchAll(MENTION)) {
    const isFile = /\.\w{1,8}$/.test(name) && !/^[\w-]+\.\w+(?:\/[\w.~+-]+){2}$/.test(name);
    const isPath = isFile || !/^[\w-]+(?:\.[\w-]+)+\//.test(name);
    places.push({
      isMentioned: true,
      ...(isPath ? { path: inFolder(name), ...readLineNumbers(start, end) } : { repository: name }),
    });
  }
  const withoutMentions = (text: string) => text.replaceAll(MENTION, "$1").trim();
  const english = { text: withoutMentions(translated), spoken };
  const text = withoutMentions(prose);
  const printed = readPrintedPlaces(text);
  places.push(...printed.places);
  // What is around places that tools print, names of functions and packages, looks like names of files.
  const named = printed.places.length > 0 ? withoutMentions(inEnglish(printed.rest).text) : english.text;
  for (const path of [...namesIn(named), ...foreignFilesIn(printed.rest)]) {
    if (places.length >= PLACES_AT_MOST) break;
    if (!/^(?:e\.g|i\.e)$/.test(path) && !places.some((place) => place.path === path)) places.push({ path });
  }
  const { trace } = printed;
  return { text, english, places: places.slice(0, PLACES_AT_MOST), ...(trace.length > 0 && { trace }), excerpts };
}

/** What a person wrote: a question without places behind it, lines that introduce code, and code in fences. */
export function writtenText(question: string): string {
  return takeFences(question.replace(ABOUT, "").split("\n"), [])
    .filter((line) => readIntroduction(line, []) === line)
    .join("\n");
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(NAME)].map(([path]) => path);
}

/** Files whose names, in another language, were taken for words of the question. */
function foreignFilesIn(text: string): readonly string[] {
  return namesIn(text.normalize("NFC")).filter((path) => /\P{ASCII}.*\.[a-z]\w{0,7}$/u.test(path));
}

const NAME = new RegExp(NAMED, "gu");
const MENTION = new RegExp(String.raw`(^|\s)@(${MENTIONED})(?:@[\w./~^-]+)?(?::(\d+)(?:[-–](\d+))?)?`, "gu");

const QUOTED_MENTION = /(?<!\S)@"([^"]{1,1000})"(?::(\d+)(?:[-–](\d+))?)?/g;

/** Takes out the mentions whose names are in quotation marks. In some languages, `@"` begins a string. */
function readQuotedMentions(line: string, repositories: readonly string[], places: NamedPlace[]): string {
  return line.replaceAll(QUOTED_MENTION, (mention, name: string, start?: string, end?: string) => {
    if (repositories.includes(name)) places.push({ isMentioned: true, repository: name });
    else if (/\/|\.\w{1,8}$/.test(name))
      places.push({ isMentioned: true, path: inFolder(name), ...readLineNumbers(start, end) });
    else return mention;
    return "";
  });
}

/** The path of a mentioned file: without what says that it is in this folder, and the full stop of the sentence. */
function inFolder(name: string): string {
  return name.replace(/^\.\//, "").replace(/(?<!\.)\.+$/, "");
}

/** Whatever it is called, and with a revision after it. */
const MENTION_OF_ANY = /(?<![^\s(])@([^\s@:()]{1,1000}?)(?:@[\w./~^-]{1,300})?(?=[.,?!]{0,9}(?:[\s:)]|$))/g;

/**
 * Rewrites Windows paths of files (`src\\a.ts`, `C:\\app\\a.ts`) as they are in a repository. Other backslashes stay.
 */
function withSlashes(text: string): string {
  return text.replaceAll(WINDOWS_PATH, (path: string, mention: string, below: string, at: number) => {
    const name = below.slice(Math.max(below.lastIndexOf("/"), below.lastIndexOf("\\")) + 1);
    const isMention = mention !== "" && !/\S/.test(text.charAt(at - 1));
    const isPath = path.includes("\\") && (isMention || FILE_NAME.test(name));
    return isPath ? mention + below.replaceAll(/\\+/g, "/") : path;
  });
}

const IN_WINDOWS_NAMES = String.raw`[^\s\\/:*?"'<>|()[\]{}\x60,;=&%$#!^]`;
/** Not a call such as `a\b.c()`. */
const WINDOWS_PATH = new RegExp(
  String.raw`(?<![^\s("'\x60<])(@?)(?:[A-Za-z]:[\\/]{1,2}|\.\\{1,2})?((?:${IN_WINDOWS_NAMES}+[\\/]{1,2})*${IN_WINDOWS_NAMES}+)(?!${IN_WINDOWS_NAMES}|[\\/]|\((?!\d))`,
  "gu",
);
const FILE_NAME = /[\p{L}\p{M}\p{N}_-]\.[A-Za-z]\w{0,7}(?!\w)/u;

/** No real question names more. */
const PLACES_AT_MOST = 500;

/** Limits the length of paths, since a search up to the end of a line is repeated from every position before that. */
const ABOUT =
  /\(about @([^@\n]{1,1000}?)(?:@[^\s@]{1,300})?(?: @([^\n]{1,1000}?)(?::(\d+)(?:[-–](\d+))?)?)?\)[ \t]*$/gm;

/**
 * The lines outside of fences, and an empty one for each fence, whose lines are added to `excerpts`. A fence that is
 * never closed is none.
 */
function takeFences(lines: readonly string[], excerpts: string[]): readonly string[] {
  const rest: string[] = [];
  /** By character, the length of the shortest fence that is never closed: no longer one below it is closed either. */
  const unclosed = new Map<string, number>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const fence = FENCE.exec(line)?.[0] ?? "";
    const sign = fence.charAt(0);
    const isFence = fence !== "" && fence.length < (unclosed.get(sign) ?? Infinity);
    const end = isFence ? endOfFence(lines, at, fence) : -1;
    if (isFence && end < 0) unclosed.set(sign, fence.length);
    if (end < 0) {
      rest.push(line);
      continue;
    }
    excerpts.push(
      lines
        .slice(at + 1, end)
        .map((each) => `${each}\n`)
        .join(""),
    );
    rest.push("");
    at = end;
  }
  return rest;
}

const FENCE = /^(?:`{3,}|~{3,})/;

function endOfFence(lines: readonly string[], from: number, fence: string): number {
  for (let at = from + 1; at < lines.length; at++) if (closes(lines[at] ?? "", fence)) return at;
  return -1;
}

function closes(line: string, fence: string): boolean {
  return line.startsWith(fence) && line.slice(fence.length).replace(/^`+/, "").trim() === "";
}

/** Takes out a line that only says where an excerpt comes from: one that names a file and ends in a colon. */
function readIntroduction(line: string, places: NamedPlace[]): string {
  const [, path] = /^\s*(?:In|From|File|Selected in|Selection in)\s+`([^`]+)`.*:\s*$/i.exec(line) ?? [];
  if (path === undefined) return line;
  const repository = /\brepository\s+`([^`]+)`/i.exec(line)?.[1];
  const [, start, end] = /\blines?\s+(\d+)(?:\s*(?:[-–]|to)\s*(\d+))?/i.exec(line) ?? [];
  places.push({ path, ...(repository === undefined ? {} : { repository }), ...readLineNumbers(start, end) });
  return "";
}

function readLineNumbers(
  start: string | undefined,
  end: string | undefined,
): { readonly startLine?: number; readonly endLine?: number } {
  if (start === undefined || Number(start) < 1) return {};
  const startLine = Number(start) - 1;
  return { startLine, endLine: end === undefined ? startLine : Math.max(startLine, Number(end) - 1) };
}
