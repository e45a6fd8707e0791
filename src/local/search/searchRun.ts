import { awakeTimeout } from "../../core/model/awakeTimeout.ts";
import type { CodeBase } from "../code/files/codeBase.ts";
import { neededLanguages } from "./files/fileListing.ts";
import { hasSymbols } from "../code/symbols/symbols.ts";
import type { Commits } from "../code/files/commits.ts";
import type { HeldBackCache } from "../code/files/heldBackCache.ts";
import { tellHeldBack, tellLeftOut, ruleTeller, type Everything } from "./files/leftOut.ts";
import { Matching } from "./files/matching.ts";
import type { Query } from "./query/query.ts";
import { tellReading } from "./reading.ts";
import { resolveContents } from "./files/repositoryContents.ts";
import { resolveRevisions, type Revisions } from "../code/files/revisions.ts";
import type { Engine } from "../code/engine/engine.ts";
import { EngineError, withoutEngine } from "../code/engine/engineError.ts";
import type { LeftOut } from "../code/engine/leftOut.ts";
import { search } from "./search.ts";
import { limitRanges, type MatchOrigin } from "./results/searchEvents.ts";
import type { SearchOutput } from "./results/searchOutput.ts";
import type { SearchParameters } from "./searchParameters.ts";
import { select } from "./selection.ts";
import type { ReadDefinitions } from "../code/symbols/fileDefinitions.ts";
import type { Found, SearchOptions } from "./results/found.ts";
import type { ResultType } from "./query/querySettings.ts";
import {
  findUnreadable,
  ignoredFolders,
  refusedFiles,
  timedOut,
  unreadableFolders,
  unreadRepositories,
  unsafeIgnoreFiles,
  unfinishedSearch,
  unnamedFiles,
  waitingGit,
} from "./files/skippedFiles.ts";
import { l10n } from "../base/l10n.ts";

export interface SearchServices {
  readonly engine: Engine;
  /** Absent where not a person searches. */
  readonly everything?: Everything | undefined;
  readonly commits: Commits;
  readonly readDefinitions: ReadDefinitions;
  /** What is known already of the files that are held back. */
  readonly heldBack?: HeldBackCache;
  /** For tests; five seconds as on the service. */
  readonly heartbeatMs?: number;
}

/** The form in which lines are wanted. */
type LineParameters = Pick<SearchParameters, "contextLines" | "asChunks" | "maxLineLength" | "asParts">;

/** As on the service. */
const FLUSH_MS = 200;
const HEARTBEAT_MS = 5_000;
/** How many ranges are found if the query has no `count:`. */
const DEFAULT_COUNT = 10_000;
/** What is looked for in files as they are on disk. */
const ON_DISK: readonly ResultType[] = ["file", "path", "symbol", "use"];

/**
 * Carries out a query and reports what is found, up to the final progress and what follows it. Silent once `signal` is
 * aborted.
 */
