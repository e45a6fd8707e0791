import { listCommittedFiles, readContents, type CommittedFile } from "../../../git/history/committedFiles.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import { toUtf8 } from "../../code/encodings/utf8.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { ignoredPaths } from "../../code/files/ignoredByGit.ts";
import { languageOf } from "../../../core/text/languages.ts";
import { examineFile } from "../files/lineMatching.ts";
import type { Matching, SoughtText } from "../files/matching.ts";
import type { Query } from "../query/query.ts";
import type { NamedCommit, Revisions } from "../../code/files/revisions.ts";
import {
  binaryFiles,
  fileBytesAtMost,
  largeFiles,
  missingContents,
  unreadRepositories,
  unknownSymbols,
  unparsedFiles,
} from "../files/skippedFiles.ts";
import { hasSymbols, isTooLargeToParse } from "../../code/symbols/symbols.ts";
import { symbolsIn } from "../symbols/symbolSearch.ts";
import type { FileResult, Revised, SearchOptions } from "../results/found.ts";

/**
 * Finds files as they were at the revisions of a query, in the order of their paths. A file with the same content at
 * several of them is one result. A person also finds files that git ignores now, if they were committed.
 */
export async function* searchRevisions(
  codeBase: CodeBase,
  revisions: Revisions,
  query: Query,
  matching: Matching,
  options: SearchOptions,
): AsyncGenerator<FileResult, void> {
  const sought = matching.texts.filter(({ inContent }) => inContent);
  const forSymbols = query.types.has("symbol");
  const forFiles = query.types.has("file") || query.types.has("path");
  if (!forSymbols && !forFiles) return;
  const skipped = {
    binary: 0,
    missing: 0,
    large: [] as string[],
    unparsed: [] as string[],
    unread: [] as string[],
    unknown: new Set<string>(),
  };
  for (const [repository, commits] of revisions.byRepository) {
    const leaveUnread = (error: unknown) => {
      if (options.signal.aborted) throw error;
      skipped.unread.push(repository.name);
      options.skip(unreadRepositories(skipped.unread));
    };
    const listed = (await listFiles(repository, commits, options.signal).catch(leaveUnread)) ?? [];
    const served = listed.filter(
      ({ path }) => codeBase.fileOf(repository, path) !== undefined && matching.mayHoldFor({ repository, path }),
    );
    const paths = served.map(({ path }) => path);
    const ignored = await ignoredPaths(codeBase, repository, paths, { git: ALLOWED, signal: options.signal });
    const files = served.filter(({ path }) => !ignored.has(path));
    const encodingOf = (path: string) => codeBase.encodings.of(codeBase.fileOf(repository, path));
    const isNeeded = ({ path }: CommittedFile) => sought.length > 0 || (forSymbols && hasSymbols(languageOf(path)));
    const isSmall = ({ size = 0 }: CommittedFile) => size <= fileBytesAtMost(options.limit);
    const isThere = ({ size }: CommittedFile) => size !== undefined;
    const contents = readContents(
      repository.root,
      files.filter((file) => isNeeded(file) && isThere(file) && isSmall(file)).map(({ hash }) => hash),
      options.signal,
    );
    try {
      for (const file of files) {
        const place = { repository, path: file.path };
        const base = { ...place, pathRanges: matching.rangesInPath(file.path), at: file.at };
        let content: Buffer | undefined;
        if (isNeeded(file) && isSmall(file)) {
          content = isThere(file) ? ((await contents.next().catch(leaveUnread))?.value ?? undefined) : undefined;
          if (skipped.unread.includes(repository.name)) break; // git ends at an object that is damaged
          if (content) content = (await toUtf8(content, encodingOf(file.path))) ?? content;
          else options.skip(missingContents(++skipped.missing));
        } else if (isNeeded(file)) {
          skipped.large.push(file.path);
          options.skip(largeFiles(skipped.large, options.limit));
        }
        if (forSymbols) {
          const unknown = hasSymbols(languageOf(file.path))
            ? undefined
            : unknownSymbols(languageOf(file.path), skipped.unknown);
          if (unknown) options.skip(unknown);
          const isUnparsed = content !== undefined && isTooLargeToParse(content.length, languageOf(file.path));
          if (isUnparsed) {
            skipped.unparsed.push(file.path);
            options.skip(unparsedFiles(skipped.unparsed));
          }
          const symbols = content && !isUnparsed ? await symbolsIn(content, place, matching) : [];
          if (symbols.length > 0) yield { type: "symbol", ...base, pathRanges: [], symbols };
        }
        if (!forFiles) continue;
        const isBinary = content?.includes(0) === true;
        const { found, lines } = examineFile(content ?? EMPTY, sought, options.contextLines);
        if (isBinary && found.size > 0) options.skip(binaryFiles(++skipped.binary));
        if (!matching.holdsFor(place, isBinary ? NOTHING : found)) continue;
        // Of files that were not read, only the path is known.
        if (!content && sought.length > 0 && !matching.holdsFor(place, new Set(sought))) continue;
        yield lines.length > 0 && !isBinary ? { type: "content", ...base, lines } : { type: "path", ...base };
      }
    } finally {
      await contents.return();
    }
  }
}

/** Whoever named the revisions was let run git to find them. */
const ALLOWED = { mayRunIn: () => true };
const NOTHING: ReadonlySet<SoughtText> = new Set();
const EMPTY = Buffer.alloc(0);

/** Lists each file once for all revisions at which it is the same. */
async function listFiles(
  repository: Repository,
  commits: readonly NamedCommit[],
  signal: AbortSignal,
): Promise<readonly (CommittedFile & { readonly at: Revised })[]> {
  const files = new Map<
    string,
    CommittedFile & { readonly at: { readonly revisions: string[]; readonly commit: string } }
  >();
  const listed = new Map<string, readonly CommittedFile[]>(); // many names may refer to one commit
  for (const { revision, commit } of commits) {
    const ofCommit = listed.get(commit) ?? (await listCommittedFiles(repository.root, commit, signal));
    listed.set(commit, ofCommit);
    for (const file of ofCommit) {
      const key = `${file.hash} ${file.path}`;
      const same = files.get(key);
      if (same) same.at.revisions.push(revision);
      else files.set(key, { ...file, at: { revisions: [revision], commit } });
    }
  }
  const all = [...files.values()];
  return commits.length > 1 ? all.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)) : all;
}
