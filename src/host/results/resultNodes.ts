import type { Dismissals } from "../../core/search/dismissals.ts";
import type { FilteredMatches, ShownMatches } from "../../core/search/filteredMatches.ts";
import type { MatchOrder } from "../../core/search/matchOrder.ts";
import type { MatchedItem, MatchedLine, Matches, RepositoryMatches } from "../../core/model/matches.ts";
import { joinPieces } from "./joinPieces.ts";

/** A row of the results. Elements are kept, so that the editor recognizes them when the tree has grown. */
export type ResultNode =
  | {
      readonly kind: "repository";
      readonly id: string;
      readonly repository: RepositoryMatches;
      /** Set if the repository itself is all that was found in it. */
      readonly itself: MatchedItem | undefined;
      readonly parent: ResultNode | undefined;
    }
  | {
      readonly kind: "range";
      readonly id: string;
      readonly from: number;
      readonly to: number;
      /** The level that it continues: the top, a repository, or the lines of a file. */
      readonly parent: ResultNode | undefined;
    }
  | {
      readonly kind: "item";
      readonly id: string;
      /** With the counts of all its parts. */
      readonly item: MatchedItem;
      /** A service may send a file with very many matches in several pieces, which are one row. */
      readonly parts: readonly MatchedItem[];
      readonly parent: ResultNode | undefined;
    }
  | {
      readonly kind: "line";
      readonly id: string;
      readonly line: MatchedLine;
      readonly item: MatchedItem;
      /** The piece of the file that it came in, and its place there. */
      readonly part: MatchedItem;
      readonly place: number;
      readonly parent: ResultNode;
    };

type RepositoryNode = Extract<ResultNode, { kind: "repository" }>;
type ItemNode = Extract<ResultNode, { kind: "item" }>;

/**
 * How many rows a level shows directly. Further ones come in collapsed ranges of this size, appended so that nothing
 * moves.
 */
const LEVEL = 1000;
/** Likewise for the lines of a file, because several files are open at once. */
const LINES = 200;

/** How the rows are arranged and what is left out of them. */
export interface Arrangement {
  /** Makes rows of different searches differ: the editor remembers by their ids what is expanded. */
  readonly searchId: number;
  /** Lists files one below the other, without their repositories. */
  readonly isFlat: boolean;
  /** The matches that pass a filter; absent if all are shown. */
  readonly filter?: FilteredMatches | undefined;
  readonly dismissals: Dismissals;
  /** Absent if rows are in the order found. */
  readonly order?: MatchOrder;
}

/** The rows of one search, made on demand. */
export class ResultNodes {
  readonly #matches: Matches;
  /** The matches that have rows. */
  readonly #shown: ShownMatches;
  readonly #arrangement: Arrangement;
  readonly #kept = new Map<string, ResultNode>();
  /** Items by level and first place. */
  readonly #read = new Map<string, MatchedItem[]>();
  /** How many items a level had when its rows were last requested, or reported as grown. */
  readonly #told = new Map<RepositoryNode | undefined, number>();

  constructor(matches: Matches, arrangement: Arrangement) {
    this.#matches = matches;
    this.#shown = arrangement.filter ?? matches;
    this.#arrangement = arrangement;
  }

