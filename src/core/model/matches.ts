import type { ChangedFile, DiffPlace } from "./commitText.ts";

/**
 * What a search has found so far. It grows while the stream runs; nothing in it ever moves or disappears. It is read in
 * windows: a view pays only for what it shows.
 */
export interface Matches {
  /** Everything that was found. More than {@link kept} if a limit was reached: say "showing N of M" then. */
  readonly counts: MatchCounts;
  /** What the windows can reach: everything, or the first that arrived. */
  readonly kept: MatchCounts;
  readonly size: MatchesSize;
  /** Why they could not be written to disk: then what is no longer kept did not fit into memory. Else `undefined`. */
  readonly failure: unknown;
  /** Repositories `from` (inclusive) to `to` (exclusive), in order of first appearance. */
  repositories(from: number, to: number): readonly RepositoryMatches[];
  /** What was found in one repository, in order of arrival. `repository` is a {@link RepositoryMatches.index}. */
  items(repository: number, from: number, to: number): readonly MatchedItem[];
  /** Items of all repositories, in order of arrival, which is their {@link MatchedItem.index}. */
  itemsAsFound(from: number, to: number): readonly MatchedItem[];
  /** The matched lines of one item, by line. `item` is a {@link MatchedItem.index}. */
  lines(item: number, from: number, to: number): readonly MatchedLine[];
  /** From now on uses as little memory as possible, for results that nobody looks at. They stay readable. */
  park(): void;
  /** Releases memory and disk. Afterwards nothing is found in it; the counts stay. */
  dispose(): void;
}

export interface MatchesSize {
  readonly memoryBytes: number;
  readonly fileBytes: number;
}

export interface MatchCounts {
  readonly repositories: number;
  /** Files and anything else that a result can be: commits, symbols' files, repositories. */
  readonly items: number;
  readonly lines: number;
  /**
   * Single matches, as the service counts them in its `matchCount`: ranges as they were sent, symbols, or one for a
   * whole item.
   */
  readonly ranges: number;
}

export interface RepositoryMatches {
  /** Position among the repositories of these matches. */
  readonly index: number;
  readonly name: string;
  readonly itemCount: number;
  /** The sum over its items. */
  readonly rangeCount: number;
}

export interface MatchedItem {
  /** Position among all items of these matches. */
  readonly index: number;
  /** As on the wire: `content`, `path`, `symbol`, `repo`, `commit`; any unknown type is kept under its own name. */
  readonly type: string;
  readonly repository: string;
  /** A file's path; empty for anything but a file. */
  readonly path: string;
  /** What to show for it: the path, a commit's subject, a repository's name. */
  readonly label: string;
  /** The parts of {@link label} that matched, ascending and not overlapping. */
  readonly labelRanges?: readonly ColumnRange[];
  /** A few more words about it: a repository's own description, a person's name. */
  readonly description?: string;
  /** The commit that was searched. Absent if the service can't say, or if no commit has the file in this form. */
  readonly revision?: string;
  /** The revisions as the query named them, such as branches: empty for the default branch, absent if not known. */
  readonly branches?: readonly string[];
  /** When the service last fetched the repository, in milliseconds since the epoch: the age of what was searched. */
  readonly fetchedAt?: number;
  /** How many people have starred the repository. */
  readonly stars?: number;
  /** The language of the file, in the service's words, such as `Go`. */
  readonly language?: string;
  /** For a repository: `fork`, `archived` and `private`, as far as they apply. */
  readonly traits?: readonly string[];
  readonly commit?: MatchedCommit;
  /** Its page at the instance, relative to the base URL; for anything but a file. */
  readonly webPath?: string;
  readonly lineCount: number;
  /** Matches, as the service counts them: not the number of ranges in its lines, where adjacent ones are merged. */
  readonly rangeCount: number;
}

/** The commit that an item of type `commit` or `diff` stands for. */
export interface MatchedCommit {
  /** Empty if an old service doesn't say. */
  readonly hash: string;
  readonly author: string;
  /** In milliseconds since the epoch. */
  readonly authoredAt?: number;
  readonly message: string;
  /** The files with changes that matched; empty if the message was searched. */
  readonly files: readonly ChangedFile[];
}

export interface MatchedLine {
  /** Zero-based line in the file; for a commit, in its message. */
  readonly line: number;
  /** The line without its line break. */
  readonly text: string;
  /**
   * Where `text` begins, in UTF-16 columns of its line, if it is a part of a long one; a line may have several such
   * parts. Absent for text from the start of its line.
   */
  readonly textStart?: number;
  /**
   * In UTF-16 columns of `text`, ascending, clamped to it, not overlapping. Empty for a line that only marks a place.
   */
  readonly ranges: readonly ColumnRange[];
  /** The lines right before and after it that came with it, in order. */
  readonly context?: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly symbol?: MatchedSymbol;
  /** Its place, if it is a line of a diff: then its text begins with its sign. */
  readonly diff?: DiffPlace;
}

/** A declaration; the text of its line is its name. */
export interface MatchedSymbol {
  /** In the service's words and in lower case, such as `function`. */
  readonly kind: string;
  /** The declaration that contains it; empty at the top level. */
  readonly container: string;
  /** Zero-based, in UTF-16 columns of its line in the file, if known. */
  readonly column?: number;
}

/** Half open, `[start, end)`, in UTF-16 units. */
export interface ColumnRange {
  readonly start: number;
  readonly end: number;
}
