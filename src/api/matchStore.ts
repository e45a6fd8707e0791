import type { MatchCounts, MatchedItem, MatchedLine, Matches, RepositoryMatches } from "../core/matches.ts";
import { decodeMatch } from "./decodeMatch.ts";
import { JsonObject } from "./json.ts";

/** The matches of one stream, in the order in which they came. Appends only; see {@link Matches}. */
export class MatchStore implements Matches {
  readonly #repositories: { name: string; items: MatchedItem[]; rangeCount: number }[] = [];
  readonly #repositoryIndex = new Map<string, number>();
  readonly #lines: (readonly MatchedLine[])[] = [];
  #lineCount = 0;
  #rangeCount = 0;

  get counts(): MatchCounts {
    return {
      repositories: this.#repositories.length,
      items: this.#lines.length,
      lines: this.#lineCount,
      ranges: this.#rangeCount,
    };
  }

  /** Adds the matches of one event. What is no object is left out. */
  append(matches: readonly unknown[]): void {
    for (const match of matches) {
      const json = JsonObject.of(match);
      if (json) this.#add(json);
    }
  }

  repositories(from: number, to: number): readonly RepositoryMatches[] {
    return this.#repositories.slice(from, to).map(({ name, items, rangeCount }, offset) => ({
      index: from + offset,
      name,
      itemCount: items.length,
      rangeCount,
    }));
  }

  items(repository: number, from: number, to: number): readonly MatchedItem[] {
    return this.#repositories[repository]?.items.slice(from, to) ?? [];
  }

  lines(item: number, from: number, to: number): readonly MatchedLine[] {
    return this.#lines[item]?.slice(from, to) ?? [];
  }

  #add(json: JsonObject): void {
    const { item, lines } = decodeMatch(json);
    let index = this.#repositoryIndex.get(item.repository);
    if (index === undefined) {
      index = this.#repositories.length;
      this.#repositoryIndex.set(item.repository, index);
      this.#repositories.push({ name: item.repository, items: [], rangeCount: 0 });
    }
    const repository = this.#repositories[index];
    repository?.items.push({ ...item, index: this.#lines.length });
    if (repository) repository.rangeCount += item.rangeCount;
    this.#lines.push(lines);
    this.#lineCount += lines.length;
    this.#rangeCount += item.rangeCount;
  }
}