  /**
   * The rows below a node, for the view. It gets at most `most` of a level first, and hears of the others through
   * `grown`. It never gets fewer rows than it has heard of.
   */
  children(node?: ResultNode, most = Infinity): ResultNode[] {
    const level = node?.kind === "repository" ? node : undefined;
    if (node && !level) return this.rows(node);
    const shown = Math.max(most, this.#told.get(level) ?? 0);
    this.#told.set(level, Math.min(shown, level ? level.repository.itemCount : this.#topCount));
    return this.rows(level, shown);
  }

  /** The same rows for other uses. They don't count as reported to the view. */
  rows(node?: ResultNode, most = Infinity): ResultNode[] {
    switch (node?.kind) {
      case undefined:
        return this.#level(undefined, Math.min(most, this.#topCount));
      case "repository":
        return node.itself ? [] : this.#level(node, Math.min(most, node.repository.itemCount));
      case "range":
        return node.parent?.kind === "item"
          ? this.#lines(node.parent, node.from, node.to, node)
          : this.#rows(levelOf(node), node.from, node.to, node);
      case "item": {
        const ranges = this.#ranges(node, LINES, node.item.lineCount);
        return [...this.#lines(node, 0, LINES, node), ...ranges];
      }
      case "line":
        return [];
    }
  }

  /**
   * The rows that have changed since the view last heard of them, updated; `undefined` if the top level has more rows.
   * If a level has grown only in its last range, that is its only changed row: all others stay as they are, and the
   * count of the repository follows with the next range, or when `isComplete`.
   */
  grown(isComplete: boolean): ResultNode[] | undefined {
    const top = this.#topCount;
    const told = this.#told.get(undefined) ?? 0;
    if (top !== told) {
      const range = this.#lastRange(undefined, told, top);
      if (!range) return undefined;
      this.#told.set(undefined, top);
      return [range];
    }
    return this.#arrangement.isFlat ? [] : this.#grownRepositories(isComplete);
  }

  #grownRepositories(isComplete: boolean): ResultNode[] {
    return this.#shown.repositories(0, this.#shown.kept.repositories).flatMap((repository): ResultNode[] => {
      const node = this.#kept.get(this.#repositoryId(repository.index));
      if (node?.kind !== "repository") return [];
      const count = repository.itemCount;
      const told = this.#told.get(node);
      const isCounted = node.repository.rangeCount === repository.rangeCount;
      // Rows that the view never asked for are not reported.
      if (isCounted ? (told ?? count) === count : !isComplete && told === count) return [];
      const range = isComplete ? undefined : this.#lastRange(node, told ?? 0, count);
      this.#told.set(node, count);
      if (range) return [range];
      const { parent } = node;
      return [this.#keep({ kind: "repository", id: node.id, repository, itself: this.#itself(repository), parent })];
    });
  }

