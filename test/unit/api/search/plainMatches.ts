import { decodeMatch, type DecodedMatch } from "../../../../src/api/search/decodeMatch.ts";
import { JsonObject } from "../../../../src/api/http/json.ts";
import type { MatchCounts, Matches } from "../../../../src/core/model/matches.ts";

/** What `MatchStore` must equal: parses everything at once and keeps all of it. Slow and obvious. */
export class PlainMatches {
  readonly all: { readonly match: DecodedMatch; readonly index: number }[] = [];

  append(json: readonly unknown[]): void {
    for (const value of json) {
      const object = JsonObject.of(value);
      if (object) this.all.push({ match: decodeMatch(object), index: this.all.length });
    }
  }

  get names(): readonly string[] {
    return [...new Set(this.all.map(({ match }) => match.item.repository))];
  }

  get counts(): MatchCounts {
    return {
      repositories: this.names.length,
      items: this.all.length,
      lines: sum(this.all.map(({ match }) => match.lines.length)),
      ranges: sum(this.all.map(({ match }) => match.item.rangeCount)),
    };
  }

  /** Everything that can be asked, in the form of {@link everythingIn}. */
  get everything(): unknown {
    return this.names.map((name, index) => {
      const found = this.all.filter(({ match }) => match.item.repository === name);
      const rangeCount = sum(found.map(({ match }) => match.item.rangeCount));
      return {
        repository: { index, name, itemCount: found.length, rangeCount },
        items: found.map(({ match, index: at }) => ({ item: { ...match.item, index: at }, lines: match.lines })),
      };
    });
  }
}

export function everythingIn(matches: Matches): unknown {
  return matches.repositories(0, Infinity).map((repository) => ({
    repository,
    items: matches
      .items(repository.index, 0, Infinity)
      .map((item) => ({ item, lines: matches.lines(item.index, 0, Infinity) })),
  }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
