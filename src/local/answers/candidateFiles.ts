import type { Repository } from "../../git/repositories.ts";
import type { CodeBase } from "../files/codeBase.ts";
import { languageOf } from "../symbols/languages.ts";
import type { NamedPlace } from "./questionContext.ts";
import { isWithin } from "./overview.ts";
import { isInNamedFolder, isNamed } from "./namedCode.ts";
import type { QuestionIntent } from "./questionIntent.ts";
import { patternFor, strengthOf, type QuestionTerm } from "./questionTerms.ts";
import type { Ripgrep } from "../ripgrep/ripgrep.ts";
import { stemOf, wordsOf } from "./words.ts";
import type { CandidateFile } from "./candidateFile.ts";

export interface Candidates {
  /** Best first. */
  readonly files: readonly CandidateFile[];
  /** How much it tells that a term occurs; by the term's position. Large for rare terms, 0 for one that is nowhere. */
  readonly rarities: readonly number[];
  readonly fileCount: number;
}

export interface CandidateOptions {
  readonly ripgrep: Ripgrep;
  readonly signal: AbortSignal;
  /** Files that the question names come first. */
  readonly places: readonly NamedPlace[];
  readonly intent: QuestionIntent;
  /** Whether the question is about a folder or a repository as a whole: all files in it are candidates. */
  readonly isOverview: boolean;
  /** Those that the question speaks of; their files count more. */
  readonly preferred: readonly Repository[];
}

const COMMON = ["--hidden", "--glob", "!.git", "--no-messages", "--null", "--max-filesize", "2M"];
/** More than any score: files that the question names come first. */
const NAMED = 100_000;
/** Lines of one file that are looked at to see what it is about. */
const LINES_AT_MOST = 400;

/** Finds the files that speak of the terms: rare terms count more than common ones, terms in the path too. */
export async function findCandidates(
  codeBase: CodeBase,
  terms: readonly QuestionTerm[],
  options: CandidateOptions,
): Promise<Candidates> {
  const { ripgrep, signal, places } = options;
  const folders = codeBase.foldersOf(codeBase.repositories);
  // without a folder ripgrep looks where this process happens to be
  if (folders.length === 0) return { files: [], rarities: terms.map(() => 0), fileCount: 0 };
  const [paths, counts] = await Promise.all([
    listFiles(ripgrep, folders, signal),
    countTerms(ripgrep, folders, terms, signal),
  ]);
  const inPaths = new Map<string, readonly number[]>();
  for (const file of paths) {
    const stems = wordsOf(codeBase.locate(file)?.path ?? "").map(stemOf);
    const strengths = terms.map((term) => strengthOf(stems, term));
    if (strengths.some((strength) => strength > 0)) inPaths.set(file, strengths);
  }
  const frequencies = terms.map((_, index) => {
    let files = 0;
    for (const found of counts.values()) if ((found[index] ?? 0) > 0) files++;
    return files === 0 ? 0 : Math.log(1 + (paths.length - files + 0.5) / (files + 0.5)) + 0.1;
  });
  // A phrase that stands in one README only must not outweigh the words that it is made of.
  const rarities = terms.map(({ sequences: [sequence = []] }, index) => {
    const ofWords =
      sequence.length < 2
        ? []
        : terms.flatMap((term, other) =>
            term.sequences[0]?.length === 1 && sequence.includes(term.sequences[0][0] ?? "")
              ? [frequencies[other] ?? 0]
              : [],
          );
    return Math.min(frequencies[index] ?? 0, ofWords.length > 0 ? 1.2 * Math.max(...ofWords) : Infinity);
  });
  const scored: Omit<CandidateFile, "relevance">[] = [];
  for (const file of new Set([
    ...counts.keys(),
    ...inPaths.keys(),
    ...paths.filter((path) => isNamed(codeBase.locate(path), places)),
    ...(options.isOverview ? paths.filter((path) => isWithin(codeBase.locate(path), places)) : []),
  ])) {
    const place = codeBase.locate(file);
    if (!place) continue;
    const prior =
      priorOf(place.path, options) *
      (options.preferred.includes(place.repository) ? 2 : 1) *
      (isNamed(place, places) || isInNamedFolder(place, places) ? 2 : 1);
    const score = terms.reduce((sum, { weight }, index) => {
      const count = counts.get(file)?.[index] ?? 0;
      const rarity = rarities[index] ?? 0;
      const inPath = inPaths.get(file)?.[index] ?? 0;
      return sum + weight * (rarity * (count / (count + 1.5)) + inPath * (1 + 0.3 * rarity));
    }, 0);
    scored.push({ file, ...place, prior, score: score * prior });
  }
  const best = Math.max(1e-9, ...scored.map(({ score }) => score));
  const files = scored.map((file): CandidateFile => {
    const score = file.score + (isNamed(file, places) ? NAMED : 0);
    return { ...file, score, relevance: file.score / best };
  });
  return {
    files: files.sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : 1)),
    rarities,
    fileCount: paths.length,
  };
}

