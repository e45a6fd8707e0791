import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { SavedSearches } from "../../../../src/host/search/savedSearches.ts";
import { SearchHistory } from "../../../../src/host/search/searchHistory.ts";
import { plainMemento } from "../../../support/plainMemento.ts";

describe("earlier searches", () => {
  it("are kept by account, and go with it", async () => {
    const history = new SearchHistory(plainMemento());
    await history.add("one", "a");
    await history.add("one", "b");
    await history.add("two", "c");
    await history.add("one", "a");
    assert.deepEqual([history.of("one"), history.of("two")], [["a", "b"], ["c"]]);
    await history.forget("one");
    assert.deepEqual([history.of("one"), history.of("two")], [[], ["c"]]);
  });

  it("of before they were kept apart are the first account's that adds to them, and go with any", async () => {
    const state = plainMemento({ searchHistory: ["old"] });
    const history = new SearchHistory(state);
    assert.deepEqual(history.of("one"), ["old"]);
    await history.add("one", "new");
    assert.deepEqual([history.of("one"), history.of("two")], [["new", "old"], []]);
    const untouched = plainMemento({ searchHistory: ["old"] });
    await new SearchHistory(untouched).forget("two");
    assert.deepEqual(untouched.keys(), []);
  });
});

describe("saved searches", () => {
  it("are kept by service, those of before for every one, until all are cleared", async () => {
    const common = { name: "old", query: "o", patternType: "keyword" } as const;
    let service = "local";
    const saved = new SavedSearches(plainMemento({ savedSearches: [common] }), () => service);
    await saved.save({ name: "mine", query: "m", patternType: "regexp" });
    service = "https://example.com";
    await saved.save({ name: "mine", query: "theirs", patternType: "regexp" });
    const queries = () => saved.all.map(({ name, query }) => `${name} ${query}`);
    assert.deepEqual(queries(), ["mine theirs", "old o"]);
    await saved.delete({ name: "mine", query: "theirs", patternType: "regexp" });
    service = "local";
    assert.deepEqual(queries(), ["mine m", "old o"]);
    const [mine] = saved.all;
    assert.ok(mine);
    await saved.save({ ...mine, name: "yours" }, mine);
    assert.deepEqual(queries(), ["old o", "yours m"]);
    await saved.clear();
    assert.deepEqual(queries(), []);
  });
});
