import { closeSync, openSync, readSync } from "node:fs";
import { readRegular } from "../../../git/disk/disk.ts";
import { EVENT_AT_MOST } from "../../base/eventStream.ts";
import { BYTE_ORDER_MARK } from "../../code/encodings/utf8.ts";
import type { FindForm } from "../../code/engine/contents.ts";
import type { FoundIn } from "../../code/engine/engine.ts";
import type { LeftOut } from "../../code/engine/leftOut.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import type { Query } from "../query/query.ts";
import type { FileResult, SearchOptions } from "../results/found.ts";
import { JsonWriter } from "../results/jsonWriter.ts";
import { writeLiteralLines, type WrittenLines } from "../results/writtenLines.ts";
import { narrow, scopeOf, tellLarge } from "./fileListing.ts";
import { examineFile, examineLines, type Examined } from "./lineMatching.ts";
import type { Matching, SoughtText } from "./matching.ts";
import { binaryFiles } from "./skippedFiles.ts";

/**
 * Finds files on disk, without ignored ones: first those with something in them, in the order in which the engine
 * finishes them, last those that are results by their path, or by what is not in them. The engine looks for all texts
 * at once; which of them a file has is then decided line by line. Of the first, those in non-Unicode encodings come
 * last. Throws an `EngineError` for a regular expression that the engine refuses.
 */
export async function* searchFiles(
  query: Query,
  matching: Matching,
  folders: readonly string[],
  options: SearchOptions,
): AsyncGenerator<FileResult, void> {
  const { engine, contextLines, limit } = options;
  const fileScope = { query, matching, folders };
  const sought = matching.texts.filter(({ inContent }) => inContent);
  /** Files that are decided already, although they would be results by their path alone. */
  const decided = new Set<string>();
  const byPath = ({ repository, path }: FileInRepository): FileResult => ({
    type: "path",
    repository,
    path,
    pathRanges: matching.rangesInPath(path),
  });
  const resultOf = (place: FileInRepository, lines: FileLines): FileResult =>
    "json" in lines || lines.length > 0 ? { ...byPath(place), type: "content", lines } : byPath(place);

  const large = new Set<string>();
  if (sought.length > 0) {
    let binaryCount = 0;
    const leaveOut = (each: LeftOut) => {
      if (each.leftOut === "tooLarge") large.add(each.file);
      else if (each.leftOut === "binary") options.skip(binaryFiles(++binaryCount));
      else options.leaveOut(each);
    };
    // As in other files, lines beyond those that can be results are skipped.
    const linesAtMost = (limit + 1) * (2 * contextLines + 1);
    const write = writerFor(sought, options);
    const form = {
      contextLines,
      // More lines of one file than can be results are never looked at; with several texts, any line can decide.
      ...(sought.length === 1 && limit < Infinity && { linesAtMost: limit + 1 }),
      ...(write && { write }),
    };
    const soughtTexts = { texts: sought, caseSensitive: query.caseSensitive };
    const scope = await narrow(fileScope, { ...options, leaveOut });
    for await (const each of engine.find(soughtTexts, scope, form)) {
      if ("leftOut" in each) {
        leaveOut(each);
        continue;
      }
      const { file } = each;
      const isLegacy = "content" in each;
      const { found, lines } = isLegacy
        ? examineFile(each.content, sought, contextLines)
        : await examine(each, sought, contextLines);
      if (matching.mayHoldWithoutContent && matching.holdsFor(each, NOTHING)) decided.add(file);
      if (!matching.holdsFor(each, found)) continue;
      const inFile = "json" in lines ? lines : isLegacy ? lines.slice(0, linesAtMost) : withByteOrderMark(file, lines);
      yield resultOf(each, inFile);
    }
    tellLarge(large, options);
  }
  if (!matching.mayHoldWithoutContent) return;
  const all: ReadonlySet<SoughtText> = new Set(sought);
  const inPath = matching.needsText ? matching.texts.filter((text) => text.inPath) : undefined;
  const literals = inPath?.every(({ term }) => term.kind === "literal")
    ? inPath.map(({ term }) => term.text)
    : undefined;
  const anySize = { ...scopeOf(fileScope, options), maxBytes: undefined, inPath: literals };
  for await (const each of engine.list(anySize)) {
    if ("leftOut" in each) options.leaveOut(each);
    else if (decided.has(each.file) || !matching.holdsFor(each, NOTHING)) continue;
    // Of files that were not read, only the path is known.
    else if (!large.has(each.file) || matching.holdsFor(each, all)) yield byPath(each);
  }
}

const NOTHING: ReadonlySet<SoughtText> = new Set();

type FileLines = readonly FoundLines[] | WrittenLines;

async function examine(
  { file, lines }: FoundIn<WrittenLines>,
  sought: readonly SoughtText[],
  contextLines: number,
): Promise<Examined<SoughtText> | { readonly found: ReadonlySet<SoughtText>; readonly lines: WrittenLines }> {
  const [only] = sought;
  if ("json" in lines) return { found: new Set(sought), lines };
  // For what matches the start of a text, the engine may say that a line has it, but not where.
  const areMarked = lines.some(({ ranges }) => ranges.length > 0);
  if (areMarked && sought.length === 1 && only) return { found: new Set([only]), lines: only.isReported ? lines : [] };
  if (areMarked && !sought.some(({ maySpanLines }) => maySpanLines)) return examineLines(lines, sought, contextLines);
  const content = await readRegular(file).catch(() => undefined);
  if (!content) return { found: NOTHING, lines: [] };
  const examined = examineFile(content, sought, contextLines);
  const hasMark = content.subarray(0, 3).equals(BYTE_ORDER_MARK);
  // Offsets as the engine counts them: the mark is added again for every file that has one.
  return hasMark
    ? { ...examined, lines: examined.lines.map((line) => ({ ...line, offset: line.offset - 3 })) }
    : examined;
}

/** Writes the lines of a file as chunks straight away, if these are wanted. */
function writerFor(
  [only]: readonly SoughtText[],
  { chunks }: SearchOptions,
): NonNullable<FindForm<WrittenLines>["write"]> | undefined {
  if (only?.isReported !== true || !chunks) return undefined;
  const out = new JsonWriter();
  return (file, numbered, literal) => {
    const fileStart = startsWithMark(file) ? BYTE_ORDER_MARK.length : 0;
    return writeLiteralLines(numbered, literal, { ...chunks, maxBytes: EVENT_AT_MOST, fileStart }, out);
  };
}

/** The engine drops a byte order mark before it counts; on the wire, offsets count every byte of the file. */
function withByteOrderMark(file: string, lines: readonly FoundLines[]): readonly FoundLines[] {
  return startsWithMark(file)
    ? lines.map((line) => ({ ...line, offset: line.offset + BYTE_ORDER_MARK.length }))
    : lines;
}

function startsWithMark(file: string): boolean {
  const start = Buffer.alloc(BYTE_ORDER_MARK.length);
  try {
    // The engine has just read it: awaiting this would take several times as long as reading does.
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
