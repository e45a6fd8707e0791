import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import { mapAtOnce } from "../../base/mapAtOnce.ts";
import { fileArguments, narrow, skipLargeFiles, type FileScope } from "../files/fileListing.ts";
import { languageOf } from "../../../core/text/languages.ts";
import { listLegacyFiles } from "../files/legacyFiles.ts";
import type { Matching, SoughtText } from "../files/matching.ts";
import { toNamePattern } from "../../code/ripgrep/ripgrepPatterns.ts";
import type { Query } from "../query/query.ts";
import { findMarkedLines } from "../../code/ripgrep/markedLines.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import { findInFiles, listPaths } from "../../code/ripgrep/ripgrepFiles.ts";
import { brokenFiles, unknownSymbols, unparsedFiles } from "../files/skippedFiles.ts";
import type { CodeSymbol } from "../../../core/model/codeSymbol.ts";
import { mayBeDefinedAt } from "../../code/symbols/definingPlaces.ts";
import { hasSymbols, symbolsOf } from "../../code/symbols/symbols.ts";
import type { FileResult, SearchOptions } from "../results/found.ts";

/** How many files are with the parsers, or on their way there, at a time. */
const AT_ONCE = 256;

/**
 * Finds declarations by their names in files on disk, without ignored ones, in the order in which they are parsed. Only
 * files in which ripgrep finds a name where it may be declared are parsed.
 */
export async function* searchSymbols(
  codeBase: CodeBase,
  query: Query,
  matching: Matching,
  folders: readonly string[],
  options: SearchOptions,
): AsyncGenerator<FileResult, void> {
  const scope = { codeBase, query, matching, folders };
  const unparsed: string[] = [];
  const broken: string[] = [];
  const read = async ({ file, place, lines }: Candidate) => {
    const encoding = codeBase.encodings.of(file);
    const request = { file, language: languageOf(place.path), ...(encoding && { encoding }) };
    return { place, symbols: await options.readDefinitions(lines ? { ...request, lines } : request) };
  };
  for await (const { place, symbols } of mapAtOnce(listCandidates(scope, options), AT_ONCE, read)) {
    if (symbols === "tooLarge") {
      unparsed.push(place.path);
      options.skip(unparsedFiles(unparsed));
    } else if (symbols === "failed") {
      broken.push(place.path);
      options.skip(brokenFiles(broken));
    } else {
      const found = symbols.filter(({ name }) => matching.holdsForNameIn(place, name));
      if (found.length > 0) yield { type: "symbol", ...place, pathRanges: [], symbols: found };
    }
  }
  await skipLargeFiles(scope, options);
}

/** The declarations in a file for which a query holds. */
export async function symbolsIn(
  content: Buffer,
  place: FileInRepository,
  matching: Matching,
): Promise<readonly CodeSymbol[]> {
  if (content.includes(0)) return [];
  const text = content.toString().replace(/^\ufeff/, "");
  const symbols = await symbolsOf(text, languageOf(place.path));
  return symbols.filter(({ name }) => matching.holdsForNameIn(place, name));
}

/** A file that may declare what is looked for. */
interface Candidate {
  readonly file: string;
  readonly place: FileInRepository;
  /** The zero-based lines on which it may; `undefined` for any. */
  readonly lines: readonly number[] | undefined;
}

async function* listCandidates(scope: FileScope, options: SearchOptions): AsyncGenerator<Candidate, void> {
  const { codeBase, matching } = scope;
  const unknown = new Set<string>();
  for (const part of await narrow(scope, options)) {
    for await (const { file, lines } of listAllNamed(scope, part, options)) {
      const place = codeBase.locate(file);
      if (!place || !matching.mayHoldFor(place)) continue;
      const language = languageOf(place.path);
      if (!hasSymbols(language)) {
        const skipped = unknownSymbols(language, unknown);
        if (skipped) options.skip(skipped);
        continue;
      }
      const defining = lines?.filter((line) => mayDefine(line, language)).map(({ line }) => line);
      if (defining?.length !== 0) yield { file, place, lines: defining };
    }
  }
}

/** The files to look at, each once: also those in which ripgrep does not find all names because some are not ASCII. */
async function* listAllNamed(
  scope: FileScope,
  part: readonly string[],
  options: SearchOptions,
): AsyncGenerator<NamedLines, void> {
  const { codeBase, query, matching } = scope;
  const mayBeForeign = ({ term }: SoughtText) => term.kind === "regexp" || /[^\0-\x7f]/.test(term.text);
  const foreign = codeBase.encodings.all.length > 0 ? matching.texts.filter(mayBeForeign) : [];
  const seen = new Set<string>();
  for await (const named of listNamed(scope, part, options)) {
    if (foreign.length > 0) seen.add(named.file);
    yield named;
  }
  if (foreign.length === 0) return;
  const { ripgrep, signal } = options;
  const accept = matching.mayHoldFor.bind(matching);
  const legacy = listLegacyFiles(fileArguments(query, options), part, { codeBase, ripgrep, signal, accept });
  for await (const { file, content } of legacy) {
    // An expression is meant for a name, and may find none in a line: then all names of the file are read.
    const mayHave = ({ term, pattern }: SoughtText) => term.kind === "regexp" || pattern.isIn(content.toString());
    if (!seen.has(file) && foreign.some(mayHave)) yield { file, lines: undefined };
  }
}

/** A file, and the lines that contain a name; `undefined` if these are not known. */
interface NamedLines {
  readonly file: string;
  readonly lines: readonly FoundLines[] | undefined;
}

/** The files to look at: those that contain one of the names, with the lines that do; all, if ripgrep can't tell. */
async function* listNamed(
  { query, matching }: FileScope,
  part: readonly string[],
  options: SearchOptions,
): AsyncGenerator<NamedLines, void> {
  const { ripgrep, signal } = options;
  const names = matching.needsText ? matching.texts.filter(({ isReported }) => isReported) : [];
  const choice = [...fileArguments(query, options), "--", ...part];
  const findFiles = async function* (args: readonly string[]) {
    for await (const file of listPaths(ripgrep, [...args, ...choice], { signal })) yield { file, lines: undefined };
  };
  if (names.length === 0) {
    yield* findFiles(["--files"]);
    return;
  }
  const sought = [
    query.caseSensitive ? "--case-sensitive" : "--ignore-case",
    `--regexp=${names.map(({ term }) => `(?:${toNamePattern(term)})`).join("|")}`,
  ];
  if (names.some(mayBeNothing)) {
    const multiline = names.some(({ maySpanLines }) => maySpanLines) ? ["--multiline"] : [];
    yield* findFiles([...sought, ...multiline, "--files-with-matches"]);
    return;
  }
  const reread = (file: string) => findInFiles(ripgrep, [...sought, "--", file], signal);
  for await (const { file, lines, isBinary } of findMarkedLines(
    ripgrep,
    [...sought, ...choice],
    () => undefined,
    reread,
    signal,
  ))
    if (!isBinary) yield { file, lines };
}

/** Whether a term may match an empty text: ripgrep does not show where that was. */
function mayBeNothing({ term, pattern, maySpanLines }: SoughtText): boolean {
  if (maySpanLines) return true;
  return term.kind === "regexp" && (pattern.isIn("") || /\\b/i.test(term.text.replace(/^\\b\w|\w\\b$/g, "")));
}

function mayDefine({ bytes, ranges }: FoundLines, language: string | undefined): boolean {
  const line = bytes.toString("latin1"); // one character for each byte, as in ranges
  return ranges.some(([start, end]) => mayBeDefinedAt(line, start, end, language));
}
