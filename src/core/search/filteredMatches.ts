import type { Matches, MatchedItem, RepositoryMatches } from "../model/matches.ts";
import { TimeSlices } from "../text/timeSlices.ts";

/** The part of a search's results that is shown: everything, or what a filter leaves. */
export interface ShownMatches extends Pick<Matches, "repositories" | "items" | "itemsAsFound"> {
  readonly kept: Pick<Matches["kept"], "repositories" | "items" | "ranges">;
}

const WINDOW = 200;

/**
 * The items of a search with a text in their path or in a matched line, and the counts of those alone. Places are
 * positions among what is left; {@link MatchedItem.index} and {@link RepositoryMatches.index} stay those of the search.
 * It grows with {@link update}.
 */
export class FilteredMatches implements ShownMatches {
  readonly #matches: Matches;
  readonly #text: string;
  readonly #items: number[] = [];
  readonly #held = new Set<number>();
  /** By name, in order of the first item that is left of each. */
  readonly #repositories = new Map<string, Left>();
  readonly #byIndex = new Map<number, Left>();
  readonly #indexes = new Map<string, number>();
  #ranges = 0;
  #read = 0;
  #reading = Promise.resolve();

  /** `text` is compared without regard to case. Nothing is left before the first {@link update}. */
  constructor(matches: Matches, text: string) {
    this.#matches = matches;
    this.#text = text.toLowerCase();
  }

  get kept(): ShownMatches["kept"] {
    return { repositories: this.#repositories.size, items: this.#items.length, ranges: this.#ranges };
  }

  /** Reads what has been found since the last update, in short slices. */
  update(): Promise<void> {
    return (this.#reading = this.#reading.then(() => this.#readOn()));
  }

  /** Whether an item of the search passes the filter. */
  holds(item: number): boolean {
    return this.#held.has(item);
  }

  repositories(from: number, to: number): readonly RepositoryMatches[] {
    return [...this.#repositories]
      .slice(from, to)
      .map(([name, { index, items, rangeCount }]) => ({ index, name, itemCount: items.length, rangeCount }));
  }

  items(repository: number, from: number, to: number): readonly MatchedItem[] {
    return this.#itemsOf(this.#byIndex.get(repository)?.items.slice(from, to) ?? []);
  }

  itemsAsFound(from: number, to: number): readonly MatchedItem[] {
    return this.#itemsOf(this.#items.slice(from, to));
  }

  #itemsOf(indexes: readonly number[]): readonly MatchedItem[] {
    return indexes.flatMap((index) => this.#matches.itemsAsFound(index, index + 1));
  }

  async #readOn(): Promise<void> {
    const slices = new TimeSlices();
    while (this.#read < this.#matches.kept.items) {
      const to = Math.min(this.#read + WINDOW, this.#matches.kept.items);
      for (const item of this.#matches.itemsAsFound(this.#read, to)) {
        if (this.#isWanted(item)) this.#add(item);
        if (slices.isOver) await slices.next(); // a file may have very many lines
      }
      this.#read = to;
    }
  }

  #isWanted({ index, repository, label, lineCount }: MatchedItem): boolean {
    if (`${repository}/${label}`.toLowerCase().includes(this.#text)) return true;
    return this.#matches.lines(index, 0, lineCount).some(({ text }) => text.toLowerCase().includes(this.#text));
  }

  #add({ index, repository: name, rangeCount }: MatchedItem): void {
    let repository = this.#repositories.get(name);
    if (!repository) {
      const { repositories } = this.#matches.kept;
      for (const known of this.#matches.repositories(this.#indexes.size, repositories))
        this.#indexes.set(known.name, known.index);
      repository = { index: this.#indexes.get(name) ?? -1, items: [], rangeCount: 0 };
      this.#repositories.set(name, repository);
      this.#byIndex.set(repository.index, repository);
    }
    repository.items.push(index);
    repository.rangeCount += rangeCount;
    this.#items.push(index);
    this.#held.add(index);
    this.#ranges += rangeCount;
  }
}

/** What is left of a repository. */
interface Left {
  readonly index: number;
  readonly items: number[];
  rangeCount: number;
}
