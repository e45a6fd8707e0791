import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Facets } from "../../../../../src/local/search/results/facets.ts";
import type { Found } from "../../../../../src/local/search/results/found.ts";

describe("the filters of a search", () => {
  const repository = (name: string) => ({ name, root: `/${name}`, otherNames: [], remotes: [], git: true });
  const file = (name: string, path: string): Found => ({
    type: "path",
    repository: repository(name),
    path,
    pathRanges: [],
  });
  const encode = (facets: Facets, exhaustive = true) =>
    facets.encode(exhaustive) as readonly {
      readonly value: string;
      readonly label: string;
      readonly count: number;
      readonly exhaustive: boolean;
      readonly kind: string;
    }[];

  it("count ranges by repository, language, and what people leave out", () => {
    const facets = new Facets();
    facets.add(file("h/o/a.b", "src/x.ts"), 3);
    facets.add(file("h/o/a.b", "pkg/x_test.go"), 2);
    facets.add(file("h/o/c", "proto/a.proto"), 4);
    assert.equal(facets.repositoryCount, 2);
    assert.deepEqual(
      encode(facets).map(({ value, count, kind }) => `${kind} ${value} ${count}`),
      [
        "repo repo:^h/o/a\\.b$ 5",
        "repo repo:^h/o/c$ 4",
        'lang lang:"protocol buffer" 4',
        "lang lang:typescript 3",
        "lang lang:go 2",
        "file -file:_test\\.go$ 2",
      ],
    );
  });

  it("stand in the same order whatever is found first, also those that are too many to be listed", () => {
    const names = Array.from({ length: 60 }, (_, index) => `h/o/${String(index).padStart(2, "0")}`);
    const listed = (order: readonly string[]) => {
      const facets = new Facets();
      facets.add(file("h/o/59", "first.ts"), 1);
      for (const name of order) facets.add(file(name, "a.ts"), 2);
      return encode(facets)
        .filter(({ kind }) => kind === "repo")
        .map(({ label }) => label);
    };
    assert.deepEqual(listed(names.toReversed()), ["h/o/59", ...names.slice(0, 39)]);
    assert.deepEqual(listed(names), listed(names.toReversed()));
  });

  it("tell types apart only where there are several", () => {
    const facets = new Facets();
    facets.add(file("a", "x"), 1);
    assert.deepEqual(
      encode(facets).filter(({ kind }) => kind === "type"),
      [],
    );
    facets.add({ type: "repo", repository: repository("a"), nameRanges: [] }, 1);
    assert.deepEqual(
      encode(facets, false)
        .filter(({ kind }) => kind === "type")
        .map(({ value, label, exhaustive }) => [value, label, exhaustive]),
      [
        ["type:path", "File names", false],
        ["type:repo", "Repositories", false],
      ],
    );
  });

  it("are the forty with the most, and none where nothing was found", () => {
    const facets = new Facets();
    assert.deepEqual(encode(facets), []);
    for (let index = 0; index < 100; index++) facets.add(file(`r${index}`, "x"), index + 1);
    const values = encode(facets).map(({ label }) => label);
    assert.equal(values.length, 40);
    assert.deepEqual(values.slice(0, 2), ["r99", "r98"]);
  });
});
