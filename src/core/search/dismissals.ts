import type { MatchedItem, MatchedLine, RepositoryMatches } from "../model/matches.ts";
import type { ShownMatches } from "./filteredMatches.ts";

/** How much is left of something. */
interface Left {
  readonly itemCount: number;
  readonly rangeCount: number;
}

/** Whether an item, by its {@link MatchedItem.index}, passes the current filter. */
type Holds = (item: number) => boolean;

/**
 * What a person has removed from the results of a search: repositories, files and single lines. Everything that shows
 * or counts the results leaves these out. A repository stays dismissed whatever else is found in it.
 */
export class Dismissals {
  readonly #repositories = new Set<string>();
  /** Items and lines of other repositories, by the name of their repository. */
  readonly #within = new Map<string, { readonly items: Map<number, number>; readonly lines: Map<number, Lines> }>();
  #changes = 0;

  /** How often something was dismissed. */
  get changes(): number {
    return this.#changes;
  }

  addRepository(name: string): void {
    this.#changes += 1;
    this.#repositories.add(name);
  }

  /** Removes a file, or whatever else an item is. */
  addItem({ index, repository, rangeCount }: MatchedItem): void {
    this.#changes += 1;
    this.#of(repository).items.set(index, rangeCount);
  }

  /** Removes the line at a place among those of its item; with the last of them, the item. */
  addLine(item: MatchedItem, place: number, { ranges }: MatchedLine): void {
    this.#changes += 1;
    const { lines } = this.#of(item.repository);
    const known = lines.get(item.index) ?? { item, rangesAt: new Map<number, number>() };
    known.rangesAt.set(place, Math.max(1, ranges.length));
    lines.set(item.index, known);
    if (known.rangesAt.size >= item.lineCount) this.addItem(item);
  }

  /** Whether an item is dismissed, by itself or with its repository. */
  hasItem({ index, repository }: Pick<MatchedItem, "index" | "repository">): boolean {
    return this.#repositories.has(repository) || this.#within.get(repository)?.items.has(index) === true;
  }

  hasLine({ index, repository }: Pick<MatchedItem, "index" | "repository">, place: number): boolean {
    return this.#within.get(repository)?.lines.get(index)?.rangesAt.has(place) === true;
  }

  /** How many matches are left of an item that is not dismissed. */
  rangesOf({ index, repository, rangeCount }: MatchedItem): number {
    return rangeCount - rangesIn(this.#within.get(repository)?.lines.get(index));
  }

  /** What is left of a repository, counted with the same filter; without items, nothing is left of it. */
  leftOf({ name, itemCount, rangeCount }: RepositoryMatches, holds: Holds = () => true): Left {
    if (this.#repositories.has(name)) return { itemCount: 0, rangeCount: 0 };
    const within = this.#within.get(name);
    if (!within) return { itemCount, rangeCount };
    const gone = [...within.items].filter(([index]) => holds(index));
    const thinned = [...within.lines].filter(([index]) => !within.items.has(index) && holds(index));
    return {
      itemCount: itemCount - gone.length,
      rangeCount:
        rangeCount -
        gone.reduce((sum, [, ranges]) => sum + ranges, 0) -
        thinned.reduce((sum, [, lines]) => sum + rangesIn(lines), 0),
    };
  }

  /** How much of what is shown is dismissed; with `holds`, of the part that passes it. */
  countIn(
    shown: Pick<ShownMatches, "repositories">,
    holds?: Holds,
  ): { readonly repositories: number; readonly ranges: number } {
    const none = { repositories: 0, ranges: 0 };
    if (this.#changes === 0) return none;
    return shown.repositories(0, Infinity).reduce(({ repositories, ranges }, repository) => {
      const left = this.leftOf(repository, holds);
      return {
        repositories: repositories + (left.itemCount === 0 ? 1 : 0),
        ranges: ranges + repository.rangeCount - left.rangeCount,
      };
    }, none);
  }

  #of(repository: string) {
    const within = this.#within.get(repository) ?? {
      items: new Map<number, number>(),
      lines: new Map<number, Lines>(),
    };
    this.#within.set(repository, within);
    return within;
  }
}

/** Dismissed lines of an item, with their ranges, by their place. */
interface Lines {
  readonly item: MatchedItem;
  readonly rangesAt: Map<number, number>;
}

/** Ranges that touch are one within their line: each remaining line has at least one. */
function rangesIn(lines: Lines | undefined): number {
  if (!lines) return 0;
  const { item, rangesAt } = lines;
  const all = [...rangesAt.values()].reduce((sum, ranges) => sum + ranges, 0);
  return Math.min(all, item.rangeCount - (item.lineCount - rangesAt.size));
}