async function listFiles(
  ripgrep: Ripgrep,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const piece of ripgrep(["--files", ...COMMON, "--", ...folders], "\0", { signal }))
    files.push(piece.toString());
  return files;
}

/** How often each term occurs in each file. ripgrep prints what it found, word by word. */
async function countTerms(
  ripgrep: Ripgrep,
  folders: readonly string[],
  terms: readonly QuestionTerm[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const counts = new Map<string, number[]>();
  const known = new Map<string, readonly (readonly [term: number, strength: number])[]>();
  if (terms.length === 0) return counts;
  const args = [
    "--only-matching",
    "--ignore-case",
    "--no-heading",
    "--with-filename",
    "--no-line-number",
    "--color=never",
    "--max-count",
    String(LINES_AT_MOST),
    ...COMMON,
  ];
  for await (const piece of ripgrep([...args, "--regexp", patternFor(terms), "--", ...folders], "\n", { signal })) {
    const end = piece.indexOf(0);
    const text = piece.subarray(end + 1).toString();
    let found = known.get(text);
    if (!found) {
      const stems = wordsOf(text).map(stemOf);
      found = terms.flatMap((term, index) => {
        const strength = strengthOf(stems, term);
        return strength > 0 ? [[index, strength] as const] : [];
      });
      if (known.size < 100_000) known.set(text, found);
    }
    if (found.length === 0) continue;
    const file = piece.subarray(0, end).toString();
    let count = counts.get(file);
    if (!count) counts.set(file, (count = terms.map(() => 0)));
    for (const [index, strength] of found) count[index] = (count[index] ?? 0) + strength;
  }
  return counts;
}

/** Source code first; then what is written about it, then tests; what machines wrote hardly ever. */
function priorOf(path: string, { intent }: CandidateOptions): number {
  if (
    /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|[\w-]+\.lock|go\.sum)$|\.(?:map|svg|snap|csv|log)$/.test(
      path,
    )
  )
    return 0.02;
  if (/\.min\.(?:js|css|mjs)$|(?:^|\/)(?:dist|build|out|vendor|node_modules|third_party)\//.test(path)) return 0.15;
  if (
    /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|__mocks__|bench(?:marks?)?|e2e)\/|[._-](?:test|spec)\.\w+$|_test\.\w+$|(?:^|\/)test_\w+\.py$/i.test(
      path,
    )
  )
    return intent.tests ? 1.2 : 0.35;
  const language = languageOf(path);
  if (/(?:^|\/)CHANGELOG|(?:^|\/)CHANGES|HISTORY/i.test(path)) return 0.2;
  if (language === undefined) return 0.3;
  if (["Markdown", "reStructuredText", "Text"].includes(language))
    return intent.documentation ? 1.2 : intent.implementation ? 0.1 : 0.35;
  if (["JSON", "YAML", "TOML", "XML", "INI", "HTML", "CSS", "SCSS", "Less"].includes(language)) return 0.4;
  if (/\.d\.[mc]?ts$/.test(path)) return intent.types ? 1 : 0.25;
  return /(?:^|\/)examples?\//.test(path) ? 0.5 : 1;
}
