import type { FoundLines } from "../lines/foundLines.ts";
import { Literal, readLiteralLines } from "../lines/literalLines.ts";
import { measure, utf8Length } from "../lines/positions.ts";
import type { Pattern, Term } from "../patterns/pattern.ts";
import { findMarkedLines, type Parts } from "../ripgrep/markedLines.ts";
import { findPrinted } from "../ripgrep/printedFiles.ts";
import type { Ripgrep } from "../ripgrep/ripgrep.ts";
import { findInFiles, listPaths } from "../ripgrep/ripgrepFiles.ts";
import {
  caseArgument,
  eitherOf,
  heedsLineEnds,
  lineEndArguments,
  toNamePattern,
  toRipgrepPattern,
} from "../ripgrep/ripgrepPatterns.ts";

/** What is looked for: any of some texts. */
export interface SoughtTexts {
  readonly texts: readonly SoughtText[];
  readonly caseSensitive: boolean;
}

export interface SoughtText {
  readonly term: Term;
  /** The same, by which lines are read faster. */
  readonly pattern?: Pattern;
  /** Whether its places may go over the ends of lines. */
  readonly maySpanLines: boolean;
}

/** In which form lines are wanted. */
export interface FindForm<Written> {
  /** How many lines around each match; 0 by default. */
  readonly contextLines?: number;
  /** More lines of a file are not looked at. */
  readonly linesAtMost?: number;
  /**
   * Makes something else of the numbered lines of a file if a single literal text is looked for; where it returns
   * `undefined`, they are read.
   */
  readonly write?: (file: string, numbered: Buffer, literal: Literal) => Written | undefined;
}

/** What is in a file. */
interface FoundContents<Written> {
  readonly file: string;
  readonly lines: readonly FoundLines[] | Written;
  readonly isBinary: boolean;
}

/** Finds the files that contain any of the texts. Several terms are told apart by whoever reads the lines. */
export function findContents<Written>(
  ripgrep: Ripgrep,
  given: readonly string[],
  { texts, caseSensitive }: SoughtTexts,
  { contextLines = 0, linesAtMost, write }: FindForm<Written>,
  signal: AbortSignal,
): AsyncIterable<FoundContents<Written>> {
  const places = given.slice(given.lastIndexOf("--") + 1);
  const args = [
    caseArgument(caseSensitive),
    // How lines end does not matter to plain texts; and what is printed of them would change.
    ...lineEndArguments(texts.filter((text) => !isPlain(text)).map(({ term }) => term)),
    ...(texts.some(({ maySpanLines }) => maySpanLines) ? ["--multiline"] : []),
    ...(contextLines > 0 ? ["--context", String(contextLines)] : []),
    ...(linesAtMost === undefined ? [] : ["--max-count", String(linesAtMost)]),
    ...["--regexp", eitherOf(texts.map(({ term }) => toRipgrepPattern(term)))],
    ...given.slice(0, given.length - places.length),
  ];
  const asJson = (where: readonly string[]) => findInFiles(ripgrep, [...args, ...where], signal);
  if (!texts.every(isPlain)) return asJson(places);
  const [only] = texts;
  const reread = (file: string) => asJson([file]);
  if (texts.length > 1 || only?.term.kind !== "literal" || !only.pattern) {
    const parts = texts.length === 1 && only?.pattern ? partsOf(only.pattern) : () => undefined;
    return findMarkedLines(ripgrep, [...args, ...places], parts, reread, signal);
  }
  const literal = new Literal(only.term.text, caseSensitive, only.pattern);
  const read = (file: string, numbered: Buffer): FoundContents<Written> | undefined => {
    const written = write?.(file, numbered, literal);
    return written === undefined
      ? readLiteralLines(file, numbered, literal)
      : { file, lines: written, isBinary: false };
  };
  return findPrinted<FoundContents<Written>>(ripgrep, [...args, ...places], { read, reread }, signal);
}

/** Where more lines of a file have a name, it is cheaper to read all of the file than to tell which. */
const NAMING_LINES_AT_MOST = 5_000;

/**
 * Finds the files that contain any of some names, with the lines that do, if ripgrep can tell and they are not many.
 */
export async function* findNames(
  ripgrep: Ripgrep,
  given: readonly string[],
  { texts, caseSensitive }: SoughtTexts,
  signal: AbortSignal,
): AsyncGenerator<readonly { readonly file: string; readonly lines?: readonly FoundLines[] }[], void> {
  const pattern = eitherOf(texts.map(({ term }) => toNamePattern(term)));
  const sought = [caseArgument(caseSensitive), "--regexp", pattern];
  if (texts.some(mayBeNothing)) {
    const multiline = texts.some(({ maySpanLines }) => maySpanLines) ? ["--multiline"] : [];
    yield* listPaths(ripgrep, [...sought, ...multiline, "--files-with-matches", ...given], signal);
    return;
  }
  const reread = (file: string) => findInFiles(ripgrep, [...sought, "--", file], signal);
  const most = ["--max-count", String(NAMING_LINES_AT_MOST)];
  const found = findMarkedLines(ripgrep, [...most, ...sought, ...given], () => undefined, reread, signal);
  for await (const { file, lines, isBinary } of found)
    if (!isBinary) yield [lines.length < NAMING_LINES_AT_MOST ? { file, lines } : { file }];
}

/**
 * Whether its matches are never empty, never extend beyond a line, and do not depend on what is around them: then
 * adjacent matches that ripgrep marks as one can be told apart.
 */
function isPlain({ term, pattern }: SoughtText): boolean {
  return pattern !== undefined && !heedsLineEnds(term) && (term.kind === "literal" || !pattern.isIn(""));
}

/** Finds where the matches of a regular expression start in a text that consists only of such matches, side by side. */
function partsOf(pattern: Pattern): Parts {
  /** By text, relative to its start: the same few texts are found again and again. */
  const known = new Map<string, readonly number[]>();
  const startsIn = (marked: string, isAscii: boolean) => {
    const places = [...pattern.placesIn(marked)];
    return (isAscii ? places : measure(marked, places, utf8Length)).map(([at]) => at);
  };
  return (bytes, start, end, isAscii) => {
    const marked = bytes.toString(isAscii ? "latin1" : "utf8", start, end);
    let starts = known.get(marked);
    if (starts === undefined) {
      starts = startsIn(marked, isAscii);
      if (known.size < KNOWN_AT_MOST && marked.length <= KNOWN_LENGTH) known.set(marked, starts);
    }
    return starts.length < 2 ? undefined : starts.map((at) => start + at);
  };
}

const KNOWN_AT_MOST = 1000;
const KNOWN_LENGTH = 100;

/** Whether a term may match an empty text: ripgrep does not show where that was. */
function mayBeNothing({ term, pattern, maySpanLines }: SoughtText): boolean {
  if (maySpanLines) return true;
  return (
    term.kind === "regexp" && (pattern?.isIn("") !== false || /\\b/i.test(term.text.replace(/^\\b\w|\w\\b$/g, "")))
  );
}
