import { readFile } from "node:fs/promises";
import type { CodeBase, FileInRepository } from "../files/codeBase.ts";
import { fileArguments, narrow, skipLargeFiles } from "./fileListing.ts";
import { languageOf } from "../symbols/languages.ts";
import type { Matching } from "./matching.ts";
import { toRipgrepPattern } from "../query/pattern.ts";
import type { Query } from "../query/query.ts";
import { isTooLargeToParse, unknownSymbols, unparsedFiles } from "./skippedFiles.ts";
import type { CodeSymbol } from "../symbols/codeSymbol.ts";
import { hasSymbols, symbolsOf } from "../symbols/symbols.ts";
import type { FileResult, SearchOptions } from "./found.ts";

/** Finds declarations by their names in files on disk, ignored ones left out, in the order in which ripgrep lists the files. */
export async function* searchSymbols(
  codeBase: CodeBase,
  query: Query,
  matching: Matching,
  folders: readonly string[],
  options: SearchOptions,
): AsyncGenerator<FileResult, void> {
  const scope = { codeBase, query, matching, folders };
  const unknown = new Set<string>();
  const unparsed: string[] = [];
  const args = [...listing(matching, query), "--null", ...fileArguments(query, options), "--"];
  for (const part of await narrow(scope, options)) {
    for await (const piece of options.ripgrep([...args, ...part], "\0", { signal: options.signal })) {
      const file = piece.toString();
      const place = codeBase.locate(file);
      if (!place || !matching.mayHoldFor(place)) continue;
      const language = languageOf(place.path);
      if (!hasSymbols(language)) {
        const skipped = unknownSymbols(language, unknown);
        if (skipped) options.skip(skipped);
        continue;
      }
      const content = await readFile(file).catch(() => undefined); // it went away, or can't be read
      if (content && isTooLargeToParse(content.length, place.path)) {
        unparsed.push(place.path);
        options.skip(unparsedFiles(unparsed));
        continue;
      }
      const symbols = content ? await symbolsIn(content, place, matching) : [];
      if (symbols.length > 0) yield { type: "symbol", ...place, pathRanges: [], symbols };
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

/** The files to look at: those with one of the names in them, where ripgrep can tell; else all. */
function listing({ texts, needsText }: Matching, { caseSensitive }: Query): readonly string[] {
  // What is true of a name need not be true of the line it is in: there it is neither first nor last, nor alone.
  const isPlain = texts.every(({ term }) => term.kind === "literal" || !/[\^$]|\\[bBAz]/.test(term.text));
  if (!needsText || !isPlain) return ["--files"];
  const patterns = texts.map(({ term }) => `(?:${toRipgrepPattern(term)})`);
  return [
    "--files-with-matches",
    caseSensitive ? "--case-sensitive" : "--ignore-case",
    ...(texts.some(({ maySpanLines }) => maySpanLines) ? ["--multiline"] : []),
    `--regexp=${patterns.join("|")}`,
  ];
}
