import { isUtf8 } from "node:buffer";
import type { FileEncoding } from "../../../core/model/localProcess.ts";
import { readLog, type LoggedCommit } from "../../../git/history/log.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import { fromLegacy } from "../../code/encodings/utf8.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { ignoredPaths } from "../../code/files/ignoredByGit.ts";
import { parsePatch, type FileDiff } from "./diffText.ts";
import type { Matching } from "../files/matching.ts";
import { unreadRepositories } from "../files/skippedFiles.ts";
import { codePointLength, measure } from "../../code/lines/positions.ts";
import type { Query } from "../query/query.ts";
import type { CommitFilter } from "../query/querySettings.ts";
import type { Revisions } from "../../code/files/revisions.ts";
import type { CommitRange, FoundCommit, SearchOptions, Skipped } from "../results/found.ts";
import { l10n } from "../../base/l10n.ts";

/** How many commits to look back in each repository. */
const COMMITS_AT_MOST = 20_000;
const DIFFS_AT_MOST = 2_000;
/** For a commit with its changes. A few kilobytes in a repository can be gigabytes of lines. */
const BYTES_AT_MOST = 16 * 1024 * 1024;

/**
 * Finds commits by their messages, newest first, repository by repository: those that lead to the revisions, or to what
 * is checked out.
 */
export async function* searchCommits(
  repositories: readonly Repository[],
  query: Query,
  matching: Matching,
  revisions: Revisions | undefined,
  options: SearchOptions,
): AsyncGenerator<FoundCommit, void> {
  for await (const { repository, commit } of readCommits(repositories, query, revisions, COMMITS_AT_MOST, options)) {
    const holds = matching.holdsForText(commit.message, (condition) =>
      condition.on === "repository" ? condition.pattern.isIn(repository.name) : undefined,
    );
    if (!holds) continue;
    const ranges = commit.message.split(/\r?\n/).flatMap((line, index) => rangesInLine(line, index + 1, 0, matching));
    yield { type: "commit", repository, commit, content: commit.message, ranges };
  }
}

/**
 * Finds commits by the lines that they add or remove, file by file: a result has the files for which the query holds.
 */
export async function* searchDiffs(
  codeBase: CodeBase,
  repositories: readonly Repository[],
  query: Query,
  matching: Matching,
  revisions: Revisions | undefined,
  options: SearchOptions,
): AsyncGenerator<FoundCommit, void> {
  const signs = query.select === "commit.diff.added" ? "+" : query.select === "commit.diff.removed" ? "-" : "+-";
  const isIgnored = ignoredNow(codeBase, options);
  for await (const { repository, commit } of readCommits(repositories, query, revisions, DIFFS_AT_MOST, options)) {
    const lines: string[] = [];
    const ranges: CommitRange[] = [];
    for (const file of await readPatch(commit.patch, repository, codeBase)) {
      const path = pathOf(file);
      if (codeBase.fileOf(repository, path) === undefined || !holdsForDiff(file, repository, signs, matching)) continue;
      if (!(await isIgnored(repository, path))) appendFile(file, signs, matching, lines, ranges);
    }
    if (lines.length > 0) yield { type: "diff", repository, commit, content: lines.join("\n"), ranges };
  }
}

/** Whether a path is not given since git ignores it now. Each is looked up once, as it is found. */
function ignoredNow(
  codeBase: CodeBase,
  { canReadGit, signal }: SearchOptions,
): (repository: Repository, path: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const lookUp = async (repository: Repository, path: string): Promise<boolean> =>
    (await ignoredPaths(codeBase, repository, [path], { git: { mayRunIn: canReadGit }, signal })).has(path);
  return (repository, path) => {
    const key = `${repository.root}\0${path}`;
    const found = known.get(key) ?? lookUp(repository, path);
    known.set(key, found);
    return found;
  };
}

/** What a commit changes in its files, with each line decoded as far as its encoding is known. */
async function readPatch(patch: Buffer, repository: Repository, codeBase: CodeBase): Promise<readonly FileDiff[]> {
  if (codeBase.encodings.all.length === 0) return parsePatch(patch.toString());
  const encodingOf = (path: string) => codeBase.encodings.of(codeBase.fileOf(repository, path));
  return Promise.all(parsePatch(patch.toString("latin1")).map((file) => decoded(file, encodingOf)));
}

/**
 * Decodes a file whose characters each stand for a byte. A commit may have changed its encoding: each line is examined
 * by itself.
 */
async function decoded(
  { oldPath, newPath, hunks }: FileDiff,
  encodingOf: (path: string) => FileEncoding | undefined,
): Promise<FileDiff> {
  const bytesOf = (text: string) => Buffer.from(text, "latin1");
  const file = { oldPath: bytesOf(oldPath).toString(), newPath: bytesOf(newPath).toString() };
  const all = hunks.flatMap(({ header, lines }) => [header, ...lines]).map(bytesOf);
  const others = Buffer.concat(all.filter((line) => !isUtf8(line)).flatMap((line) => [line, LINE_BREAK]));
  const othersInUtf8 = (await fromLegacy(others, encodingOf(pathOf(file)))) ?? others;
  const texts = othersInUtf8.toString().split("\n");
  let at = 0;
  const textOf = (text: string) => {
    const bytes = bytesOf(text);
    return isUtf8(bytes) ? bytes.toString() : (texts[at++] ?? "");
  };
  return {
    ...file,
    hunks: hunks.map(({ header, lines }) => ({ header: textOf(header), lines: lines.map(textOf) })),
  };
}

