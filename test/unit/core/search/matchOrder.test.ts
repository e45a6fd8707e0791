import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import { isAbort } from "../../../../src/core/model/errors.ts";
import { sortMatches } from "../../../../src/core/search/matchOrder.ts";

const file = (repository: string, path: string, count: number) => ({
  type: "content",
  repository,
  path,
  chunkMatches: [
    {
      content: "x ".repeat(count),
      contentStart: { line: 0, column: 0 },
      ranges: Array.from({ length: count }, (_, column) => ({
        start: { line: 0, column: 2 * column },
        end: { line: 0, column: 2 * column + 1 },
      })),
    },
  ],
});

function store(...matches: unknown[]): MatchStore {
  const filled = new MatchStore();
  filled.append(Buffer.from(JSON.stringify(matches)));
  return filled;
}

describe("sortMatches", () => {
  const matches = store(
    file("b", "z.ts", 1),
    file("a", "Y.ts", 3),
    file("b", "a.ts", 2),
    file("b", "z.ts", 2),
    file("a", "x.ts", 3),
  );

  it("sorts items and repositories by name, whatever their case, and keeps equals as they were found", async () => {
    const { items, repositories, itemsOf } = await sortMatches(matches, "name");
    assert.deepEqual(items, [2, 4, 1, 0, 3]);
    assert.deepEqual(repositories, [1, 0]);
    assert.deepEqual(
      [itemsOf.get(0), itemsOf.get(1)],
      [
        [2, 0, 3],
        [4, 1],
      ],
    );
  });

  it("sorts by the number of matches, most first, then by name", async () => {
    const { items, repositories } = await sortMatches(matches, "count");
    assert.deepEqual(items, [4, 1, 2, 3, 0]);
    assert.deepEqual(repositories, [1, 0]);
  });

  it("sorts files by path within repositories as found, folder by folder, and leaves what is no file", async () => {
    const commit = (subject: string) => ({
      type: "commit",
      repository: "b",
      content: `[${subject}]()`,
      label: subject,
    });
    const found = store(
      file("b", "src-old/a.ts", 1),
      file("a", "z.ts", 1),
      file("b", "src/b.ts", 1),
      file("b", "Src/a/x.ts", 1),
      file("a", "b.ts", 1),
      file("b", "src/b.ts", 2),
      file("b", "README.md", 1),
    );
    const { items, repositories, itemsOf } = await sortMatches(found, "path");
    assert.deepEqual(items, [6, 3, 2, 5, 0, 4, 1]);
    assert.deepEqual(repositories, [0, 1]);
    assert.deepEqual([itemsOf.get(0), itemsOf.get(1)], [items.slice(0, 5), items.slice(5)]);
    const commits = store(commit("newest"), commit("before"), commit("about the oldest"));
    assert.deepEqual((await sortMatches(commits, "path")).items, [0, 1, 2]);
  });

  it("lets go when it is aborted", async () => {
    const many = store(...Array.from({ length: 30_000 }, (_, place) => file("a", `f${place}.ts`, 1)));
    const abort = new AbortController();
    const sorting = sortMatches(many, "name", abort.signal);
    abort.abort();
    await assert.rejects(sorting, (error) => isAbort(error));
  });
});
