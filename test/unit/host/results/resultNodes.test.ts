import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import { Dismissals } from "../../../../src/core/search/dismissals.ts";
import { nextMatch, nextRow } from "../../../../src/host/results/nextRow.ts";
import { ResultNodes, type ResultNode } from "../../../../src/host/results/resultNodes.ts";

const file = (path: string, ...lines: number[]) => ({
  type: "content",
  repository: "r",
  path,
  lineMatches: lines.map((lineNumber) => ({ line: `line ${lineNumber}`, lineNumber, offsetAndLengths: [[0, 4]] })),
});

function fill(store: MatchStore, ...matches: unknown[]): void {
  store.append(Buffer.from(JSON.stringify(matches)));
}

const nodesOf = (store: MatchStore, searchId = 1) =>
  new ResultNodes(store, { searchId, isFlat: false, dismissals: new Dismissals() });

/** All rows below, as ids. */
function ids(nodes: ResultNodes, node?: ResultNode): string[] {
  return nodes.children(node).flatMap((child) => [child.id, ...ids(nodes, child)]);
}

describe("the rows of a search", () => {
  it("are one for a file that came in pieces, with all its lines, at the place of the first", () => {
    const store = new MatchStore();
    fill(store, file("big.ts", 1, 2), file("other.ts", 5), file("big.ts", 7, 8, 9));
    const nodes = nodesOf(store);
    const [repository] = nodes.children();
    const items = nodes.children(repository);
    assert.deepEqual(
      items.map((row) => row.kind === "item" && [row.item.path, row.item.lineCount, row.item.rangeCount]),
      [
        ["big.ts", 5, 5],
        ["other.ts", 1, 1],
      ],
    );
    const lines = nodes.children(items[0]).map((row) => row.kind === "line" && row.line.line);
    assert.deepEqual(lines, [1, 2, 7, 8, 9]);
  });

  it("are ranges of lines where a file has very many, each line once, also where pieces of it end within one", () => {
    const store = new MatchStore();
    const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
    fill(
      store,
      file("big.log", ...lines(0, 150)),
      file("big.log", ...lines(150, 390)),
      file("big.log", ...lines(390, 450)),
    );
    const nodes = nodesOf(store);
    const [repository] = nodes.children();
    const [item] = nodes.children(repository);
    const rows = nodes.children(item);
    const ranges = rows.filter((row) => row.kind === "range");
    assert.equal(rows.length, 202);
    assert.deepEqual(
      ranges.map(({ from, to }) => [from, to]),
      [
        [200, 400],
        [400, 450],
      ],
    );
    const all = [...rows.slice(0, 200), ...ranges.flatMap((range) => nodes.children(range))];
    assert.deepEqual(
      all.map((row) => row.kind === "line" && row.line.line),
      lines(0, 450),
    );
    assert.equal(new Set(all.map(({ id }) => id)).size, 450);
    const [first] = nodes.children(ranges[0]);
    assert.equal(first?.parent, ranges[0]);
    assert.equal(nextMatch(nodes, rows[199], 1), first);
  });

  it("give way to the one beside them, and to that beside what they are alone in", () => {
    const store = new MatchStore();
    fill(store, file("a.ts", 1, 2), file("b.ts", 5));
    const nodes = nodesOf(store);
    const [repository] = nodes.children();
    const [a, b] = nodes.children(repository);
    const [first, second] = nodes.children(a);
    const [only] = nodes.children(b);
    assert.ok(repository && a && b && first && second && only);
    assert.deepEqual(
      [first, second, only, a, b, repository].map((gone) => nextRow(nodes, gone)),
      [second, first, a, b, a, undefined],
    );
  });

  describe("when one goes from match to match", () => {
    const named = (row: ResultNode | undefined) =>
      row?.kind === "line" ? `${row.item.path}:${row.line.line}` : row?.kind === "item" ? row.item.path : row?.id;
    /** The rows that are reached from a row, in the given number of steps. */
    const walk = (nodes: ResultNodes, by: 1 | -1, times: number, from?: ResultNode) => {
      let at = from;
      return Array.from({ length: times }, () => named((at = nextMatch(nodes, at, by))));
    };

    it("are the lines, and the files that were found by their path, round the end", () => {
      const store = new MatchStore();
      fill(store, file("a.ts", 1, 2), { type: "path", repository: "r", path: "b.ts" }, file("c.ts", 5));
      fill(store, { type: "repo", repository: "s" }, { ...file("d.ts", 3), repository: "t" });
      const nodes = nodesOf(store);
      const all = ["a.ts:1", "a.ts:2", "b.ts", "c.ts:5", "d.ts:3"];
      assert.deepEqual(walk(nodes, 1, 6), [...all, "a.ts:1"]);
      assert.deepEqual(walk(nodes, -1, 6), [...all.toReversed(), "d.ts:3"]);
    });

    it("are those in a row where that is selected, and those before it", () => {
      const store = new MatchStore();
      fill(store, file("a.ts", 1, 2), file("b.ts", 5), { ...file("d.ts", 3), repository: "s" });
      const nodes = nodesOf(store);
      const [r, s] = nodes.children();
      const [, b] = nodes.children(r);
      assert.deepEqual([walk(nodes, 1, 1, b), walk(nodes, -1, 1, b)], [["b.ts:5"], ["a.ts:2"]]);
      assert.deepEqual([walk(nodes, 1, 1, s), walk(nodes, -1, 1, s)], [["d.ts:3"], ["b.ts:5"]]);
    });

    it("are those beyond the first thousand as well, from where one is, and none of others is made", () => {
      const store = new MatchStore();
      fill(store, ...Array.from({ length: 2500 }, (_, at) => file(`${at}.ts`, 1, 2)));
      const nodes = nodesOf(store);
      const [repository] = nodes.children();
      const last = nodes.rows(repository)[999];
      assert.deepEqual(walk(nodes, 1, 3, last), ["999.ts:1", "999.ts:2", "1000.ts:1"]);
      const [range] = nodes.rows(repository).filter(({ kind }) => kind === "range");
      const within = range && nodes.rows(range)[500];
      assert.deepEqual(walk(nodes, -1, 2, within), ["1499.ts:2", "1499.ts:1"]);
      assert.deepEqual(walk(nodes, 1, 3, within), ["1500.ts:1", "1500.ts:2", "1501.ts:1"]);
      assert.deepEqual(walk(nodes, -1, 1), ["2499.ts:2"]);
      const made: unknown[] = [];
      const rows = (node?: ResultNode) => (node?.kind === "item" && made.push(node.id), nodes.rows(node));
      nextMatch({ rows }, within, 1);
      assert.equal(made.length, 1);
    });

    it("are none where there are none", () => {
      const store = new MatchStore();
      fill(store, { type: "repo", repository: "s" });
      assert.equal(nextMatch(nodesOf(store), undefined, 1), undefined);
      assert.equal(nextMatch(nodesOf(new MatchStore()), undefined, -1), undefined);
    });
  });

  it("only grow: each keeps its place and its element while more is found", () => {
    const store = new MatchStore();
    const nodes = nodesOf(store);
    let before: string[] = [];
    let first: ResultNode | undefined;
    for (let round = 0; round < 30; round++) {
      fill(store, file(`${round % 7}.ts`, round), file(`f${round}.ts`, 1), { type: "repo", repository: `r${round}` });
      const now = ids(nodes);
      const kept = new Set(before);
      assert.deepEqual(
        now.filter((id) => kept.has(id)),
        before,
      );
      assert.equal(nodes.children()[0], (first ??= nodes.children()[0]));
      before = now;
    }
    assert.equal(new Set(before).size, before.length);
  });

  it("are others than those of another search, so that the editor does not take one for the other", () => {
    const store = new MatchStore();
    fill(store, file("a.ts", 1));
    const other = new Set(ids(nodesOf(store, 2)));
    assert.ok(ids(nodesOf(store, 1)).every((id) => !other.has(id)));
  });

  it("are told of only where something is new: the top, a repository, or the range that grows", () => {
    const store = new MatchStore();
    const nodes = nodesOf(store);
    const many = (repository: string, from: number, to: number) =>
      Array.from({ length: to - from }, (_, place) => ({ type: "path", repository, path: `${from + place}.ts` }));
    const grown = (isComplete = false) =>
      nodes.grown(isComplete)?.map((row) => {
        if (row.kind === "repository") return `${row.repository.name} ${row.repository.itemCount}`;
        return row.kind === "range" ? `${row.from}–${row.to}` : row.kind;
      });
    const open = () => {
      for (const row of nodes.children()) nodes.children(row);
    };
    fill(store, ...many("a", 0, 10));
    nodes.rows();
    assert.equal(grown(), undefined, "a new repository, which the view has not asked for");
    open();
    assert.deepEqual(grown(), []);
    fill(store, ...many("a", 10, 1500), ...many("a", 1500, 1501));
    assert.deepEqual(grown(), ["a 1501"]);
    assert.deepEqual(grown(), [], "it was told");
    open();
    fill(store, ...many("a", 1501, 2000));
    assert.deepEqual(grown(), ["1000–2000"]);
    fill(store, ...many("a", 2000, 2001));
    assert.deepEqual(grown(), ["a 2001"], "a range that isn't there yet");
    open();
    fill(store, ...many("a", 2001, 2003));
    assert.deepEqual(grown(), ["2000–2003"]);
    assert.deepEqual(grown(true), ["a 2003"], "the count of the repository");
    assert.deepEqual(grown(true), []);
    fill(store, ...many("b", 0, 1));
    assert.equal(grown(), undefined);
  });

  it("are few at first where they are asked for so, and the rest is told of though nothing more came", () => {
    const store = new MatchStore();
    const nodes = nodesOf(store);
    const files = (repository: string) =>
      Array.from({ length: 3 }, (_, place) => ({ type: "path", repository, path: `${String(place)}.ts` }));
    fill(store, ...["a", "b", "c"].flatMap(files));
    const [first, second, ...more] = nodes.children(undefined, 2);
    assert.ok(first && second && more.length === 0);
    assert.equal(nodes.children(first, 2).length, 2);
    assert.equal(nodes.children(second, 3).length, 3);
    assert.equal(nodes.grown(false), undefined, "the top has more");
    assert.equal(nodes.children().length, 3);
    assert.deepEqual(nodes.grown(false), [first]);
    assert.equal(nodes.children(first).length, 3);
    assert.deepEqual(nodes.grown(true), []);
    assert.equal(nodes.children(undefined, 2).length, 3, "none goes away that the view has");
    assert.equal(nodes.children(first, 2).length, 3);
  });
});
