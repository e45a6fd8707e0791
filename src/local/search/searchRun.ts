import { stat } from "node:fs/promises";
import type { CodeBase } from "../files/codeBase.ts";
import { neededLanguages } from "./fileListing.ts";
import { hasSymbols } from "../symbols/symbols.ts";
import type { Commits } from "../files/commits.ts";
import { Matching } from "./matching.ts";
import { seemsToSpanLines } from "../query/pattern.ts";
import type { Query } from "../query/query.ts";
import { SUPPORTED } from "../query/queryProblem.ts";
import { resolveRevisions, type Revisions } from "../files/revisions.ts";
import { RipgrepError, type Ripgrep } from "../ripgrep/ripgrep.ts";
import { search } from "./search.ts";
import { limitRanges, type MatchOrigin } from "./searchEvents.ts";
import type { SearchOutput } from "./searchOutput.ts";
import type { SearchParameters } from "./searchParameters.ts";
import { select } from "./selection.ts";
import type { Found } from "./found.ts";
import { goneFolders, timedOut } from "./skippedFiles.ts";

export interface SearchServices {
  readonly codeBase: CodeBase;
  readonly ripgrep: Ripgrep;
  readonly commits: Commits;
  /** For tests; five seconds as on the service. */
  readonly heartbeatMs?: number;
}

/** As on the service. */
const FLUSH_MS = 200;
const HEARTBEAT_MS = 5_000;
/** How many ranges are found where the query has no `count:`. */
const DEFAULT_COUNT = 10_000;

/** Carries out a query and says what is found, up to the final progress and what comes behind it. Silent once `signal` is aborted. */
export async function runSearch(
  query: Query,
  { contextLines }: Pick<SearchParameters, "contextLines">,
  output: SearchOutput,
  services: SearchServices,
  signal: AbortSignal,
): Promise<void> {
  const { codeBase } = services;
  const matching = new Matching(query);
  if (!hasRepositories(codeBase, matching, output)) return;
  const needsGit = query.types.has("commit") || query.types.has("diff") || query.revisions.length > 0;
  if (needsGit && !isGitReady(codeBase, matching, services.commits, output)) return;
  if (query.types.has("symbol") && !areSymbolsKnown(query, output)) return;
  const { timeoutMs } = query;
  const late = new AbortController();
  const timers = [
    // One of `AbortSignal.timeout` would keep what hears of it until it rings.
    timeoutMs !== undefined &&
      setTimeout(
        () => {
          late.abort(new DOMException("The search took too long.", "TimeoutError"));
        },
        Math.min(Math.ceil(timeoutMs), 2 ** 31 - 1),
      ),
    setInterval(() => {
      output.flush();
    }, FLUSH_MS),
    setInterval(() => {
      output.sendProgress(false);
    }, services.heartbeatMs ?? HEARTBEAT_MS),
  ];
  let gone: Awaited<ReturnType<typeof goneFrom>> = [];
  let isLate: boolean;
  let problem: unknown;
  let revisions: Revisions | undefined;
  try {
    gone = await goneFrom(codeBase, matching);
    if (gone.length > 0) output.skip(goneFolders(gone));
    const ending = AbortSignal.any([signal, late.signal]);
    if (query.revisions.length > 0) {
      const chosen = codeBase.repositories.filter(
        (repository) => matching.mayHoldIn(repository) && services.commits.canRead(repository),
      );
      revisions = await resolveRevisions(chosen, query.revisions, ending);
    }
    await collect(codeBase, query, matching, revisions, contextLines, output, services, ending);
  } catch (error) {
    if (signal.aborted) return;
    if (!late.signal.aborted) problem = error;
  } finally {
    isLate = late.signal.aborted;
    for (const timer of timers) if (timer) clearTimeout(timer);
    late.abort(); // a signal that something listens to is kept until it is aborted
  }
  if (isLate) output.skip(timedOut(timeoutMs ?? 0));
  output.flush(true);
  output.sendProgress(true);
  if (problem instanceof RipgrepError && problem.reason === "pattern") {
    output.sendAlert(
      "The regular expression can't be read",
      `${problem.message}. Special characters, such as \`(\` or \`[\`, need a \`\\\` in front to stand for themselves.`,
    );
  } else if (problem instanceof RipgrepError && problem.reason === "missing") {
    output.sendAlert(
      "ripgrep can't be started",
      `The local service searches with the ripgrep that comes with Plumbline. Reinstall Plumbline, or allow the program to run: ${problem.message}`,
    );
  } else if (problem instanceof Error) {
    output.sendError("The search failed in the local service. Its log says more.");
    throw problem;
  } else if (gone.length > 0 && output.count === 0) {
    output.sendAlert(gone.length === 1 ? "The folder is gone" : "Folders are gone", goneFolders(gone).message);
  } else if (revisions && revisions.missing.length > 0) {
    output.sendAlert("Some revisions don't exist", describeMissing(revisions));
  } else {
    sendReading(query, matching, output);
  }
}