const LINE_BREAK = Buffer.from("\n");

/** The current path; the previous one for a file that was removed. */
function pathOf({ oldPath, newPath }: Pick<FileDiff, "oldPath" | "newPath">): string {
  return newPath === "/dev/null" ? oldPath : newPath;
}

function holdsForDiff(file: FileDiff, repository: Repository, signs: string, matching: Matching): boolean {
  const path = pathOf(file);
  const changed = file.hunks.flatMap(({ lines }) => lines.filter((line) => isChange(line, signs)));
  if (changed.length === 0) return false;
  const found = matching.texts.filter(({ pattern }) => changed.some((line) => pattern.isIn(line.slice(1))));
  return matching.holdsFor({ repository, path }, new Set(found));
}

/** Adds the hunks with something in them; all, if the query looks for nothing in them. */
function appendFile(
  { oldPath, newPath, hunks }: FileDiff,
  signs: string,
  matching: Matching,
  lines: string[],
  ranges: CommitRange[],
): void {
  const found = hunks.map(({ lines: inHunk }) =>
    inHunk.map((line) => (isChange(line, signs) ? rangesInLine(line.slice(1), 0, 1, matching) : [])),
  );
  const isAnyFound = found.some((inHunk) => inHunk.some(({ length }) => length > 0));
  lines.push(`${escapeBlanks(oldPath)} ${escapeBlanks(newPath)}`);
  hunks.forEach((hunk, index) => {
    const inHunk = found[index] ?? [];
    if (isAnyFound && !inHunk.some(({ length }) => length > 0)) return;
    lines.push(hunk.header);
    hunk.lines.forEach((line, at) => {
      lines.push(line);
      for (const [, column, length] of inHunk[at] ?? []) ranges.push([lines.length, column, length]);
    });
  });
}

function isChange(line: string, signs: string): boolean {
  return line !== "" && signs.includes(line.charAt(0));
}

function escapeBlanks(path: string): string {
  return path.replaceAll(" ", "\\ ");
}

function rangesInLine(line: string, index: number, shift: number, { texts }: Matching): readonly CommitRange[] {
  return texts.flatMap(({ pattern, isReported }) => {
    const places = isReported ? [...pattern.placesIn(line)].filter(([start, end]) => end > start) : [];
    return measure(line, places, codePointLength).map(([start, end]) => [index, shift + start, end - start] as const);
  });
}

async function* readCommits(
  repositories: readonly Repository[],
  query: Query,
  revisions: Revisions | undefined,
  maxCount: number,
  { signal, skip, canReadGit }: SearchOptions,
): AsyncGenerator<{ readonly repository: Repository; readonly commit: LoggedCommit }, void> {
  const dates = (wanted: "after" | "before") =>
    query.commitFilters.flatMap((filter) => (filter.name === wanted ? [filter.text] : []));
  const cut: string[] = [];
  const unread: string[] = [];
  const large: string[] = [];
  for (const repository of repositories) {
    if (!canReadGit(repository)) continue;
    let count = 0;
    const log = readLog(repository.root, {
      signal,
      maxCount,
      withPatch: maxCount === DIFFS_AT_MOST,
      bytesAtMost: BYTES_AT_MOST,
      revisions: revisions?.byRepository.get(repository)?.map(({ commit }) => commit) ?? [],
      after: dates("after"),
      before: dates("before"),
    });
    try {
      for await (const commit of log) {
        count++;
        if (!query.commitFilters.every((filter) => passes(commit, filter))) continue;
        if (commit.isCut) {
          large.push(`* \`${commit.hash.slice(0, 7)}\`, \`${repository.name}\``);
          skip(largeCommits(large));
        }
        yield { repository, commit };
      }
    } catch (error) {
      if (signal.aborted) throw error;
      unread.push(repository.name);
      skip(unreadRepositories(unread));
    }
    if (count < maxCount) continue;
    cut.push(`* \`${repository.name}\``);
    skip({
      reason: "repository-limit",
      title: l10n.t("Only the newest {0} commits were searched", maxCount),
      message: `${l10n.t("There are older commits in these repositories. Use `before:` to reach them:")}\n\n${[...cut.slice(0, 10), ...(cut.length > 10 ? ["* …"] : [])].join("\n")}`,
    });
  }
}

function largeCommits(names: readonly string[]): Skipped {
  return {
    reason: "commit-size-limit",
    title:
      names.length === 1
        ? l10n.t("1 commit was searched only partly")
        : l10n.t("{0} commits were searched only partly", names.length),
    message: `${l10n.t("Only the first {0} of each were searched:", `${BYTES_AT_MOST / 1024 / 1024} MB`)}\n\n${[...names.slice(0, 10), ...(names.length > 10 ? ["* …"] : [])].join("\n")}`,
  };
}

function passes(commit: LoggedCommit, filter: CommitFilter): boolean {
  switch (filter.name) {
    case "author":
      return filter.pattern.isIn(`${commit.authorName} <${commit.authorEmail}>`) !== filter.negated;
    case "committer":
      return filter.pattern.isIn(`${commit.committerName} <${commit.committerEmail}>`) !== filter.negated;
    case "message":
      return filter.pattern.isIn(commit.message) !== filter.negated;
    case "before":
    case "after":
      return true;
  }
}
