/**
 * `node test/bench/wordKinship/pairs.ts FILE` writes what word vectors are trained on: a line of JSON for each function
 * of `packages.json` that is described in a sentence, and for as many other pieces of the same files, as stems only.
 */
import { createWriteStream, statSync } from "node:fs";
import path from "node:path";
import { argv } from "node:process";
import { linesOf } from "../../../src/core/text/lines.ts";
import { outlineOf } from "../../../src/core/text/outline.ts";
import { stemsWithin } from "../../../src/local/answers/questions/compounds.ts";
import { isStopWord, stemOf, wordsOf } from "../../../src/local/answers/questions/words.ts";
import { LINES_AT_MOST, partsOfFile, piecesOf } from "../../../src/local/answers/ranking/pieces.ts";
import { languageOf } from "../../../src/core/text/languages.ts";
import { fetchPackage, filesIn, textOf } from "../answers/packages.ts";
import { readDescribed } from "./describedCode.ts";
import measured from "../answers/packages.json" with { type: "json" };
import packages from "./packages.json" with { type: "json" };

/** Per package, so that none outweighs the others. */
const PAIRS_AT_MOST = 7_000;
const FILE_AT_MOST = 400_000;
const SOURCE =
  /\.(?:[ch]|cc|[ch]pp|go|rs|java|py|[cm]?js|jsx|[cm]?ts|tsx|php|rb|cs|kt|swift|scala|groovy|hs|ml|lua|R|p[lm]|erl|el|clj|sh)$/;
/** Tests, code written by others, and copies or forks of packages on which answers are measured. */
const SKIPPED =
  /\/(?:tests?|testing|__tests__|specs?|testdata|test-data|fixtures|examples?|demos?|docs?|vendor(?:ed)?|_vendor|third[-_]?party|3rdparty|deps|externals?|extern|contrib|min|locales?|i18n|po|generated|jemalloc|hiredis|leveldb|rocksdb|libevent|curl|golang\.org)\/|[._-]tests?\.|Tests?\.(?:java|cs|php)$|\.min\.|\.d\.[cm]?ts$|\/lua\/(?:src\/)?\w+\.[ch]$|\/(?:h2|socks)_bundle|\.pb\.|_pb2/i;

const IDENTIFIER = /[A-Za-z_$][\w$]*/g;

const [out = "pairs.jsonl"] = argv.slice(2);
const nameOf = (pin: string) => pin.replace(/(?!^)[@=].*/, "");
const strangers = new Set([
  ...Object.values(measured.corpora).flatMap((pin) =>
    Object.values<unknown>(pin).map((value) => nameOf(String(value))),
  ),
  ...Object.keys(measured.changelogs),
]);
for (const pin of Object.values(packages).flat())
  if (strangers.has(nameOf(pin))) throw new Error(`${pin}: answers are measured on it`);
const stream = createWriteStream(out);
for (const [kind, pins] of Object.entries(packages))
  for (const pin of pins) {
    const root = fetchPackage({ [kind]: pin, for: "training" }, "source");
    if (root === undefined) continue;
    const { pairs, others } = readPackage(pin, root);
    for (const line of [...others.slice(0, pairs.length), ...pairs]) stream.write(`${JSON.stringify(line)}\n`);
    await new Promise((resolve) => stream.write("", resolve));
    console.log(pin, pairs.length);
  }
stream.end();

interface Code {
  readonly package: string;
  /** Stems of the names that it defines. */
  readonly names: readonly string[];
  /** How often each stem occurs in it. */
  readonly code: Readonly<Record<string, number>>;
}

interface Pair extends Code {
  readonly words: readonly string[];
}

function readPackage(
  name: string,
  root: string,
): { readonly pairs: readonly Pair[]; readonly others: readonly Code[] } {
  const pairs: Pair[] = [];
  const others: Code[] = [];
  const said = new Set<string>();
  // in a random order, the same each time, since only the beginning of a large package is read
  for (const file of filesIn(root).toSorted((a, b) => orderOf(a) - orderOf(b))) {
    if (pairs.length >= PAIRS_AT_MOST) break;
    if (!SOURCE.test(file) || SKIPPED.test(`/${file}`) || statSync(path.join(root, file)).size > FILE_AT_MOST) continue;
    const read = readDescribed(file, textOf(root, file));
    if (!read) continue;
    const { described, bare } = read;
    const lines = linesOf(bare);
    const pieces = partsOfFile(lines).flatMap(([from, to]) =>
      piecesOf(
        lines,
        [from, to],
        outlineOf(lines.slice(from, to + 1), languageOf(file)).map((definition) => ({
          ...definition,
          startLine: definition.startLine + from,
          line: definition.line + from,
          endLine: definition.endLine + from,
        })),
      ),
    );
    for (const { name: called, sentence, startLine, endLine } of described) {
      const words = wordsOf(sentence)
        .filter((word) => !isStopWord(word))
        .map(stemOf);
      if (words.length < 3 || endLine - startLine < 2 || said.has(sentence)) continue;
      said.add(sentence);
      const isLong = endLine - startLine >= LINES_AT_MOST;
      const parts = isLong ? pieces.filter((piece) => piece.startLine <= endLine && piece.endLine >= startLine) : [];
      // of a long function, the part that has most of the words, as ranking does
      const code = [...parts, ...(parts.length > 0 ? [] : [{ startLine, endLine }])]
        .map((part) => countsOf(lines.slice(part.startLine, part.endLine + 1)))
        .map((counts) => ({ counts, shared: words.filter((word) => counts.has(word)).length }))
        .reduce((best, next) => (next.shared > best.shared ? next : best)).counts;
      if (code.size < 5) continue;
      pairs.push({
        package: name,
        names: [...countsOf([called]).keys()],
        words,
        code: Object.fromEntries(code),
      });
    }
    const rest = pieces.filter((piece) =>
      described.every(({ startLine, endLine }) => piece.startLine > endLine || piece.endLine < startLine),
    );
    for (const { startLine, endLine, definitions } of rest.slice(0, described.length)) {
      const code = countsOf(lines.slice(startLine, endLine + 1));
      const names = [...countsOf(definitions.map((definition) => definition.name)).keys()];
      if (code.size >= 3) others.push({ package: name, names, code: Object.fromEntries(code) });
    }
  }
  return { pairs: pairs.slice(0, PAIRS_AT_MOST), others };
}

/** How often each stem occurs in lines of code, counted like in the ranking index, but without names as a whole. */
function countsOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const word of line.length > 400 ? [] : (line.match(IDENTIFIER) ?? []).flatMap(wordsOf))
      for (const stem of [...stemsWithin(word), stemOf(word)]) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function orderOf(file: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < file.length; at++) hash = Math.imul(hash ^ file.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
