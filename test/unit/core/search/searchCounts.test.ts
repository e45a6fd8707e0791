import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import type { Progress } from "../../../../src/core/model/search.ts";
import { countSearch } from "../../../../src/core/search/searchCounts.ts";

/** Matches in the given number of files, three in each, in the given number of repositories. */
function matchesOf(files: number, repositories: number, limit?: number): MatchStore {
  const store = new MatchStore(undefined, limit === undefined ? {} : { ranges: limit });
  const place = (column: number) => ({ offset: 0, line: 0, column });
  const ranges = [0, 1, 2].map((column) => ({ start: place(column), end: place(column + 1) }));
  const sent = Array.from({ length: files }, (_, index) => ({
    type: "content",
    repository: `r${index % repositories}`,
    path: `${index}`,
    chunkMatches: [{ content: "abc", contentStart: place(0), ranges }],
  }));
  store.append(Buffer.from(JSON.stringify(sent)));
  return store;
}

function progress(told: Partial<Progress>, ...reasons: readonly string[]): Progress {
  const skipped = reasons.map((reason) => ({ reason, title: "", message: "", severity: "info" }));
  return { done: true, matchCount: 0, durationMs: 1, skipped, ...told };
}

describe("the numbers of a search", () => {
  it("are those of what was sent, though the service is behind, or has looked into more repositories", () => {
    const counts = countSearch(
      { matches: matchesOf(4, 2), progress: progress({ matchCount: 9, repositoriesCount: 400 }) },
      true,
    );
    assert.deepEqual(counts, { found: 12, shown: 12, repositories: 2, isStoppedAtLimit: false });
  });

  it("are the service's where it did not send all, its repositories too", () => {
    const sent = { matches: matchesOf(2, 1), progress: progress({ matchCount: 90, repositoriesCount: 7 }, "display") };
    const expected = { found: 90, shown: 6, repositories: 7, cut: "limit", isStoppedAtLimit: false };
    assert.deepEqual(countSearch(sent, true), expected);
    assert.deepEqual(countSearch(sent, false), expected, "the service says at once that it keeps some back");
  });

  it("are all told where more was found than is kept", () => {
    const counts = countSearch({ matches: matchesOf(4, 2, 6), progress: progress({ matchCount: 12 }) }, true);
    assert.deepEqual(counts, { found: 12, shown: 6, repositories: 2, cut: "limit", isStoppedAtLimit: false });
  });

  it("tell of matches that never came once the search is over: until then they may be on their way", () => {
    const search = { matches: matchesOf(1, 1), progress: progress({ matchCount: 42 }) };
    assert.equal(countSearch(search, false).cut, undefined);
    assert.equal(countSearch(search, true).cut, "unsent");
  });

  it("are those of a search that stopped at a limit only where the service stopped looking", () => {
    const isStopped = (reason: string) => countSearch({ progress: progress({}, reason) }, true).isStoppedAtLimit;
    assert.deepEqual(["shard-match-limit", "document-match-limit", "repository-limit"].map(isStopped), [
      true,
      true,
      true,
    ]);
    assert.deepEqual(["document-size-limit", "display", "shard-timeout", ""].map(isStopped), [
      false,
      false,
      false,
      false,
    ]);
  });
});