/** Tells what may have been meant otherwise than it was read. */
function sendReading({ unknownFilters: [filter] }: Query, { texts }: Matching, output: SearchOutput): void {
  const [spanning] = texts.filter(({ term, inContent }) => inContent && seemsToSpanLines(term));
  if (filter !== undefined)
    output.sendAlert(
      `\`${filter}\` is no filter`,
      `It was searched for as text. Put it in quotes where that is meant. ${SUPPORTED}`,
    );
  else if (spanning)
    output.sendAlert(
      "Matches were looked for within lines",
      `Nothing in \`${spanning.term.text}\` matches the end of a line. Write \`\\n\` where a match may go on in the next line.`,
    );
}

async function collect(
  codeBase: CodeBase,
  query: Query,
  matching: Matching,
  revisions: Revisions | undefined,
  contextLines: number,
  output: SearchOutput,
  { commits, ripgrep }: SearchServices,
  signal: AbortSignal,
): Promise<void> {
  const onDisk = revisions ? [] : codeBase.repositories.filter((repository) => matching.mayHoldIn(repository));
  const treeOf = commits.forOneSearch(onDisk);
  const originOf = async (found: Found): Promise<MatchOrigin> => {
    const repositoryId = codeBase.repositories.indexOf(found.repository) + 1;
    if ("at" in found) return { repositoryId, commit: found.at.commit };
    const tree = "path" in found ? await treeOf(found.repository) : undefined;
    const commit = tree && "path" in found && tree.isAsCommitted(found.path) ? tree.commit : undefined;
    return { repositoryId, commit };
  };
  const limit = query.count ?? DEFAULT_COUNT;
  const canReadGit = commits.canRead.bind(commits);
  const options = { signal, ripgrep, contextLines, limit, canReadGit, skip: output.skip.bind(output) };
  for await (const found of select(search(codeBase, query, matching, revisions, options), query.select)) {
    const left = limit - output.count;
    const counted = left > 0 ? limitRanges(found, left) : undefined;
    if (counted) await output.add(counted, () => originOf(counted));
    if (counted === found) continue;
    output.skip({
      reason: "shard-match-limit",
      title: "Result limit reached",
      message: `Only the first ${limit} matches were looked for.`,
      suggested: { title: "increase limit", queryExpression: `count:${limit * 10}` },
    });
    return;
  }
  signal.throwIfAborted();
  if (!revisions && output.count === 0 && (query.types.has("file") || query.types.has("path"))) {
    output.skip({
      reason: "ignored",
      title: "Ignored files were left out",
      message: "Files that `.gitignore`, `.ignore` or `.rgignore` names were not searched.",
      isCut: false,
    });
  }
}

/** The folders to look into that are not on disk, or are no folders any more: ripgrep finds nothing there, without a word. */
async function goneFrom(codeBase: CodeBase, matching: Matching): Promise<readonly string[]> {
  const folders = codeBase.foldersOf(codeBase.repositories.filter((repository) => matching.mayHoldIn(repository)));
  const areThere = await Promise.all(
    folders.map((folder) =>
      stat(folder).then(
        (found) => found.isDirectory(),
        () => false,
      ),
    ),
  );
  return folders.filter((_, index) => areThere[index] !== true);
}

function hasRepositories({ repositories }: CodeBase, matching: Matching, output: SearchOutput): boolean {
  if (repositories.some((repository) => matching.mayHoldIn(repository))) return true;
  output.sendProgress(true);
  const names = repositories.map(({ name }) => `* \`${name}\``);
  if (names.length === 0) {
    output.sendAlert(
      "No folder is open",
      "The local service searches the folders that are open in the editor. Open one.",
    );
  } else {
    output.sendAlert(
      "No repositories found",
      `No repository matches the query's filters. There are:\n\n${[...names.slice(0, 10), ...(names.length > 10 ? ["* …"] : [])].join("\n")}`,
    );
  }
  return false;
}

function isGitReady({ repositories }: CodeBase, matching: Matching, commits: Commits, output: SearchOutput): boolean {
  const meant = repositories.filter((repository) => repository.git && matching.mayHoldIn(repository));
  if (meant.some((repository) => commits.canRead(repository))) return true;
  if (meant.length > 0) {
    output.sendAlert(
      "git is not run in folders that are not trusted",
      "Commits, diffs and revisions are read with git. Trust this workspace to search them.",
    );
  } else {
    output.sendAlert("There is nothing committed", "None of the folders that the query is about is a git repository.");
  }
  return false;
}

function areSymbolsKnown(query: Query, output: SearchOutput): boolean {
  const languages = neededLanguages(query);
  if (languages?.some(hasSymbols) !== false) return true;
  output.sendAlert(
    `Symbols of ${languages.join(" and ") || "no language"} are not known`,
    "The local service finds declarations in the usual programming languages. Leave `type:symbol` out to search the text.",
  );
  return false;
}

function describeMissing({ missing }: Revisions): string {
  const names = missing.map(({ repository, revision }) => `* \`${revision}\` in \`${repository.name}\``);
  return `git knows no such branch, tag or commit:\n\n${[...names.slice(0, 10), ...(names.length > 10 ? ["* …"] : [])].join("\n")}`;
}