  /** The last range of a level, with its new end, if the level has grown only there. */
  #lastRange(level: RepositoryNode | undefined, told: number, count: number): ResultNode | undefined {
    const from = Math.floor((told - 1) / LEVEL) * LEVEL;
    const range = this.#kept.get(this.#rangeId(level, from));
    if (range?.kind !== "range" || count > from + LEVEL) return undefined;
    return this.#keep({ ...range, to: count });
  }

  get #topCount(): number {
    return this.#arrangement.isFlat ? this.#shown.kept.items : this.#shown.kept.repositories;
  }

  #rangeId(level: RepositoryNode | ItemNode | undefined, from: number): string {
    return `${level?.id ?? this.#arrangement.searchId}+${from}`;
  }

  /** Up to `LEVEL` rows directly, the rest as ranges. */
  #level(level: RepositoryNode | undefined, count: number): ResultNode[] {
    return [...this.#rows(level, 0, Math.min(count, LEVEL), level), ...this.#ranges(level, LEVEL, count)];
  }

  /** What a level has beyond the `size` rows that it shows directly, in ranges of that size. */
  #ranges(level: RepositoryNode | ItemNode | undefined, size: number, count: number): ResultNode[] {
    return Array.from({ length: Math.max(0, Math.ceil(count / size) - 1) }, (_, place) => {
      const from = (place + 1) * size;
      const id = this.#rangeId(level, from);
      return this.#keep({ kind: "range", id, from, to: Math.min(from + size, count), parent: level });
    });
  }

  /** The lines of a file from one place among all its lines to another. */
  #lines({ id, item, parts }: ItemNode, from: number, to: number, parent: ResultNode): ResultNode[] {
    let before = 0;
    return parts
      .flatMap((part) => {
        const [start, first] = [before, Math.max(0, from - before)];
        before += part.lineCount;
        if (first >= part.lineCount || start >= to) return [];
        return this.#matches.lines(part.index, first, to - start).map((line, index) => {
          const place = first + index;
          return this.#keep({ kind: "line", id: `${id}.${start + place}`, line, item, part, place, parent });
        });
      })
      .filter((row) => !this.#isDismissed(row));
  }

  #rows(level: RepositoryNode | undefined, from: number, to: number, parent: ResultNode | undefined): ResultNode[] {
    const { isFlat } = this.#arrangement;
    const rows =
      level || isFlat ? this.#items(level?.repository.index, from, to, parent) : this.#repositories(from, to, parent);
    return rows.filter((row) => !this.#isDismissed(row));
  }

  /** Whether nothing is left of a row. Ranges always stay. */
  #isDismissed(node: ResultNode): boolean {
    const { dismissals } = this.#arrangement;
    switch (node.kind) {
      case "repository":
        return this.leftOf(node.repository).itemCount === 0;
      case "item":
        return node.parts.every((part) => dismissals.hasItem(part));
      case "line":
        return dismissals.hasLine(node.part, node.place);
      case "range":
        return false;
    }
  }

  /** What is left of a repository after a filter and dismissals. */
  leftOf(repository: RepositoryMatches): Pick<RepositoryMatches, "itemCount" | "rangeCount"> {
    const { dismissals, filter } = this.#arrangement;
    return dismissals.leftOf(repository, filter && ((index) => filter.holds(index)));
  }

  /** How many matches there are below a row, after dismissals. */
  countOf(node: Extract<ResultNode, { kind: "repository" | "item" }>): number {
    if (node.kind === "repository") return this.leftOf(node.repository).rangeCount;
    const { dismissals } = this.#arrangement;
    return node.parts
      .filter((part) => !dismissals.hasItem(part))
      .reduce((sum, part) => sum + dismissals.rangesOf(part), 0);
  }

  #repositories(from: number, to: number, parent: ResultNode | undefined): ResultNode[] {
    return this.#repositoriesInOrder(from, to).map((repository) =>
      this.#keep({
        kind: "repository",
        id: this.#repositoryId(repository.index),
        repository,
        itself: this.#itself(repository),
        parent,
      }),
    );
  }

  #repositoriesInOrder(from: number, to: number): readonly RepositoryMatches[] {
    const { order } = this.#arrangement;
    if (!order) return this.#shown.repositories(from, to);
    const found = this.#shown.repositories(0, Infinity);
    const byIndex = new Map(found.map((repository) => [repository.index, repository]));
    const later = found.filter(({ index }) => index >= order.repositories.length);
    return [...order.repositories.flatMap((index) => byIndex.get(index) ?? []), ...later].slice(from, to);
  }

  /** The item for the repository itself, if only its name matched. */
  #itself({ index, itemCount, rangeCount }: RepositoryMatches): MatchedItem | undefined {
    if (itemCount !== 1 || rangeCount !== 1) return undefined;
    const kept = this.#kept.get(this.#repositoryId(index));
    if (kept?.kind === "repository") return kept.itself; // it is parsed once
    const [item] = this.#shown.items(index, 0, 1);
    return item?.type === "repo" ? item : undefined;
  }

  #items(repository: number | undefined, from: number, to: number, parent: ResultNode | undefined): ResultNode[] {
    const { filter, order } = this.#arrangement;
    const all = (repository === undefined ? order?.items : order?.itemsOf.get(repository)) ?? [];
    const sorted = filter ? all.filter((index) => filter.holds(index)) : all;
    const inOrder = places(from, Math.min(to, sorted.length)).flatMap((place) => {
      const index = sorted[place] ?? 0;
      return this.#matches.itemsAsFound(index, index + 1);
    });
    const start = Math.max(from, sorted.length);
    const asFound = this.#asFound(repository, start, to);
    return joinPieces([...inOrder, ...asFound]).map(({ item, parts }) =>
      this.#keep({ kind: "item", id: `${this.#arrangement.searchId}.i${item.index}`, item, parts, parent }),
    );
  }

  #repositoryId(index: number): string {
    return `${this.#arrangement.searchId}.r${index}`;
  }

  /** Items in the order found, read only once: they don't change, and a refresh requests a whole level again. */
  #asFound(repository: number | undefined, from: number, to: number): readonly MatchedItem[] {
    const key = `${repository ?? "all"}+${from}`;
    const read = this.#read.get(key) ?? [];
    const start = from + read.length;
    if (start < to) {
      const more =
        repository === undefined ? this.#shown.itemsAsFound(start, to) : this.#shown.items(repository, start, to);
      read.push(...more);
      this.#read.set(key, read);
    }
    return read.slice(0, Math.max(0, to - from));
  }

  /** Returns the same element for the same row, updated. */
  #keep(node: ResultNode): ResultNode {
    const kept = this.#kept.get(node.id);
    if (kept) return Object.assign(kept, node);
    this.#kept.set(node.id, node);
    return node;
  }
}

function levelOf({ parent }: Extract<ResultNode, { kind: "range" }>): RepositoryNode | undefined {
  return parent?.kind === "repository" ? parent : undefined;
}

function places(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
}
