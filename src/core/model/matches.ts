import type { ChangedFile, DiffPlace } from "./commitText.ts";

/**
 * What a search has found so far. It grows while the stream runs; nothing in it ever moves or goes away. It is read by
 * window: a view pays only for what it shows.
 */
export interface Matches {
  /** All that was found. More than {@link kept} where a limit was reached: say "showing N of M" then. */
  readonly counts: MatchCounts;
  /** What the windows reach: everything, or the first that came. */
  readonly kept: MatchCounts;
  readonly size: MatchesSize;
  /** Why they could not be written to disk: then what is no longer kept did not fit into memory. Else `undefined`. */
  readonly failure: unknown;
  /** Repositories `from` (inclusive) to `to` (exclusive), in order of first appearance. */
  repositories(from: number, to: number): readonly RepositoryMatches[];
  /** What was found in one repository, in order of arrival. `repository` is a {@link RepositoryMatches.index}. */
  items(repository: number, from: number, to: number): readonly MatchedItem[];
  /** Items of all repositories, in order of arrival: that is their {@link MatchedItem.index}. */
  itemsAsFound(from: number, to: number): readonly MatchedItem[];
  /** The matched lines of one item, by line. `item` is a {@link MatchedItem.index}. */
  lines(item: number, from: number, to: number): readonly MatchedLine[];
  /** From now on takes as little memory as it can, for results that are not looked at. They stay readable. */
  park(): void;
  /** Gives back memory and disk. Nothing is found in it any more; the counts stay. */
  dispose(): void;
}

export interface MatchesSize {
  readonly memoryBytes: number;
  readonly fileBytes: number;
}

export interface MatchCounts {
  readonly repositories: number;
  /** Files and whatever else a result can be: commits, symbols' files, repositories. */
  readonly items: number;
  readonly lines: number;
  /** Single matches, as the service counts them in its `matchCount`: ranges as they were sent, symbols, or one for a whole. */
  readonly ranges: number;
}

export interface RepositoryMatches {
  /** Position among the repositories of these matches. */
  readonly index: number;
  readonly name: string;
  readonly itemCount: number;
  /** The sum of those of its items. */
  readonly rangeCount: number;
}

export interface MatchedItem {
  /** Position among all items of these matches. */
  readonly index: number;
  /** As on the wire: `content`, `path`, `symbol`, `repo`, `commit`; anything unknown is kept under its own name. */
  readonly type: string;
  readonly repository: string;
  /** A file's path; empty for what is no file. */
  readonly path: string;
  /** What to show for it: the path, a commit's subject, a repository's name. */
  readonly label: string;
  /** The parts of {@link label} that matched, ascending and not overlapping. */
  readonly labelRanges?: readonly ColumnRange[];
  /** What else there is to say of it in a few words: a repository's own description, a person's name. */
  readonly description?: string;
  /** The commit that was searched. Absent where the service can't say, or the file is not as any commit has it. */
  readonly revision?: string;
  /** The revision as the query named it, such as a branch: empty for the default branch, absent where not told. */
  readonly branch?: string;
  /** When the service last fetched the repository, in milliseconds since the epoch: the age of what was searched. */
  readonly fetchedAt?: number;
  /** The language of the file, in the service's words, such as `Go`. */
  readonly language?: string;
  /** For a repository: `fork`, `archived` and `private`, as far as they are so. */
  readonly traits?: readonly string[];
  readonly commit?: MatchedCommit;
  /** The page of it at the instance, relative to its base URL; for what is no file. */
  readonly webPath?: string;
  readonly lineCount: number;
  /** Matches, as the service counts them: not how many ranges its lines have, where those that touch are one. */
  readonly rangeCount: number;
}

/** The commit that an item of type `commit` or `diff` stands for. */
export interface MatchedCommit {
  /** Empty where an old service doesn't tell. */
  readonly hash: string;
  readonly author: string;
  /** In milliseconds since the epoch. */
  readonly authoredAt?: number;
  readonly message: string;
  /** The files with changes that matched; empty where the message was searched. */
  readonly files: readonly ChangedFile[];
}

export interface MatchedLine {
  /** Zero-based line in the file; for a commit, in its message. */
  readonly line: number;
  /** The line without its line break. */
  readonly text: string;
  /** In UTF-16 columns of `text`, ascending, clamped to it, not overlapping. Empty for a line that only marks a place. */
  readonly ranges: readonly ColumnRange[];
  /** The lines right before and after it that came along, in order. */
  readonly context?: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly symbol?: MatchedSymbol;
  /** Where it stands, for a line of a diff: its text begins with its sign then. */
  readonly diff?: DiffPlace;
}

/** A declaration; the text of its line is its name. */
export interface MatchedSymbol {
  /** In the service's words and in lower case, such as `function`. */
  readonly kind: string;
  /** What it is declared in; empty at the top. */
  readonly container: string;
  /** Zero-based, in UTF-16 columns of its line in the file, where told. */
  readonly column?: number;
}

/** Half open, `[start, end)`, in UTF-16 units. */
export interface ColumnRange {
  readonly start: number;
  readonly end: number;
}
