// Two ways to find a place without any service. They are pinned: they use nothing of the product, and changes in the
// product don't affect them.
import path from "node:path";
import { filesIn, textOf } from "./packages.ts";
import type { Found, Query } from "./queries.ts";

const SHOWN = 10;
const CHUNK_LINES = 40;
const FILE_AT_MOST = 2_000_000;
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|c|h|cc|cpp|hpp|java|rs|rb|php|sh|lua|tcl|kt|swift|scala|cs|vue|glsl|wgsl|sql|pl|zig|ex|exs|f|for|[fF]90|pas|pp|ad[bs]|d|vala|hx|lisp|scm|vim|m)$/;

const TESTS = /(?:^|\/)(?:tests?|__tests__|spec|benchmarks?)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$/;

const STOP = new Set(
  `a an and are as at be been being before but by can could did do does done for from had has have how i if in into is it
  its itself may might must not of on one or other over same should so some such than that the their them then there these
  they this those through to under up was were what when where which while who why will with within without would you your`.split(
    /\s+/,
  ),
);

interface Chunk extends Found {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

interface Corpus {
  readonly chunks: readonly Chunk[];
  readonly frequencies: ReadonlyMap<string, number>;
  readonly meanLength: number;
  readonly files: readonly { readonly file: string; readonly lines: readonly string[] }[];
}

const corpora = new Map<string, Corpus>();

/**
 * The chunks of forty lines of the source files that BM25 (k1 = 1.2, b = 0.75) ranks highest; identifiers are split,
 * words stemmed.
 */
export function bm25({ text, folders }: Query): readonly Found[] {
  const { chunks, frequencies, meanLength } = corpusOf(folders);
  const terms = [
    ...new Set(
      splitWords(text)
        .filter((word) => !STOP.has(word))
        .map(stem),
    ),
  ];
  return chunks
    .map((chunk) => {
      let score = 0;
      for (const term of terms) {
        const count = chunk.counts.get(term);
        if (count === undefined) continue;
        const frequency = frequencies.get(term) ?? 0;
        const rarity = Math.log(1 + (chunks.length - frequency + 0.5) / (frequency + 0.5));
        score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * chunk.length) / meanLength));
      }
      return { chunk, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN)
    .map(({ chunk }) => chunk);
}

/**
 * What `rg --ignore-case` with the words of the question finds: the files with most of the words, and in each the forty
 * lines with most of them.
 */
export function keywords({ text, folders }: Query): readonly Found[] {
  const words = [...new Set((text.toLowerCase().match(/[a-z0-9_]{3,}/g) ?? []).filter((word) => !STOP.has(word)))];
  const scored = corpusOf(folders).files.flatMap(({ file, lines }) => {
    const found = lines.flatMap((line, at) => {
      const has = words.filter((word) => line.includes(word));
      return has.length > 0 ? [{ at, has }] : [];
    });
    if (found.length === 0) return [];
    const distinct = new Set(found.flatMap(({ has }) => has)).size;
    let best = { startLine: 0, count: 0 };
    found.forEach(({ at }, index) => {
      const within = new Set<string>();
      for (let next = index; next < found.length && (found[next]?.at ?? 0) < at + CHUNK_LINES; next++)
        for (const word of found[next]?.has ?? []) within.add(word);
      if (within.size > best.count) best = { startLine: at, count: within.size };
    });
    const { startLine } = best;
    return [{ file, startLine, endLine: startLine + CHUNK_LINES - 1, distinct, lines: found.length }];
  });
  return scored.sort((a, b) => b.distinct - a.distinct || b.lines - a.lines).slice(0, SHOWN);
}

function corpusOf(folders: readonly string[]): Corpus {
  const key = folders.join("\n");
  const known = corpora.get(key);
  if (known) return known;
  const chunks: Chunk[] = [];
  const files: Corpus["files"][number][] = [];
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const folder of folders) {
    for (const relative of filesIn(folder)) {
      if (!SOURCE.test(relative) || TESTS.test(relative)) continue;
      const text = textOf(folder, relative);
      if (text.length > FILE_AT_MOST) continue;
      const file = path.join(folder, relative);
      const lines = text.split("\n");
      files.push({ file, lines: lines.map((line) => line.toLowerCase()) });
      for (let startLine = 0; startLine < lines.length; startLine += CHUNK_LINES) {
        const counts = new Map<string, number>();
        const words = splitWords(lines.slice(startLine, startLine + CHUNK_LINES).join("\n")).map(stem);
        for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
        for (const word of counts.keys()) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
        length += words.length;
        chunks.push({
          file,
          startLine,
          endLine: Math.min(lines.length, startLine + CHUNK_LINES) - 1,
          counts,
          length: words.length,
        });
      }
    }
  }
  const corpus = { chunks, frequencies, files, meanLength: length / Math.max(1, chunks.length) };
  if (corpora.size > 2) corpora.clear(); // queries come one package after another
  corpora.set(key, corpus);
  return corpus;
}

function splitWords(text: string): readonly string[] {
  return (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? []).map((word) => word.toLowerCase());
}

/** The first half of Porter's algorithm: plurals, past and present, `y`. */
function stem(word: string): string {
  if (word.length < 4) return word;
  let stemmed = word
    .replace(/sses$/, "ss")
    .replace(/ies$/, "i")
    .replace(/([^su])s$/, "$1");
  const shorter = stemmed.replace(/(?:ed|ing)$/, "");
  if (shorter !== stemmed && /[aeiouy]/.test(shorter) && shorter.length > 2)
    stemmed = /(?:at|bl|iz)$/.test(shorter) ? `${shorter}e` : shorter.replace(/([^aeioulsz])\1$/, "$1");
  return stemmed.replace(/(?<=[aeiouy].*)e$/, "").replace(/(?<=[aeiou].*)y$/, "i");
}
