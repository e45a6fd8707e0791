import { closeSync, openSync, readSync } from "node:fs";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import { fileArguments, listAllFiles, narrow, skipLargeFiles } from "./fileListing.ts";
import { listLegacyFiles, readLegacyFile } from "./legacyFiles.ts";
import { examineFile, examineLines, type Examined } from "./lineMatching.ts";
import type { Matching, SoughtText } from "./matching.ts";
import { escapeForRipgrep, lineEndArguments, toRipgrepPattern } from "../../code/ripgrep/ripgrepPatterns.ts";
import { BYTE_ORDER_MARK } from "../../code/encodings/utf8.ts";
import { measure, utf8Length } from "../../code/lines/positions.ts";
import type { Query } from "../query/query.ts";
import { Literal, readLiteralLines } from "../../code/lines/literalLines.ts";
import { findMarkedLines, type Parts } from "../../code/ripgrep/markedLines.ts";
import { findPrinted } from "../../code/ripgrep/printedFiles.ts";
import type { FoundFile, FoundLines } from "../../code/lines/foundLines.ts";
import { findInFiles } from "../../code/ripgrep/ripgrepFiles.ts";
import { EVENT_AT_MOST } from "../../base/eventStream.ts";
import { JsonWriter } from "../results/jsonWriter.ts";
import { writeLiteralLines, type WrittenLines } from "../results/writtenLines.ts";
import { binaryFiles } from "./skippedFiles.ts";
import type { FileResult, SearchOptions } from "../results/found.ts";
import { readRegular } from "../../../git/disk/disk.ts";

/**
 * Finds files on disk, without ignored ones: first those with something in them, in the order in which ripgrep finishes
 * them, last those that are results by their path, or by what is not in them. One pass of ripgrep searches for all
 * texts; which of them a file has is then decided line by line. Of the first, those in non-Unicode encodings come last:
 * ripgrep only tells which these may be. Throws a `RipgrepError` for a regular expression that ripgrep refuses.
 */
export async function* searchFiles(
  codeBase: CodeBase,
  query: Query,
  matching: Matching,
  folders: readonly string[],
  options: SearchOptions,
): AsyncGenerator<FileResult, void> {
  const scope = { codeBase, query, matching, folders };
  const sought = matching.texts.filter(({ inContent }) => inContent);
  /** Files that are decided already, although they would be results by their path alone. */
  const decided = new Set<string>();
  const accept = (file: string) => {
    const place = codeBase.locate(file);
    return place && matching.mayHoldFor(place) ? place : undefined;
  };
  const byPath = (place: FileInRepository): FileResult => ({
    type: "path",
    ...place,
    pathRanges: matching.rangesInPath(place.path),
  });

  const resultOf = (place: FileInRepository, lines: FileLines): FileResult =>
    "json" in lines || lines.length > 0
      ? { type: "content", ...place, pathRanges: matching.rangesInPath(place.path), lines }
      : byPath(place);

  let large: ReadonlySet<string> = new Set();
  if (sought.length > 0) {
    let binaryCount = 0;
    const parts = await narrow(scope, options);
    for (const part of parts) {
      for await (const foundFile of findContents(sought, query, part, options)) {
        const { file } = foundFile;
        const place = accept(file);
        if (!place) continue;
        if (foundFile.isBinary) {
          options.skip(binaryFiles(++binaryCount));
          continue;
        }
        if (codeBase.encodings.of(file) && (await readLegacyFile(codeBase, file))) continue; // ripgrep did not see all of it
        const { found, lines } = await examine(foundFile, sought, options.contextLines);
        if (matching.mayHoldWithoutContent && matching.holdsFor(place, NOTHING)) decided.add(file);
        if (!matching.holdsFor(place, found)) continue;
        yield resultOf(place, "json" in lines ? lines : withByteOrderMark(file, lines));
      }
    }
    const legacy = {
      codeBase,
      ripgrep: options.ripgrep,
      signal: options.signal,
      accept: matching.mayHoldFor.bind(matching),
    };
    // As in other files, lines beyond those that can be results are skipped.
    const linesAtMost = (options.limit + 1) * (2 * options.contextLines + 1);
    for (const part of parts) {
      for await (const { file, place, content } of listLegacyFiles(fileArguments(query, options), part, legacy)) {
        const { found, lines } = examineFile(content, sought, options.contextLines);
        if (matching.mayHoldWithoutContent && matching.holdsFor(place, NOTHING)) decided.add(file);
        if (matching.holdsFor(place, found)) yield resultOf(place, lines.slice(0, linesAtMost));
      }
    }
    large = await skipLargeFiles(scope, options);
  }
  if (!matching.mayHoldWithoutContent) return;
  const all: ReadonlySet<SoughtText> = new Set(sought);
  for await (const file of listAllFiles(scope, options)) {
    const place = decided.has(file) ? undefined : accept(file);
    if (!place || !matching.holdsFor(place, NOTHING)) continue;
    // Of files that were not read, only the path is known.
    if (large.has(file) && !matching.holdsFor(place, all)) continue;
    yield byPath(place);
  }
}

const NOTHING: ReadonlySet<SoughtText> = new Set();

type FileLines = readonly FoundLines[] | WrittenLines;

/** A file that was written as it was found. */
interface WrittenFile {
  readonly file: string;
  readonly lines: WrittenLines;
  readonly isBinary: false;
}

