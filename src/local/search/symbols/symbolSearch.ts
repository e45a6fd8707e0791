import type { CodeSymbol } from "../../../core/model/codeSymbol.ts";
import { languageOf } from "../../../core/text/languages.ts";
import { mapAtOnce } from "../../base/mapAtOnce.ts";
import type { LeftOut } from "../../code/engine/leftOut.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import type { FoundLines } from "../../code/lines/foundLines.ts";
import { mayBeDefinedAt } from "../../code/symbols/definingPlaces.ts";
import { hasSymbols, symbolsOf } from "../../code/symbols/symbols.ts";
import { narrow, tellLarge, type FileScope } from "../files/fileListing.ts";
import type { Matching } from "../files/matching.ts";
import { brokenFiles, unknownSymbols, unparsedFiles } from "../files/skippedFiles.ts";
import type { Query } from "../query/query.ts";
import type { FileResult, SearchOptions } from "../results/found.ts";

/** How many files are with the parsers, or on their way there, at a time. */
const AT_ONCE = 256;

/**
 * Finds declarations by their names in files on disk, without ignored ones, in the order in which they are parsed. Only
 * files that have a name where it may be declared are parsed.
 */
export async function* searchSymbols(
  query: Query,
  matching: Matching,
  folders: readonly string[],
  options: SearchOptions,
): AsyncGenerator<FileResult, void> {
  const { encodings } = options.engine.codeBase;
  const scope = { query, matching, folders };
  const large = new Set<string>();
  const leaveOut = (each: LeftOut) => {
    if (each.leftOut === "tooLarge") large.add(each.file);
    else options.leaveOut(each);
  };
  const unparsed: string[] = [];
  const broken: string[] = [];
  const read = async ({ file, place, lines }: Candidate) => {
    const encoding = encodings.of(file);
    const request = { file, language: languageOf(place.path), ...(encoding && { encoding }) };
    return { place, symbols: await options.readDefinitions(lines ? { ...request, lines } : request) };
  };
  const candidates = listCandidates(scope, { ...options, leaveOut });
  for await (const { place, symbols } of mapAtOnce(candidates, AT_ONCE, read)) {
    if (symbols === "tooLarge") {
      unparsed.push(place.path);
      options.skip(unparsedFiles(unparsed));
    } else if (symbols === "failed") {
      broken.push(place.path);
      options.skip(brokenFiles(broken));
    } else {
      const found = namedAs(matching, place, symbols);
      const { repository, path } = place;
      if (found.length > 0) yield { type: "symbol", repository, path, pathRanges: [], symbols: found };
    }
  }
  tellLarge(large, options);
}

/** The declarations in a file for which a query holds. */
export async function symbolsIn(
  content: Buffer,
  place: FileInRepository,
  matching: Matching,
): Promise<readonly CodeSymbol[]> {
  if (content.includes(0)) return [];
  const text = content.toString().replace(/^\ufeff/, "");
  return namedAs(matching, place, await symbolsOf(text, languageOf(place.path)));
}

/** The declarations for whose names a query holds; a private name of JavaScript also without its `#`. */
function namedAs(matching: Matching, place: FileInRepository, symbols: readonly CodeSymbol[]): readonly CodeSymbol[] {
  return symbols.filter(
    ({ name }) =>
      matching.holdsForNameIn(place, name) || (name.startsWith("#") && matching.holdsForNameIn(place, name.slice(1))),
  );
}

/** A file that may declare what is looked for. */
interface Candidate {
  readonly file: string;
  readonly place: FileInRepository;
  /** The zero-based lines on which it may; `undefined` for any. */
  readonly lines: readonly number[] | undefined;
}

async function* listCandidates(fileScope: FileScope, options: SearchOptions): AsyncGenerator<Candidate, void> {
  const { query, matching } = fileScope;
  const unknown = new Set<string>();
  const texts = matching.needsText ? matching.texts.filter(({ isReported }) => isReported) : [];
  const names = { texts, caseSensitive: query.caseSensitive };
  for await (const each of options.engine.define(names, await narrow(fileScope, options))) {
    if ("leftOut" in each) {
      options.leaveOut(each);
      continue;
    }
    const language = languageOf(each.path);
    if (!hasSymbols(language)) {
      const skipped = unknownSymbols(language, unknown);
      if (skipped) options.skip(skipped);
      continue;
    }
    const lines = each.lines?.filter((line) => mayDefine(line, language)).map(({ line }) => line);
    if (lines?.length !== 0) yield { file: each.file, place: each, lines };
  }
}

function mayDefine({ bytes, ranges }: FoundLines, language: string | undefined): boolean {
  const line = bytes.toString("latin1"); // one character for each byte, as in ranges
  return ranges.some(([start, end]) => mayBeDefinedAt(line, start, end, language));
}
