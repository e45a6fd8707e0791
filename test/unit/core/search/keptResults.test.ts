import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import { EarlierMatches, parseResults, printResults } from "../../../../src/core/search/keptResults.ts";
import { countSearch } from "../../../../src/core/search/searchCounts.ts";

const file = (repository: string, path: string, lines: number) => ({
  type: "content",
  repository,
  path,
  lineMatches: Array.from({ length: lines }, (_, lineNumber) => ({
    line: `line ${String(lineNumber)}`,
    lineNumber,
    offsetAndLengths: [[0, 4]],
  })),
});
const LABEL = {
  query: { text: "line", patternType: "keyword", display: 10, contextLines: 2 },
  startedAt: 1760000000000,
  durationMs: 12.5,
  filters: [{ value: "lang:go", label: "Go", count: 3, exhaustive: true, kind: "lang" }],
} as const;

function fill(...matches: unknown[]): MatchStore {
  const store = new MatchStore();
  store.append(Buffer.from(JSON.stringify(matches)));
  return store;
}

describe("results that are kept", () => {
  it("come back as they were", () => {
    const store = fill(file("a", "x.ts", 2), file("b", "y.ts", 1), file("a", "z.ts", 3));
    const kept = parseResults(printResults(LABEL, store));
    assert.ok(kept);
    const { query, startedAt, durationMs, filters } = kept;
    assert.deepEqual({ query, startedAt, durationMs, filters }, LABEL);
    const earlier = new EarlierMatches(kept);
    assert.deepEqual([earlier.counts, earlier.kept], [store.counts, store.kept]);
    assert.deepEqual(earlier.repositories(0, 9), store.repositories(0, 9));
    assert.deepEqual(earlier.items(0, 1, 9), store.items(0, 1, 9));
    assert.deepEqual(earlier.itemsAsFound(0, 9), store.itemsAsFound(0, 9));
    assert.deepEqual(earlier.lines(2, 1, 9), store.lines(2, 1, 9));
  });

  it("are the first rows with the counts of all, and say how many there are", () => {
    const store = fill(file("a", "x.ts", 2), { type: "path", repository: "a", path: "y.ts" }, file("b", "z.ts", 5));
    const kept = parseResults(printResults(LABEL, store, 5));
    assert.ok(kept);
    const earlier = new EarlierMatches(kept);
    assert.deepEqual([earlier.kept.lines, earlier.kept.items, earlier.counts.ranges], [4, 3, 8]);
    assert.equal(earlier.itemsAsFound(2, 3)[0]?.lineCount, 2);
    const { found, shown, cut } = countSearch({ matches: earlier }, true);
    assert.deepEqual([found, shown, cut], [8, 5, "limit"]);
  });

  it("are fewer where their lines are very long", () => {
    const lineMatches = Array.from({ length: 3 }, (_, lineNumber) => {
      return { line: "x".repeat(4_000_000), lineNumber, offsetAndLengths: [[0, 1]] };
    });
    const long = (path: string) => ({ type: "content", repository: "a", path, lineMatches });
    const kept = parseResults(printResults(LABEL, fill(file("a", "x.ts", 1), long("y.ts"), long("z.ts"))));
    assert.ok(kept);
    assert.deepEqual(
      kept.items.map(({ item, lines }) => [item.path, lines.length]),
      [
        ["x.ts", 1],
        ["y.ts", 3],
      ],
    );
    assert.equal(kept.counts.lines, 7);
  });

  it("are as good as none where any part of them is missing or something else", () => {
    const text = printResults(LABEL, fill(file("a", "x.ts", 1)));
    const whole = JSON.parse(text) as { items: { item: object; lines: object[] }[] };
    const [first] = whole.items;
    assert.ok(first && parseResults(text));
    const [line] = first.lines;
    for (const odd of [
      ...["format", "query", "startedAt", "durationMs", "counts", "items"].map((name) => ({ ...whole, [name]: null })),
      { ...whole, query: { ...LABEL.query, patternType: "toString" } },
      ...["value", "label", "count", "exhaustive", "kind"].map((name) => ({
        ...whole,
        filters: [{ ...LABEL.filters[0], [name]: {} }],
      })),
      ...["type", "repository", "path", "label", "lineCount", "rangeCount"].map((name) => ({
        ...whole,
        items: [{ ...first, item: { ...first.item, [name]: {} } }],
      })),
      ...["line", "text", "textStart", "ranges"].map((name) => ({
        ...whole,
        items: [{ ...first, lines: [{ ...line, [name]: {} }] }],
      })),
      { ...whole, items: [{ ...first, item: { ...first.item, commit: { hash: "a" } } }] },
      { ...whole, items: [null] },
      null,
    ]) {
      assert.equal(parseResults(JSON.stringify(odd)), undefined, JSON.stringify(odd));
    }
    assert.equal(parseResults(text.slice(1)), undefined);
  });
});
