import { TimeSlices } from "../../core/text/timeSlices.ts";
import type { Repository } from "../../git/repositories.ts";
import type { CodeBase } from "../files/codeBase.ts";
import type { Ripgrep } from "../ripgrep/ripgrep.ts";
import type { CandidateFile } from "./candidateFile.ts";
import { kindOf, worthOfKind } from "./fileKinds.ts";
import { isInNamedFolder, isNamed } from "./namedCode.ts";
import { isWithin } from "./overview.ts";
import type { NamedPlace } from "./questionContext.ts";
import type { QuestionIntent } from "./questionIntent.ts";
import { likenessesIn, type TermMatching } from "./termMatching.ts";
import { raritiesOf, type Rarities } from "./rarities.ts";
import { WEIGHTS } from "./weights.ts";

export interface Candidates {
  /** Best first. */
  readonly files: readonly CandidateFile[];
  readonly rarities: Rarities;
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
  matching: TermMatching,
  options: CandidateOptions,
): Promise<Candidates> {
  const { ripgrep, signal, places, intent } = options;
  const { terms, probes } = matching;
  const folders = codeBase.foldersOf(codeBase.repositories);
  // without a folder ripgrep looks where this process happens to be
  if (folders.length === 0) return { files: [], rarities: raritiesOf(matching, [], 0), fileCount: 0 };
  const [paths, { counts, bytes }] = await Promise.all([
    listFiles(ripgrep, folders, signal),
    countProbes(ripgrep, folders, matching, signal),
  ]);
  const inPaths = new Map<string, readonly number[]>();
  const slices = new TimeSlices({ signal });
  for (const file of paths) {
    if (slices.isOver) await slices.next();
    const likenesses = inPath(codeBase.locate(file)?.path ?? "", matching);
    if (likenesses.some((likeness) => likeness > 0)) inPaths.set(file, likenesses);
  }
  const rarities = raritiesOf(matching, counts.values(), bytes);
  const scored: Omit<CandidateFile, "relevance">[] = [];
  for (const file of new Set([
    ...counts.keys(),
    ...inPaths.keys(),
    ...paths.filter((path) => isNamed(codeBase.locate(path), places)),
    ...(options.isOverview ? paths.filter((path) => isWithin(codeBase.locate(path), places)) : []),
  ])) {
    if (slices.isOver) await slices.next();
    const place = codeBase.locate(file);
    if (!place) continue;
    const prior =
      worthOfKind(kindOf(place.path), intent) *
      (options.preferred.includes(place.repository) ? WEIGHTS.preferred : 1) *
      (isNamed(place, places) || isInNamedFolder(place, places) ? WEIGHTS.named : 1);
    const occurrences = terms.map(() => 0);
    counts.get(file)?.forEach((count, index) => {
      const term = probes[index]?.term ?? 0;
      occurrences[term] = (occurrences[term] ?? 0) + count * (rarities.likenesses[index] ?? 0);
    });
    const score = occurrences.reduce(
      (sum, count, term) =>
        sum +
        (rarities.worths[term] ?? 0) * (count / (count + WEIGHTS.saturation.file) + (inPaths.get(file)?.[term] ?? 0)),
      0,
    );
    scored.push({ file, ...place, prior, score: score * prior });
  }
  const best = scored.reduce((most, { score }) => Math.max(most, score), 1e-9);
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

/** What a path says of each term; the file's own name more than the folders'. */
function inPath(path: string, matching: TermMatching): readonly number[] {
  const slash = path.lastIndexOf("/") + 1;
  const folder = likenessesIn(path.slice(0, slash), matching);
  return likenessesIn(path.slice(slash).replace(/\.\w+$/, ""), matching).map((likeness, term) =>
    Math.max(WEIGHTS.path.name * likeness, WEIGHTS.path.folder * (folder[term] ?? 0)),
  );
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

/** How often each probe occurs in each file, and how much was searched. ripgrep prints what it found, word by word. */
async function countProbes(
  ripgrep: Ripgrep,
  folders: readonly string[],
  { terms, probes, probesIn, pattern }: TermMatching,
  signal: AbortSignal,
): Promise<{ readonly counts: ReadonlyMap<string, readonly number[]>; readonly bytes: number }> {
  const counts = new Map<string, number[]>();
  const known = new Map<string, readonly number[]>();
  let bytes = 0;
  if (terms.length === 0) return { counts, bytes };
  const args = [
    "--only-matching",
    "--ignore-case",
    "--no-heading",
    "--with-filename",
    "--no-line-number",
    "--color=never",
    "--stats",
    "--max-count",
    String(LINES_AT_MOST),
    ...COMMON,
  ];
  for await (const piece of ripgrep([...args, "--regexp", pattern, "--", ...folders], "\n", { signal })) {
    const end = piece.indexOf(0);
    const text = piece.subarray(end + 1).toString();
    if (end < 0) {
      bytes = Number(/^(\d+) bytes searched$/.exec(text)?.[1] ?? bytes);
      continue;
    }
    let found = known.get(text);
    if (!found) {
      found = probesIn(text);
      if (known.size < 100_000) known.set(text, found);
    }
    if (found.length === 0) continue;
    const file = piece.subarray(0, end).toString();
    let count = counts.get(file);
    if (!count) counts.set(file, (count = probes.map(() => 0)));
    for (const index of found) count[index] = (count[index] ?? 0) + 1;
  }
  return { counts, bytes };
}
