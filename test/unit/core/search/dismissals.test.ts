import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import { Dismissals } from "../../../../src/core/search/dismissals.ts";
import { FilteredMatches } from "../../../../src/core/search/filteredMatches.ts";
import { resultsOf } from "../../../../src/core/search/resultsText.ts";

const file = (repository: string, path: string, ...lines: (readonly [line: number, ranges: number])[]) => ({
  type: "content",
  repository,
  path,
  lineMatches: lines.map(([lineNumber, ranges]) => ({
    line: `${path} line ${lineNumber}, which is long enough`,
    lineNumber,
    offsetAndLengths: Array.from({ length: ranges }, (_, index) => [index * 2, 1]),
  })),
});

describe("what was dismissed", () => {
  const store = new MatchStore();
  store.append(
    Buffer.from(
      JSON.stringify([
        file("a", "one.ts", [1, 1], [2, 3]),
        file("a", "two.ts", [1, 2]),
        file("b", "one.ts", [5, 4]),
        { type: "path", repository: "c", path: "one.ts" },
      ]),
    ),
  );
  const items = store.itemsAsFound(0, 4);
  const item = (index: number) => items[index] ?? assert.fail();
  const lineOf = (index: number, place: number) => store.lines(index, place, place + 1)[0] ?? assert.fail();
  const repositories = store.repositories(0, 3);
  const leftOf = (dismissals: Dismissals) => repositories.map((repository) => dismissals.leftOf(repository).rangeCount);

  it("is nothing at first", () => {
    const dismissals = new Dismissals();
    assert.deepEqual(leftOf(dismissals), [6, 4, 1]);
    assert.deepEqual(dismissals.countIn(store), { repositories: 0, ranges: 0 });
  });

  it("is taken off the counts of its repository and of all, also the last of a repository", () => {
    const dismissals = new Dismissals();
    dismissals.addLine(item(0), 1, lineOf(0, 1));
    assert.deepEqual([dismissals.rangesOf(item(0)), leftOf(dismissals)], [1, [3, 4, 1]]);
    dismissals.addItem(item(1));
    assert.deepEqual([dismissals.hasItem(item(1)), leftOf(dismissals)], [true, [1, 4, 1]]);
    dismissals.addRepository("b");
    dismissals.addItem(item(3));
    assert.deepEqual(leftOf(dismissals), [1, 0, 0]);
    assert.deepEqual(dismissals.countIn(store), { repositories: 2, ranges: 10 });
  });

  it("is a file with the last of its lines, and counted once", () => {
    const dismissals = new Dismissals();
    dismissals.addLine(item(0), 0, lineOf(0, 0));
    assert.equal(dismissals.hasItem(item(0)), false);
    dismissals.addLine(item(0), 1, lineOf(0, 1));
    assert.deepEqual([dismissals.hasItem(item(0)), leftOf(dismissals)[0]], [true, 2]);
    dismissals.addRepository("a");
    assert.deepEqual(dismissals.countIn(store), { repositories: 1, ranges: 6 });
  });

  it("leaves a line that stays one match at least, where ranges that touch are counted as one", () => {
    const touching = new MatchStore();
    const ranges = [[0, 1], [1, 1], [2, 1]]; // prettier-ignore
    const lineMatches = [1, 2].map((lineNumber) => ({ line: "abc", lineNumber, offsetAndLengths: ranges }));
    touching.append(Buffer.from(JSON.stringify([{ type: "content", repository: "r", path: "p", lineMatches }])));
    const [only = assert.fail()] = touching.itemsAsFound(0, 1);
    const dismissals = new Dismissals();
    for (const [place, line] of touching.lines(0, 0, 1).entries()) dismissals.addLine(only, place, line);
    assert.equal(only.rangeCount, 6);
    assert.ok(dismissals.rangesOf(only) >= 1 && dismissals.rangesOf(only) < 6);
  });

  it("is counted of what a filter leaves, where there is one, and never written", async () => {
    const dismissals = new Dismissals();
    dismissals.addItem(item(1));
    dismissals.addLine(item(0), 0, lineOf(0, 0));
    const filtered = new FilteredMatches(store, "one.ts");
    await filtered.update();
    assert.deepEqual(
      dismissals.countIn(filtered, (index) => filtered.holds(index)),
      { repositories: 0, ranges: 1 },
    );
    const written = (shown?: FilteredMatches) =>
      [...resultsOf(store, { shown, dismissals })].map(({ item: { repository, path }, lines }) =>
        [repository, path, ...lines.map(({ line }) => line)].join(" "),
      );
    assert.deepEqual(written(), ["a one.ts 2", "b one.ts 5", "c one.ts"]);
    assert.deepEqual(written(filtered), ["a one.ts 2", "b one.ts 5", "c one.ts"]);
  });
});