async function examine(
  { file, lines }: FoundFile | WrittenFile,
  sought: readonly SoughtText[],
  contextLines: number,
): Promise<Examined<SoughtText> | { readonly found: ReadonlySet<SoughtText>; readonly lines: WrittenLines }> {
  const [only] = sought;
  if ("json" in lines) return { found: new Set(sought), lines };
  // For what matches the start of a text, ripgrep may say that a line has it, but not where.
  const areMarked = lines.some(({ ranges }) => ranges.length > 0);
  if (areMarked && sought.length === 1 && only) return { found: new Set([only]), lines: only.isReported ? lines : [] };
  if (areMarked && !sought.some(({ maySpanLines }) => maySpanLines)) return examineLines(lines, sought, contextLines);
  const content = await readRegular(file).catch(() => undefined);
  if (!content) return { found: NOTHING, lines: [] };
  const examined = examineFile(content, sought, contextLines);
  const hasMark = content.subarray(0, 3).equals(BYTE_ORDER_MARK);
  // Offsets as ripgrep counts them: the mark is added again for every file that has one.
  return hasMark
    ? { ...examined, lines: examined.lines.map((line) => ({ ...line, offset: line.offset - 3 })) }
    : examined;
}

/** Finds the files in `part` of the tree that contain any of the texts. */
function findContents(
  sought: readonly SoughtText[],
  query: Query,
  part: readonly string[],
  options: SearchOptions,
): AsyncIterable<FoundFile | WrittenFile> {
  const { ripgrep, signal, chunks } = options;
  const args = [...contentArguments(sought, query, options), ...fileArguments(query, options), "--"];
  const asJson = (places: readonly string[]) => findInFiles(ripgrep, [...args, ...places], signal);
  if (!sought.every(isPlain)) return asJson(part);
  const [only] = sought;
  const reread = (file: string) => asJson([file]);
  if (sought.length > 1 || only?.term.kind !== "literal") {
    const parts = sought.length === 1 && only ? partsOf(only) : () => undefined;
    return findMarkedLines(ripgrep, [...args, ...part], parts, reread, signal);
  }
  const literal = new Literal(only.term.text, query.caseSensitive, only.pattern);
  const out = new JsonWriter();
  const write = (file: string, printed: Buffer): WrittenLines | undefined => {
    if (!only.isReported || !chunks) return undefined;
    const fileStart = startsWithMark(file) ? BYTE_ORDER_MARK.length : 0;
    return writeLiteralLines(printed, literal, { ...chunks, maxBytes: EVENT_AT_MOST, fileStart }, out);
  };
  const read = (file: string, printed: Buffer): FoundFile | WrittenFile | undefined => {
    const lines = write(file, printed);
    return lines ? { file, lines, isBinary: false } : readLiteralLines(file, printed, literal);
  };
  return findPrinted(ripgrep, [...args, ...part], { read, reread }, signal);
}

/**
 * Whether its matches are never empty, never extend beyond a line, and do not depend on what is around them: then
 * adjacent matches that ripgrep marks as one can be told apart.
 */
function isPlain({ term, pattern, maySpanLines }: SoughtText): boolean {
  if (term.kind === "literal") return /^[^\r\n]+$/.test(term.text);
  return !maySpanLines && !/[\^$\r]|\\[AbBzQ]/.test(term.text.replace(/\\[\^$]/g, "")) && !pattern.isIn("");
}

/** Finds where the matches of a regular expression start in a text that consists only of such matches, side by side. */
function partsOf({ pattern }: SoughtText): Parts {
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

function contentArguments(
  sought: readonly SoughtText[],
  { caseSensitive }: Query,
  { contextLines, limit }: SearchOptions,
): readonly string[] {
  const patterns = [...new Set(sought.map(({ term }) => toRipgrepPattern(term)))];
  const [only = escapeForRipgrep("")] = patterns;
  const pattern = patterns.length > 1 ? patterns.map((alternative) => `(?:${alternative})`).join("|") : only;
  return [
    caseSensitive ? "--case-sensitive" : "--ignore-case",
    // How lines end does not matter to plain texts; and what is printed of them would change.
    ...lineEndArguments(sought.filter((text) => !isPlain(text)).map(({ term }) => term)),
    ...(sought.some(({ maySpanLines }) => maySpanLines) ? ["--multiline"] : []),
    ...(contextLines > 0 ? ["--context", String(contextLines)] : []),
    // More lines of one file than can be results are never looked at; with several texts, any line can decide.
    ...(sought.length === 1 && limit < Infinity ? ["--max-count", String(limit + 1)] : []),
    "--regexp",
    pattern,
  ];
}

/** ripgrep drops a byte order mark before it counts; on the wire, offsets count every byte of the file. */
function withByteOrderMark(file: string, lines: FoundFile["lines"]): readonly FoundLines[] {
  return startsWithMark(file)
    ? lines.map((line) => ({ ...line, offset: line.offset + BYTE_ORDER_MARK.length }))
    : lines;
}

function startsWithMark(file: string): boolean {
  const start = Buffer.alloc(BYTE_ORDER_MARK.length);
  try {
    // ripgrep has just read it: awaiting this would take several times as long as reading does.
    const descriptor = openSync(file, "r");
    try {
      readSync(descriptor, start, 0, start.length, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false; // it went away
  }
  return start.equals(BYTE_ORDER_MARK);
}
