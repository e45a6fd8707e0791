import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ListedFilters } from "../../../../src/core/query/listedFilters.ts";
import type { Filter } from "../../../../src/core/model/search.ts";

describe("filters to choose from", () => {
  const filter = (value: string, count: number): Filter => {
    return { value, label: value, count, exhaustive: true, kind: value.replace(/:.*/, "") };
  };
  const ALL = [filter("lang:go", 9), filter("lang:c", 3), filter("repo:^a$", 8), filter("repo:^b$", 4)];
  const words = (listed: ListedFilters, query: string, filters: readonly Filter[]) =>
    listed.of(query, filters).map(({ value, count }) => `${value} ${count ?? "?"}`);

  it("stay while one of them is chosen, in their order and with their counts, whatever the service lists then", () => {
    const listed = new ListedFilters();
    assert.deepEqual(words(listed, "x", ALL), ["lang:go 9", "lang:c 3", "repo:^a$ 8", "repo:^b$ 4"]);
    assert.deepEqual(words(listed, "x lang:c", []), ["lang:go 9", "lang:c 3"]);
    assert.deepEqual(words(listed, "x lang:c", [filter("repo:^a$", 2), filter("lang:c", 2)]), [
      ...["lang:go 9", "lang:c 2", "repo:^a$ 2"],
    ]);
    assert.deepEqual(words(listed, "x (lang:c or lang:go)", ALL), [
      ...["lang:go 9", "lang:c 3", "repo:^a$ 8", "repo:^b$ 4"],
    ]);
  });

  it("have no counts that belong to another query", () => {
    const listed = new ListedFilters();
    words(listed, "x", ALL);
    assert.deepEqual(words(listed, "x lang:c", [filter("lang:c", 3), filter("repo:^a$", 3)]), [
      ...["lang:go 9", "lang:c 3", "repo:^a$ 3"],
    ]);
    assert.deepEqual(words(listed, "x lang:c repo:^a$", [filter("lang:c", 3), filter("repo:^a$", 3)]), [
      ...["lang:go ?", "lang:c 3", "repo:^a$ 3"],
    ]);
  });

  it("are those of the service again when none is chosen, and when something else is searched for", () => {
    const listed = new ListedFilters();
    words(listed, "x", ALL);
    words(listed, "x lang:c", []);
    assert.deepEqual(words(listed, "x", [filter("lang:go", 1)]), ["lang:go 1"]);
    words(listed, "x lang:go", []);
    assert.deepEqual(words(listed, "y lang:go", [filter("lang:go", 1)]), ["lang:go 1"]);
  });

  it("know filters that the query had before they were listed", () => {
    const listed = new ListedFilters();
    assert.deepEqual(words(listed, "x lang:c", []), []);
    assert.deepEqual(words(listed, "x lang:c", [filter("lang:c", 3)]), ["lang:c 3"]);
    assert.deepEqual(words(listed, "x (lang:c or lang:go)", [filter("lang:go", 1)]), ["lang:c 3", "lang:go 1"]);
  });
});
