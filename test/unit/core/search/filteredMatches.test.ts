import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import { FilteredMatches } from "../../../../src/core/search/filteredMatches.ts";
import { resultsOf } from "../../../../src/core/search/resultsText.ts";

const file = (repository: string, path: string, ...texts: readonly string[]) => ({
  type: "content",
  repository,
  path,
  lineMatches: texts.map((line, lineNumber) => ({
    line,
    lineNumber,
    offsetAndLengths: [
      [0, 1],
      [1, 1],
    ],
  })),
});

describe("a filter of matches", () => {
  it("leaves files with the text in their path or a matched line, and counts those alone", async () => {
    const store = new MatchStore();
    const append = (...matches: unknown[]) => store.append(Buffer.from(JSON.stringify(matches)));
    append(file("a", "one.ts", "x", "Wanted"), file("b", "two.ts", "x"), file("c", "WANTED.ts", "x"));
    const filtered = new FilteredMatches(store, "wanted");
    assert.deepEqual(filtered.kept, { repositories: 0, items: 0, ranges: 0 });
    await filtered.update();
    assert.deepEqual(filtered.kept, { repositories: 2, items: 2, ranges: 6 });
    assert.deepEqual(filtered.repositories(0, 9), [
      { index: 0, name: "a", itemCount: 1, rangeCount: 4 },
      { index: 2, name: "c", itemCount: 1, rangeCount: 2 },
    ]);
    assert.deepEqual(
      filtered.items(2, 0, 9).map(({ path, index }) => [path, index]),
      [["WANTED.ts", 2]],
    );
    assert.deepEqual([filtered.items(1, 0, 9), filtered.holds(1), filtered.holds(2)], [[], false, true]);

    append(file("b", "wanted/three.ts", "x"), file("d", "four.ts", "x"));
    await Promise.all([filtered.update(), filtered.update()]);
    assert.deepEqual(filtered.kept, { repositories: 3, items: 3, ranges: 8 });
    const results = [...resultsOf(store, { shown: filtered })].map(({ item, lines }) => [item.path, lines.length]);
    assert.deepEqual(results, [
      ["one.ts", 2],
      ["WANTED.ts", 1],
      ["wanted/three.ts", 1],
    ]);
    assert.deepEqual(
      filtered.itemsAsFound(1, 3).map(({ index }) => index),
      [2, 3],
    );
  });

  it("ends where the matches are gone meanwhile", async () => {
    const store = new MatchStore();
    store.append(Buffer.from(JSON.stringify([file("a", "one.ts", "x")])));
    const filtered = new FilteredMatches(store, "one");
    store.dispose();
    await filtered.update();
    assert.equal(filtered.kept.items, 0);
  });
});