export async function runSearch(
  query: Query,
  parameters: LineParameters,
  output: SearchOutput,
  services: SearchServices,
  signal: AbortSignal,
): Promise<void> {
  const { everything } = services;
  if (query.withIgnored && !everything) {
    output.sendAlert(
      l10n.t("`ignored:yes` is for a person's own searches"),
      l10n.t("Agents and models are not given what is ignored or excluded. Remove the filter."),
    );
    return;
  }
  const engine = query.withIgnored && everything ? everything.engine(services.engine.codeBase) : services.engine;
  const { codeBase } = engine;
  const matching = new Matching(query, codeBase);
  if (codeBase.silent.length > 0) output.skip(unreadableFolders(codeBase.silent));
  if (!hasRepositories(codeBase, matching, output)) return;
  const needsGit = query.types.has("commit") || query.types.has("diff") || query.revisions.length > 0;
  if (needsGit && !isGitReady(codeBase, matching, services.commits, output)) return;
  if (query.types.has("symbol") && !areSymbolsKnown(query, output)) return;
  const { timeoutMs } = query;
  const late = new AbortController();
  const clearLate =
    timeoutMs !== undefined &&
    awakeTimeout(timeoutMs, () => {
      late.abort(new DOMException("The search took too long.", "TimeoutError"));
    });
  const endTelling = keepTelling(output, services.heartbeatMs);
  let unreadable: Awaited<ReturnType<typeof unreadableFor>> = [];
  let isLate: boolean;
  let problem: unknown;
  let revisions: Revisions | undefined;
  try {
    unreadable = [...codeBase.silent, ...(await unreadableFor(codeBase, matching))];
    if (unreadable.length > 0) output.skip(unreadableFolders(unreadable));
    const ending = AbortSignal.any([signal, late.signal]);
    const refused = new Set<string>();
    const ignored = new Set<string>();
    const unnamed = new Set<string>();
    const leaveOut = ({ file, leftOut }: LeftOut) => {
      if (leftOut === "refused") refused.add(file);
      else if (leftOut === "rulesAbove") ignored.add(file);
      else if (leftOut === "name") unnamed.add(file);
    };
    const resolved = await resolveContents(query, { engine, leaveOut, signal: ending });
    const resolvedMatching = resolved === query ? matching : new Matching(resolved, codeBase);
    if (query.revisions.length > 0) {
      const chosen = codeBase.repositories.filter(
        (repository) => resolvedMatching.mayHoldIn(repository) && services.commits.canRead(repository),
      );
      revisions = await resolveRevisions(chosen, query.revisions, ending);
      if (revisions.unread.length > 0) output.skip(unreadRepositories(revisions.unread.map(({ name }) => name)));
    }
    const isOnDisk = !revisions && ON_DISK.some((type) => query.types.has(type));
    const hasRule = isOnDisk && everything && !query.withIgnored;
    const found = { ...services, engine, leaveOut, ...(hasRule && { onFound: ruleTeller(output, codeBase) }) };
    const isWhole = await collect(resolved, resolvedMatching, revisions, parameters, output, found, ending);
    const waiting = codeBase.repositories.filter(services.commits.isWaiting.bind(services.commits));
    if (waiting.length > 0) output.skip(waitingGit(waiting.map(({ name }) => name)));
    for (const file of refused) if (unreadable.includes(file) || codeBase.isHeldBack(file)) refused.delete(file);
    if (ignored.size > 0) output.skip(ignoredFolders([...ignored]));
    if (refused.size > 0) output.skip(refusedFiles([...refused]));
    if (unnamed.size > 0) output.skip(unnamedFiles([...unnamed]));
    if (isOnDisk)
      await tellLeftOut(output, {
        engine,
        everything: query.withIgnored ? undefined : everything,
        folders: codeBase.foldersOf(codeBase.repositories.filter((repository) => matching.mayHoldIn(repository))),
        isWhole,
        signal: ending,
      });
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof EngineError && error.reason === "idle") output.skip(unfinishedSearch());
    else if (!late.signal.aborted) problem = error;
  } finally {
    isLate = late.signal.aborted;
    if (clearLate) clearLate();
    endTelling();
    late.abort(); // a signal that something listens to is kept until it is aborted
  }
  if (engine.notHeeded.length > 0) output.skip(unsafeIgnoreFiles(engine.notHeeded));
  if (isLate) output.skip(timedOut(timeoutMs ?? 0));
  output.flush(true);
  output.sendProgress(true);
  if (tellProblem(problem, unreadable, output)) return;
  if (revisions && revisions.missing.length > 0) {
    output.sendAlert(l10n.t("Some revisions don't exist"), describeMissing(revisions));
  } else {
    await tellReading(query, output, { engine, revisions }, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

/** Reports what a search has found so far, and that it goes on, until the returned function is called. */
export function keepTelling(output: SearchOutput, heartbeatMs = HEARTBEAT_MS): () => void {
  const timers = [
    setInterval(() => {
      output.flush();
    }, FLUSH_MS),
    setInterval(() => {
      output.sendProgress(false);
    }, heartbeatMs),
  ];
  return () => {
    timers.forEach(clearInterval);
  };
}

/**
 * Reports, after the final progress, why a search has failed, or that it has found nothing while not all folders could
 * be read. Returns whether there was something to report. Throws, for the log, what a person can do nothing about.
 */
export function tellProblem(problem: unknown, unreadable: readonly string[], output: SearchOutput): boolean {
  if (problem instanceof EngineError && problem.reason === "pattern") {
    output.sendAlert(
      l10n.t("The regular expression can't be read"),
      l10n.t("{0}. To search for special characters such as `(` or `[`, put a `\\` in front.", problem.message),
    );
  } else if (problem instanceof EngineError && problem.reason === "missing") {
    const { title, description } = withoutEngine(problem);
    output.sendAlert(title, description);
  } else if (problem instanceof Error) {
    output.sendError(l10n.t("The search failed in the local service. Its log says more."));
    throw problem;
  } else if (unreadable.length > 0 && output.count === 0) {
    const { title, message } = unreadableFolders(unreadable);
    output.sendAlert(title, message);
  } else return false;
  return true;
}

/** Returns whether that was all: not, where the limit of results was reached. */
async function collect(
  query: Query,
  matching: Matching,
  revisions: Revisions | undefined,
  { contextLines, asChunks, ...form }: LineParameters,
  output: SearchOutput,
  {
    engine,
    commits,
    leaveOut,
    readDefinitions,
    heldBack,
    onFound,
  }: SearchServices & Pick<SearchOptions, "leaveOut"> & { readonly onFound?: (found: Found) => void },
  signal: AbortSignal,
): Promise<boolean> {
  const { codeBase } = engine;
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
  const skip = output.skip.bind(output);
  const chunks = asChunks && { chunks: form };
  const options = { signal, engine, readDefinitions, contextLines, ...chunks, limit, canReadGit, leaveOut, skip };
  for await (const found of select(search(codeBase, query, matching, revisions, options), query.select)) {
    const left = limit - output.count;
    const counted = left > 0 ? limitRanges(found, left) : undefined;
    if (counted) {
      onFound?.(counted);
      await output.add(matching.inSoughtLanguage(counted), () => originOf(counted));
    }
    if (counted === found) continue;
    output.skip({
      reason: "shard-match-limit",
      title: l10n.t("Result limit reached"),
      message: l10n.t("Only the first {0} matches were looked for.", limit),
      suggested: { title: l10n.t("increase limit"), queryExpression: `count:${limit * 10}` },
    });
    return false;
  }
  signal.throwIfAborted();
  const isListing = query.types.size === 1 && query.types.has("path");
  if (isListing || output.count === 0) await tellHeldBack(engine, output, { signal, heldBack });
  return true;
}

/** The folders to search that can't be listed: the engine goes on with the others. */
async function unreadableFor(codeBase: CodeBase, matching: Matching): Promise<readonly string[]> {
  return findUnreadable(
    codeBase.foldersOf(codeBase.repositories.filter((repository) => matching.mayHoldIn(repository))),
  );
}

/** Whether there is anything to search; if not, what there is instead is reported. */
export function hasRepositories({ repositories, silent }: CodeBase, matching: Matching, output: SearchOutput): boolean {
  if (repositories.some((repository) => matching.mayHoldIn(repository))) return true;
  output.sendProgress(true);
  const names = repositories.map(({ name }) => `* \`${name}\``);
  if (names.length === 0 && silent.length > 0) {
    tellProblem(undefined, silent, output);
  } else if (names.length === 0) {
    tellNoFolder(output);
  } else {
    output.sendAlert(
      l10n.t("No repositories found"),
      `${l10n.t("No repository matches the filters. Available repositories:")}\n\n${[...names.slice(0, 10), ...(names.length > 10 ? ["* …"] : [])].join("\n")}`,
    );
  }
  return false;
}

/** Reports that there is nothing to search. */
function tellNoFolder(output: SearchOutput): void {
  output.sendAlert(
    l10n.t("No folder is open"),
    l10n.t("The local service searches the folders on this machine that are open in the editor. Open a folder."),
  );
}

function isGitReady({ repositories }: CodeBase, matching: Matching, commits: Commits, output: SearchOutput): boolean {
  const meant = repositories.filter((repository) => repository.git && matching.mayHoldIn(repository));
  if (meant.some((repository) => commits.canRead(repository))) return true;
  if (meant.length > 0) {
    output.sendAlert(
      l10n.t("git is not run in folders that are not trusted"),
      l10n.t("Commits, diffs and revisions are read with git. Trust this workspace to search them."),
    );
  } else {
    output.sendAlert(l10n.t("No commits"), l10n.t("None of the searched folders is a git repository."));
  }
  return false;
}

function areSymbolsKnown(query: Query, output: SearchOutput): boolean {
  const languages = neededLanguages(query);
  if (languages?.some(hasSymbols) !== false) return true;
  output.sendAlert(
    languages.length === 0 ? l10n.t("No symbols") : l10n.t("No symbols for {0}", languages.join(", ")),
    l10n.t("The local service finds symbols in common programming languages. Remove `type:symbol` to search the text."),
  );
  return false;
}

function describeMissing({ missing }: Revisions): string {
  const names = missing.map(({ repository, revision }) => `* ${l10n.t("`{0}` in `{1}`", revision, repository.name)}`);
  return `${l10n.t("git knows no such branch, tag or commit:")}\n\n${[...names.slice(0, 10), ...(names.length > 10 ? ["* …"] : [])].join("\n")}`;
}
